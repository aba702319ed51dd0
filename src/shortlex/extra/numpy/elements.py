"""Elements: strategies for the scalars of a dtype, and how a value is put into an array."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Number
from typing import Any

import numpy as np

from shortlex.core.case import Case
from shortlex.core.domain import Domain
from shortlex.core.integer import Integer
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.collections import Tuples
from shortlex.strategies.complexes import complex_numbers
from shortlex.strategies.inference.types import from_type
from shortlex.strategies.lazy import Lazy
from shortlex.strategies.numbers import booleans, floats, integers
from shortlex.strategies.refused_draws import REFUSED
from shortlex.strategies.selection import OneChoice, position_in
from shortlex.strategies.strategy import Derived, SearchStrategy
from shortlex.strategies.strings import binary, characters, text

UNITS = ("Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns")
"""Units of dates and durations, from the longest. Shorter ones reach only a few hours."""

NOT_A_TIME = -(2**63)
"""The number that numpy keeps for a date or duration that is none."""


class TimeUnits(OneChoice[Any]):
    """Dates or durations, as a number of units of the dtype; one number stands for NaT."""

    domain: Integer
    is_own_choice = False

    def __init__(self, dtype: np.dtype[Any], *, allow_nan: bool) -> None:
        super().__init__(Integer(NOT_A_TIME + (not allow_nan), 2**63 - 1))
        self.dtype = dtype
        self._unit = np.datetime_data(dtype)

    def do_draw(self, case: Case) -> Any:
        return self.value_of(case.choose(self.domain))

    def value_of(self, choice: Any) -> Any:
        return self.dtype.type(choice, self._unit)

    def label_to(self, depth: int) -> str:
        return f"TimeUnits:{self.dtype}"

    def __repr__(self) -> str:
        return f"from_dtype({self.dtype!r})"


class AnyUnit(SearchStrategy[Any]):
    """Dates or durations in any unit, for a dtype without one."""

    known_empty = False

    def __init__(self, dtype: np.dtype[Any], *, allow_nan: bool) -> None:
        self.dtype = dtype
        self._units = position_in(len(UNITS))
        self._times = [
            TimeUnits(np.dtype(f"{dtype.kind}8[{unit}]"), allow_nan=allow_nan) for unit in UNITS
        ]

    def do_draw(self, case: Case) -> Any:
        position: int = case.choose(self._units)
        return case.draw(self._times[position])

    def __repr__(self) -> str:
        return f"from_dtype({self.dtype!r})"


def from_dtype(
    dtype: np.dtype[Any],
    *,
    alphabet: SearchStrategy[str] | None = None,
    min_size: int = 0,
    max_size: int | None = None,
    min_value: float | None = None,
    max_value: float | None = None,
    allow_nan: bool | None = None,
    allow_infinity: bool | None = None,
    allow_subnormal: bool | None = None,
    exclude_min: bool | None = None,
    exclude_max: bool | None = None,
    min_magnitude: Any = 0,
    max_magnitude: Any = None,
) -> SearchStrategy[Any]:
    """Scalars of a dtype, within limits; those that do not apply to the dtype are ignored.

    Reduces as numbers, texts and tuples do; dates reduce to 1970, durations to zero.
    """
    limits = {name: value for name, value in locals().items() if name != "dtype"}
    given = {
        name: value
        for name, value in limits.items()
        if value is not None and not (name in ("min_size", "min_magnitude") and value == 0)
    }
    return Lazy(_scalars, (dtype,), given, name="from_dtype")


class Scalars(Derived[Any]):
    """Values of a strategy as numpy's own scalars of a dtype."""

    def __init__(self, base: SearchStrategy[Any], dtype: np.dtype[Any]) -> None:
        self.base = base
        self.dtype = dtype

    def do_draw(self, case: Case) -> Any:
        return self.dtype.type(self.base.do_draw(case))

    def over(self, base: SearchStrategy[Any]) -> SearchStrategy[Any]:
        return Scalars(base, self.dtype)

    def single_domain(self) -> Domain | None:
        return self.base.single_domain()

    def value_of(self, choice: Any) -> Any:
        value = self.base.value_of(choice)
        return value if value is REFUSED else self.dtype.type(value)

    def count_at_most(self) -> int | None:
        return self.base.count_at_most()

    def __repr__(self) -> str:
        return f"{self.base!r}.map({self.dtype.type.__name__})"


def _scalars(dtype: Any, **limits: Any) -> SearchStrategy[Any]:
    values = plain_from_dtype(dtype, **limits)
    if dtype.kind == "V" and dtype.names is not None:
        return Tuples(tuple(_scalars(dtype.fields[name][0], **limits) for name in dtype.names))
    return Scalars(values, dtype) if dtype.kind in "biufcSU" else values


def plain_from_dtype(dtype: Any, **limits: Any) -> SearchStrategy[Any]:
    """Values for an array of a dtype, most of them Python's own numbers and texts."""
    check_dtype("from_dtype", dtype)
    if dtype.names is not None and dtype.kind == "V":
        return Tuples(tuple(plain_from_dtype(dtype.fields[n][0], **limits) for n in dtype.names))
    if dtype.subdtype is not None:
        from shortlex.extra.numpy.arrays import arrays

        base, shape = dtype.subdtype
        return arrays(base, shape, elements=plain_from_dtype(base, **limits))
    make = _MAKERS.get(dtype.kind)
    if make is None:
        raise InvalidArgument(
            f"from_dtype({dtype!r}): there is no strategy for this dtype. Give `elements`, a "
            "strategy for its values."
        )
    return make(dtype, limits)


def check_dtype(name: str, dtype: object) -> None:
    """Raise unless it is a dtype, and not something that numpy would make one of."""
    if not isinstance(dtype, np.dtype):
        raise InvalidArgument(
            f"{name}(dtype={shown(dtype)}): must be a dtype. Use np.dtype({shown(dtype)}) if that "
            "is what you mean."
        )


def _only(limits: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: limits[name] for name in names if name in limits}


def _booleans(dtype: np.dtype[Any], limits: dict[str, Any]) -> SearchStrategy[Any]:
    return booleans()


def _integers(dtype: np.dtype[Any], limits: dict[str, Any]) -> SearchStrategy[Any]:
    ends = np.iinfo(dtype)
    least, most = int(ends.min), int(ends.max)
    for name in ("min_value", "max_value"):
        value = limits.get(name, 0)
        if not least <= value <= most:
            raise InvalidArgument(
                f"from_dtype({dtype!r}, {name}={shown(value)}): {dtype.name} has only the numbers "
                f"from {least} to {most}."
            )
    return integers(limits.get("min_value", least), limits.get("max_value", most))


def _floats(dtype: np.dtype[Any], limits: dict[str, Any]) -> SearchStrategy[Any]:
    # Longer floats have all the values of these, and Python has no others.
    width = min(8 * dtype.itemsize, 64)
    names = ("min_value", "max_value", "allow_nan", "allow_infinity", "allow_subnormal")
    return floats(width=width, **_only(limits, *names, "exclude_min", "exclude_max"))


def _complex(dtype: np.dtype[Any], limits: dict[str, Any]) -> SearchStrategy[Any]:
    names = ("min_magnitude", "max_magnitude", "allow_nan", "allow_infinity", "allow_subnormal")
    return complex_numbers(width=min(8 * dtype.itemsize, 128), **_only(limits, *names))


def _bytes(dtype: np.dtype[Any], limits: dict[str, Any]) -> SearchStrategy[Any]:
    sizes = _sizes(dtype, limits, dtype.itemsize)
    # An array cannot tell zeros at the end from none.
    return binary(**sizes).filter(_has_no_zero_end)


def _texts(dtype: np.dtype[Any], limits: dict[str, Any]) -> SearchStrategy[Any]:
    sizes = _sizes(dtype, limits, dtype.itemsize // 4)
    alphabet = limits.get("alphabet", _any_characters())
    return text(alphabet, **sizes).filter(_has_no_zero_end)


def _long_texts(dtype: np.dtype[Any], limits: dict[str, Any]) -> SearchStrategy[Any]:
    # No array of these has lone surrogates.
    alphabet = limits.get("alphabet", characters(codec="utf-8"))
    return text(alphabet, **_only(limits, "min_size", "max_size"))


def _any_characters() -> SearchStrategy[str]:
    # An array of texts has no room for half of a pair of surrogates.
    return characters(exclude_categories=("Cs",))


def _has_no_zero_end(value: Any) -> bool:
    return value[-1:] not in (b"\0", "\0")


def _sizes(dtype: np.dtype[Any], limits: dict[str, Any], room: int) -> dict[str, Any]:
    """The lengths of text, of which a dtype has ``room``; without, any length."""
    most = limits.get("max_size")
    if room and most is not None and most > room:
        raise InvalidArgument(
            f"from_dtype({dtype!r}, max_size={shown(most)}): {dtype.name} has room for {room} only."
        )
    sizes = _only(limits, "min_size", "max_size")
    return {**sizes, "max_size": room} if room and most is None else sizes


def _times(dtype: np.dtype[Any], limits: dict[str, Any]) -> SearchStrategy[Any]:
    allow_nan = limits.get("allow_nan", True)
    unit, _ = np.datetime_data(dtype)
    kind = AnyUnit if unit == "generic" else TimeUnits
    return kind(dtype, allow_nan=allow_nan)


def _objects(dtype: np.dtype[Any], limits: dict[str, Any]) -> SearchStrategy[Any]:
    return from_type(object)


_MAKERS: dict[str, Callable[[np.dtype[Any], dict[str, Any]], SearchStrategy[Any]]] = {
    "b": _booleans,
    "i": _integers,
    "u": _integers,
    "f": _floats,
    "c": _complex,
    "S": _bytes,
    "a": _bytes,
    "U": _texts,
    "T": _long_texts,
    "m": _times,
    "M": _times,
    "O": _objects,
}
"""The strategies by the kind of the dtype."""


def put(array: np.ndarray[Any, Any], place: int, value: Any, source: object = None) -> None:
    """Put a value into a flat array, and raise if the array then has another one.

    ``source`` is the strategy that made it, for the error.
    """
    try:
        array[place] = value
    except (TypeError, ValueError, OverflowError) as error:
        raise unfit(array.dtype, value, source) from error
    if array.dtype.kind in "OV" or (array.dtype.kind in "fc" and isinstance(value, Number)):
        # Floats may be rounded: most have no exact equal in a narrower dtype.
        return
    there = array[place]
    if not is_same(there, value):
        raise unfit(array.dtype, value, source)


def is_same(there: Any, value: Any) -> bool:
    """Whether an array holds a value as it was put there."""
    try:
        if bool(there == value):
            return True
        return bool(there != there and value != value)  # nan, or NaT
    except (TypeError, ValueError):
        return False


def unfit(dtype: np.dtype[Any], value: object, source: object = None) -> InvalidArgument:
    """The error for an element that an array cannot hold."""
    hint = ""
    if dtype.kind in "iu":
        ends = np.iinfo(dtype)
        hint = f" Its numbers go from {ends.min} to {ends.max}."
    elif dtype.kind in "SU":
        hint = " It may be too long, or end in a zero character."
    origin = "" if source is None else f" from {source!r}"
    return InvalidArgument(
        f"arrays({dtype!r}): the element {shown(value)}{origin} cannot be kept in an array of "
        f"{dtype.name}: it would become another value.{hint}"
    )
