"""Fields: years, months, days, hours and so on, drawn one after another, largest first.

Every field but the first and the last may *stop*: all that follow are then at their earliest. So a
round date needs fewer choices than others and is simpler, whatever its year.

A field is limited only while all fields before it lie on a bound, so no draw is refused. Each field
is reduced on its own: the year towards 2000, the others towards the first of their kind.
"""

from __future__ import annotations

from calendar import isleap
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from shortlex.core.alphabet import Alphabet
from shortlex.core.case import Case, RandomCase
from shortlex.core.domain import Domain
from shortlex.core.integer import SMALL_RANGE, Integer
from shortlex.core.mood import copied_from, end_copy
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.strategies.lazy import MAX_KEPT

Parts = tuple[int, ...]
PartLimits = tuple[int, int]

SIMPLEST_YEAR = 2000
OUR_TIMES = (1900, 2100)
"""The years in which clocks are put forward and back, and for which most programs are written."""

OUR_TIMES_SHARE = 0.3
"""How often a year is one of ``OUR_TIMES``, if the bounds allow it."""

LAST_DAY_SHARE = 0.1
"""How often a day is set to the last of its month; by chance it would be one in thirty."""

SIMPLEST_SHARE = 0.04
"""How often a field is simplest on purpose: midnight, whole hours and whole days are edges."""

NEIGHBOURS, ALIKE = 0.3, 0.3
"""Where a date or time is made from an earlier one, how often one field is one more or less, and
how often the last fields are drawn anew."""

LEAP_DAY = (2, 29)

BEYOND = 1 << 62
"""A wish for the last value of a field, whichever that is."""

_LENGTHS = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class Years(Integer):
    """Years, simplest towards 2000; those of our times are common."""

    __slots__ = ()

    def __init__(self, first: int, last: int) -> None:
        super().__init__(first, last, SIMPLEST_YEAR)

    def sample(self, random: Random, scale: float) -> int:
        if (r := random.random()) < OUR_TIMES_SHARE:
            low, high = OUR_TIMES
            year = low + int(r / OUR_TIMES_SHARE * (high - low))
            if self.contains(year):
                return year
        return Integer.sample(self, random, scale)


class Parted(Integer):
    """A field after the first. Its simplest value, often to stop, is common."""

    __slots__ = ()

    last_share = 0.0
    """How often the last value is drawn on purpose."""

    def sample(self, random: Random, scale: float) -> int:
        count: int = self.count  # type: ignore[assignment]  # always set
        r = random.random()
        if r < SIMPLEST_SHARE:
            return self.simplest
        rest = 1.0 - self.last_share
        if r > rest:
            return self.simplest + count - 1
        if count <= SMALL_RANGE:
            # What any integer does in such a range, with the random number that is there.
            return self.simplest + int((r - SIMPLEST_SHARE) / (rest - SIMPLEST_SHARE) * count)
        return Integer.sample(self, random, scale)


class Days(Parted):
    """Days of a month; the last day is common, too."""

    __slots__ = ()

    last_share = LAST_DAY_SHARE


class Fraction(String):
    """The digits of a microsecond as a text, so that whole seconds are shorter."""

    __slots__ = ()

    def sample(self, random: Random, scale: float) -> str:
        r = random.random() * (FRACTION_DIGITS + 1)
        digits = int(r)
        # One random number says how many digits there are, and which.
        return str(int((r - digits) * 10**digits)) if digits else ""

    def edges(self) -> tuple[str, ...]:
        return _FRACTION_EDGES


# PartLimits differ from case to case, but the same ones recur, so domains are cached.
_years = lru_cache(maxsize=MAX_KEPT)(Years)
_between = lru_cache(maxsize=MAX_KEPT)(Integer)
_parts_between = lru_cache(maxsize=MAX_KEPT)(Parted)
_days_between = lru_cache(maxsize=MAX_KEPT)(Days)

MONTH: PartLimits = (1, 12)
DAY: PartLimits = (1, 31)
"""Compared by identity: MONTH and DAY mark the fields that depend on each other."""

MICROSECOND: PartLimits = (0, 999_999)
"""Also compared by identity."""

FRACTION_DIGITS = 6
_FRACTION_EDGES = ("", "999999", "1", "500000", "999", "1000", "999000", "1001", "10")
FRACTION = Fraction(Alphabet.of_characters("0123456789"), Sizes(0, FRACTION_DIGITS))


class Fields:
    """Tuples of parts between two bounds; ``usual`` has the limits of each part.

    The last part is a day or a microsecond. To stop on the lower bound means that bound, unless
    ``is_bound_round`` is false: then the same choices mean the same value as without bounds.
    """

    def __init__(
        self, low: Parts, high: Parts, usual: Sequence[PartLimits], *, is_bound_round: bool = True
    ) -> None:
        self.low, self.high = low, high
        self._is_bound_round = is_bound_round
        self._usual = tuple(usual)
        self._last = len(usual) - 1
        self._has_year = usual[1] is MONTH
        self._first = self._domain(0, low[0], high[0])
        self._earliest = tuple(first for first, _ in usual)
        # The domains where no bound is near; that of the day depends on the month.
        self._free = tuple(map(self._free_domain, range(len(usual))))
        lengths = (28, 29, 30, 31) if self._has_year else ()
        self._days = {last: self._domain(2, 1, last) for last in lengths}

    def draw(self, case: Case) -> Parts:
        if type(case) is not RandomCase:
            return self._drawn_by(case.choose)
        mood = case.mood
        begun = len(case.choices)
        if mood is not None:
            if mood.copies and (begin := copied_from(case, self._usual)) is not None:
                return self._drawn_by(_Wishes(case, _near(case, begin, len(self._usual))).choose)
            if mood.ends and case.random.random() < mood.ends and not case.offset:
                return self._drawn_by(_Wishes(case, self._at_end(case.random)).choose)
        parts = self._drawn_by(case.choose)
        if mood is not None and mood.copies:
            end_copy(case, self._usual, begun)
        return parts

    def _drawn_by(self, choose: Callable[[Domain], Any]) -> Parts:
        first: int = choose(self._first)
        if not self.low[0] < first < self.high[0]:
            return self._draw_on_bounds(choose, first)
        found: Parts = (first,)
        for place in range(1, self._last + 1):
            domain = self._free[place]
            if domain is None:
                domain = self._days[days_in(found[0], found[1])]
            elif type(domain) is Fraction:  # by type: the domain may be a copy of FRACTION
                return (*found, int(choose(domain) or 0))
            part: int = choose(domain)
            if part < self._earliest[place]:
                return found + self._earliest[place:]
            found += (part,)
        return found

    def _at_end(self, random: Random) -> list[Any]:
        """Wishes for the last moment of a year, a day, an hour and so on, or for a leap day."""
        count = len(self._usual)
        place = int(random.random() * (count + self._has_year))
        if place == count:
            return [SIMPLEST_YEAR + 4 * random.getrandbits(4), *LEAP_DAY]
        return [None] * place + [BEYOND] * (count - place)

    def _draw_on_bounds(self, choose: Callable[[Domain], Any], first: int) -> Parts:
        low, high = self.low, self.high
        found: Parts = (first,)
        for place in range(1, self._last + 1):
            least, most = self._usual[place]
            if self._usual[place] is DAY:
                most = days_in(found[0], found[1])
            is_lowest = found == low[:place]
            if is_lowest:
                least = low[place]
            if found == high[:place]:
                most = high[place]
            if self._usual[place] is MICROSECOND and (least, most) == MICROSECOND:
                return (*found, int(choose(FRACTION) or 0))
            if self._is_bound_round:
                domain = self._domain(place, least, most)
            else:
                # Where everything earliest is below the bound, there is no stopping.
                may_stop = not is_lowest or low[place:] == self._earliest[place:]
                domain = self._part(place, least - (may_stop and place < self._last), most)
            part: int = choose(domain)
            if part < least:
                return found + (low if is_lowest else self._earliest)[place:]
            found += (part,)
        return found

    def _free_domain(self, place: int) -> Domain | None:
        limits = self._usual[place]
        if limits is MICROSECOND:
            return FRACTION
        return None if limits is DAY else self._domain(place, *limits)

    def _domain(self, place: int, first: int, last: int) -> Integer:
        if not place:
            return _years(first, last) if self._has_year else _between(first, last)
        # The value below the first means "stop". It is left out if only one value is possible.
        return self._part(place, first - (place < self._last and first < last), last)

    def _part(self, place: int, simplest: int, last: int) -> Integer:
        make = _days_between if self._usual[place] is DAY else _parts_between
        return make(simplest, last, simplest)

    def __repr__(self) -> str:
        return f"Fields({self.low}, {self.high})"


class _Wishes:
    """Chooses what is wished for, as far as the domains have it."""

    def __init__(self, case: RandomCase, wishes: list[Any]) -> None:
        self._case = case
        self._wishes = iter(wishes)

    def choose(self, domain: Domain) -> Any:
        wish = next(self._wishes, None)
        if wish is None:
            return self._case.choose(domain)
        if type(domain) is Fraction and type(wish) is int:
            wish = str(min(wish, MICROSECOND[1]))
        value = domain.nearest(wish)
        self._case.choices.append(value)
        return value


def _near(case: RandomCase, begin: int, count: int) -> list[Any]:
    """Wishes for what was drawn earlier, for its neighbour, or for the same in its first fields."""
    random = case.random
    wishes: list[Any] = case.choices[begin : begin + count]
    r = random.random()
    # The smallest field is often the one that differs.
    place = count - 1 if random.getrandbits(1) else int(random.random() * count)
    if r < NEIGHBOURS and place < len(wishes):
        wish = wishes[place]
        if type(wish) is str:
            wish = int(wish) if wish.isdecimal() else 0
        wishes[place] = wish + 1 if random.getrandbits(1) else wish - 1
    elif r > 1.0 - ALIKE:
        del wishes[place:]
    return wishes


def days_in(year: int, month: int) -> int:
    """How many days a month has."""
    return 29 if month == 2 and isleap(year) else _LENGTHS[month]
