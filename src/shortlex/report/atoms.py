"""Atoms: values without parts, as code. Numbers, members of enums, names, lambdas, reprs."""

from __future__ import annotations

import ast
import enum
import functools
import linecache
import math
import operator
import os
import types
import warnings
from typing import Any


def format_integer(value: int) -> str:
    """Digits, in groups of three when there are ten or more of them."""
    if abs(value) < 10**9:
        return repr(value)
    try:
        return f"{value:_}"
    except ValueError:  # more digits than Python converts to decimal
        return hex(value)


def format_float(value: float) -> str:
    """The repr, or a call of ``float`` for the values that have no literal."""
    return repr(value) if math.isfinite(value) else f"float('{value!r}')"


def format_complex(value: complex) -> str:
    """The repr, or a call of ``complex`` where the repr would not evaluate to the value."""
    parts = (value.real, value.imag)
    # The repr loses the sign of zero, and has no names for inf and nan.
    if any(not math.isfinite(part) or str(part) == "-0.0" for part in parts):
        return f"complex({format_float(value.real)}, {format_float(value.imag)})"
    return repr(value)


def format_member(value: enum.Enum) -> str:
    """``Class.NAME``, or several of them joined by ``|`` for a combination of flags."""
    name, members = name_of(type(value)), type(value).__members__
    if value.name in members:
        return f"{name}.{value.name}" if value.name.isidentifier() else f"{name}[{value.name!r}]"
    parts = list(value) if isinstance(value, enum.Flag) else []
    if parts and functools.reduce(operator.or_, parts) == value:
        return " | ".join(map(format_member, parts))
    return f"{name}({value.value!r})"


def name_of(named: Any) -> str:
    """The qualified name, from the innermost function on: pasted code can be no nearer."""
    return str(named.__qualname__.rpartition("<locals>.")[2])


def safe_repr(value: object) -> str:
    """The repr, whatever the value's own does."""
    try:
        return repr(value)
    except Exception as error:
        return f"<unprintable {name_of(type(value))}: {type(error).__name__}>"


def is_expression(text: str) -> bool:
    """Whether the text is Python, which reprs often are not."""
    return not text.startswith("<") and _parse(text, "eval") is not None


@functools.lru_cache(maxsize=128)
def source_of_lambda(code: types.CodeType) -> str:
    """The source of a lambda that is on one line, or else where it is."""
    place = f"<lambda at {os.path.basename(code.co_filename)}:{code.co_firstlineno}>"
    source = "".join(linecache.getlines(code.co_filename))
    tree = _parse(source, "exec") or ast.Module([], [])
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


def _parse(source: str, mode: str) -> ast.AST | None:
    with warnings.catch_warnings():
        # Python warned of this source when it was imported; once is enough.
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source, mode=mode)
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            return None
