"""Column values: how the values of a column, a series or an index are drawn, by their dtype."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from shortlex.core.case import Case
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.extra.numpy.arrays import arrays
from shortlex.extra.numpy.cells import cells_of
from shortlex.extra.numpy.elements import plain_from_dtype
from shortlex.strategies.selection import just
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy
from shortlex.strategies.strings import text

# Elements of a strategy that says what they are need no guess of pandas.
_LIKELY = (np.dtype("i8"), np.dtype("f8"), np.dtype("?"), np.dtype("c16"))


class ColumnValues:
    """Draws any number of values, all of one dtype.

    ``name`` says in errors what they are for.
    """

    def __init__(
        self,
        name: str,
        *,
        elements: SearchStrategy[Any] | None,
        dtype: Any,
        fill: SearchStrategy[Any] | None,
        is_unique: bool,
    ) -> None:
        if elements is None and dtype is None:
            raise InvalidArgument(f"{name}: give elements, a dtype, or both.")
        if isinstance(dtype, SearchStrategy):
            raise InvalidArgument(
                f"{name}: dtype={shown(dtype)} must be a dtype, not a strategy. Draw the dtype "
                "with .flatmap(), or in a composite function."
            )
        for field, value in ("elements", elements), ("fill", fill):
            if value is not None:
                check_is_strategy(value, f"{name}: {field}")
        self.name = name
        self.dtype: Any = None if dtype is None else _dtype_from(name, dtype)
        self.elements = _elements_of(name, self.dtype) if elements is None else elements
        self.fill = fill
        self.is_unique = is_unique
        self._of_length = lru_cache(maxsize=64)(self._arrays)

    def draw(self, case: Case, count: int) -> Any:
        """As many values, as pandas wants them for a series of their dtype."""
        return self.packed(case.draw(self._of_length(count)))

    def packed(self, values: Any) -> Any:
        """An array of numpy, or a list of values, as pandas keeps them."""
        dtype = self.dtype
        if isinstance(dtype, pd.DatetimeTZDtype):
            return pd.Series(values).dt.tz_localize("UTC").dt.tz_convert(dtype.tz).astype(dtype)
        if dtype is None:
            return pd.Series(values if _is_plain(values) else list(values))
        if isinstance(dtype, np.dtype):
            return pd.Series(values, dtype=None if dtype.kind in "SUM" else dtype)
        return pd.Series(pd.array(list(values), dtype=dtype))

    @property
    def in_arrays(self) -> np.dtype[Any]:
        """The dtype of numpy in which the values are drawn."""
        dtype = self.dtype
        if isinstance(dtype, np.dtype) and dtype.itemsize:
            return dtype
        if isinstance(dtype, pd.DatetimeTZDtype):
            return np.dtype("M8[ns]")
        if dtype is None:
            likely = (each for each in _LIKELY if cells_of(self.elements, each) is not None)
            return next(likely, np.dtype(object))
        return np.dtype(object)

    def _arrays(self, count: int) -> SearchStrategy[Any]:
        return arrays(
            self.in_arrays, count, elements=self.elements, fill=self.fill, unique=self.is_unique
        )


def _is_plain(values: Any) -> bool:
    return isinstance(values, np.ndarray) and values.dtype.kind != "O"


def _dtype_from(name: str, given: Any) -> Any:
    try:
        dtype = pd.api.types.pandas_dtype(given)
    except TypeError as error:
        raise InvalidArgument(f"{name}: for dtype={shown(given)} pandas says: {error}") from None
    if isinstance(dtype, pd.CategoricalDtype):
        raise InvalidArgument(
            f"{name}: dtype={shown(given)}, but categories are not supported. Draw with "
            "elements=sampled_from(categories), and convert with .map(lambda s: s.astype(...))."
        )
    return dtype


def _elements_of(name: str, dtype: Any) -> SearchStrategy[Any]:
    """All values of a dtype."""
    if isinstance(dtype, np.dtype):
        if dtype.kind in "SU" and not dtype.itemsize:
            dtype = np.dtype(f"{dtype.kind}8")
        if dtype.kind == "O":
            return just(None)
        return plain_from_dtype(dtype)
    if isinstance(dtype, pd.DatetimeTZDtype):
        return plain_from_dtype(np.dtype("M8[ns]"))
    if isinstance(dtype, pd.StringDtype):
        return text()
    numbers = getattr(dtype, "numpy_dtype", None)
    if isinstance(numbers, np.dtype) and numbers.kind in "biuf":
        # Missing values have no place among the numbers, so they have one of their own.
        return just(pd.NA) | plain_from_dtype(numbers, **_finite(numbers))
    raise InvalidArgument(f"{name}: there is no strategy for dtype={dtype!r}. Give elements.")


def _finite(dtype: np.dtype[Any]) -> dict[str, bool]:
    return {"allow_nan": False} if dtype.kind == "f" else {}
