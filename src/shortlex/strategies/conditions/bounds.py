"""Bounds: the limits of a strategy, narrowed by what a condition demands.

Each function takes limits and a demand and returns the remaining limits: EMPTY if nothing remains,
None if the demand says nothing about them or they stay as they are.
"""

from __future__ import annotations

import math
import struct
from typing import TYPE_CHECKING, Any, Final

from shortlex.core.sizes import UNBOUNDED, Sizes
from shortlex.strategies.conditions.predicates import (
    AT_LEAST,
    AT_MOST,
    EQUAL,
    LESS,
    MEMBER,
    MORE,
    TRUTH,
    UNEQUAL,
    Demand,
)

if TYPE_CHECKING:
    from datetime import timedelta
    from fractions import Fraction


class _Empty:
    """The type of ``EMPTY``."""


EMPTY: Final = _Empty()

Limits = tuple[Any, Any]
"""The lowest and the highest value, both included; None for no limit."""

Narrowed = Limits | _Empty | None


# Whole numbers, and sizes.


def whole_limits(demand: Demand, low: int | None, high: int | None) -> Narrowed:
    """The whole numbers that are left."""
    relation, bound = demand.relation, demand.argument
    if demand.is_of_length:
        return None
    if relation == TRUTH:
        relation, bound = UNEQUAL, 0
    if relation == MEMBER:
        return _spanned(bound, low, high)
    try:
        below, above = math.floor(bound), math.ceil(bound)
    except OverflowError:
        return _beyond(relation, bound)
    except (TypeError, ValueError):  # text, nan and the like
        return None
    if relation == UNEQUAL and below == above:
        # A value in the middle cannot be left out of a range, only a bound.
        least = below + 1 if below == low else None
        return _met(low, high, least, above - 1 if above == high else None)
    least = {EQUAL: above, AT_LEAST: above, MORE: below + 1}.get(relation)
    most = {EQUAL: below, AT_MOST: below, LESS: above - 1}.get(relation)
    return None if least is most is None else _met(low, high, least, most)


def _beyond(relation: str, bound: Any) -> Narrowed:
    """The limits after a comparison with an infinity."""
    always = (LESS, AT_MOST, UNEQUAL) if bound > 0 else (MORE, AT_LEAST, UNEQUAL)
    return None if relation in always else EMPTY


def _spanned(members: Any, low: int | None, high: int | None) -> Narrowed:
    if type(members) is range:
        members = (members[0], members[-1]) if members else ()
    if not all(type(each) is int for each in members):
        return None
    return _met(low, high, min(members), max(members)) if members else EMPTY


def _met(low: Any, high: Any, least: Any, most: Any) -> Narrowed:
    """The intersection of ``low`` to ``high`` and ``least`` to ``most``."""
    first = low if least is None or (low is not None and low >= least) else least
    last = high if most is None or (high is not None and high <= most) else most
    if first is not None and last is not None and first > last:
        return EMPTY
    return None if first == low and last == high else (first, last)


def part_of_range(elements: range, demand: Demand) -> range | None:
    """The elements of a range that are left; None if all are."""
    ascending = elements if elements.step > 0 else elements[::-1]
    limits = whole_limits(demand, ascending[0], ascending[-1])
    if limits is None:
        return None
    if isinstance(limits, _Empty):
        return elements[:0]
    low, high = limits
    first = -((ascending[0] - low) // ascending.step)
    last = (high - ascending[0]) // ascending.step
    part = ascending[first : last + 1]
    return part if elements.step > 0 else part[::-1]


def sizes_left(demand: Demand, sizes: Sizes) -> Sizes | _Empty | None:
    """The lengths that are left."""
    if demand.relation == TRUTH:
        demand = Demand(AT_LEAST, 1, is_of_length=True)
    if not demand.is_of_length:
        return None
    most = None if sizes.maximum == UNBOUNDED else sizes.maximum
    limits = whole_limits(demand._replace(is_of_length=False), sizes.minimum, most)
    return Sizes(*limits) if isinstance(limits, tuple) else limits


# Fractions.


def _held(relation: str, limits: Limits, bounds: Limits) -> Narrowed:
    """Values within the limits, and above or below a bound, as the relation says."""
    least = bounds[0] if relation in (EQUAL, AT_LEAST, MORE) else None
    most = bounds[1] if relation in (EQUAL, AT_MOST, LESS) else None
    return _met(*limits, least, most)


def dense_limits(demand: Demand, low: Fraction | None, high: Fraction | None) -> Narrowed:
    """The fractions that are left. An excluded bound stays in, since there is no next fraction."""
    from fractions import Fraction

    relation = demand.relation
    if demand.is_of_length or relation not in (EQUAL, LESS, AT_MOST, MORE, AT_LEAST):
        return None
    if isinstance(demand.argument, str):
        return None
    try:
        bound = Fraction(demand.argument)
    except OverflowError:
        return _beyond(relation, demand.argument)
    except (TypeError, ValueError):  # dates, nan and the like
        return None
    return _held(relation, (low, high), (bound, bound))


# Dates, times and durations.


def stepped_limits(demand: Demand, low: Any, high: Any, step: timedelta | None) -> Narrowed:
    """The dates, moments or durations that are left; ``step`` is the least difference of two.

    Without a step, an excluded bound stays in. A limit of None is one that is not known yet.
    """
    relation, bound = demand.relation, demand.argument
    if demand.is_of_length or relation not in (EQUAL, LESS, AT_MOST, MORE, AT_LEAST):
        return None
    for limit in (low, high):
        # Other types may be compared in other ways, and a zone on one side only is an error.
        if limit is not None and _kind_of(limit) != _kind_of(bound):
            return None
    bounds = (bound, bound)
    if step is not None:
        try:
            least = bound + step if relation == MORE else bound
            bounds = (least, bound - step if relation == LESS else bound)
        except OverflowError:  # nothing is above the last, or below the first
            return EMPTY
    return _held(relation, (low, high), bounds)


def _kind_of(value: object) -> tuple[type[Any], bool]:
    """The type, and whether there is a time zone."""
    return type(value), getattr(value, "tzinfo", None) is not None


# Floats.


def float_limits(
    demand: Demand, low: float | None, high: float | None, width: int = 64
) -> Narrowed:
    """The floats of a width that are left. A bound of zero leaves both zeros."""
    if demand.relation == "isfinite":
        return low, high
    relation, bound = demand.relation, demand.argument
    if demand.is_of_length or relation not in (EQUAL, LESS, AT_MOST, MORE, AT_LEAST):
        return None
    try:
        if bound != bound or isinstance(bound, str):
            return None
        least = _at_least(bound, width, is_open=relation == MORE)
        # The mirror image: minus the lowest float above minus the bound.
        most = _at_least(-bound, width, is_open=relation == LESS)
    except (TypeError, ArithmeticError):  # dates, and decimals that raise
        return None
    if least is None or most is None:
        return EMPTY
    least = -math.inf if relation in (LESS, AT_MOST) else least
    most = math.inf if relation in (MORE, AT_LEAST) else -most
    low = -math.inf if low is None else low
    high = math.inf if high is None else high
    low, high = max(low, least, key=_sign_too), min(high, most, key=_sign_too)
    return EMPTY if _sign_too(low) > _sign_too(high) else (low, high)


def _sign_too(value: float) -> tuple[float, float]:
    """A key that puts -0.0 just below 0.0."""
    return value, math.copysign(1.0, value)


def _at_least(bound: Any, width: int, *, is_open: bool) -> float | None:
    """The lowest float of a width at or, if ``is_open``, above the bound, if there is one."""
    value = nearest_float(bound, width)
    while value < bound or (is_open and value == bound):
        if value == math.inf:
            return None
        value = next_above(value, width)
    # Both zeros are equal to a bound that is zero.
    return -0.0 if value == bound == 0 else value


FORMATS = {16: "<e", 32: "<f", 64: "<d"}
"""The widths of floats, and how they are packed."""


def nearest_float(value: Any, width: int) -> float:
    """The number as a float of the width; an infinity if it is out of range."""
    try:
        packed = struct.pack(FORMATS[width], float(value))
    except OverflowError:
        return math.inf if value > 0 else -math.inf
    return float(struct.unpack(FORMATS[width], packed)[0])


def next_above(value: float, width: int) -> float:
    """The next float of the width. Both zeros count as one, so they are excluded together."""
    if value == math.inf:
        return math.inf
    code = {16: "<h", 32: "<i", 64: "<q"}[width]
    form = FORMATS[width]
    if value == 0.0:
        return float(struct.unpack(form, struct.pack(code, 1))[0])
    bits = struct.unpack(code, struct.pack(form, value))[0]
    return float(struct.unpack(form, struct.pack(code, bits + 1 if value > 0 else bits - 1))[0])
