"""Strategies for numpy's types."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, Optional, TypeVar

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from shortlex import find, given, settings
from shortlex import strategies as st

QUICK = settings(max_examples=60, database=None)
Number = TypeVar("Number", bound=np.floating)


def anything(value):
    return True


@pytest.mark.parametrize(
    ("thing", "kinds"),
    [
        (NDArray[np.float64], "f"),
        (NDArray[np.integer], "iu"),
        (NDArray[np.floating[Any]], "f"),
        (NDArray[np.int8 | np.bool_], "ib"),
        (NDArray[Number], "f"),
        (np.ndarray[tuple[int, int], np.dtype[np.str_]], "U"),
        (NDArray[Any], "biufcmM"),
        (np.ndarray, "biufcmM"),
    ],
    ids=str,
)
def test_arrays_have_the_dtype_that_their_type_says(thing, kinds):
    @QUICK
    @given(st.from_type(thing))
    def test(array):
        assert type(array) is np.ndarray
        assert array.dtype.kind in kinds

    test()


def test_a_shape_may_be_part_of_the_type():
    thing = np.ndarray[tuple[int, Literal[3]], np.dtype[np.int8]]
    assert find(st.from_type(thing), anything).shape == (1, 3)


@pytest.mark.parametrize(
    "scalar",
    [np.float32, np.int8, np.bool_, np.str_, np.bytes_, np.datetime64, np.complex64, np.object_]
    + [np.generic, np.number, np.integer, np.inexact, np.floating, np.unsignedinteger]
    + [np.flexible, np.timedelta64],
)
def test_scalars_are_of_their_type(scalar):
    value = find(st.from_type(scalar), anything)
    assert isinstance(value, scalar) or scalar is np.object_


def test_dtypes_are_of_their_scalar_type():
    assert find(st.from_type(np.dtype), anything) == np.dtype(bool)
    assert find(st.from_type(np.dtype[np.float32]), anything) == np.dtype("f4")


@QUICK
@given(st.from_type(ArrayLike))
def test_anything_like_an_array_makes_one(value):
    np.array(value)


def test_array_likes_are_of_many_kinds():
    for kind in (bool, int, float, complex, str, bytes, list, tuple, np.ndarray):
        assert type(find(st.from_type(ArrayLike), lambda v, k=kind: type(v) is k)) is kind


def test_annotations_of_functions_are_read():
    @dataclass
    class Data:
        values: NDArray[np.int8]
        weights: Optional[NDArray[np.float32]]  # noqa: UP045 - written like this, too
        scale: Annotated[np.float64, "a unit"]

    data = find(st.builds(Data), lambda data: data.weights is not None and data.values.any())
    assert data.values.tolist() == [1]
    assert data.weights.dtype == np.float32
    assert type(data.scale) is np.float64


def test_types_can_still_be_registered():
    from shortlex.strategies.inference.inferred import REGISTRY

    before = REGISTRY.entries
    try:
        st.register_type_strategy(np.float16, st.just(np.float16(7)))
        assert find(st.from_type(np.float16), anything) == 7
    finally:
        REGISTRY.entries = before
        REGISTRY.version += 1
