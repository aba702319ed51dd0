"""Predicates: reads from a condition what it certainly demands of a value.

Known functions (``bool``, ``str.isdigit``, ``math.isfinite``), ``functools.partial`` of operators
and methods of compiled expressions are recognised by name. ``lambda_reader`` reads lambdas, and
functions that only return something, from their source.

Demands are necessary, never sufficient: every value is still checked with the condition itself. So
a missed demand costs time, and nothing else can go wrong.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import lru_cache, partial
from types import CellType, CodeType, FunctionType, MethodDescriptorType
from typing import Any, NamedTuple

from shortlex.core.shown import ordinary_type

TRUTH = "truth"
LESS, AT_MOST, EQUAL, UNEQUAL, AT_LEAST, MORE = "<", "<=", "==", "!=", ">=", ">"
MEMBER = "in"
METHOD = "method"
MATCHES = ("search", "match", "fullmatch")

MIRRORED = {LESS: MORE, AT_MOST: AT_LEAST, AT_LEAST: AT_MOST, MORE: LESS}
MIRRORED |= {EQUAL: EQUAL, UNEQUAL: UNEQUAL}
"""Each relation with its operands swapped."""


class Demand(NamedTuple):
    """What must hold of a value, or of its length, for a condition to be true."""

    relation: str
    """One of the names above, or the name of a function of ``math`` that classifies floats."""

    argument: Any = None
    """The value to compare with, the method that must be true, or the expression to match."""

    is_of_length: bool = False


class Named(NamedTuple):
    """A name in a condition, and its value when the condition was read."""

    where: CellType | dict[str, Any]
    name: str
    value: object

    def has_changed(self) -> bool:
        return _value_in(self.where, self.name) is not self.value


class Reading(NamedTuple):
    """What a condition demands, and the names that this depends on."""

    demands: tuple[Demand, ...] = ()
    names: tuple[Named, ...] = ()


class _Missing:
    """The type of ``MISSING``."""


MISSING = _Missing()

NOT_READ = Reading()


def _value_in(where: CellType | dict[str, Any], name: str) -> object:
    if isinstance(where, dict):
        return where.get(name, MISSING)
    try:
        return where.cell_contents
    except ValueError:  # not bound, or no longer
        return MISSING


def named(where: CellType | dict[str, Any], name: str) -> Named:
    """The name with its present value."""
    return Named(where, name, _value_in(where, name))


def read(condition: Callable[..., object]) -> Reading:
    """What a condition demands of a value, as far as that is certain."""
    if type(condition) is FunctionType:
        demands = _demands_in(condition.__code__)
        return demands(condition) if demands is not None else NOT_READ
    if type(condition) is partial:
        return _read_partial(condition)
    demand = demand_of(condition)
    return NOT_READ if demand is None else Reading((demand,))


@lru_cache(maxsize=1024)
def _demands_in(code: CodeType) -> Callable[[FunctionType], Reading] | None:
    """A reader for functions with this code. Cached, because a lambda may be created often."""
    from shortlex.strategies.conditions.lambda_reader import reader_of

    return reader_of(code)


def demand_of(function: Any) -> Demand | None:
    """What a well-known function of one argument demands for a true result."""
    if function is bool or function is len or function is operator.truth:
        return Demand(TRUTH)
    if type(function) is MethodDescriptorType:
        is_text = function.__objclass__ in (str, bytes)
        return Demand(METHOD, function.__name__) if is_text else None
    owner, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if getattr(owner, "__name__", "") == "math" and name in ("isfinite", "isinf", "isnan"):
        # The module is compared too, because other modules may have functions of these names.
        import math

        return Demand(name) if owner is math else None
    if _is_expression(owner):
        # findall returns an empty list, which is false, where search finds nothing.
        name = "search" if name == "findall" else name
        return Demand(name, owner) if name in MATCHES else None
    if name == "__contains__" and is_fixed_collection(owner):
        return Demand(MEMBER, owner)
    return None


def _read_partial(condition: partial[Any]) -> Reading:
    if condition.keywords or len(condition.args) != 1:
        return NOT_READ
    argument = condition.args[0]
    demand: Demand | None = None
    for relation, function in _OPERATORS.items():
        if condition.func is function:
            demand = Demand(MIRRORED[relation], argument)
    if condition.func is operator.contains and is_fixed_collection(argument):
        demand = Demand(MEMBER, argument)
    if demand is None:
        demand = match_of(condition.func, argument)
    return NOT_READ if demand is None else Reading((demand,))


def match_of(function: Any, pattern: object) -> Demand | None:
    """What ``re.match(pattern, value)`` and the like demand of a value."""
    import re

    for name in MATCHES:
        if function is getattr(re, name):
            try:
                return Demand(name, re.compile(pattern))
            except (re.error, TypeError, OverflowError, RecursionError):
                return None
    return None


_OPERATORS = {
    LESS: operator.lt,
    AT_MOST: operator.le,
    EQUAL: operator.eq,
    UNEQUAL: operator.ne,
    AT_LEAST: operator.ge,
    MORE: operator.gt,
}


def condition_of(demand: Demand) -> Callable[[Any], object]:
    """The condition that a comparison with a value states: ``read`` gives the demand back."""
    return partial(_OPERATORS[MIRRORED[demand.relation]], demand.argument)


def _is_expression(value: object) -> bool:
    return type(value).__name__ == "Pattern" and type(value).__module__ == "re"


def is_fixed_collection(value: object) -> bool:
    """Whether the members cannot change, unlike those of a list."""
    return ordinary_type(value) in (tuple, frozenset, range)


_PLAIN = {
    *(("builtins", name) for name in ("int", "float", "str", "bytes")),
    *(("datetime", name) for name in ("date", "datetime", "time", "timedelta")),
    ("fractions", "Fraction"),
    ("decimal", "Decimal"),
}
"""By module and name, so that nothing has to be imported."""


def is_plain(value: object) -> bool:
    """Whether a value can be a bound: immutable, with the usual comparisons."""
    return is_plain_type(type(value))


def is_plain_type(kind: type[Any]) -> bool:
    return (kind.__module__, kind.__name__) in _PLAIN


def is_constant(value: object) -> bool:
    """Whether a name with this value can be used."""
    return is_plain(value) or is_fixed_collection(value) or _is_expression(value)
