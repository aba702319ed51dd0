"""Arrays of whole numbers that index another array."""

import numpy as np
import pytest

from shortlex import find, given, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument
from shortlex.extra.numpy import array_shapes, integer_array_indices


@settings(max_examples=100, database=None)
@given(st.data(), array_shapes(), array_shapes(min_side=0))
def test_the_result_has_the_shape_that_was_asked_for(data, shape, result):
    index = data.draw(integer_array_indices(shape, result_shape=st.just(result)))
    assert np.zeros(shape)[index].shape == result


def test_reduces_to_one_place():
    index = find(integer_array_indices((3, 4)), lambda index: True)
    assert [each.tolist() for each in index] == [[0], [0]]
    small = find(integer_array_indices((3, 4), dtype=np.uint8), lambda index: index[1].max() > 2)
    assert [each.tolist() for each in small] == [[0], [3]]
    assert small[0].dtype == np.uint8


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (integer_array_indices(()), r"at least one side"),
        (integer_array_indices((2, 0)), r"no side 0"),
        (integer_array_indices((2,), dtype=float), r"dtype=dtype\('float64'\)"),
        (integer_array_indices((200,), dtype="i1"), r"too small"),
        (integer_array_indices((2,), result_shape=(2,)), r"result_shape=\(2,\)"),
    ],
)
def test_an_error_names_the_argument(strategy, message):
    with pytest.raises(InvalidArgument, match=message):
        find(strategy, lambda index: True)
