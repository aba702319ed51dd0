"""Sentences: what a function that is one expression demands of its argument.

What is not understood is left out: of ``a and b`` each part that is understood is a demand of
its own. ``expressions`` finds the expression, ``constants`` works out what it compares with.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from types import CodeType, FunctionType
from typing import Any

from shortlex.strategies.constants import Scope, Unknown, Value, function_at, value_at
from shortlex.strategies.expressions import expression_of
from shortlex.strategies.predicates import (
    AT_LEAST,
    AT_MOST,
    EQUAL,
    LESS,
    MEMBER,
    METHOD,
    MIRRORED,
    MORE,
    TRUTH,
    UNEQUAL,
    Demand,
    Reading,
    demand_of,
    is_plain,
    match_of,
)

Find = Callable[[Scope], "Demand | None"]
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
    scope = Scope(function)
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
        value = value_at(right)
        return lambda scope: Demand(MEMBER, _collection(value(scope)))
    if relation is None:
        return None
    for side, other, seen in ((left, right, relation), (right, left, MIRRORED[relation])):
        is_of_length = _is_length(side, subject)
        if is_of_length or _is_subject(side, subject):
            return _comparison(seen, value_at(other), is_of_length=is_of_length)
    return None


def _comparison(relation: str, value: Value, *, is_of_length: bool) -> Find:
    def find(scope: Scope) -> Demand:
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


def _called(scope: Scope, node: ast.Call, subject: str) -> Demand | None:
    """What a call demands, if it is of a known function, or a method of the argument."""
    function, arguments = node.func, node.args
    if isinstance(function, ast.Attribute) and _is_subject(function.value, subject):
        return None if arguments else Demand(METHOD, function.attr)
    if not arguments or not _is_subject(arguments[-1], subject):
        return None
    called = function_at(scope, function)
    if len(arguments) == 1:
        return demand_of(called)
    if len(arguments) == 2:
        return match_of(called, value_at(arguments[0])(scope))
    return None
