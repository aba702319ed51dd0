"""Constants: the parts of an expression that do not depend on the argument, worked out.

A name is read once, when the strategy is first used. Whoever draws asks each time whether it
still means the same, and otherwise goes back to the condition alone. Modules, types and functions
are taken for what they are called.
"""

from __future__ import annotations

import ast
import builtins
import math
import operator
from collections.abc import Callable
from types import CodeType, FunctionType, ModuleType
from typing import Any

from shortlex.strategies.predicates import (
    MISSING,
    Named,
    is_constant,
    is_plain_type,
    named,
)

LARGEST_POWER = 4096
"""Powers and shifts beyond are not worked out."""


class Unknown(Exception):  # noqa: N818  # no error: the filter stays a filter
    """Something in an expression is not understood."""


class Scope:
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


Value = Callable[[Scope], Any]
"""Works out a part of the expression that does not depend on the argument."""


def function_at(scope: Scope, node: ast.expr) -> Any:
    """The function that is called: by its name, or as a method of a module or an expression."""
    if isinstance(node, ast.Attribute):
        owner = _resolved(scope, node.value)
        if is_constant(owner):
            return getattr(owner, node.attr, None)
        return scope.attribute_of(owner, node.attr)
    return _resolved(scope, node)


def _resolved(scope: Scope, node: ast.expr) -> Any:
    """What a name stands for, or a name in a module."""
    if isinstance(node, ast.Name):
        return scope.value_of(node.id)
    if isinstance(node, ast.Attribute):
        return scope.attribute_of(_resolved(scope, node.value), node.attr)
    raise Unknown


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


def value_at(node: ast.expr) -> Value:
    if isinstance(node, ast.Constant):
        return lambda scope: node.value
    if isinstance(node, (ast.Name, ast.Attribute)):
        return lambda scope: _constant(_resolved(scope, node))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        operand = value_at(node.operand)
        return lambda scope: -_number(operand(scope))
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        return _worked_out(node)
    if isinstance(node, (ast.Tuple, ast.Set, ast.List)):
        # Written down here, so it is the same each time.
        values = [value_at(each) for each in node.elts]
        return lambda scope: tuple([value(scope) for value in values])
    if isinstance(node, ast.Call):
        return _made(node)
    return _unknown


def _unknown(scope: Scope) -> Any:
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
    left, right, operation = value_at(node.left), value_at(node.right), _OPERATIONS[type(node.op)]
    is_steep = isinstance(node.op, (ast.Pow, ast.LShift))

    def work_out(scope: Scope) -> Any:
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
    values = [value_at(each) for each in node.args]
    options = {each.arg: value_at(each.value) for each in node.keywords}

    def make(scope: Scope) -> Any:
        kind = function_at(scope, node.func)
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
