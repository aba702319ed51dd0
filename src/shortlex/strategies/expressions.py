"""Expressions: what a function returns that does nothing else, found in its source.

The source is believed only if it compiles to the very code of the function: so neither a file
that was changed since nor a second lambda on the line can mislead.
"""

from __future__ import annotations

import ast
import linecache
from functools import lru_cache
from types import CodeType

from shortlex.strategies.describe import compile_quietly, parse_quietly

_Function = ast.Lambda | ast.FunctionDef

_LATER = 0x20 | 0x80 | 0x100 | 0x200
"""The flags of code that is run later: generators and coroutines."""


def expression_of(code: CodeType) -> ast.expr | None:
    """What a function of this code returns, if that is certain."""
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
    """What a function returns that does nothing else."""
    body = node.body
    if len(body) == 2 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    is_return = len(body) == 1 and isinstance(body[0], ast.Return)
    return body[0].value if is_return else None  # type: ignore[attr-defined]  # of a Return


def _is_compiled_to(node: _Function, code: CodeType) -> bool:
    """Whether this source makes this code, where names from outside are those of the code."""
    inner: ast.stmt
    if isinstance(node, ast.Lambda):
        inner = ast.Return(ast.Lambda(_plain(node.args), node.body))
    else:
        inner = _function(node.name, _plain(node.args), node.body)
    outside = [ast.arg(name) for name in code.co_freevars]
    outer = _function("outer", ast.arguments([], outside, None, [], [], None, []), [inner])
    # A method of what the file imports is called by other code than a method of something else.
    imports = ast.Import([ast.alias(name) for name in code.co_names])
    bodies: list[list[ast.stmt]] = [[outer], [imports, outer]]
    return any(_is_same(each, code) for body in bodies for each in _compiled(body))


def _plain(given: ast.arguments) -> ast.arguments:
    """Arguments without what is worked out where the function is made: no code but its own."""
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
    # Wanted by Python 3.12 and later.
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
    return all(
        repr(getattr(left, name)) == repr(getattr(right, name))
        for name in ("co_code", "co_consts", "co_names", "co_varnames", "co_freevars", "co_name")
    )
