"""Strategies for libraries that follow the array API standard."""

from types import SimpleNamespace

import array_api_strict
import numpy
import pytest

from shortlex import find, given, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument, ShortlexWarning
from shortlex.extra.array_api import Library, make_strategies_namespace

QUICK = settings(max_examples=100, database=None)
xp = array_api_strict
xps = make_strategies_namespace(xp)


def anything(value):
    return True


def test_a_namespace_is_made_once_for_each_release():
    assert make_strategies_namespace(xp) is xps
    old = make_strategies_namespace(xp, api_version="2021.12")
    assert old is not xps
    assert old.api_version == "2021.12"
    assert not hasattr(old, "complex_dtypes")
    assert xps.name == "array_api_strict"


@pytest.mark.parametrize("library", [array_api_strict, numpy], ids=["strict", "numpy"])
def test_arrays_are_the_library_s_own(library):
    strategies = make_strategies_namespace(library)

    @QUICK
    @given(st.data(), strategies.scalar_dtypes(), strategies.array_shapes(min_dims=0))
    def test(data, dtype, shape):
        array = data.draw(strategies.arrays(dtype, shape))
        assert type(array) is type(library.zeros(1))
        assert array.dtype == dtype
        assert array.shape == shape

    test()


def test_arrays_reduce_as_those_of_numpy():
    array = find(xps.arrays("float64", (30, 30)), lambda array: bool(xp.any(array > 3)))
    assert float(xp.sum(array)) == 4.0
    drawn = xps.arrays(xps.integer_dtypes(), 2)
    assert find(drawn, lambda array: bool(array[1] > 0)).dtype == xp.int8


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("boolean_dtypes", {"bool"}),
        ("integer_dtypes", {"int8", "int16", "int32", "int64"}),
        ("unsigned_integer_dtypes", {"uint8", "uint16", "uint32", "uint64"}),
        ("floating_dtypes", {"float32", "float64"}),
        ("complex_dtypes", {"complex64", "complex128"}),
    ],
)
def test_dtypes_are_those_of_their_name(name, expected):
    dtypes = getattr(xps, name)()
    for each in expected:
        assert find(dtypes, lambda dtype, each=each: dtype == getattr(xp, each))
    assert dtypes.count_at_most() == len(expected)


def test_sizes_of_dtypes_are_kept():
    assert find(xps.integer_dtypes(sizes=32), anything) == xp.int32
    with pytest.raises(InvalidArgument, match=r"sizes=\(7,\)"):
        find(xps.floating_dtypes(sizes=(7,)), anything)


@QUICK
@given(xps.from_dtype(xp.float32, min_value=2, max_value=3), xps.from_dtype("uint8"))
def test_scalars_are_python_s_own(number, byte):
    assert type(number) is float
    assert 2 <= number <= 3
    assert type(byte) is int


@settings(max_examples=300, database=None)
@given(
    st.data(), xps.array_shapes(min_dims=0, max_dims=3, min_side=0), st.booleans(), st.booleans()
)
def test_indices_are_those_of_the_standard(data, shape, allow_newaxis, allow_ellipsis):
    index = data.draw(
        xps.indices(shape, allow_newaxis=allow_newaxis, allow_ellipsis=allow_ellipsis)
    )
    xp.zeros(shape)[index]


@QUICK
@given(xps.mutually_broadcastable_shapes(2), xps.valid_tuple_axes(3), st.data())
def test_shapes_and_axes_are_valid(shapes, axes, data):
    one, other = map(xp.zeros, shapes.input_shapes)
    assert (one + other).shape == shapes.result_shape
    xp.sum(xp.zeros((1, 1, 1)), axis=axes)
    fitting = data.draw(xps.broadcastable_shapes(shapes.result_shape))
    numpy.broadcast_shapes(fitting, shapes.result_shape)


def test_a_library_without_some_dtypes_has_those_that_it_has():
    partial = SimpleNamespace(
        __name__="partial",
        asarray=numpy.asarray,
        reshape=numpy.reshape,
        int8=numpy.dtype("i1"),
        bool=numpy.dtype("?"),
    )
    with pytest.warns(ShortlexWarning, match="no dtype int16"):
        found = make_strategies_namespace(partial, api_version="2022.12")
    assert find(found.integer_dtypes(sizes=8), anything) == numpy.dtype("i1")
    with pytest.raises(InvalidArgument, match="none of the dtypes"):
        found.floating_dtypes()


def test_floats_that_a_library_makes_zero_are_not_drawn():
    class Flushing(SimpleNamespace):
        @staticmethod
        def asarray(value, dtype=None):
            array = numpy.asarray(value, dtype=dtype)
            return numpy.where(numpy.abs(array) < numpy.finfo(dtype).smallest_normal, 0.0, array)

    names = ["float32", "float64", "complex64", "complex128"]
    library = Library(Flushing(**{each: numpy.dtype(each) for each in ALL}), "2022.12")
    assert all(map(library.loses_subnormals, names))
    assert not any(map(Library(numpy, "2022.12").loses_subnormals, [*names, "int8"]))


ALL = [
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float32", "float64", "complex64", "complex128"),
]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: make_strategies_namespace(xp, api_version="1999"), "api_version='1999'"),
        (lambda: make_strategies_namespace(None), "array API"),
        (lambda: make_strategies_namespace(object(), api_version="draft"), "no asarray"),
        (lambda: find(xps.arrays("float16", 1), anything), "dtype='float16'"),
        (lambda: find(xps.from_dtype(3), anything), "dtype=3"),
        (lambda: find(xps.indices((2,), max_dims=2), anything), "allow_newaxis=True"),
    ],
)
def test_an_error_names_the_argument(call, message):
    with pytest.raises(InvalidArgument, match=message):
        call()
