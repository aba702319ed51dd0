"""Decimals: digits before the point as a number, digits after it as a text.

So a shorter text is a rounder number, whatever stands before the point, and reduction cuts
digits off as a person would.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor
from random import Random
from typing import Any

from shortlex.core.alphabet import Alphabet
from shortlex.core.boolean import Boolean
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.errors import InvalidArgument
from shortlex.strategies.choosing import position_in
from shortlex.strategies.lazy import lazy
from shortlex.strategies.predicates import Demand
from shortlex.strategies.remaining import chosen, dense_limits
from shortlex.strategies.strategy import SearchStrategy

MOST_DIGITS = 28
"""As many digits after those that the bounds make necessary; the precision of new contexts."""

NEAR_ZERO = 0.25
"""How often there is nothing but a zero before the point."""

_DIGITS = String(Alphabet("0123456789", ()), Sizes(0, MOST_DIGITS))
_IS_SPECIAL = Boolean(1 / 16)
_NANS = tuple(map(Decimal, ("NaN", "-NaN", "sNaN", "-sNaN")))


class Units(Integer):
    """Whole numbers of units, where zero, or just below it, comes often."""

    __slots__ = ()

    def sample(self, random: Random, scale: float) -> int:
        # The numbers between -1 and 1 would hardly be met otherwise.
        if (r := random.random()) < NEAR_ZERO:
            unit = -1 if r < NEAR_ZERO / 4 else 0
            if self.contains(unit):
                return unit
        return super().sample(random, scale)


class Decimals(SearchStrategy[Decimal]):
    """A number of units, a power of ten each, then perhaps more digits; or something special."""

    known_empty = False

    def __init__(
        self,
        low: Fraction | None,
        high: Fraction | None,
        places: int | None,
        special: tuple[Decimal, ...],
    ) -> None:
        self.low, self.high, self.special = low, high, special
        self._wanted_places = places
        self.has_more = places is None
        self._which = position_in(len(special)) if special else None
        self.places = _least_places(low, high) if places is None else places
        first, last = _units(low, high, self.places)
        if places is not None:
            self._unit = Integer(first, last)
        else:
            # One more unit below: with more digits it may reach into the bounds. The simplest
            # is within them as it is.
            below = None if low is None else floor(low * 10**self.places)
            self._unit = Units(below, last, Integer(first, last).simplest)
        # Where a bound has more digits than can be drawn, the last number within it counts.
        longest = max(self.places + MOST_DIGITS, _places_of(low), _places_of(high))
        first, last = _units(low, high, longest) if self.has_more else (first, last)
        self._least = None if first is None else _plain(first, longest)
        self._most = None if last is None else _plain(last, longest)

    def do_draw(self, case: Case) -> Decimal:
        # Dear, so that no special value is simpler than a number, however few choices it needs.
        if self._which is not None and case.choose(_IS_SPECIAL):
            case.incur_cost(1)
            position: int = case.choose(self._which)
            return self.special[position]
        unit: int = case.choose(self._unit)
        if not self.has_more:
            return Decimal(f"{unit}E-{self.places}")
        digits: str = case.choose(_DIGITS)
        exponent = self.places + len(digits)
        if not digits:
            value = _plain(unit, exponent)
        elif unit < 0:
            # Less far from zero than the unit, so that there is something between -1 and 0.
            value = Decimal(f"-{-unit - 1}{digits}E-{exponent}")
        else:
            value = Decimal(f"{unit}{digits}E-{exponent}")
        return self._clamped(value)

    def _clamped(self, value: Decimal) -> Decimal:
        if self._least is not None and value < self._least:
            return self._least
        if self._most is not None and value > self._most:
            return self._most
        return value

    def narrowed(self, demand: Demand) -> SearchStrategy[Decimal] | None:
        limits = dense_limits(demand, self.low, self.high)
        if limits is None:
            return None
        # Of what is special only the demand itself decides, and with nan it may raise an error.
        if not isinstance(limits, tuple):
            return chosen(self.special)
        return self._within(*limits)

    def _within(
        self, low: Fraction | None, high: Fraction | None
    ) -> SearchStrategy[Decimal] | None:
        places = self._wanted_places
        if low is not None and high is not None:
            first, last = _units(low, high, places or 0)
            if places is not None and first > last:  # type: ignore[operator]  # both are there
                return chosen(self.special)
            if places is None and low == high and not _is_exact(low):
                return None
        return Decimals(low, high, places, self.special)

    def label_to(self, depth: int) -> str:
        return f"Decimals({self.low}, {self.high}, {self.places}, {self.special})"


def _plain(unit: int, places: int) -> Decimal:
    """So many units, without places that say nothing."""
    while places and unit % 10 == 0:
        unit, places = unit // 10, places - 1
    return Decimal(f"{unit}E-{places}")


def _units(
    low: Fraction | None, high: Fraction | None, places: int
) -> tuple[int | None, int | None]:
    scale = 10**places
    first = None if low is None else ceil(low * scale)
    return first, None if high is None else floor(high * scale)


def _least_places(low: Fraction | None, high: Fraction | None) -> int:
    """As few as leave something between the bounds, and more than them if they are not equal."""
    if low is None or high is None:
        return 0
    wanted = 1 if low == high else 3
    places = 0
    while True:
        first, last = _units(low, high, places)
        assert first is not None
        assert last is not None
        if last - first + 1 >= wanted:
            return places
        places += 1


def _places_of(bound: Fraction | None) -> int:
    """Places that write the bound exactly; 0 where none do."""
    if bound is None:
        return 0
    rest, twos, fives = bound.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    return max(twos, fives) if rest == 1 else 0


def _is_exact(bound: Fraction) -> bool:
    return bound.denominator == 1 or _places_of(bound) > 0


@lazy
def decimals(
    min_value: Decimal | Fraction | float | str | None = None,
    max_value: Decimal | Fraction | float | str | None = None,
    *,
    allow_nan: bool | None = None,
    allow_infinity: bool | None = None,
    places: int | None = None,
) -> SearchStrategy[Decimal]:
    """Decimal numbers, both bounds included; with ``places``, of exactly so many after the point.

    Where a side has no bound, its infinity is among them, and nan, too, quiet and signalling.
    Reduces towards few digits and a number near 0; anything finite is simpler than an infinity
    or nan.
    """
    low, is_low_open = _bound("min_value", min_value, "-Infinity")
    high, is_high_open = _bound("max_value", max_value, "Infinity")
    if low is not None and high is not None and low > high:
        raise InvalidArgument(
            f"decimals(min_value={min_value!r}, max_value={max_value!r}) is empty: min_value must "
            "not be above max_value."
        )
    if places is None and low is not None and low == high and not _is_exact(low):
        raise InvalidArgument(
            f"decimals(min_value={min_value!r}, max_value={max_value!r}) is empty: the bound "
            "cannot be written as a decimal. Move the bounds apart."
        )
    _check_flags(low, high, allow_nan, allow_infinity)
    _check_places(places, low, high)
    special: tuple[Decimal, ...] = ()
    if allow_infinity is not False:
        special += (Decimal("Infinity"),) * is_high_open + (Decimal("-Infinity"),) * is_low_open
    if allow_nan or (allow_nan is None and (is_low_open or is_high_open)):
        special += _NANS
    return Decimals(low, high, places, special)


def _bound(name: str, value: Any, open_end: str) -> tuple[Fraction | None, bool]:
    """The bound, None for none; and whether the infinity on its side is within it."""
    if value is None:
        return None, True
    try:
        if isinstance(value, (str, float)) and not isinstance(value, bool):
            value = Decimal(value)
        if isinstance(value, Decimal) and value.is_infinite() and value == Decimal(open_end):
            return None, True
        return Fraction(value), False
    except (TypeError, ValueError, OverflowError, ArithmeticError):
        raise InvalidArgument(
            f"decimals({name}={value!r}): must be a finite number, such as Decimal('0.1') or "
            "'0.1', or None."
        ) from None


def _check_flags(
    low: Fraction | None, high: Fraction | None, allow_nan: object, allow_infinity: object
) -> None:
    for flag, value in (("allow_nan", allow_nan), ("allow_infinity", allow_infinity)):
        if value is not None and not isinstance(value, bool):
            raise InvalidArgument(f"decimals({flag}={value!r}): must be True, False or None.")
    if allow_infinity and low is not None and high is not None:
        raise InvalidArgument(
            f"decimals(allow_infinity=True) cannot go with both min_value={low} and "
            f"max_value={high}: no infinity lies between them. Leave out one of the bounds."
        )


def _check_places(places: object, low: Fraction | None, high: Fraction | None) -> None:
    if places is None:
        return
    if not isinstance(places, int) or isinstance(places, bool) or places < 0:
        raise InvalidArgument(
            f"decimals(places={places!r}): must be a whole number, 0 or more, or None."
        )
    first, last = _units(low, high, places)
    if first is not None and last is not None and first > last:
        raise InvalidArgument(
            f"decimals(min_value={low}, max_value={high}, places={places}) is empty: no number "
            "with so many places lies between the bounds. Use more places."
        )
