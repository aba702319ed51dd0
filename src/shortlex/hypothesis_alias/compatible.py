"""Compatible: small functions of ``hypothesis.internal`` and ``hypothesis.utils``."""

from __future__ import annotations

import math
import platform
import random
import struct
import sys
import typing
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import Any, Generic, TypeVar

from shortlex.core.raised import add_note
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.hypothesis_alias.exceptions import HypothesisDeprecationWarning
from shortlex.random_state import registered

T = TypeVar("T")

PYPY = platform.python_implementation() == "PyPy"
WINDOWS = sys.platform == "win32"

ceil = math.ceil
floor = math.floor
get_type_hints = typing.get_type_hints
__all__ = [
    "PYPY",
    "WINDOWS",
    "DynamicVariable",
    "UniqueIdentifier",
    "add_note",
    "batched",
    "ceil",
    "check_function",
    "check_type",
    "check_valid_bound",
    "check_valid_integer",
    "check_valid_interval",
    "check_valid_size",
    "check_valid_sizes",
    "deterministic_PRNG",
    "escape_unicode_characters",
    "float_of",
    "float_to_int",
    "floor",
    "get_type_hints",
    "infer",
    "int_from_bytes",
    "int_to_bytes",
    "int_to_float",
    "is_negative",
    "next_down",
    "next_up",
    "not_set",
    "note_deprecation",
    "try_convert",
    "width_smallest_normals",
]


def int_from_bytes(data: bytes) -> int:
    return int.from_bytes(data, "big")


def int_to_bytes(value: int, size: int) -> bytes:
    return value.to_bytes(size, "big")


def batched(iterable: typing.Iterable[T], n: int) -> Iterator[tuple[T, ...]]:
    """Tuples of ``n`` items; the last one may have fewer."""
    iterator = iter(iterable)
    while batch := tuple(islice(iterator, n)):
        yield batch


def escape_unicode_characters(text: str) -> str:
    return text.encode("unicode_escape").decode("ascii")


# Floats.

_FORMATS = {16: ("!e", "!H"), 32: ("!f", "!I"), 64: ("!d", "!Q")}
width_smallest_normals = {16: 2.0**-14, 32: 2.0**-126, 64: 2.0**-1022}


def is_negative(value: float) -> bool:
    return math.copysign(1.0, value) < 0


def float_to_int(value: float, width: int = 64) -> int:
    """The bits of a float as a number."""
    of_float, of_int = _FORMATS[width]
    return int(struct.unpack(of_int, struct.pack(of_float, value))[0])


def int_to_float(bits: int, width: int = 64) -> float:
    """The float that has these bits."""
    of_float, of_int = _FORMATS[width]
    return float(struct.unpack(of_float, struct.pack(of_int, bits))[0])


def float_of(value: float, width: int = 64) -> float:
    """The nearest float of a width."""
    return int_to_float(float_to_int(float(value), width), width)


def next_up(value: float, width: int = 64) -> float:
    """The next float above."""
    if math.isnan(value) or value == math.inf:
        return value
    if value == 0.0:
        return int_to_float(1, width) if not is_negative(value) else 0.0
    step = -1 if is_negative(value) else 1
    return int_to_float(float_to_int(value, width) + step, width)


def next_down(value: float, width: int = 64) -> float:
    """The next float below."""
    return -next_up(-value, width)


# Checks of arguments.


def check_type(kind: Any, value: object, name: str = "") -> None:
    if not isinstance(value, kind):
        raise InvalidArgument(f"{name or 'the argument'}={shown(value)}: must be {kind}.")


def try_convert(kind: Any, value: Any, name: str) -> Any:
    """The value as this type; None stays None."""
    if value is None or isinstance(value, kind):
        return value
    try:
        return kind(value)
    except (TypeError, ValueError, ArithmeticError) as error:
        raise InvalidArgument(f"{name}={shown(value)}: must be {kind.__name__}: {error}") from None


def check_valid_integer(value: object, name: str) -> None:
    if value is not None:
        check_type(int, value, name)


def check_valid_bound(value: Any, name: str) -> None:
    if isinstance(value, float) and math.isnan(value):
        raise InvalidArgument(f"{name}={shown(value)}: nan cannot be a bound.")


def check_valid_interval(low: Any, high: Any, low_name: str, high_name: str) -> None:
    if low is not None and high is not None and high < low:
        raise InvalidArgument(
            f"{high_name}={shown(high)} must not be below {low_name}={shown(low)}."
        )


def check_valid_size(value: Any, name: str) -> None:
    if value is None and name not in ("min_size", "size"):
        return
    check_type(int, value, name)
    if value < 0:
        raise InvalidArgument(f"{name}={shown(value)}: must be 0 or more.")


def check_valid_sizes(low: Any, high: Any) -> None:
    check_valid_size(low, "min_size")
    check_valid_size(high, "max_size")
    check_valid_interval(low, high, "min_size", "max_size")


def check_function(function: T) -> T:
    """Nothing: a decorator for the coverage of Hypothesis's own tests."""
    return function


# Conventions.


class UniqueIdentifier:
    """A value that is only itself."""

    def __init__(self, identifier: str) -> None:
        self.identifier = identifier

    def __repr__(self) -> str:
        return self.identifier


not_set: Any = UniqueIdentifier("not_set")
infer = ...


class DynamicVariable(Generic[T]):
    """A value that can be replaced within a block."""

    def __init__(self, default: T) -> None:
        self._value: ContextVar[T] = ContextVar("shortlex variable", default=default)

    @property
    def value(self) -> T:
        return self._value.get()

    @contextmanager
    def with_value(self, value: T) -> Iterator[None]:
        token = self._value.set(value)
        try:
            yield
        finally:
            self._value.reset(token)


@contextmanager
def deterministic_PRNG(seed: int = 0) -> Iterator[None]:  # noqa: N802  # its name there
    """Within this block, shared random generators begin with a seed."""
    generators: list[Any] = [random, *registered()]
    states = [each.getstate() for each in generators]
    numpy: Any = sys.modules.get("numpy.random")
    of_numpy = None if numpy is None else numpy.get_state()
    try:
        for each in generators:
            each.seed(seed)
        if numpy is not None:
            numpy.seed(seed)
        yield
    finally:
        for each, state in zip(generators, states, strict=True):
            each.setstate(state)
        if numpy is not None:
            numpy.set_state(of_numpy)


def note_deprecation(
    message: str, *, since: str = "", has_codemod: bool = False, stacklevel: int = 0
) -> None:
    """Warn of an old spelling."""
    import warnings

    warnings.warn(message, HypothesisDeprecationWarning, stacklevel=2 + stacklevel)
