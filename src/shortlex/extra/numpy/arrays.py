"""Arrays: a shape, a value that fills the array, many cells in bulk, and single cells.

An array is drawn in this order: its shape; whether cells are filled with another value than the
simplest; a bulk choice, which makes any number of cells in one step (see ``cells``); then single
cells, each a position and a value. Any array can be said with single cells alone, and that is what
a reduction ends with: the fewest cells that differ from the others.

If there is no value for filling, because elements are unique or objects that could be changed,
every element is drawn.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache, partial
from inspect import signature
from math import prod
from typing import Any

import numpy as np

from shortlex.core.bulk import FILL_WEIGHT, IS_FILLED, SINGLE_SIZE, Bulk
from shortlex.core.case import Case, RecordedCase
from shortlex.core.integer import Integer
from shortlex.core.shown import shown
from shortlex.core.sizes import Sizes
from shortlex.core.source import SimplestSource
from shortlex.errors import InvalidArgument, StopCase
from shortlex.extra.numpy.cells import NumberCells, Values, cells_of
from shortlex.extra.numpy.dtypes import datetime64_dtypes, timedelta64_dtypes
from shortlex.extra.numpy.elements import from_dtype, is_same, plain_from_dtype, put, unfit
from shortlex.strategies.distinct import Distinct
from shortlex.strategies.lazy import lazy
from shortlex.strategies.selection import Just, OneChoice, Sampled, ballast_of
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy

_UNKNOWN = object()
_MAX_DIMENSIONS = 64


class Arrays(SearchStrategy[Any]):
    """Arrays of one dtype."""

    known_empty = False

    def __init__(
        self,
        dtype: np.dtype[Any],
        shape: tuple[int, ...] | SearchStrategy[Any],
        elements: SearchStrategy[Any],
        fill: SearchStrategy[Any] | None,
        *,
        is_unique: bool,
    ) -> None:
        self.dtype = dtype
        self.shape = shape
        self.elements = elements
        self.fill = fill
        self.is_unique = is_unique
        self._simplest: Any = _UNKNOWN
        self._cells: NumberCells | None = None
        self._is_settled = False

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        found = (self.elements, self.fill, self.shape)
        return tuple(each for each in found if isinstance(each, SearchStrategy))

    def calc_is_empty(self, recur: Any) -> bool:
        return False  # even without elements there are arrays of length 0

    def _settle(self) -> None:
        """Find out what drawing needs."""
        if not self.is_unique:
            self._cells = cells_of(self.elements, self.dtype)
        if self._cells is not None and (self.fill is None or self.fill.is_empty):
            self.fill = self.elements
        elif self.fill is not None and self.fill.is_empty:
            self.fill = None
        if self.fill is not None:
            self._simplest = _simplest_of(self.fill)
        self._is_settled = True

    def do_draw(self, case: Case) -> Any:
        if not self._is_settled:
            self._settle()
        shape = self.shape
        if isinstance(shape, SearchStrategy):
            shape = shape_from(case.draw(shape))
        count = prod(shape)
        if not count:
            return np.zeros(shape, self.dtype)
        flat = self._dense(case, count) if self.fill is None else self._sparse(case, count)
        return flat.reshape(shape)

    def _sparse(self, case: Case, count: int) -> Values:
        """Cells that are all alike, but for those made in bulk and some drawn singly."""
        array = _filled(count, self.dtype, self._filler(case, count), self.fill)
        if self._cells is not None:
            bulk = _bulk(count, self._cells)
            value: bytes = case.choose(bulk)
            if value:
                self._cells.pour(array, bulk.seed_of(value), bulk.ranges_of(value))
        place, sizes = _places(count)
        seen: set[Any] | None = set() if self.is_unique else None
        for step in case.repeat(sizes, "cell"):
            at: int = case.choose(place)
            element = case.draw(self.elements)
            if seen is not None:
                if element in seen:
                    step.reject()
                    continue
                seen.add(element)
            put(array, at, element, self.elements)
        return array

    def _filler(self, case: Case, count: int) -> Any:
        """The value of most cells: the simplest, or one that adds to the size of the case."""
        assert self.fill is not None, "there is a value"
        if self._simplest is _UNKNOWN:
            return case.draw(self.fill)
        if self.fill.count_at_most() == 1 or not case.choose(IS_FILLED):
            return self._simplest
        case.start_span("fill")
        value = case.draw(self.fill)
        case.choose(ballast_of(SINGLE_SIZE * min(count, FILL_WEIGHT)))
        case.stop_span()
        return value

    def _dense(self, case: Case, count: int) -> Values:
        """Every element drawn."""
        array = np.zeros(count, self.dtype)
        if not self.is_unique:
            for at in range(count):
                put(array, at, case.draw(self.elements), self.elements)
            return array
        found: dict[Any, None] = {}

        def accept(value: Any) -> bool:
            if value in found or value != value:
                return False
            put(array, len(found), value, self.elements)
            found[value] = None
            return True

        Distinct(self.elements, Sizes(count, count), "element").draw(case, accept)
        return array

    def label_to(self, depth: int) -> str:
        return f"Arrays:{self.dtype}"

    def __repr__(self) -> str:
        return f"arrays({self.dtype!r}, {self.shape!r}, elements={self.elements!r})"


def _filled(count: int, dtype: np.dtype[Any], value: Any, source: object) -> Values:
    array = np.empty(count, dtype)
    put(array, 0, value, source)
    if dtype.kind in "OV":
        for at in range(1, count):
            array[at] = value
    else:
        array[1:] = array[0]
    return array


@lru_cache(maxsize=256)
def _bulk(count: int, cells: NumberCells) -> Bulk:
    return Bulk(count, cells)


@lru_cache(maxsize=256)
def _places(count: int) -> tuple[Integer, Sizes]:
    # Never all that there may be: a full collection ends without a choice, and what follows would
    # be read as something else if the array became smaller.
    return Integer(0, count - 1), Sizes(0, 2 * count + 2)


def _simplest_of(strategy: SearchStrategy[Any]) -> Any:
    """The simplest value of a strategy, if it can be found out beforehand."""
    try:
        return strategy.do_draw(RecordedCase(SimplestSource(), 1000))
    except (StopCase, Exception):
        return _UNKNOWN  # what is wrong will be said when it is drawn


def shape_from(value: Any) -> tuple[int, ...]:
    """A shape, which may be given as one number. Raises if it is none."""
    try:
        given = (operator.index(value),)
    except TypeError:
        given = value
    try:
        shape = tuple(operator.index(side) for side in given)
    except TypeError:
        raise InvalidArgument(
            f"arrays(shape={shown(value)}): must be a whole number or a tuple of them, or a "
            "strategy for such shapes."
        ) from None
    if any(side < 0 for side in shape) or len(shape) > _MAX_DIMENSIONS:
        raise InvalidArgument(
            f"arrays(shape={shown(value)}): no side is negative, and there are at most "
            f"{_MAX_DIMENSIONS}."
        )
    return shape


class ArraysOfDrawnDtype(SearchStrategy[Any]):
    """Arrays of a dtype that is drawn first."""

    known_empty = False

    def __init__(self, dtypes: SearchStrategy[Any], make: Any) -> None:
        self.dtypes = dtypes
        self._make = lru_cache(maxsize=256)(make)

    def do_draw(self, case: Case) -> Any:
        dtype = case.draw(self.dtypes)
        return case.draw(self._make(dtype if isinstance(dtype, np.dtype) else dtype_from(dtype)))

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.dtypes,)

    def __repr__(self) -> str:
        return f"arrays({self.dtypes!r}, ...)"


@lazy
def arrays(
    dtype: Any,
    shape: int | Sequence[int] | SearchStrategy[Any],
    *,
    elements: SearchStrategy[Any] | Mapping[str, Any] | None = None,
    fill: SearchStrategy[Any] | None = None,
    unique: bool = False,
) -> SearchStrategy[Any]:
    """Arrays of a dtype and a shape, either of which may be a strategy.

    ``elements`` is a strategy, or a dict of limits for ``from_dtype``. Cells that are not drawn
    have one common value from ``fill``; with ``fill=nothing()`` every cell may differ. With
    ``unique=True`` all elements differ. Reduces to a smaller shape, then to fewer cells that
    differ from the others, then to simpler elements.
    """
    if isinstance(dtype, SearchStrategy):

        def make(drawn: np.dtype[Any]) -> SearchStrategy[Any]:
            return arrays(drawn, shape, elements=elements, fill=fill, unique=unique)

        return ArraysOfDrawnDtype(dtype, make)
    dtype = dtype_from(dtype)
    if dtype.subdtype is not None:
        raise InvalidArgument(
            f"arrays(dtype={dtype!r}): give arrays the dtype {dtype.base!r}, and add the sides "
            f"{dtype.shape} to the shape."
        )
    is_unsized = dtype.kind in "mM" and np.datetime_data(dtype)[0] == "generic"
    if is_unsized and not isinstance(elements, SearchStrategy):
        # The elements of an array share a unit.
        units = datetime64_dtypes if dtype.kind == "M" else timedelta64_dtypes
        return arrays(units(), shape, elements=elements, fill=fill, unique=unique)
    is_unsized |= dtype.kind in "SU" and not dtype.itemsize
    if isinstance(elements, Mapping):
        _check_limits(elements)
        elements = plain_from_dtype(dtype, **elements)
    elif elements is None:
        elements = plain_from_dtype(dtype)
    check_is_strategy(elements, "arrays(): elements")
    if fill is not None:
        check_is_strategy(fill, "arrays(): fill")
        if unique and not fill.is_empty:
            fill = fill.map(_checked_nan)
    elif not unique and (dtype.kind != "O" or _is_reusable(elements)):
        fill = elements
    shape = shape if isinstance(shape, SearchStrategy) else shape_from(shape)
    if is_unsized:
        # How much room they need is known once all are drawn.
        whole = Arrays(np.dtype(object), shape, elements, fill, is_unique=unique)
        return whole.map(partial(_with_room, dtype))
    return Arrays(dtype, shape, elements, fill, is_unique=unique)


def _check_limits(limits: Mapping[str, Any]) -> None:
    known = [*signature(from_dtype).parameters][1:]
    for name in limits:
        if name not in known:
            hint = get_close_matches(str(name), known, 1)
            more = f" Did you mean {hint[0]!r}?" if hint else f" There are {', '.join(known)}."
            raise InvalidArgument(
                f"arrays(elements={shown(limits)}): from_dtype has no limit {name!r}.{more}"
            )


def _with_room(dtype: np.dtype[Any], drawn: Values) -> Values:
    """The array as one of a dtype without a size: it gets that of the longest element."""
    made: Values = drawn.astype(dtype)
    for there, value in zip(made.flat, drawn.flat, strict=True):
        if not is_same(there, value):
            raise unfit(dtype, value)
    return made


def _checked_nan(value: Any) -> Any:
    if value == value:
        raise InvalidArgument(
            f"arrays(unique=True, fill=...): the value {shown(value)} would be repeated. Only nan "
            "can fill an array whose elements all differ; use fill=nothing(), or leave it out."
        )
    return value


def _is_reusable(elements: SearchStrategy[Any]) -> bool:
    """Whether many cells may hold the same object: it cannot be changed."""
    found = elements.resolved()
    return isinstance(found, OneChoice | Just) and not isinstance(found, Sampled)


def dtype_from(given: Any) -> np.dtype[Any]:
    """The dtype that is meant by what numpy takes for one."""
    if isinstance(given, type) and issubclass(given, np.dtype):
        raise InvalidArgument(
            f"arrays(dtype={shown(given)}): this is the class of a dtype. Give a dtype, such as "
            "np.dtype('float64')."
        )
    try:
        dtype: np.dtype[Any] = np.dtype(given)
    except TypeError as error:
        raise InvalidArgument(f"arrays(dtype={shown(given)}): numpy says: {error}") from None
    return dtype


def filled(
    shape: int | tuple[int, ...], fill: Any, cells: Mapping[Any, Any], *, dtype: Any = None
) -> Values:
    """An array of one value, with other values at some places; reports write arrays like this."""
    array: Values = np.full(shape, fill, dtype)
    for place, value in cells.items():
        array[place] = value
    return array
