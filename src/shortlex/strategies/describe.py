"""Describe: arguments of strategies as the code that made them, for reprs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any


def describe_callable(function: Callable[..., Any]) -> str:
    """The name of a function, or the source of a lambda."""
    name: str = getattr(function, "__name__", "")
    if name == "<lambda>":
        return _source_of_lambda(function) or "lambda ...: ..."
    if name:
        return name
    return repr(function)


def describe_argument(value: object) -> str:
    """An argument as code: functions by name or source, everything else by its repr."""
    if isinstance(value, type) or (callable(value) and hasattr(value, "__name__")):
        return describe_callable(value)
    return repr(value)


def _source_of_lambda(function: Callable[..., Any]) -> str | None:
    """The text of the lambda, if one in the lines where it stands compiles to the same code."""
    import ast
    import inspect

    try:
        lines, _ = inspect.getsourcelines(function)
    except (OSError, TypeError):
        return None
    found = {
        ast.unparse(node)
        for node in _lambdas_in("".join(lines))
        if _is_code_of(node, function.__code__)
    }
    return found.pop() if len(found) == 1 else None


def _lambdas_in(source: str) -> Iterator[Any]:
    """Every lambda in lines that may be cut out of a larger statement, such as a decorator."""
    import ast

    start = source.find("lambda")
    while start != -1:
        # The longest text that parses is the lambda: what follows belongs to the outside.
        for end in range(len(source), start, -1):
            try:
                tree = ast.parse(f"({source[start:end]})", mode="eval")
            except (SyntaxError, ValueError):
                continue
            body = tree.body
            yield body.elts[0] if isinstance(body, ast.Tuple) else body
            break
        start = source.find("lambda", start + 1)


def _is_code_of(node: Any, code: CodeType) -> bool:
    import ast

    if not isinstance(node, ast.Lambda):
        return False
    compiled = compile(ast.Expression(node), "<lambda>", "eval").co_consts[0]
    # Names of enclosing variables compile differently outside, so the code itself cannot count.
    return (
        isinstance(compiled, CodeType)
        and compiled.co_varnames == code.co_varnames
        and _plain_constants(compiled) == _plain_constants(code)
        and {*compiled.co_names} == {*code.co_names, *code.co_freevars}
    )


def _plain_constants(code: CodeType) -> list[object]:
    return [each for each in code.co_consts if not isinstance(each, CodeType)]
