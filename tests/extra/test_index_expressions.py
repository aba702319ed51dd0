"""Index expressions: they fit their shape, and leave as many dimensions as asked for."""

import numpy as np
import pytest

from shortlex import find, given, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument
from shortlex.extra.index_expressions import basic_indices
from shortlex.extra.shapes import array_shapes

SHAPES = array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)


def anything(value):
    return True


@settings(max_examples=300, database=None)
@given(st.data(), SHAPES, st.booleans(), st.booleans())
def test_an_index_fits_its_shape(data, shape, allow_newaxis, allow_ellipsis):
    low = data.draw(st.integers(0, len(shape)))
    high = data.draw(st.integers(max(low, shape.count(0)), len(shape)))
    index = data.draw(
        basic_indices(
            shape,
            min_dims=low,
            max_dims=high,
            allow_newaxis=allow_newaxis,
            allow_ellipsis=allow_ellipsis,
        )
    )
    assert low <= np.ndim(np.zeros(shape)[index]) <= high
    parts = index if isinstance(index, tuple) else (index,)
    assert allow_newaxis or None not in parts
    assert allow_ellipsis or ... not in parts


def test_new_axes_may_make_more_dimensions_than_there_were():
    strategy = basic_indices((2,), min_dims=3, allow_newaxis=True)
    assert np.zeros(2)[find(strategy, anything)].ndim == 3


def test_reduces_to_whole_numbers():
    assert find(basic_indices((3, 3)), anything) == (0, 0)
    assert find(basic_indices(()), anything) == ()
    assert find(basic_indices((3,)), lambda index: not isinstance(index, tuple)) == 0
    assert ... in find(basic_indices((3, 3)), lambda index: index and ... in (*index, 0)[:-1])


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (basic_indices("33"), "shape='33'"),
        (basic_indices((3,), min_dims=2), "allow_newaxis=True"),
        (basic_indices((3,), max_dims=2), "at most 1"),
        (basic_indices((0, 3), max_dims=0), "axes of length 0"),
        (basic_indices((3,), allow_newaxis=1), "allow_newaxis=1"),
        (basic_indices((3,), allow_ellipsis="no"), "allow_ellipsis='no'"),
    ],
)
def test_an_error_names_the_argument(strategy, message):
    with pytest.raises(InvalidArgument, match=message):
        find(strategy, anything)
