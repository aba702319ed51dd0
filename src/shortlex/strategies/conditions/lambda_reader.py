"""Lambda reader: finds what a function of one expression demands of its argument.

Parts that are not understood are skipped. In ``a and b``, each part that is understood is a demand
of its own.

A name is read once, when the strategy is first used. Every draw checks whether it still means the
same, and otherwise falls back to the condition alone. Modules, types and functions are assumed not
to change.

Size: the demands, the constants in them and the source they stand in are read together.
"""

from __future__ import annotations

import ast
import builtins
import linecache
import math
import operator
from collections.abc import Callable
from functools import lru_cache, partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

from shortlex.core.shown import shown
from shortlex.strategies.conditions.predicates import (
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
from shortlex.strategies.describe import compile_quietly, parse_quietly

Find = Callable[["FunctionNames"], "Demand | None"]
"""Computes a demand."""


def reader_of(code: CodeType) -> Callable[[FunctionType], Reading] | None:
    """A function that finds the demands of functions with this code, for a true result."""
    body = expression_of(code)
    # An assignment expression might rebind the argument.
    if body is None or any(isinstance(node, ast.NamedExpr) for node in ast.walk(body)):
        return None
    finds = _finds(body, code.co_varnames[0])
    return partial(_read, finds) if finds else None


def _read(finds: list[Find], function: FunctionType) -> Reading:
    scope = FunctionNames(function)
    demands: list[Demand] = []
    for find in finds:
        before = len(scope.names)
        try:
            demand = find(scope)
        except Unreadable:
            demand = None
        if demand is None:
            # Nothing depends on the names in a part that is skipped, so they need no watching.
            del scope.names[before:]
        else:
            demands.append(demand)
    return Reading(tuple(demands), tuple(scope.names))


# From the expression to demands.


def _finds(node: ast.expr, subject: str) -> list[Find]:
    # `or` and `not` are not read: in `a or b` neither side must hold, and both are rare in filters.
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [find for each in node.values for find in _finds(each, subject)]
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        # `0 < x < 9` means `0 < x and x < 9`: each pair is a demand.
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
    # `3 < x` is read as `x > 3`.
    for side, other, seen in ((left, right, relation), (right, left, MIRRORED[relation])):
        is_of_length = _is_length(side, subject)
        if is_of_length or _is_subject(side, subject):
            return _comparison(seen, value_at(other), is_of_length=is_of_length)
    return None


def _comparison(relation: str, value: Value, *, is_of_length: bool) -> Find:
    def find(scope: FunctionNames) -> Demand:
        if is_of_length and scope.value_of("len") is not len:
            raise Unreadable
        bound = value(scope)
        if not is_plain(bound):
            raise Unreadable
        return Demand(relation, bound, is_of_length)

    return find


def _collection(value: Any) -> Any:
    if type(value) not in (tuple, frozenset, range):
        raise Unreadable
    return value


def _called(scope: FunctionNames, node: ast.Call, subject: str) -> Demand | None:
    """What a call demands, if it calls a known function or a method of the argument."""
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


# The values of the parts that do not depend on the argument.

LARGEST_POWER = 4096
"""Larger powers and shifts are not evaluated."""


class Unreadable(Exception):  # noqa: N818  # no error: the filter stays a filter
    """Something in an expression is not understood."""


class FunctionNames:
    """The meaning of the names in a function."""

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
                # Built-in names are assumed not to change.
                return getattr(builtins, name, MISSING)
        return self._noted(found)

    def attribute_of(self, owner: object, name: str) -> Any:
        if owner is math:
            return getattr(owner, name, MISSING)
        if isinstance(owner, ModuleType):
            return self._noted(named(owner.__dict__, name))
        if isinstance(owner, type) and is_plain_type(owner):
            # Such as date.max, which nobody can change.
            return getattr(owner, name, MISSING)
        raise Unreadable

    def _noted(self, found: Named) -> Any:
        # Modules, types and functions are assumed not to change.
        if is_constant(found.value):
            self.names.append(found)
        return found.value

    def _default(self, code: CodeType, name: str) -> Any:
        defaults = self.function.__defaults__ or ()
        index = code.co_varnames.index(name)
        position = index - code.co_argcount + len(defaults)
        if not index or not 0 <= position < len(defaults):
            raise Unreadable
        return defaults[position]


Value = Callable[[FunctionNames], Any]
"""Evaluates a part of the expression that does not depend on the argument."""


def function_at(scope: FunctionNames, node: ast.expr) -> Any:
    """The function that is called, by its name or as an attribute."""
    if isinstance(node, ast.Attribute):
        owner = _resolved(scope, node.value)
        if is_constant(owner):
            return getattr(owner, node.attr, None)
        return scope.attribute_of(owner, node.attr)
    return _resolved(scope, node)


def _resolved(scope: FunctionNames, node: ast.expr) -> Any:
    """The value of a name, or of a name in a module."""
    if isinstance(node, ast.Name):
        return scope.value_of(node.id)
    if isinstance(node, ast.Attribute):
        return scope.attribute_of(_resolved(scope, node.value), node.attr)
    raise Unreadable


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
        # A literal, so it is the same each time.
        values = [value_at(each) for each in node.elts]
        return lambda scope: tuple([value(scope) for value in values])
    if isinstance(node, ast.Call):
        return _made(node)
    return _unknown


def _unknown(scope: FunctionNames) -> Any:
    raise Unreadable


def _constant(value: Any) -> Any:
    if not is_constant(value):
        raise Unreadable
    return value


def _number(value: Any) -> Any:
    # Only numbers: the product of a text and a number may be huge.
    if type(value) not in (int, float):
        raise Unreadable
    return value


def _worked_out(node: ast.BinOp) -> Value:
    left, right, operation = value_at(node.left), value_at(node.right), _OPERATIONS[type(node.op)]
    is_steep = isinstance(node.op, (ast.Pow, ast.LShift))

    def work_out(scope: FunctionNames) -> Any:
        one, other = _number(left(scope)), _number(right(scope))
        if is_steep and not -LARGEST_POWER <= other <= LARGEST_POWER:
            raise Unreadable
        try:
            return _number(operation(one, other))
        except (ArithmeticError, ValueError, TypeError):
            raise Unreadable from None

    return work_out


def _made(node: ast.Call) -> Value:
    """A date, a Fraction and the like, made from constants."""
    values = [value_at(each) for each in node.args]
    options = {each.arg: value_at(each.value) for each in node.keywords}

    def make(scope: FunctionNames) -> Any:
        kind = function_at(scope, node.func)
        if not isinstance(kind, type) or not (is_plain_type(kind) or kind is range):
            raise Unreadable
        arguments = [value(scope) for value in values]
        keywords = {name: value(scope) for name, value in options.items() if name is not None}
        if len(keywords) < len(options):
            raise Unreadable
        try:
            made = kind(*arguments, **keywords)
        except (ArithmeticError, ValueError, TypeError):
            raise Unreadable from None
        return _constant(made)

    return make


# The expression itself, from the source. The source is trusted only if it compiles to exactly the
# code of the function, so neither a changed file nor a second lambda on the line can mislead.

_Function = ast.Lambda | ast.FunctionDef

_LATER = 0x20 | 0x80 | 0x100 | 0x200
"""The flags of generators and coroutines, whose code runs later."""


def expression_of(code: CodeType) -> ast.expr | None:
    """The expression that a function with this code returns, if that is certain."""
    if not code.co_argcount or code.co_kwonlyargcount or code.co_flags & _LATER:
        return None
    source = "".join(linecache.getlines(code.co_filename))
    for node in _functions_in(source).get(code.co_firstlineno, ()):
        body = node.body if isinstance(node, ast.Lambda) else _returned(node)
        if body is not None and _is_compiled_to(node, code):
            return body
    return None


@lru_cache(maxsize=8)
def _functions_in(source: str) -> dict[int, list[_Function]]:
    """All functions of a file, by their first line."""
    tree = parse_quietly(source, "exec")
    found: dict[int, list[_Function]] = {}
    for node in () if tree is None else ast.walk(tree):
        if isinstance(node, _Function):
            decorators = getattr(node, "decorator_list", [])
            line = min([node.lineno, *(each.lineno for each in decorators)])
            found.setdefault(line, []).append(node)
    return found


def _returned(node: ast.FunctionDef) -> ast.expr | None:
    """The returned expression of a function that does nothing else."""
    body = node.body
    if len(body) == 2 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    is_return = len(body) == 1 and isinstance(body[0], ast.Return)
    return body[0].value if is_return else None  # type: ignore[attr-defined]  # of a Return


def _is_compiled_to(node: _Function, code: CodeType) -> bool:
    """Whether this source compiles to this code, given the same names from outside."""
    inner: ast.stmt
    if isinstance(node, ast.Lambda):
        inner = ast.Return(ast.Lambda(_plain(node.args), node.body))
    else:
        inner = _function(node.name, _plain(node.args), node.body)
    outside = [ast.arg(name) for name in code.co_freevars]
    outer = _function("outer", ast.arguments([], outside, None, [], [], None, []), [inner])
    # Methods of imported names compile to different code than other methods, so try both.
    imports = ast.Import([ast.alias(name) for name in code.co_names])
    bodies: list[list[ast.stmt]] = [[outer], [imports, outer]]
    return any(_is_same(each, code) for body in bodies for each in _compiled(body))


def _plain(given: ast.arguments) -> ast.arguments:
    """The arguments without defaults and annotations, which are evaluated outside the function."""
    return ast.arguments(
        [ast.arg(each.arg) for each in given.posonlyargs],
        [ast.arg(each.arg) for each in given.args],
        given.vararg and ast.arg(given.vararg.arg),
        [],
        [],
        given.kwarg and ast.arg(given.kwarg.arg),
        [],
    )


def _function(name: str, arguments: ast.arguments, body: list[ast.stmt]) -> ast.FunctionDef:
    function = ast.FunctionDef(name=name, args=arguments, body=body, decorator_list=[])
    # Required by Python 3.12 and later.
    function.type_params = []  # type: ignore[attr-defined, unused-ignore]  # as above
    return function


def _compiled(body: list[ast.stmt]) -> list[CodeType]:
    """The code of the function inside the function of a module."""
    module = compile_quietly(ast.fix_missing_locations(ast.Module(body, [])))
    outer = [] if module is None else _codes_in(module)
    return [each for one in outer for each in _codes_in(one)]


def _codes_in(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


def _is_same(left: CodeType, right: CodeType) -> bool:
    # As text, because constants such as 1, 1.0 and True are equal, and nan is not.
    return all(
        shown(getattr(left, name)) == shown(getattr(right, name))
        for name in ("co_code", "co_consts", "co_names", "co_varnames", "co_freevars", "co_name")
    )
