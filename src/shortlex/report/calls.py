"""Calls: how a value was made, and which call would make an equal one."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

from shortlex.core.case import RecordedCase


class Call(NamedTuple):
    """A value was made by ``target(*args, **kwargs)``."""

    target: Callable[..., object]
    args: tuple[object, ...]
    kwargs: Mapping[str, object]


def calls_of(case: RecordedCase) -> dict[int, Call]:
    """How the values of a case were made."""
    return {i: Call(target, args, kw) for i, (_, target, args, kw) in case.calls.items()}


def constructor_arguments(value: Any) -> dict[str, object] | None:
    """The keyword arguments that make a dataclass, attrs class or named tuple; None for others."""
    kind = type(value)
    if is_dataclass(kind):
        names = {each.name: each.name for each in fields(kind) if each.init}
    elif hasattr(kind, "__attrs_attrs__"):
        initial = [each for each in kind.__attrs_attrs__ if each.init]
        names = {
            getattr(each, "alias", None) or each.name.lstrip("_"): each.name for each in initial
        }
    elif issubclass(kind, tuple) and isinstance(getattr(kind, "_fields", None), tuple):
        names = {name: name for name in value._fields}
    else:
        return None
    try:
        arguments = {argument: getattr(value, name) for argument, name in names.items()}
        # Fails for an __init__ of its own, and for an InitVar, whose value is gone.
        inspect.signature(kind).bind(**arguments)
    except RecursionError:
        raise  # the stack is at its end, which says nothing of the class
    except Exception:  # a field that was deleted, or a property that raises
        return None
    return arguments
