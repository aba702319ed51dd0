"""Jsonable: any value as what strict JSON can hold, for tools that read observations.

=========================  ====================================================================
None, booleans, texts      as they are
integers                   as they are; from 2**63 on, floats, or text where a float cannot be
floats                     as they are; what is not finite, ``["float", bits]``
bytes                      ``["bytes", base64]``
lists, tuples, sets        lists
mappings                   objects, with text for keys
with a ``to_json`` method  what it returns
dataclasses, attrs,        objects of their fields
pydantic, named tuples
everything else            code for it, as in a report
=========================  ====================================================================
"""

from __future__ import annotations

import struct
from base64 import b64encode
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from math import isfinite
from typing import Any

from shortlex.report.literals import format_literal

DEEPEST = 30
"""What is nested deeper than this is written as code: it may contain itself."""

LARGEST = 2**63
"""Readers of JSON have no integers beyond."""


def to_jsonable(value: object, depth: int = 0) -> Any:
    """The value, or what stands for it. Never raises, whatever the value does."""
    if value is None or (isinstance(value, (bool, str)) and type(value) in (bool, str)):
        return value
    if type(value) is int:
        return _integer(value)
    if type(value) is float:
        return value if isfinite(value) else ["float", _bits(value)]
    if type(value) in (bytes, bytearray):
        return ["bytes", b64encode(value).decode("ascii")]  # type: ignore[arg-type]  # one of these
    if depth < DEEPEST:
        try:
            return _compound(value, depth)
        except Exception:
            # Somebody's own code: what it cannot say, its repr can.
            pass
    return format_literal(value)


class _NotCompoundError(Exception):
    """The value has no parts that we know of."""


def _compound(value: Any, depth: int) -> Any:
    if isinstance(value, type):
        raise _NotCompoundError
    if callable(method := getattr(value, "to_json", None)):
        return to_jsonable(method(), depth + 1)
    named = _fields_of(value)
    if named is not None:
        return {name: to_jsonable(each, depth + 1) for name, each in named.items()}
    if isinstance(value, Mapping):
        return {_key(key): to_jsonable(each, depth + 1) for key, each in value.items()}
    if isinstance(value, (list, tuple, set, frozenset, deque)):
        elements: Iterable[Any] = value
        return [to_jsonable(each, depth + 1) for each in elements]
    raise _NotCompoundError


def _fields_of(value: Any) -> dict[str, Any] | None:
    """The fields of a record, by name, if it is one."""
    if is_dataclass(value):
        names = [field.name for field in fields(value)]
    elif hasattr(type(value), "__attrs_attrs__"):
        names = [field.name for field in type(value).__attrs_attrs__]
    elif hasattr(type(value), "model_fields"):
        names = list(type(value).model_fields)
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        names = list(value._fields)
    else:
        return None
    return {name: getattr(value, name) for name in names}


def _key(key: object) -> str:
    return key if type(key) is str else format_literal(key)


def _integer(value: int) -> int | float | str:
    if -LARGEST <= value < LARGEST:
        return value
    try:
        return float(value)
    except OverflowError:
        return format_literal(value)


def _bits(value: float) -> int:
    bits: int
    (bits,) = struct.unpack("!Q", struct.pack("!d", value))
    return bits
