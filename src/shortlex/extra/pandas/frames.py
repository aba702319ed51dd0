"""Frames: data frames, drawn column by column or row by row."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from shortlex.core.case import Case
from shortlex.core.shown import shown
from shortlex.core.sizes import Sizes
from shortlex.errors import InvalidArgument
from shortlex.extra.numpy.elements import put
from shortlex.extra.pandas.column_values import ColumnValues
from shortlex.extra.pandas.labelled import MORE, drawn_index, range_indexes
from shortlex.strategies.lazy import lazy
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy


@dataclass
class column:  # noqa: N801 - users call it like a function
    """What is in a column of a data frame: its name, and its elements, a dtype, or both.

    ``fill`` and ``unique`` mean what they mean for ``arrays``.
    """

    name: Any = None
    elements: SearchStrategy[Any] | None = None
    dtype: Any = None
    fill: SearchStrategy[Any] | None = None
    unique: bool = False


def columns(
    names_or_number: int | Sequence[Any],
    *,
    dtype: Any = None,
    elements: SearchStrategy[Any] | None = None,
    fill: SearchStrategy[Any] | None = None,
    unique: bool = False,
) -> list[column]:
    """Several columns that differ only by their names; as many as a number says have none."""
    names: Sequence[Any]
    names = [None] * names_or_number if isinstance(names_or_number, int) else names_or_number
    return [column(each, elements, dtype, fill, unique) for each in names]


class Columns:
    """The columns of a frame, by name."""

    def __init__(self, given: Sequence[Any]) -> None:
        self.values: dict[Any, ColumnValues] = {}
        for place, each in enumerate(given):
            if not isinstance(each, column):
                raise InvalidArgument(
                    f"data_frames(columns=...): number {place} is {shown(each)}, but must be a "
                    f"column(...)."
                )
            name = place if each.name is None else each.name
            if not isinstance(name, Hashable):
                raise InvalidArgument(
                    f"data_frames(columns=...): the name {shown(name)} of column {place} is not "
                    "hashable. Use a text or a number."
                )
            if name in self.values:
                raise InvalidArgument(
                    f"data_frames(columns=...): two columns have the name {shown(name)}."
                )
            self.values[name] = ColumnValues(
                f"column {shown(name)}",
                elements=each.elements,
                dtype=each.dtype,
                fill=each.fill,
                is_unique=each.unique,
            )

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return tuple(each.elements for each in self.values.values())


class FramesOfColumns(SearchStrategy[Any]):
    """An index, then one column after another."""

    known_empty = False

    def __init__(self, given: Columns, index: SearchStrategy[Any]) -> None:
        self.columns, self.index = given, index

    def do_draw(self, case: Case) -> Any:
        index = drawn_index("data_frames", case.draw(self.index))
        made = {
            name: values.draw(case, len(index)).set_axis(index)
            for name, values in self.columns.values.items()
        }
        return _frame(made, list(self.columns.values), index)

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.index, *self.columns.parts())

    def __repr__(self) -> str:
        return f"data_frames({list(self.columns.values)}, index={self.index!r})"


def _frame(made: dict[Any, Any], names: list[Any], index: Any) -> Any:
    """The frame of some columns, which all have the index already."""
    if index.is_unique:
        return pd.DataFrame(made, columns=names, index=index)
    # Columns would be aligned by their labels, which is not possible with equal ones.
    plain = {name: values.reset_index(drop=True) for name, values in made.items()}
    return pd.DataFrame(plain, columns=names, index=range(len(index))).set_axis(index)


class FramesOfRows(SearchStrategy[Any]):
    """One row after another, as many as there are labels in the index, or any number.

    Without an index of its own a frame loses a row with nothing but the choices of that row.
    """

    known_empty = False

    def __init__(
        self,
        rows: SearchStrategy[Any],
        given: Columns | None,
        index: SearchStrategy[Any] | None,
    ) -> None:
        self.rows, self.columns, self.index = rows, given, index

    def do_draw(self, case: Case) -> Any:
        index = None
        sizes = Sizes(0, MORE)
        if self.index is not None:
            index = drawn_index("data_frames", case.draw(self.index))
            sizes = Sizes(len(index), len(index))
        rows = self._distinct_rows(case, sizes)
        if index is None:
            index = pd.RangeIndex(len(rows))
        if self.columns is None:
            return pd.DataFrame(rows, index=index) if rows else pd.DataFrame(index=index)
        made = {
            name: values.packed(_array_of(values, [row[name] for row in rows])).set_axis(index)
            for name, values in self.columns.values.items()
        }
        return _frame(made, list(self.columns.values), index)

    def _distinct_rows(self, case: Case, sizes: Sizes) -> list[Any]:
        """Rows that differ in the columns whose values all differ."""
        values = {} if self.columns is None else self.columns.values
        met: dict[Any, set[Any]] = {name: set() for name, each in values.items() if each.is_unique}
        rows: list[Any] = []
        for step in case.repeat(sizes, "row"):
            row = self._row(case)
            if any(row[name] in others for name, others in met.items()):
                step.reject()
                continue
            for name, others in met.items():
                others.add(row[name])
            rows.append(row)
        return rows

    def _row(self, case: Case) -> Any:
        row = case.draw(self.rows)
        if self.columns is None:
            return row
        names = list(self.columns.values)
        given = row if isinstance(row, Mapping) else dict(zip(names, row, strict=False))
        unknown = [name for name in given if name not in self.columns.values]
        if unknown or (not isinstance(row, Mapping) and len(row) > len(names)):
            what = f"the column {unknown[0]!r}" if unknown else f"{len(row)} values"
            raise InvalidArgument(
                f"data_frames(rows=...): a row {shown(row)} has {what}, but the columns are "
                f"{shown(names)}."
            )
        return {
            name: given[name] if name in given else case.draw(_missing(values))
            for name, values in self.columns.values.items()
        }

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        others = () if self.columns is None else self.columns.parts()
        return (self.rows, *others, *(() if self.index is None else (self.index,)))

    def __repr__(self) -> str:
        return f"data_frames(rows={self.rows!r})"


def _missing(values: ColumnValues) -> SearchStrategy[Any]:
    """What stands where a row says nothing of a column."""
    return values.elements if values.fill is None else values.fill


def _array_of(values: ColumnValues, drawn: list[Any]) -> Any:
    array = np.zeros(len(drawn), values.in_arrays)
    for place, value in enumerate(drawn):
        put(array, place, value, values.name)
    return array


@lazy
def data_frames(
    columns: Sequence[column] | None = None,
    *,
    rows: SearchStrategy[Any] | None = None,
    index: SearchStrategy[Any] | None = None,
) -> SearchStrategy[Any]:
    """Data frames with some columns, or with rows of a strategy, or with both.

    A row is a tuple, another sequence, or a dict from names to values; with ``columns`` too, it
    may leave some out. ``index`` is ``range_indexes()`` by default. Reduces to fewer rows, then to
    fewer cells that differ from the others, then to simpler elements.
    """
    if columns is None and rows is None:
        raise InvalidArgument("data_frames(): give columns, rows, or both.")
    for name, value in ("rows", rows), ("index", index):
        if value is not None:
            check_is_strategy(value, f"data_frames(): {name}")
    given = None if columns is None else Columns(columns)
    if rows is not None:
        return FramesOfRows(rows, given, index)
    assert given is not None, "one of the two was given"
    return FramesOfColumns(given, range_indexes() if index is None else index)
