"""Shapes: their limits, and that what is said to broadcast does, as numpy sees it."""

import numpy as np
import pytest

from shortlex import find, given, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument
from shortlex.extra.shapes import (
    array_shapes,
    broadcastable_shapes,
    mutually_broadcastable_shapes,
    parse_signature,
    valid_tuple_axes,
)

SHAPES = array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)
QUICK = settings(max_examples=100, database=None)


def anything(value):
    return True


@QUICK
@given(array_shapes(min_dims=2, max_dims=3, min_side=4, max_side=5))
def test_shapes_are_within_their_limits(shape):
    assert 2 <= len(shape) <= 3
    assert all(4 <= side <= 5 for side in shape)


@QUICK
@given(st.data(), SHAPES)
def test_a_broadcastable_shape_broadcasts(data, shape):
    other = data.draw(broadcastable_shapes(shape, min_side=0))
    np.broadcast_shapes(shape, other)


@QUICK
@given(st.data(), SHAPES, st.integers(1, 4))
def test_the_result_shape_is_that_of_numpy(data, base, count):
    found = data.draw(mutually_broadcastable_shapes(num_shapes=count, base_shape=base, min_side=0))
    assert len(found.input_shapes) == count
    assert np.broadcast_shapes(base, *found.input_shapes) == found.result_shape


@QUICK
@given(mutually_broadcastable_shapes(signature="(m,n),(n,p)->(m,p)", max_dims=2))
def test_shapes_for_a_signature_fit_the_function(found):
    one, other = map(np.zeros, found.input_shapes)
    assert np.matmul(one, other).shape == found.result_shape


@QUICK
@given(mutually_broadcastable_shapes(signature="(3),(3)->(3)", min_dims=1))
def test_a_number_in_a_signature_is_a_fixed_side(found):
    assert all(shape[-1] == 3 and len(shape) > 1 for shape in found.input_shapes)
    assert np.cross(*map(np.zeros, found.input_shapes)).shape == found.result_shape


def test_an_optional_dimension_is_there_or_not_in_all_shapes():
    strategy = mutually_broadcastable_shapes(signature="(m?,n),(n,p?)->(m?,p?)", max_dims=0)
    assert find(strategy, anything) == (((1,), (1,)), ())
    found = find(strategy, lambda each: len(each.result_shape) == 2)
    assert found == (((1, 1), (1, 1)), (1, 1))


@QUICK
@given(st.data(), st.integers(0, 6))
def test_axes_are_valid_and_differ(data, ndim):
    np.zeros((1,) * ndim).sum(axis=data.draw(valid_tuple_axes(ndim)))


def test_shapes_reduce_to_the_fewest_and_shortest_sides():
    assert find(array_shapes(), anything) == (1,)
    assert find(array_shapes(), lambda shape: len(shape) > 1) == (1, 1)
    assert find(array_shapes(max_side=100), lambda shape: max(shape) > 7) == (8,)
    assert find(broadcastable_shapes((3, 3)), anything) == ()
    assert find(mutually_broadcastable_shapes(num_shapes=2), anything) == (((), ()), ())
    assert find(valid_tuple_axes(3), lambda axes: len(axes) == 2) == (0, 1)


def test_a_shape_that_must_fit_may_have_to_be_shorter():
    # Nothing from 2 to 4 fits the side 7.
    strategy = broadcastable_shapes((7, 3), min_side=2, max_side=4)
    for dims in (0, 1):
        assert len(find(strategy, lambda shape, dims=dims: len(shape) == dims)) == dims
    with pytest.raises(InvalidArgument, match="fits the side 7"):
        find(broadcastable_shapes((7, 3), min_dims=2, min_side=2, max_side=4), anything)


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (array_shapes(min_dims=3, max_dims=2), r"min_dims=3, max_dims=2"),
        (array_shapes(min_side=-1), r"min_side=-1"),
        (array_shapes(min_dims=40), r"at most 32"),
        (array_shapes(max_side=2.5), r"max_side=2.5"),
        (valid_tuple_axes(2, max_size=3), r"at most 2"),
        (valid_tuple_axes(-1), r"ndim=-1"),
        (broadcastable_shapes(3), r"shape=3"),
        (broadcastable_shapes((2, -1)), r"shape=\(2, -1\)"),
        (mutually_broadcastable_shapes(), "either num_shapes or signature"),
        (mutually_broadcastable_shapes(num_shapes=0), "num_shapes=0"),
        (mutually_broadcastable_shapes(num_shapes=2, signature="()->()"), "either num_shapes or"),
        (mutually_broadcastable_shapes(signature="m,n"), "is no signature"),
        (mutually_broadcastable_shapes(signature="(m)->(m),(m)"), "one result"),
        (mutually_broadcastable_shapes(signature="(m)->(n)"), "no input has it"),
        (mutually_broadcastable_shapes(signature=3), "must be a text"),
        (mutually_broadcastable_shapes(signature="(m)->(m)", max_dims=32), "more than 32"),
    ],
)
def test_an_error_names_the_argument(strategy, message):
    with pytest.raises(InvalidArgument, match=message):
        find(strategy, anything)


def test_a_signature_is_parsed():
    core = parse_signature(" (m, n?), () -> (n?) ")
    assert core.inputs == (("m", "n?"), ())
    assert core.result == ("n?",)
    assert core.names == ["m", "n?"]
