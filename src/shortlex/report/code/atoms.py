"""Atoms: values without parts, as code. Numbers, members of enums, reprs."""

from __future__ import annotations

import enum
import functools
import math
import operator

from shortlex.core.shown import MAX_CHARACTERS, cut, escaped, shown, shown_integer
from shortlex.strategies.describe import name_of, parse_quietly


def format_integer(value: int) -> str:
    """The digits, in groups of three from ten digits on; for huge numbers, a power."""
    text = shown_integer(value)
    return f"{value:_}" if len(text) > 9 and text.removeprefix("-").isdecimal() else text


def format_text(value: str | bytes | bytearray) -> str:
    """The repr, or for a very long text a description with its beginning."""
    if len(value) <= MAX_CHARACTERS:
        return repr(value)
    kind, unit = type(value).__name__, "characters" if isinstance(value, str) else "bytes"
    return f"<a {kind} of {len(value):,} {unit}, beginning with {value[:MAX_CHARACTERS]!r}>"


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


def format_opaque(value: object) -> str:
    """The value's own repr, safe to print on a terminal."""
    return escaped(cut(shown(value)))


def is_expression(text: str) -> bool:
    """Whether the text is a Python expression, which many reprs are not."""
    return not text.startswith("<") and parse_quietly(text, "eval") is not None
