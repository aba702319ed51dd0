"""Sentences: what a function that is one expression demands of its argument.

What is not understood is left out: of ``a and b`` each part that is understood is a demand of
its own. ``expressions`` finds the expression.

A name is read once, when the strategy is first used. Whoever draws asks each time whether it
still means the same, and otherwise goes back to the condition alone.
"""

from __future__ import annotations

import ast
import builtins
import math
import operator
from collections.abc import Callable
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

from shortlex.strategies.expressions import expression_of
from shortlex.strategies.predicates import (
    AT_LEAST,
    AT_MOST,
    EQUAL,
    LESS,
    MEMBER,
    METHOD,
    MIRRORED,
    MISSING,
    MORE,
    TRUTH,
    UNEQUAL,
    Demand,
    Named,
    Reading,
    demand_of,
    is_constant,
    is_plain,
    is_plain_type,
    match_of,
    named,
)

LARGEST_POWER = 4096
"""Powers and shifts beyond are not worked out."""


class Unknown(Exception):  # noqa: N818  # no error: the filter stays a filter
    """Something in an expression is not understood."""


class _Scope:
    """What the names in a function stand for."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.names: list[Named] = []

    def value_of(self, name: str) -> Any:
        code = self.function.__code__
        if name in code.co_varnames:
            return self._default(code, name)
        if name in code.co_freevars:
            cells = self.function.__closure__ or ()
            found = named(cells[code.co_freevars.index(name)], name)
        else:
            found = named(self.function.__globals__, name)
            if found.value is MISSING:
                # What is built in stays what it is.
                return getattr(builtins, name, MISSING)
        return self._noted(found)

    def attribute_of(self, owner: object, name: str) -> Any:
        if owner is math:
            return getattr(owner, name, MISSING)
        if isinstance(owner, ModuleType):
            return self._noted(named(owner.__dict__, name))
        if isinstance(owner, type) and is_plain_type(owner):
            # Such as date.max: nobody can change it.
            return getattr(owner, name, MISSING)
        raise Unknown

    def _noted(self, found: Named) -> Any:
        # Modules, types and functions are what they are called.
        if is_constant(found.value):
            self.names.append(found)
        return found.value

    def _default(self, code: CodeType, name: str) -> Any:
        defaults = self.function.__defaults__ or ()
        index = code.co_varnames.index(name)
        position = index - code.co_argcount + len(defaults)
        if not index or not 0 <= position < len(defaults):
            raise Unknown
        return defaults[position]


Value = Callable[[_Scope], Any]
"""Works out a part of the expression that does not depend on the argument."""

Find = Callable[[_Scope], "Demand | None"]
"""Works out a demand."""


def reader_of(code: CodeType) -> Callable[[FunctionType], Reading] | None:
    """What says what a function of this code demands of its argument to return something true."""
    body = expression_of(code)
    # An assignment inside might give the argument another value.
    if body is None or any(isinstance(node, ast.NamedExpr) for node in ast.walk(body)):
        return None
    finds = _finds(body, code.co_varnames[0])
    return partial(_read, finds) if finds else None


def _read(finds: list[Find], function: FunctionType) -> Reading:
    scope = _Scope(function)
    demands: list[Demand] = []
    for find in finds:
        before = len(scope.names)
        try:
            demand = find(scope)
        except Unknown:
            demand = None
        if demand is None:
            del scope.names[before:]
        else:
            demands.append(demand)
    return Reading(tuple(demands), tuple(scope.names))


# From the expression to demands.


def _finds(node: ast.expr, subject: str) -> list[Find]:
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [find for each in node.values for find in _finds(each, subject)]
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        pairs = zip(sides, node.ops, sides[1:], strict=False)
        found = [_compared(left, op, right, subject) for left, op, right in pairs]
        return [find for find in found if find is not None]
    if _is_subject(node, subject):
        return [lambda scope: Demand(TRUTH)]
    if isinstance(node, ast.Call) and not node.keywords:
        return [lambda scope: _called(scope, node, subject)]
    return []


def _is_subject(node: ast.expr, subject: str) -> bool:
    return isinstance(node, ast.Name) and node.id == subject


def _is_length(node: ast.expr, subject: str) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "len"
        and not node.keywords
        and len(node.args) == 1
        and _is_subject(node.args[0], subject)
    )


_RELATIONS: dict[type[ast.cmpop], str] = {
    ast.Lt: LESS,
    ast.LtE: AT_MOST,
    ast.Eq: EQUAL,
    ast.NotEq: UNEQUAL,
    ast.GtE: AT_LEAST,
    ast.Gt: MORE,
}


def _compared(left: ast.expr, op: ast.cmpop, right: ast.expr, subject: str) -> Find | None:
    relation = _RELATIONS.get(type(op))
    if isinstance(op, ast.In) and _is_subject(left, subject):
        value = _value(right)
        return lambda scope: Demand(MEMBER, _collection(value(scope)))
    if relation is None:
        return None
    for side, other, seen in ((left, right, relation), (right, left, MIRRORED[relation])):
        is_of_length = _is_length(side, subject)
        if is_of_length or _is_subject(side, subject):
            return _comparison(seen, _value(other), is_of_length=is_of_length)
    return None


def _comparison(relation: str, value: Value, *, is_of_length: bool) -> Find:
    def find(scope: _Scope) -> Demand:
        if is_of_length and scope.value_of("len") is not len:
            raise Unknown
        bound = value(scope)
        if not is_plain(bound):
            raise Unknown
        return Demand(relation, bound, is_of_length)

    return find


def _collection(value: Any) -> Any:
    if type(value) not in (tuple, frozenset, range):
        raise Unknown
    return value


def _called(scope: _Scope, node: ast.Call, subject: str) -> Demand | None:
    """What a call demands, if it is of a known function, or a method of the argument."""
    function, arguments = node.func, node.args
    if isinstance(function, ast.Attribute) and _is_subject(function.value, subject):
        return None if arguments else Demand(METHOD, function.attr)
    if not arguments or not _is_subject(arguments[-1], subject):
        return None
    called = _function(scope, function)
    if len(arguments) == 1:
        return demand_of(called)
    if len(arguments) == 2:
        return match_of(called, _value(arguments[0])(scope))
    return None


def _function(scope: _Scope, node: ast.expr) -> Any:
    """The function that is called: by its name, or as a method of a module or an expression."""
    if isinstance(node, ast.Attribute):
        owner = _resolved(scope, node.value)
        if is_constant(owner):
            return getattr(owner, node.attr, None)
        return scope.attribute_of(owner, node.attr)
    return _resolved(scope, node)


def _resolved(scope: _Scope, node: ast.expr) -> Any:
    """What a name stands for, or a name in a module."""
    if isinstance(node, ast.Name):
        return scope.value_of(node.id)
    if isinstance(node, ast.Attribute):
        return scope.attribute_of(_resolved(scope, node.value), node.attr)
    raise Unknown


# Values that do not depend on the argument.

_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
}


def _value(node: ast.expr) -> Value:
    if isinstance(node, ast.Constant):
        return lambda scope: node.value
    if isinstance(node, (ast.Name, ast.Attribute)):
        return lambda scope: _constant(_resolved(scope, node))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        operand = _value(node.operand)
        return lambda scope: -_number(operand(scope))
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        return _worked_out(node)
    if isinstance(node, (ast.Tuple, ast.Set, ast.List)):
        # Written down here, so it is the same each time.
        values = [_value(each) for each in node.elts]
        return lambda scope: tuple([value(scope) for value in values])
    if isinstance(node, ast.Call):
        return _made(node)
    return _unknown


def _unknown(scope: _Scope) -> Any:
    raise Unknown


def _constant(value: Any) -> Any:
    if not is_constant(value):
        raise Unknown
    return value


def _number(value: Any) -> Any:
    if type(value) not in (int, float):
        raise Unknown
    return value


def _worked_out(node: ast.BinOp) -> Value:
    left, right, operation = _value(node.left), _value(node.right), _OPERATIONS[type(node.op)]
    is_steep = isinstance(node.op, (ast.Pow, ast.LShift))

    def work_out(scope: _Scope) -> Any:
        one, other = _number(left(scope)), _number(right(scope))
        if is_steep and not -LARGEST_POWER <= other <= LARGEST_POWER:
            raise Unknown
        try:
            return _number(operation(one, other))
        except (ArithmeticError, ValueError, TypeError):
            raise Unknown from None

    return work_out


def _made(node: ast.Call) -> Value:
    """A date, a Fraction and the like, made from constants."""
    values = [_value(each) for each in node.args]
    options = {each.arg: _value(each.value) for each in node.keywords}

    def make(scope: _Scope) -> Any:
        kind = _function(scope, node.func)
        if not isinstance(kind, type) or not (is_plain_type(kind) or kind is range):
            raise Unknown
        arguments = [value(scope) for value in values]
        keywords = {name: value(scope) for name, value in options.items() if name is not None}
        if len(keywords) < len(options):
            raise Unknown
        try:
            made = kind(*arguments, **keywords)
        except (ArithmeticError, ValueError, TypeError):
            raise Unknown from None
        return _constant(made)

    return make
