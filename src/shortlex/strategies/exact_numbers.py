"""Exact numbers: decimals and fractions.

A decimal is digits before the point as a number, and digits after it as a text. So a shorter text
is a rounder number, whatever comes before the point, and reduction cuts off digits as a person
would.

A fraction is a limit for the denominator, a fraction, and the nearest one within the limit. Without
the limit, a smaller denominator would need another numerator at the same time. With it, reduction
first lowers the limit, which hardly moves the value: 3501/10000, 7/20, 1/3.

Size: two kinds of numbers share the type and the narrowing of their bounds.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, inf
from random import Random
from typing import Any

from shortlex.core.alphabet import Alphabet
from shortlex.core.boolean import Boolean
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.shown import DIGITS, shown, text_of
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.errors import InvalidArgument
from shortlex.strategies.conditions.bounds import dense_limits
from shortlex.strategies.conditions.predicates import Demand
from shortlex.strategies.lazy import MAX_KEPT, lazy, lazy_once
from shortlex.strategies.selection import chosen, limited, position_in
from shortlex.strategies.strategy import SearchStrategy

MAX_DIGITS = 28
"""This many digits may follow those that the bounds require; the default precision of contexts."""

MAX_PLACES = 1_000_000
"""The most digits a bound may have before or after the point, and a number after it."""

_LONG = 10**DIGITS

NEAR_ZERO = 0.25
"""How often the part before the point is zero."""

_DIGITS = String(Alphabet("0123456789", ()), Sizes(0, MAX_DIGITS))
_IS_SPECIAL = Boolean(1 / 16)
_NANS = tuple(map(Decimal, ("NaN", "-NaN", "sNaN", "-sNaN")))


class Units(Integer):
    """Whole numbers of units; zero and -1 are common."""

    __slots__ = ()

    def sample(self, random: Random, scale: float) -> int:
        # Otherwise numbers between -1 and 1 would be rare.
        if (r := random.random()) < NEAR_ZERO:
            unit = -1 if r < NEAR_ZERO / 4 else 0
            if self.contains(unit):
                return unit
        return super().sample(random, scale)


class Decimals(SearchStrategy[Decimal]):
    """A number of units, each a power of ten, then perhaps more digits; or a special value."""

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
            # One more unit below the first: with more digits it may reach into the bounds. The
            # simplest unit is within them anyway.
            below = None if low is None else floor(low * 10**self.places)
            self._unit = Units(below, last, Integer(first, last).simplest)
        # If a bound has more digits than can be drawn, the last number within it is the limit.
        longest = max(self.places + MAX_DIGITS, _places_of(low), _places_of(high))
        first, last = _units(low, high, longest) if self.has_more else (first, last)
        self._least = None if first is None else _plain(first, longest)
        self._most = None if last is None else _plain(last, longest)

    def do_draw(self, case: Case) -> Decimal:
        # At a cost, so that no special value is simpler than a number that takes more choices.
        if self._which is not None and case.choose(_IS_SPECIAL):
            case.incur_cost(1)
            position: int = case.choose(self._which)
            return self.special[position]
        unit: int = case.choose(self._unit)
        if not self.has_more:
            return _decimal(unit, "", self.places)
        digits: str = case.choose(_DIGITS)
        exponent = self.places + len(digits)
        if not digits:
            value = _plain(unit, exponent)
        elif unit < 0:
            # The digits move it towards zero, so that there are values between -1 and 0.
            value = _decimal(unit + 1, digits, exponent, is_negative=True)
        else:
            value = _decimal(unit, digits, exponent)
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
        # Special values are left to the condition itself, which may raise an error for nan.
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
        return f"Decimals{shown((self.low, self.high, self.places, self.special))}"


def _plain(unit: int, places: int) -> Decimal:
    """This many units, without trailing zeros."""
    while places and unit % 10 == 0:
        unit, places = unit // 10, places - 1
    return _decimal(unit, "", places)


def _decimal(unit: int, digits: str, places: int, *, is_negative: bool = False) -> Decimal:
    """The digits of ``unit``, then others; the last ``places`` of them are after the point.

    ``is_negative`` makes it negative even if the unit is zero.
    """
    if -_LONG < unit < _LONG:
        sign = "-" if is_negative or unit < 0 else ""
        return Decimal(f"{sign}{abs(unit)}{digits}E-{places}")
    # Not by text: Python refuses to write long integers, but Decimal takes them as they are.
    whole = Decimal(unit).as_tuple()
    return Decimal((whole.sign, whole.digits + tuple(map(int, digits)), -places))


def _units(
    low: Fraction | None, high: Fraction | None, places: int
) -> tuple[int | None, int | None]:
    scale = 10**places
    first = None if low is None else ceil(low * scale)
    return first, None if high is None else floor(high * scale)


def _least_places(low: Fraction | None, high: Fraction | None) -> int:
    """The fewest places with a number between the bounds, strictly if they differ."""
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
    """How many places the bound has; 0 if no number of places writes it exactly."""
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
    """Decimal numbers, both bounds included; ``places`` sets the exact number of decimal places.

    A side without a bound includes the infinity there, and both kinds of nan, quiet and signalling.
    Reduces towards few digits and a number near 0; anything finite is simpler than an infinity or
    nan.
    """
    low, is_low_open = _decimal_bound("min_value", min_value, "-Infinity")
    high, is_high_open = _decimal_bound("max_value", max_value, "Infinity")
    if low is not None and high is not None and low > high:
        raise InvalidArgument(
            f"decimals(min_value={shown(min_value)}, max_value={shown(max_value)}) is empty: "
            "min_value must not be above max_value."
        )
    if places is None and low is not None and low == high and not _is_exact(low):
        raise InvalidArgument(
            f"decimals(min_value={shown(min_value)}, max_value={shown(max_value)}) is empty: the "
            "bound cannot be written as a decimal. Move the bounds apart."
        )
    _check_flags(low, high, allow_nan, allow_infinity)
    for name, given, bound in (("min_value", min_value, low), ("max_value", max_value, high)):
        if allow_infinity is False and given is not None and bound is None:
            raise InvalidArgument(
                f"decimals({name}={shown(given)}, allow_infinity=False): the bound is not allowed "
                f"itself. Leave out {name}, or allow_infinity."
            )
    _check_places(places, low, high)
    special: tuple[Decimal, ...] = ()
    if allow_infinity is not False:
        special += (Decimal("Infinity"),) * is_high_open + (Decimal("-Infinity"),) * is_low_open
    if allow_nan or (allow_nan is None and (is_low_open or is_high_open)):
        special += _NANS
    return Decimals(low, high, places, special)


def _decimal_bound(name: str, value: Any, open_end: str) -> tuple[Fraction | None, bool]:
    """The bound, or None; and whether the infinity on its side is included."""
    if value is None:
        return None, True
    try:
        if isinstance(value, (str, float)) and not isinstance(value, bool):
            value = Decimal(value)
        if isinstance(value, Decimal) and value.is_infinite() and value == Decimal(open_end):
            return None, True
        if isinstance(value, Decimal) and abs(value.adjusted()) > MAX_PLACES:
            raise InvalidArgument(
                f"decimals({name}={shown(value)}): must have {MAX_PLACES:,} digits at most before "
                "or after the point. Use a bound nearer to 1."
            )
        return Fraction(value), False
    except (TypeError, ValueError, OverflowError, ArithmeticError):
        raise InvalidArgument(
            f"decimals({name}={shown(value)}): must be a finite number, such as Decimal('0.1') or "
            "'0.1', or None."
        ) from None


def _check_flags(
    low: Fraction | None, high: Fraction | None, allow_nan: object, allow_infinity: object
) -> None:
    for flag, value in (("allow_nan", allow_nan), ("allow_infinity", allow_infinity)):
        if value is not None and not isinstance(value, bool):
            raise InvalidArgument(f"decimals({flag}={shown(value)}): must be True, False or None.")
    if allow_infinity and low is not None and high is not None:
        raise InvalidArgument(
            f"decimals(allow_infinity=True) cannot go with both min_value={text_of(low)} and "
            f"max_value={text_of(high)}: no infinity lies between them. Leave out one of them."
        )


def _check_places(places: object, low: Fraction | None, high: Fraction | None) -> None:
    if places is None:
        return
    if not isinstance(places, int) or isinstance(places, bool) or places < 0:
        raise InvalidArgument(
            f"decimals(places={shown(places)}): must be a whole number, 0 or more, or None."
        )
    if places > MAX_PLACES:
        raise InvalidArgument(
            f"decimals(places={shown(places)}): must be {MAX_PLACES:,} at most. Use fewer places."
        )
    first, last = _units(low, high, places)
    if first is not None and last is not None and first > last:
        raise InvalidArgument(
            f"decimals(min_value={text_of(low)}, max_value={text_of(high)}, places={places}) is "
            f"empty: no number with {places} places lies between the bounds. Use more places."
        )


# With bounds, the numerator's domain depends on the denominator. Small denominators recur.
_between = lru_cache(maxsize=MAX_KEPT)(Integer)
_ANY = Integer()


class Fractions(SearchStrategy[Fraction]):
    """A limit, a denominator and a numerator."""

    known_empty = False

    def __init__(self, low: Fraction | None, high: Fraction | None, most: int | None) -> None:
        self.low, self.high = low, high
        self._simplest = _simplest_within(low, high)
        self._least = self._simplest.denominator
        self._denominator = Integer(self._least, most, self._least)

    def do_draw(self, case: Case) -> Fraction:
        limit: int = case.choose(self._denominator)
        denominator: int = case.choose(self._denominator)
        low, high = self.low, self.high
        if low is None and high is None:
            value = Fraction(case.choose(_ANY), denominator)
            return value if denominator <= limit else value.limit_denominator(limit)
        first, last = self._numerators(denominator)
        if first is not None and last is not None and first > last:
            # No fraction with this denominator lies between the bounds, but multiples of the least
            # denominator always have one, so no draw is ever refused.
            denominator -= denominator % self._least
            first, last = self._numerators(denominator)
        value = Fraction(case.choose(_between(first, last)), denominator)
        if value.denominator <= limit:
            return value
        value = value.limit_denominator(limit)
        is_within = (low is None or low <= value) and (high is None or value <= high)
        return value if is_within else self._simplest

    def _numerators(self, denominator: int) -> tuple[int | None, int | None]:
        first = None if self.low is None else ceil(self.low * denominator)
        return first, None if self.high is None else floor(self.high * denominator)

    def narrowed(self, demand: Demand) -> SearchStrategy[Fraction] | None:
        most = self._denominator.maximum
        limits = dense_limits(demand, self.low, self.high)
        bounds = limits if isinstance(limits, tuple) else ()
        if most is not None and any(each and each.denominator > most for each in bounds):
            # We do not know the nearest fraction to such a bound that can be made.
            return None
        return limited(limits, lambda low, high: Fractions(low, high, most))

    def label_to(self, depth: int) -> str:
        return f"Fractions{shown((self.low, self.high, self._denominator.maximum))}"


def _simplest_within(low: Fraction | None, high: Fraction | None) -> Fraction:
    """The fraction with the least denominator between the bounds; the nearest to 0 of those."""
    least = -inf if low is None else low
    most = inf if high is None else high
    if least <= 0 <= most:
        return Fraction(0)
    if most < 0:
        return -_simplest_within(None if high is None else -high, None if low is None else -low)
    # Both are positive from here on. If no whole number lies between them, take away the whole part
    # of both, invert the rest, and look there in the same way.
    assert low is not None
    terms = []
    while ceil(low) > most:
        terms.append(floor(low))
        low, most = 1 / (most - terms[-1]), 1 / (low - terms[-1])  # type: ignore[assignment]  # most is finite
    found = Fraction(ceil(low))
    for term in reversed(terms):
        found = term + 1 / found
    return found


@lazy_once
def fractions(
    min_value: Fraction | float | str | None = None,
    max_value: Fraction | float | str | None = None,
    *,
    max_denominator: int | None = None,
) -> SearchStrategy[Fraction]:
    """Fractions, both bounds included; a bound may be whatever ``Fraction`` takes.

    Reduces towards a smaller denominator, and then towards 0 or the bound nearest to it.
    """
    low = _fraction_bound("min_value", min_value)
    high = _fraction_bound("max_value", max_value)
    if low is not None and high is not None and low > high:
        raise InvalidArgument(
            f"fractions(min_value={shown(min_value)}, max_value={shown(max_value)}) is empty: "
            "min_value must not be above max_value."
        )
    if max_denominator is not None:
        is_whole = type(max_denominator) is int
        if not is_whole or max_denominator < 1:
            raise InvalidArgument(
                f"fractions(max_denominator={shown(max_denominator)}): must be a whole number, 1 "
                "or more, or None."
            )
        for name, bound in (("min_value", low), ("max_value", high)):
            if bound is not None and bound.denominator > max_denominator:
                raise InvalidArgument(
                    f"fractions({name}={shown(bound)}, max_denominator={shown(max_denominator)}): "
                    "the denominator of the bound is larger. Use "
                    f"{_nearby(bound, max_denominator)}."
                )
    return Fractions(low, high, max_denominator)


def _nearby(bound: Fraction, most: int) -> str:
    return f"{shown(bound.limit_denominator(most))} or max_denominator={shown(bound.denominator)}"


def _fraction_bound(name: str, value: Any) -> Fraction | None:
    if value is None:
        return None
    try:
        return Fraction(value)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        raise InvalidArgument(
            f"fractions({name}={shown(value)}): must be a finite number, such as Fraction(1, 3) or "
            "'1/3', or None."
        ) from None
