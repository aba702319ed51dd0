"""Array indices: tuples of arrays of whole numbers that index another array."""

from __future__ import annotations

from typing import Any

import numpy as np

from shortlex.core.case import Case
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.extra.numpy.arrays import arrays
from shortlex.extra.shapes import Shape, array_shapes, check_shape
from shortlex.strategies.lazy import lazy
from shortlex.strategies.numbers import integers
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy


class ArrayIndices(SearchStrategy[Any]):
    """One array for each axis, all of one shape, which is drawn first."""

    known_empty = False

    def __init__(self, shape: Shape, shapes: SearchStrategy[Any], dtype: np.dtype[Any]) -> None:
        self.shape, self.shapes, self.dtype = shape, shapes, dtype

    def do_draw(self, case: Case) -> Any:
        result = case.draw(self.shapes)
        return tuple(case.draw(self._of_axis(side, result)) for side in self.shape)

    def _of_axis(self, side: int, result: Any) -> SearchStrategy[Any]:
        least = 0 if self.dtype.kind == "u" else -side
        return arrays(self.dtype, result, elements=integers(least, side - 1))

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.shapes,)

    def __repr__(self) -> str:
        return f"integer_array_indices({self.shape}, result_shape={self.shapes!r})"


@lazy
def integer_array_indices(
    shape: Shape, *, result_shape: SearchStrategy[Shape] | None = None, dtype: Any = int
) -> SearchStrategy[tuple[Any, ...]]:
    """Tuples of arrays that index an array of ``shape``; the result has the shape of each of them.

    ``result_shape`` is ``array_shapes()`` by default. Reduces to a smaller result, then to 0.
    """
    shape = check_shape("integer_array_indices", shape)
    if not shape or 0 in shape:
        raise InvalidArgument(
            f"integer_array_indices({shape}): must have at least one side, and no side 0: such "
            "arrays have no elements to be indexed."
        )
    shapes = array_shapes() if result_shape is None else result_shape
    check_is_strategy(shapes, "integer_array_indices(): result_shape")
    dtype = np.dtype(dtype)
    if dtype.kind not in "iu":
        raise InvalidArgument(
            f"integer_array_indices(dtype={shown(dtype)}): must be a dtype of whole numbers."
        )
    longest = max(shape) - 1
    if longest > np.iinfo(dtype).max or (dtype.kind == "i" and -max(shape) < np.iinfo(dtype).min):
        raise InvalidArgument(
            f"integer_array_indices({shape}, dtype={dtype!r}): the dtype is too small for some "
            "places of this shape."
        )
    return ArrayIndices(shape, shapes, dtype)
