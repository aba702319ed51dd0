"""Date fields: years, months, days, hours and so on, drawn one after another from the largest on.

Every field but the first and the last may *stop*: what follows is then the earliest there is. So
a round date needs fewer choices than another and is simpler, whatever its year.

A field is limited only while all before it lie on a bound, so no draw is refused, and each is
reduced on its own: the year towards 2000, the others towards the first of their kind.
"""

from __future__ import annotations

from calendar import isleap
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from shortlex.core.alphabet import Alphabet
from shortlex.core.case import Case
from shortlex.core.domain import Domain
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.strategies.lazy import MOST_KEPT

Parts = tuple[int, ...]
Limits = tuple[int, int]

SIMPLEST_YEAR = 2000
OUR_TIMES = (1900, 2100)
"""When clocks are put forward and back, and most programs live."""

IN_OUR_TIMES = 0.3
"""How often a year is one of them, if the bounds do not ask for others."""

ON_THE_LAST_DAY = 0.1
"""How often a day is the last of its month, where it would be one of thirty."""

AS_SIMPLE_AS_CAN_BE = 0.04
"""How often a field is, whatever else it might be: midnight, whole hours and days are edges."""

_LENGTHS = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class Years(Integer):
    """Years, towards 2000; those of our times come often."""

    __slots__ = ()

    def __init__(self, first: int, last: int) -> None:
        super().__init__(first, last, SIMPLEST_YEAR)

    def sample(self, random: Random, scale: float) -> int:
        if (r := random.random()) < IN_OUR_TIMES:
            low, high = OUR_TIMES
            year = low + int(r / IN_OUR_TIMES * (high - low))
            if self.contains(year):
                return year
        return super().sample(random, scale)


class Parted(Integer):
    """A field after the first; the simplest, which is often to stop, comes often."""

    __slots__ = ()

    def sample(self, random: Random, scale: float) -> int:
        if random.random() < AS_SIMPLE_AS_CAN_BE:
            return self.simplest
        return super().sample(random, scale)


class Days(Parted):
    """Days of a month, of which the last comes often, too."""

    __slots__ = ()

    def sample(self, random: Random, scale: float) -> int:
        if random.random() < ON_THE_LAST_DAY:
            return self.maximum  # type: ignore[return-value]  # always set
        return super().sample(random, scale)


# The limits differ from case to case, but the same ones come again and again.
_years = lru_cache(maxsize=MOST_KEPT)(Years)
_between = lru_cache(maxsize=MOST_KEPT)(Integer)
_parts_between = lru_cache(maxsize=MOST_KEPT)(Parted)
_days_between = lru_cache(maxsize=MOST_KEPT)(Days)

MONTH: Limits = (1, 12)
DAY: Limits = (1, 31)
"""By identity these two say that a field is a month or a day, which know of each other."""

MICROSECOND: Limits = (0, 999_999)
"""By identity again: the digits are a text, so that a whole second is shorter than a fraction."""

_FRACTION = String(Alphabet.of_characters("0123456789"), Sizes(0, 6))


class Fields:
    """Parts between two others, compared as tuples are; ``usual`` has the limits of each.

    The last is a day or a microsecond.
    """

    def __init__(self, low: Parts, high: Parts, usual: Sequence[Limits]) -> None:
        self.low, self.high = low, high
        self._usual = tuple(usual)
        self._last = len(usual) - 1
        self._has_year = usual[1] is MONTH
        self._first = self._domain(0, low[0], high[0])
        self._earliest = tuple(first for first, _ in usual)
        # What is drawn where no bound is near; the day waits for its month.
        self._free = tuple(map(self._free_domain, range(len(usual))))
        lengths = (28, 29, 30, 31) if self._has_year else ()
        self._days = {last: self._domain(2, 1, last) for last in lengths}

    def draw(self, case: Case) -> Parts:
        first: int = case.choose(self._first)
        if not self.low[0] < first < self.high[0]:
            return self._draw_on_bounds(case, first)
        found: Parts = (first,)
        for place in range(1, self._last + 1):
            domain = self._free[place]
            if domain is None:
                domain = self._days[days_in(found[0], found[1])]
            elif type(domain) is String:  # the digits of a fraction; a copy of them, too
                return (*found, int(case.choose(domain) or 0))
            part: int = case.choose(domain)
            if part < self._earliest[place]:
                return found + self._earliest[place:]
            found += (part,)
        return found

    def _draw_on_bounds(self, case: Case, first: int) -> Parts:
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
                return (*found, int(case.choose(_FRACTION) or 0))
            part: int = case.choose(self._domain(place, least, most))
            if part < least:
                return found + (low if is_lowest else self._earliest)[place:]
            found += (part,)
        return found

    def _free_domain(self, place: int) -> Domain | None:
        limits = self._usual[place]
        if limits is MICROSECOND:
            return _FRACTION
        return None if limits is DAY else self._domain(place, *limits)

    def _domain(self, place: int, first: int, last: int) -> Integer:
        if not place:
            return _years(first, last) if self._has_year else _between(first, last)
        # One below the first, and simpler than it, is to stop; not where nothing else is left.
        simplest = first - 1 if place < self._last and first < last else first
        make = _days_between if self._usual[place] is DAY else _parts_between
        return make(simplest, last, simplest)

    def __repr__(self) -> str:
        return f"Fields({self.low}, {self.high})"


def days_in(year: int, month: int) -> int:
    """How many days a month has."""
    return 29 if month == 2 and isleap(year) else _LENGTHS[month]
