"""Describe: arguments of strategies as the code that made them, for reprs and reports."""

from __future__ import annotations

from functools import lru_cache
from types import CodeType, ModuleType
from typing import Any

# Of these the repr is code, so a method of theirs is written as code too: `'-'.join`.
_LITERALS = (str, bytes, int, float, list, tuple, dict, set, frozenset)


def describe_argument(value: object) -> str:
    """An argument as code: functions by name or source, everything else by its repr."""
    if type(value) is tuple:
        return f"({', '.join(map(describe_argument, value))}{',' * (len(value) == 1)})"
    if type(value) is list:
        return f"[{', '.join(map(describe_argument, value))}]"
    if isinstance(value, type) or (callable(value) and hasattr(value, "__name__")):
        return describe_callable(value)
    return repr(value)


def describe_call(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """A call as code."""
    parts = [describe_argument(each) for each in args]
    parts += [f"{key}={describe_argument(each)}" for key, each in kwargs.items()]
    return f"{name}({', '.join(parts)})"


def describe_callable(function: Any) -> str:
    """The name of a function, the source of a lambda, or failing both its repr."""
    name = getattr(function, "__name__", None)
    code = getattr(function, "__code__", None)
    if name == "<lambda>" and isinstance(code, CodeType):
        return source_of_lambda(code)
    owner = None if isinstance(function, type) else getattr(function, "__self__", None)
    if isinstance(owner, type):
        return f"{name_of(owner)}.{name}"
    if type(owner) in _LITERALS:
        return f"{owner!r}.{name}"
    if name is None or not (owner is None or isinstance(owner, ModuleType)):
        return repr(function)
    return name_of(function)


def name_of(named: Any) -> str:
    """The qualified name, from the innermost function on: pasted code can be no nearer."""
    return str(getattr(named, "__qualname__", named.__name__).rpartition("<locals>.")[2])


@lru_cache(maxsize=128)
def source_of_lambda(code: CodeType) -> str:
    """The source of a lambda that is on one line, or else where it is."""
    import ast
    import linecache
    import os

    place = f"<lambda at {os.path.basename(code.co_filename)}:{code.co_firstlineno}>"
    source = "".join(linecache.getlines(code.co_filename))
    tree = parse_quietly(source, "exec") or ast.Module([], [])
    # Of several lambdas on the line, the one whose body the code was compiled from.
    starts = {(line, column) for line, _, column, _ in code.co_positions()}
    found = [
        ast.get_source_segment(source, node) or "\n"
        for node in ast.walk(tree)
        if isinstance(node, ast.Lambda)
        and node.lineno == code.co_firstlineno
        and (node.body.lineno, node.body.col_offset) in starts
    ]
    return found[0] if len(found) == 1 and "\n" not in found[0] else place


def parse_quietly(source: str, mode: str) -> Any:
    """The syntax tree of some text, or None if it is not Python."""
    import ast
    import warnings

    with warnings.catch_warnings():
        # Python warned of this source when it was imported; once is enough.
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source, mode=mode)
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            return None
