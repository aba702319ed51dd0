"""Labelled: indexes, and series of values that an index labels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.extra.pandas.column_values import ColumnValues
from shortlex.strategies.collections import lists
from shortlex.strategies.lazy import lazy
from shortlex.strategies.selection import none
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy

MORE = 10
"""If no maximum is given, an index has up to this many elements more than the minimum."""


def check_index_sizes(name: str, min_size: object, max_size: object) -> tuple[int, int]:
    """The least and the greatest length."""
    for field, value in ("min_size", min_size), ("max_size", max_size):
        is_whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
        if not (is_whole and value >= 0) and not (value is None and field == "max_size"):  # type: ignore[operator]  # a number
            raise InvalidArgument(
                f"{name}({field}={shown(value)}): must be a whole number, 0 or more."
            )
    least = int(min_size)  # type: ignore[call-overload]  # checked
    most = least + MORE if max_size is None else int(max_size)  # type: ignore[call-overload]  # checked
    if least > most:
        raise InvalidArgument(f"{name}(min_size={least}, max_size={most}): nothing is between.")
    return least, most


class RangeIndexes(SearchStrategy[Any]):
    """Indexes from 0 up."""

    known_empty = False

    def __init__(self, sizes: tuple[int, int], names: SearchStrategy[Any]) -> None:
        self.sizes, self.names = sizes, names
        self._length = Integer(*sizes)

    def do_draw(self, case: Case) -> Any:
        length: int = case.choose(self._length)
        return pd.RangeIndex(length, name=case.draw(self.names))

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.names,)

    def __repr__(self) -> str:
        return "range_indexes({}, {})".format(*self.sizes)


@lazy
def range_indexes(
    min_size: int = 0, max_size: int | None = None, name: SearchStrategy[str | None] | None = None
) -> SearchStrategy[Any]:
    """Indexes that count from 0, up to 10 longer than ``min_size``; reduces to shorter ones."""
    sizes = check_index_sizes("range_indexes", min_size, max_size)
    names = none() if name is None else name
    check_is_strategy(names, "range_indexes(): name")
    return RangeIndexes(sizes, names)


class Indexes(SearchStrategy[Any]):
    """Indexes with drawn elements."""

    known_empty = False

    def __init__(
        self,
        values: ColumnValues,
        sizes: tuple[int, int],
        names: SearchStrategy[Any],
    ) -> None:
        self.values, self.names = values, names
        least, most = sizes
        self._lists = lists(values.elements, min_size=least, max_size=most, unique=values.is_unique)

    def do_draw(self, case: Case) -> Any:
        drawn = case.draw(self._lists)
        dtype = self.values.dtype
        if dtype is None or not len(drawn):
            found = pd.Index(drawn, dtype=dtype, tupleize_cols=False)
        else:
            within = self.values.in_arrays
            array = np.empty(len(drawn), within) if within.kind == "O" else np.array(drawn, within)
            if within.kind == "O":
                array[:] = drawn
            found = pd.Index(self.values.packed(array), tupleize_cols=False)
        return found.rename(case.draw(self.names))

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self._lists, self.names)

    def __repr__(self) -> str:
        return f"indexes({self._lists!r})"


@lazy
def indexes(
    *,
    elements: SearchStrategy[Any] | None = None,
    dtype: Any = None,
    min_size: int = 0,
    max_size: int | None = None,
    unique: bool = True,
    name: SearchStrategy[str | None] | None = None,
) -> SearchStrategy[Any]:
    """Indexes with elements of a strategy, a dtype or both; reduces to shorter ones.

    The elements differ, unless ``unique=False``.
    """
    sizes = check_index_sizes("indexes", min_size, max_size)
    names = none() if name is None else name
    check_is_strategy(names, "indexes(): name")
    values = ColumnValues("indexes()", elements=elements, dtype=dtype, fill=None, is_unique=unique)
    return Indexes(values, sizes, names)


class SeriesOfIndex(SearchStrategy[Any]):
    """An index, then a value for each of its elements."""

    known_empty = False

    def __init__(
        self, values: ColumnValues, index: SearchStrategy[Any], names: SearchStrategy[Any]
    ) -> None:
        self.values, self.index, self.names = values, index, names

    def do_draw(self, case: Case) -> Any:
        index = drawn_index("series", case.draw(self.index))
        made = self.values.draw(case, len(index))
        return made.set_axis(index).rename(case.draw(self.names))

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.index, self.values.elements, self.names)

    def __repr__(self) -> str:
        return f"series(elements={self.values.elements!r}, index={self.index!r})"


def drawn_index(name: str, value: Any) -> Any:
    """What was drawn as an index, which may be any sequence."""
    if isinstance(value, pd.Index):
        return value
    try:
        return pd.Index(list(value))
    except TypeError:
        raise InvalidArgument(
            f"{name}(index=...): {shown(value)} was drawn, but must be an index or a sequence."
        ) from None


@lazy
def series(
    *,
    elements: SearchStrategy[Any] | None = None,
    dtype: Any = None,
    index: SearchStrategy[Any] | None = None,
    fill: SearchStrategy[Any] | None = None,
    unique: bool = False,
    name: SearchStrategy[str | None] | None = None,
) -> SearchStrategy[Any]:
    """Series with elements of a strategy, a dtype or both.

    ``index`` is ``range_indexes()`` by default. Reduces to fewer elements, then as arrays do.
    """
    values = ColumnValues("series()", elements=elements, dtype=dtype, fill=fill, is_unique=unique)
    labels = range_indexes() if index is None else index
    check_is_strategy(labels, "series(): index")
    names = none() if name is None else name
    check_is_strategy(names, "series(): name")
    return SeriesOfIndex(values, labels, names)
