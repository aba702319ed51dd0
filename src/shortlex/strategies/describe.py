"""Describe: arguments of strategies as the code that made them, for reprs and reports."""

from __future__ import annotations

from _thread import allocate_lock
from collections.abc import Callable
from functools import lru_cache
from types import CodeType, ModuleType, NoneType
from typing import Any

from shortlex.core.shown import ordinary_type, shown

# The repr of these is code, so a method of one is written as code too: `'-'.join`.
_LITERALS = (str, bytes, int, float, list, tuple, dict, set, frozenset)


PARSING = allocate_lock()


def describe_argument(value: object) -> str:
    """An argument as code: functions by name or source, everything else by its repr."""
    if type(value) is tuple:
        return f"({', '.join(map(describe_argument, value))}{',' * (len(value) == 1)})"
    if type(value) is list:
        return f"[{', '.join(map(describe_argument, value))}]"
    if isinstance(value, type) or (callable(value) and hasattr(value, "__name__")):
        return describe_callable(value)
    return shown(value)


def describe_type(thing: object) -> str:
    """A type as one would write it, classes by their names."""
    if thing is NoneType:
        return "None"
    return describe_argument(thing) if isinstance(thing, type) else shown(thing)


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
    if ordinary_type(owner) in _LITERALS:
        return f"{shown(owner)}.{name}"
    if name is None or not (owner is None or isinstance(owner, ModuleType)):
        return shown(function)
    return name_of(function)


def name_of(named: Any) -> str:
    """The qualified name without the functions around it: pasted code could not refer to those."""
    return str(getattr(named, "__qualname__", named.__name__).rpartition("<locals>.")[2])


@lru_cache(maxsize=128)
def source_of_lambda(code: CodeType) -> str:
    """The source of a lambda on one line, or else its location."""
    import ast
    import linecache
    import os

    place = f"<lambda at {os.path.basename(code.co_filename)}:{code.co_firstlineno}>"
    source = "".join(linecache.getlines(code.co_filename))
    tree = parse_quietly(source, "exec") or ast.Module([], [])
    lambdas = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Lambda) and node.lineno == code.co_firstlineno
    ]
    # If there are several lambdas on the line, the one whose body was compiled to this code.
    starts = {(line, column) for line, _, column, _ in code.co_positions()}
    here = [each for each in lambdas if (each.body.lineno, each.body.col_offset) in starts]
    # Python 3.12 has no position for a body that is only a constant.
    here = here or [each for each in lambdas if _is_compiled_to(each, code)]
    found = {ast.get_source_segment(source, node) or "\n" for node in here}
    text = found.pop() if len(found) == 1 else "\n"
    return place if "\n" in text else text


def _is_compiled_to(node: Any, code: CodeType) -> bool:
    """Whether a lambda that uses nothing from outside is compiled to this code."""
    import ast

    compiled = compile(ast.Expression(node), code.co_filename, "eval").co_consts[0]
    return isinstance(compiled, CodeType) and all(
        shown(getattr(compiled, name)) == shown(getattr(code, name))
        for name in ("co_code", "co_consts", "co_varnames")
    )


def parse_quietly(source: str, mode: str) -> Any:
    """The syntax tree of some text, or None if it is not Python."""
    import ast

    return _quietly(ast.parse, source, mode=mode)


def compile_quietly(tree: Any) -> CodeType | None:
    """The code of a syntax tree, or None if it is not Python."""
    code: CodeType | None = _quietly(compile, tree, "<source>", "exec", dont_inherit=True)
    return code


def _quietly(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    import warnings

    # One thread at a time: neither warnings nor the parser of Python 3.11 is thread-safe.
    with PARSING, warnings.catch_warnings():
        # Python warned of this source when it was imported; once is enough.
        warnings.simplefilter("ignore")
        try:
            return function(*args, **kwargs)
        except (SyntaxError, ValueError, MemoryError, RecursionError, SystemError):
            return None
