"""Array literals: arrays of numpy, and series, frames and indexes of pandas, as code.

Neither package is imported: a value of theirs can only exist if it was.

An array in which most elements are equal is written as a call of ``shortlex.extra.numpy.filled``,
with the elements that differ.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from typing import Any, Protocol

from shortlex.core.shown import ordinary_type
from shortlex.report.code.layout import Group, Node, Pair, flat

MAX_WRITTEN = 60
"""Arrays with more elements are written by what differs in them, if that is shorter."""

MAX_DIFFERENT = 1000
"""If more elements than this differ, they are counted."""

MAX_ELEMENTS = 10_000
"""Longer arrays without a common value are left to numpy, which abbreviates them."""

SAMPLES = 101


class Describer(Protocol):
    """What turns the elements into code."""

    def describe(self, value: object) -> Node: ...

    def opaque(self, value: object) -> Node: ...


def array_describer(value: object) -> Callable[[Describer, Any], Node] | None:
    """The function that describes a value of numpy or pandas; None for other values."""
    kind = ordinary_type(value)
    module = kind.__module__
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return None
    if module.partition(".")[0] == "numpy":
        if kind is numpy.ndarray:
            return describe_array
        if issubclass(kind, numpy.generic):
            return describe_scalar
    if type(type(value)) is type(numpy.dtype):
        return lambda describer, dtype: f"numpy.{dtype!r}"
    return _OF_PANDAS.get(kind.__name__) if module.partition(".")[0] == "pandas" else None


def describe_array(describer: Describer, array: Any) -> Node:
    """``numpy.array([...])``, or ``filled(...)`` if most elements of many are equal."""
    numpy = sys.modules["numpy"]
    if not array.size:
        return Group("numpy.zeros(", [repr(array.shape), *_dtype_of(array, is_known=False)], ")")
    if array.size > MAX_WRITTEN and array.dtype.kind not in "OVT":
        found = _sparse(describer, array)
        if found is not None:
            return found
    if array.size > MAX_ELEMENTS:
        return describer.opaque(array)
    elements = _elements(describer, array)
    is_known = array.dtype.kind in "biufcUS" and array.dtype == numpy.array(array.tolist()).dtype
    return Group("numpy.array(", [elements, *_dtype_of(array, is_known=is_known)], ")")


def _dtype_of(array: Any, *, is_known: bool) -> list[Node]:
    """The argument for the dtype, unless numpy would find it out."""
    return [] if is_known else [Pair("dtype", "=", _dtype(array.dtype))]


def _dtype(dtype: Any) -> str:
    if dtype.names is not None:
        return repr(dtype.descr)
    if dtype.kind == "O":
        return "object"
    return repr(dtype.name if dtype.isnative and dtype.kind not in "USV" else dtype.str)


def _elements(describer: Describer, array: Any) -> Node:
    if not array.ndim:
        return _element(describer, array[()])
    if array.ndim == 1:
        return Group("[", [_element(describer, each) for each in array], "]")
    return Group("[", [_elements(describer, part) for part in array], "]")


def _element(describer: Describer, value: Any) -> Node:
    """An element as it stands in a list, where the dtype of the array is known."""
    numpy = sys.modules["numpy"]
    if isinstance(value, numpy.ndarray):
        return _elements(describer, value)
    if isinstance(value, numpy.datetime64 | numpy.timedelta64):
        return repr(str(value.astype("int64") if _is_duration(value) else value))
    if isinstance(value, numpy.longdouble):
        return describe_scalar(describer, value)
    return describer.describe(value.item() if isinstance(value, numpy.generic) else value)


def _is_duration(value: Any) -> bool:
    numpy = sys.modules["numpy"]
    return isinstance(value, numpy.timedelta64) and not numpy.isnat(value)


def _sparse(describer: Describer, array: Any) -> Node | None:
    """What differs from the most common element, if that is at most a quarter."""
    numpy = sys.modules["numpy"]
    rows = numpy.ascontiguousarray(array).reshape(-1)
    rows = rows.view(numpy.uint8).reshape(array.size, -1)
    step = max(1, array.size // SAMPLES)
    common = Counter(row.tobytes() for row in rows[::step]).most_common(1)[0][0]
    differs = (rows != numpy.frombuffer(common, numpy.uint8)).any(axis=1)
    places = numpy.flatnonzero(differs)
    if len(places) * 4 > array.size:
        return None
    fill = array.reshape(-1)[numpy.flatnonzero(~differs)[0]]
    cells: list[Node] = []
    for place in places[:MAX_DIFFERENT]:
        at = numpy.unravel_index(place, array.shape)
        index = tuple(int(each) for each in at) if array.ndim > 1 else int(at[0])
        cells.append(Pair(repr(index), ": ", _element(describer, array[at])))
    different = Group("{", cells, "}", len(places) - MAX_DIFFERENT)
    arguments = [repr(array.shape), _element(describer, fill), different]
    dtype = Pair("dtype", "=", _dtype(array.dtype))
    return Group("filled(", [*arguments, dtype], ")")


def describe_scalar(describer: Describer, value: Any) -> Node:
    """A scalar of numpy, such as ``numpy.float32(0.5)``."""
    numpy = sys.modules["numpy"]
    name = type(value).__name__
    if isinstance(value, numpy.bool_):
        return f"numpy.{bool(value)}_"
    if isinstance(value, numpy.datetime64 | numpy.timedelta64):
        unit, count = numpy.datetime_data(value.dtype)
        unit = unit if count == 1 else f"{count}{unit}"
        number = int(value.astype("int64")) if _is_duration(value) else str(value)
        units = "" if unit == "generic" else f", {unit!r}"
        return f"numpy.{name}({number!r}{units})"
    if isinstance(value, numpy.longdouble):
        return f"numpy.longdouble({str(value)!r})"
    if isinstance(value, numpy.void):
        return describer.opaque(value)
    return f"numpy.{name}({flat(describer.describe(value.item()))})"


def _values(describer: Describer, values: Any) -> Node:
    """The values of a column or an index, with their dtype."""
    numpy = sys.modules["numpy"]
    if isinstance(values, numpy.ndarray):
        return describe_array(describer, values)
    elements = Group("[", [_element(describer, each) for each in values], "]")
    return Group("pandas.array(", [elements, Pair("dtype", "=", repr(str(values.dtype)))], ")")


def _describe_index(describer: Describer, index: Any) -> Node:
    name = [] if index.name is None else [Pair("name", "=", describer.describe(index.name))]
    if type(index).__name__ == "RangeIndex":
        ends: list[Node] = [str(index.start), str(index.stop)]
        ends += [str(index.step)] * (index.step != 1)
        return Group("pandas.RangeIndex(", [*ends, *name], ")")
    return Group("pandas.Index(", [_values(describer, _raw(index)), *name], ")")


def _index_arguments(describer: Describer, index: Any, count: int) -> list[Node]:
    """The argument for the index, unless it is the one that pandas makes."""
    is_usual = type(index).__name__ == "RangeIndex" and index.name is None
    if is_usual and (index.start, index.stop, index.step) == (0, count, 1):
        return []
    return [Pair("index", "=", describer.describe(index))]


def _describe_series(describer: Describer, series: Any) -> Node:
    arguments = [_values(describer, _raw(series))]
    arguments += _index_arguments(describer, series.index, len(series))
    if series.name is not None:
        arguments.append(Pair("name", "=", describer.describe(series.name)))
    return Group("pandas.Series(", arguments, ")")


def _describe_frame(describer: Describer, frame: Any) -> Node:
    if not frame.columns.is_unique:
        return describer.opaque(frame)
    columns: list[Node] = [
        Pair(_element(describer, name), ": ", _values(describer, _raw(frame[name])))
        for name in frame.columns
    ]
    arguments: list[Node] = [Group("{", columns, "}")]
    arguments += _index_arguments(describer, frame.index, len(frame))
    return Group("pandas.DataFrame(", arguments, ")")


def _raw(column: Any) -> Any:
    """The values as an array of numpy, if the column has one of its dtypes."""
    numpy = sys.modules["numpy"]
    return column.to_numpy() if isinstance(column.dtype, numpy.dtype) else column.array


_OF_PANDAS: dict[str, Callable[[Describer, Any], Node]] = {
    "DataFrame": _describe_frame,
    "DatetimeIndex": _describe_index,
    "Index": _describe_index,
    "NAType": lambda describer, value: "pandas.NA",
    "NaTType": lambda describer, value: "pandas.NaT",
    "RangeIndex": _describe_index,
    "Series": _describe_series,
    "Timedelta": lambda describer, value: f"pandas.{value!r}",
    "TimedeltaIndex": _describe_index,
    "Timestamp": lambda describer, value: f"pandas.{value!r}",
}
