"""Fractions: a limit for the denominator, a fraction, and the nearest one within the limit.

Without the limit, a smaller denominator would need another numerator at the same time. With it,
reduction first lowers the limit, which hardly moves the value: 3501/10000, 7/20, 1/3.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, inf
from typing import Any

from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.conditions.bounds import dense_limits
from shortlex.strategies.conditions.predicates import Demand
from shortlex.strategies.lazy import MAX_KEPT, lazy_once
from shortlex.strategies.selection import limited
from shortlex.strategies.strategy import SearchStrategy

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
    low = _bound("min_value", min_value)
    high = _bound("max_value", max_value)
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


def _bound(name: str, value: Any) -> Fraction | None:
    if value is None:
        return None
    try:
        return Fraction(value)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        raise InvalidArgument(
            f"fractions({name}={shown(value)}): must be a finite number, such as Fraction(1, 3) or "
            "'1/3', or None."
        ) from None
