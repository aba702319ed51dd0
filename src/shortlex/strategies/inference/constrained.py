"""Constrained: the strategy of a type, with constraints such as ``ge`` turned into arguments.

A bound that is an argument wastes no draws, and values reduce to it. A constraint without such an
argument becomes a filter.
"""

from __future__ import annotations

import math
import operator
import zoneinfo
from collections.abc import Callable, Iterable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import partial
from types import NoneType, UnionType
from typing import Any, NamedTuple, NewType, Union, get_args, get_origin
from uuid import UUID

from shortlex import strategies as st
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.conditions.bounds import (
    EMPTY,
    Narrowed,
    dense_limits,
    float_limits,
    stepped_limits,
    whole_limits,
)
from shortlex.strategies.conditions.predicates import LESS, MORE, Demand, condition_of
from shortlex.strategies.describe import describe_type
from shortlex.strategies.inference.constraints import UNSET, Constraints, read_metadata
from shortlex.strategies.inference.generics import from_container, is_container
from shortlex.strategies.inference.inferred import REGISTRY, Scope
from shortlex.strategies.inference.standard_types import in_order
from shortlex.strategies.strategy import SearchStrategy

_MAX_EXACT = 2**53
"""Every whole number up to this one is a float."""

Condition = Callable[[Any], object]


def narrowed(thing: Any, constraints: Constraints, scope: Scope) -> SearchStrategy[Any]:
    """Values of a type that satisfy the constraints."""
    if not constraints:
        return scope.infer(thing)
    if constraints.is_contradictory:
        raise _no_value(thing, constraints)
    if REGISTRY.strategy_of(thing) is None:
        if isinstance(thing, NewType):
            return narrowed(thing.__supertype__, constraints, scope)
        if hasattr(thing, "__metadata__"):
            both = read_metadata(thing.__metadata__, constraints.copy())
            return narrowed(thing.__origin__, both, scope)
        if get_origin(thing) in (Union, UnionType):
            return _narrowed_union(get_args(thing), constraints, scope)
        # Other things need not be hashable, because of their metadata.
        narrow = _NARROW.get(thing) if isinstance(thing, type) else None
        if narrow is not None:
            return _filtered(narrow(constraints), constraints.predicates)
        if is_container(thing):
            base = from_container(thing, scope, constraints.sizes())
            return _filtered(base, constraints.predicates)
    return _filtered(scope.infer(thing), _all_filters(constraints))


def _no_value(thing: Any, constraints: Constraints) -> InvalidArgument:
    return InvalidArgument(
        f"from_type({describe_type(thing)}) with constraints: there is no value that is "
        f"{constraints.describe()}. Change one of them."
    )


def _narrowed_union(
    members: tuple[Any, ...], constraints: Constraints, scope: Scope
) -> SearchStrategy[Any]:
    # None has no size and no order. In unions it is always allowed, as in pydantic.
    return st.one_of(
        [
            scope.infer(each) if each in (None, NoneType) else narrowed(each, constraints, scope)
            for each in in_order(members)
        ]
    )


def _filtered(strategy: Any, conditions: Iterable[Condition]) -> SearchStrategy[Any]:
    for condition in conditions:
        strategy = strategy.filter(condition)
    return strategy  # type: ignore[no-any-return]  # a strategy all the way


def _all_filters(constraints: Constraints) -> Iterable[Condition]:
    yield from constraints.bound_filters()
    yield from constraints.multiple_filters()
    yield from constraints.size_filters()
    yield from constraints.pattern_filters()
    yield from constraints.predicates


class _Within(NamedTuple):
    """Limits for the arguments of a strategy, and the conditions that they do not ensure."""

    low: Any
    high: Any
    rest: list[Condition]


def _within(
    kind: type[Any],
    constraints: Constraints,
    limits_left: Callable[[Demand, Any, Any], Narrowed],
    *,
    has_next: bool,
) -> _Within:
    """The limits that the bounds leave, read as those of a filter are.

    ``has_next`` says whether every value has a next one, so that no bound need be excluded.
    """
    low = high = None
    rest: list[Condition] = []
    for demand in constraints.bounds():
        if isinstance(demand.argument, (str, bytes)):
            raise InvalidArgument(
                f"from_type({describe_type(kind)}) with constraints: it cannot be compared with "
                f"the bound {shown(demand.argument)}. Give a bound of the same kind."
            )
        limits = limits_left(demand, low, high)
        if isinstance(limits, tuple):
            low, high = limits
        elif limits is EMPTY:
            raise _no_value(kind, constraints)
        is_open = demand.relation in (LESS, MORE)
        if limits is None or (is_open and not has_next):
            rest.append(condition_of(demand))
    return _Within(low, high, rest)


def _integers(constraints: Constraints) -> SearchStrategy[Any]:
    low, high, rest = _within(int, constraints, whole_limits, has_next=True)
    multiples = [each for each in constraints.multiple_of if each == int(each)]
    if len(multiples) < len(constraints.multiple_of):
        return _filtered(st.integers(low, high), [*constraints.multiple_filters(), *rest])
    if not multiples:
        return _filtered(st.integers(low, high), rest)
    step = math.lcm(*map(int, multiples))
    # Whole-number arithmetic, which is exact for any size.
    least = None if low is None else -(-low // step)
    most = None if high is None else high // step
    return _filtered(st.integers(least, most).map(partial(operator.mul, step)), rest)


def _multiples(of: Any, low: Any, high: Any) -> SearchStrategy[Any]:
    """Multiples of a number, which reduce as integers do; few enough that each is exact."""
    least = -_MAX_EXACT if low is None else max(math.ceil(low / of), -_MAX_EXACT)
    most = _MAX_EXACT if high is None else min(math.floor(high / of), _MAX_EXACT)
    return st.integers(least, most).map(partial(operator.mul, of))


def _floats(constraints: Constraints) -> SearchStrategy[Any]:
    low, high = constraints.least, constraints.most
    if constraints.multiple_of:
        base = _multiples(constraints.multiple_of[0], low, high).map(float)
        rest = [*constraints.bound_filters(), *list(constraints.multiple_filters())[1:]]
        return _filtered(base, rest)
    low, high, rest = _within(float, constraints, float_limits, has_next=True)
    if low == 0 and math.copysign(1.0, constraints.least) > 0:
        # -0.0 equals the bound, but min_value=0.0 of floats leaves it out, so ge=0 does, too.
        low = 0.0
    options: dict[str, Any] = {}
    if constraints.allow_inf_nan is False:
        options = {"allow_nan": False, "allow_infinity": False}
        # A side without a bound ends at an infinity, which may not be given here.
        low = None if low == -math.inf else low
        high = None if high == math.inf else high
    return _filtered(st.floats(low, high, **options), rest)


def _decimals(constraints: Constraints) -> SearchStrategy[Any]:
    most_digits, places = constraints.max_digits, constraints.decimal_places
    if most_digits is not None:
        largest = Decimal(10) ** (most_digits - (places or 0)) - Decimal(10) ** -(places or 0)
        constraints = constraints.copy()
        constraints.add("ge", -largest)
        constraints.add("le", largest)
    low, high, rest = _within(Decimal, constraints, dense_limits, has_next=False)
    if constraints.multiple_of:
        base = _multiples(constraints.multiple_of[0], low, high).map(Decimal)
        rest += list(constraints.multiple_filters())[1:]
    else:
        options: dict[str, Any] = {"places": places}
        if not constraints.allow_inf_nan:
            options["allow_infinity"] = False
        if not constraints.allow_inf_nan or constraints.has_bounds:
            options["allow_nan"] = False
        base = st.decimals(low, high, **options)
    if most_digits is not None:
        rest.append(partial(_has_digits, most_digits))
    return _filtered(base, rest)


def _has_digits(most: int, value: Decimal) -> bool:
    return len(value.normalize().as_tuple().digits) <= most


def _ordered(
    kind: type[Any],
    make: Callable[..., SearchStrategy[Any]],
    limits_left: Callable[[Demand, Any, Any], Narrowed],
    *,
    has_next: bool,
) -> Callable[[Constraints], SearchStrategy[Any]]:
    """For a strategy whose bounds are both included."""

    def narrow(constraints: Constraints) -> SearchStrategy[Any]:
        low, high, rest = _within(kind, constraints, limits_left, has_next=has_next)
        bounds = {"min_value": low, "max_value": high}
        options = {name: value for name, value in bounds.items() if value is not None}
        return _filtered(make(**options, **_zones(constraints)), rest)

    return narrow


def _timedeltas(constraints: Constraints) -> SearchStrategy[Any]:
    if not constraints.multiple_of:
        return _any_timedeltas(constraints)
    low = timedelta.min if constraints.least is None else constraints.least
    high = timedelta.max if constraints.most is None else constraints.most
    base = _multiples(constraints.multiple_of[0], low, high)
    others = list(constraints.multiple_filters())[1:]
    return _filtered(base, [*constraints.bound_filters(), *others])


def _zones(constraints: Constraints) -> dict[str, SearchStrategy[Any]]:
    tz = constraints.tz
    if tz is UNSET:
        return {}
    if tz is None or tz is False:
        return {"timezones": st.none()}
    if tz is ... or tz is True:
        return {"timezones": st.timezones()}
    return {"timezones": st.just(zoneinfo.ZoneInfo(tz) if isinstance(tz, str) else tz)}


def _strings(constraints: Constraints) -> SearchStrategy[Any]:
    return _texts(st.text, constraints)


def _bytes(constraints: Constraints) -> SearchStrategy[Any]:
    return _texts(st.binary, constraints)


def _texts(
    make: Callable[..., SearchStrategy[Any]], constraints: Constraints
) -> SearchStrategy[Any]:
    bounds = list(constraints.bound_filters())
    if not constraints.patterns:
        return _filtered(make(**constraints.sizes()), bounds)
    others = list(constraints.pattern_filters())[1:]
    base: SearchStrategy[Any] = st.from_regex(constraints.patterns[0])
    return _filtered(base, [*constraints.size_filters(), *others, *bounds])


def _booleans(constraints: Constraints) -> SearchStrategy[Any]:
    return _filtered(st.booleans(), constraints.bound_filters())


def _uuids(constraints: Constraints) -> SearchStrategy[Any]:
    return st.uuids(version=constraints.uuid_version)


def _stepped(
    kind: Any, make: Callable[..., SearchStrategy[Any]]
) -> Callable[[Constraints], SearchStrategy[Any]]:
    return _ordered(kind, make, partial(stepped_limits, step=kind.resolution), has_next=True)


_any_timedeltas = _stepped(timedelta, lambda **options: st.timedeltas(**options))

_NARROW: dict[Any, Callable[[Constraints], SearchStrategy[Any]]] = {
    bool: _booleans,
    int: _integers,
    float: _floats,
    Decimal: _decimals,
    Fraction: _ordered(
        Fraction, lambda **options: st.fractions(**options), dense_limits, has_next=False
    ),
    str: _strings,
    bytes: _bytes,
    date: _stepped(date, lambda **options: st.dates(**options)),
    # Times have no difference, and so no next one that arithmetic could find.
    time: _ordered(
        time,
        lambda **options: st.times(**options),
        partial(stepped_limits, step=None),
        has_next=False,
    ),
    datetime: _stepped(datetime, lambda **options: st.datetimes(**options)),
    timedelta: _timedeltas,
    UUID: _uuids,
}


def from_annotated(thing: Any, scope: Scope) -> SearchStrategy[Any]:
    """The last strategy among the metadata, or else the type with its constraints."""
    strategies = [each for each in thing.__metadata__ if isinstance(each, SearchStrategy)]
    if strategies:
        return strategies[-1]
    constraints = read_metadata(thing.__metadata__, Constraints())
    return narrowed(thing.__origin__, constraints, scope)
