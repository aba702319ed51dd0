"""Index expressions: what stands between brackets after an array. Needs no array library."""

from __future__ import annotations

from typing import Any

from shortlex.core.boolean import Boolean
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.extra.shapes import (
    MAX_DIMENSIONS,
    MORE_DIMENSIONS,
    Limits,
    Shape,
    check_limits,
    check_shape,
    check_whole,
)
from shortlex.strategies.collections import slices
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.strategy import SearchStrategy

_FLAG = Boolean()


class BasicIndices(SearchStrategy[Any]):
    """Integers and slices, with an ellipsis and new axes among them.

    Which axes stay is drawn first, then the index of each.
    """

    known_empty = False

    def __init__(
        self,
        shape: Shape,
        limits: Limits,
        *,
        allow_newaxis: bool,
        allow_ellipsis: bool,
        is_complete: bool = False,
    ) -> None:
        self.shape, self.limits = shape, limits
        self.allow_newaxis, self.allow_ellipsis = allow_newaxis, allow_ellipsis
        self.is_complete: bool = is_complete
        """Whether each axis has an index, unless an ellipsis stands for it."""
        self._slices = [slices(side) for side in shape]
        self._places = [Integer(-side, side - 1) if side else None for side in shape]
        # An axis without elements has no index that is an integer.
        self._least = shape.count(0)

    def do_draw(self, case: Case) -> Any:
        low = max(self.limits.min_dims, self._least)
        dims: int = case.choose(Integer(low, max(low, self.limits.max_dims)))
        new = 0
        if self.allow_newaxis:
            fewest = max(0, dims - len(self.shape))
            new = case.choose(Integer(fewest, dims - self._least))
        index = self._of_axes(case, dims - new)
        if self.allow_ellipsis and case.choose(_FLAG):
            index = self._with_ellipsis(case, index)
        elif not self.is_complete:
            # Axes at the end may be left out if they stay as they are.
            while index and index[-1] == slice(None):
                index.pop()
        for _ in range(new):
            index.insert(case.choose(Integer(0, len(index))), None)
        if len(index) == 1 and case.choose(_FLAG):
            return index[0]
        return tuple(index)

    def _of_axes(self, case: Case, kept: int) -> list[Any]:
        """An index for each axis; as many of them as are kept are slices."""
        index: list[Any] = []
        zeros = self._least
        for axis, (side, place) in enumerate(zip(self.shape, self._places)):
            zeros -= side == 0
            left = len(self.shape) - axis
            is_kept = place is None or kept == left
            if not is_kept and kept > zeros:
                is_kept = case.choose(_FLAG)
            kept -= is_kept
            if is_kept or place is None:
                index.append(case.draw(self._slices[axis]))
            else:
                index.append(case.choose(place))
        return index

    def _with_ellipsis(self, case: Case, index: list[Any]) -> list[Any]:
        """An ellipsis in the place of some slices in a row, or of none."""
        start: int = case.choose(Integer(0, len(index)))
        end = start
        while end < len(index) and isinstance(index[end], slice) and case.choose(_FLAG):
            end += 1
        return [*index[:start], ..., *index[end:]]

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return tuple(self._slices)

    def label_to(self, depth: int) -> str:
        return f"BasicIndices:{self.shape}"

    def __repr__(self) -> str:
        return f"basic_indices({self.shape})"


@lazy_once
def basic_indices(
    shape: Shape,
    *,
    min_dims: int = 0,
    max_dims: int | None = None,
    allow_newaxis: bool = False,
    allow_ellipsis: bool = True,
) -> SearchStrategy[Any]:
    """Indexes of an array of a shape, such that the result has some number of dimensions.

    They consist of whole numbers, slices, ``...`` and, with ``allow_newaxis=True``, of None.
    Reduces to whole numbers near 0.
    """
    return indices_of(
        "basic_indices",
        shape,
        (min_dims, max_dims),
        {"allow_newaxis": allow_newaxis, "allow_ellipsis": allow_ellipsis},
    )


def indices_of(
    name: str,
    shape: Shape,
    dims: tuple[int, int | None],
    flags: dict[str, bool],
    *,
    is_complete: bool = False,
) -> SearchStrategy[Any]:
    """The strategy for indexes, after the arguments of the function ``name`` were checked."""
    shape = check_shape(name, shape)
    for flag, value in flags.items():
        if type(value) is not bool:
            raise InvalidArgument(f"{name}({flag}={shown(value)}): must be True or False.")
    min_dims, max_dims = dims
    check_whole(name, "min_dims", min_dims)
    if max_dims is None:
        max_dims = len(shape)
        if flags["allow_newaxis"]:
            max_dims = min(max(len(shape), min_dims) + MORE_DIMENSIONS, MAX_DIMENSIONS)
    check_whole(name, "max_dims", max_dims)
    if not flags["allow_newaxis"] and max(min_dims, max_dims) > len(shape):
        raise InvalidArgument(
            f"{name}({shape}, min_dims={min_dims}, max_dims={max_dims}): without new axes an index "
            f"leaves at most {len(shape)} dimensions. Lower it, or use allow_newaxis=True."
        )
    limits = check_limits(name, Limits(min_dims, max_dims, 0, 0))
    if limits.max_dims < shape.count(0):
        raise InvalidArgument(
            f"{name}({shape}, max_dims={max_dims}): the axes of length 0 have no index that would "
            "remove them. Raise max_dims."
        )
    return BasicIndices(shape, limits, **flags, is_complete=is_complete)
