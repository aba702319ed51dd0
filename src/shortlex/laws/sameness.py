"""Sameness: whether two values are the same to whoever looks at them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

MUTABLE = (list, dict, set, bytearray)


def is_same(left: Any, right: Any) -> bool:
    """Equal, of the same types throughout, where nan is nan and 0.0 is not -0.0.

    Objects that cannot be compared are the same if they look the same, or are made of the same.
    """
    if left is right:
        return True
    if type(left) is not type(right):
        return False
    if isinstance(left, (float, complex)):
        return repr(left) == repr(right)
    if type(left) in (list, tuple):
        return len(left) == len(right) and all(map(is_same, left, right))
    if type(left) is dict:
        return is_same([*left.items()], [*right.items()])
    return _is_equal(left, right) or repr(left) == repr(right) or _is_alike(left, right)


def _is_equal(left: Any, right: Any) -> bool:
    try:
        return bool(left == right)
    except Exception:
        return False  # as arrays, which answer with an array


def _is_alike(left: Any, right: Any) -> bool:
    """Whether two objects without an equality of their own have the same attributes."""
    kind: Any = type(left)
    can_compare = kind.__eq__ is not object.__eq__
    return not can_compare and hasattr(left, "__dict__") and is_same(vars(left), vars(right))


def mutables_in(value: Any) -> Iterator[Any]:
    """Every list, dictionary, set and bytearray in a value, through containers and dataclasses."""
    waiting, seen = [value], set()
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, MUTABLE):
            yield each
        if isinstance(each, dict):
            waiting += [*each.keys(), *each.values()]
        elif isinstance(each, (list, tuple, set, frozenset)):
            waiting += each
        elif is_dataclass(each) and not isinstance(each, type):
            waiting += [getattr(each, field.name, None) for field in fields(each)]
