"""Arrays, series and frames as code that makes an equal one."""

import numpy
import pandas
import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.extra.numpy import array_shapes, arrays, filled, from_dtype, scalar_dtypes
from shortlex.report.code.literals import format_call, format_literal

QUICK = settings(max_examples=200, database=None)
NAMES = {"numpy": numpy, "pandas": pandas, "filled": filled}


def evaluated(value):
    return eval(format_literal(value), {**NAMES})  # noqa: S307 - code that was just written


@pytest.mark.parametrize(
    ("array", "code"),
    [
        (numpy.array([1, 2]), "numpy.array([1, 2])"),
        (numpy.array([1.5, numpy.nan]), "numpy.array([1.5, float('nan')])"),
        (numpy.array([[1], [2]], "u1"), "numpy.array([[1], [2]], dtype='uint8')"),
        (numpy.array([1], ">i4"), "numpy.array([1], dtype='>i4')"),
        (numpy.array(3), "numpy.array(3)"),
        (numpy.zeros((0, 2)), "numpy.zeros((0, 2), dtype='float64')"),
        (numpy.array([[], [1]], object), "numpy.array([[], [1]], dtype=object)"),
        (
            numpy.array(["2000-01-01", "NaT"], "M8[D]"),
            "numpy.array(['2000-01-01', 'NaT'], dtype='datetime64[D]')",
        ),
        (numpy.array([3], "m8[h]"), "numpy.array(['3'], dtype='timedelta64[h]')"),
        (
            numpy.array([(1, "x")], [("a", "i4"), ("b", "U2")]),
            "numpy.array([(1, 'x')], dtype=[('a', '<i4'), ('b', '<U2')])",
        ),
        (numpy.float32(0.5), "numpy.float32(0.5)"),
        (numpy.float64("nan"), "numpy.float64(float('nan'))"),
        (numpy.bool_(True), "numpy.True_"),
        (numpy.datetime64(0, "s"), "numpy.datetime64('1970-01-01T00:00:00', 's')"),
        (numpy.timedelta64(5, "D"), "numpy.timedelta64(5, 'D')"),
        (numpy.str_("x"), "numpy.str_('x')"),
        (numpy.dtype("i4"), "numpy.dtype('int32')"),
        (pandas.Series([1, 0]), "pandas.Series(numpy.array([1, 0]))"),
        (
            pandas.DataFrame({"x": [1.5], "y": [True]}),
            "pandas.DataFrame({'x': numpy.array([1.5]), 'y': numpy.array([True])})",
        ),
        (pandas.RangeIndex(3), "pandas.RangeIndex(0, 3)"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_short_values_are_written_in_full(array, code):
    assert format_literal(array) == code


def test_a_large_array_is_written_by_what_differs():
    array = numpy.zeros((100, 100))
    array[3, 4] = -0.0
    array[99, 99] = 4
    assert format_literal(array) == (
        "filled((100, 100), 0.0, {(3, 4): -0.0, (99, 99): 4.0}, dtype='float64')"
    )
    row = numpy.full(1000, numpy.nan)
    row[7] = 1
    assert format_literal(row) == "filled((1000,), float('nan'), {7: 1.0}, dtype='float64')"


def test_more_differences_than_anybody_reads_are_counted():
    array = numpy.zeros(10_000, int)
    array[:2000] = 1
    assert "# 1_000 more left out" in format_literal(array)


def test_a_large_array_without_a_common_value_is_abbreviated():
    assert "..." in format_literal(numpy.arange(100_000))


def are_same(one, other):
    return (
        one.dtype == other.dtype
        and one.shape == other.shape
        and numpy.array_equal(numpy.signbit(one), numpy.signbit(other))
        and numpy.array_equal(one, other, equal_nan=True)
        if one.dtype.kind == "f"
        else one.dtype == other.dtype and one.tobytes() == other.tobytes()
    )


@QUICK
@given(st.data(), scalar_dtypes(), array_shapes(min_dims=0, min_side=0, max_side=12))
def test_the_code_makes_an_equal_array(data, dtype, shape):
    array = data.draw(arrays(dtype, shape, elements={"allow_nan": False}))
    assert are_same(array, evaluated(array))


@QUICK
@given(scalar_dtypes().flatmap(lambda dtype: from_dtype(dtype, allow_nan=False)))
def test_the_code_makes_an_equal_scalar(value):
    again = evaluated(value)
    assert type(again) is type(value)
    assert again == value
    assert again.dtype == value.dtype


@pytest.mark.parametrize(
    "value",
    [
        pandas.Series([1, 2], index=["a", "b"], name="s", dtype="i2"),
        pandas.Series([1, None], dtype="Int64"),
        pandas.Series(pandas.to_datetime(["2000-01-01"])),
        pandas.DataFrame({"x": [1, 2], 3: ["a", "b"]}, index=[5, 6]),
        pandas.DataFrame({"x": pandas.Series([1], dtype="i1")}, index=pandas.RangeIndex(5, 6)),
        pandas.DataFrame(),
        pandas.Index([1.5, 2.5], name="n"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_the_code_makes_an_equal_value_of_pandas(value):
    again = evaluated(value)
    assert type(again) is type(value)
    assert again.equals(value)
    assert str(getattr(again, "dtypes", None)) == str(getattr(value, "dtypes", None))


def test_two_columns_of_one_name_are_left_to_pandas():
    frame = pandas.DataFrame([[1, 2]], columns=["x", "x"])
    assert format_literal(frame) == repr(frame)


def test_arrays_are_written_within_other_values():
    text = format_call("f", {"pair": (numpy.array([1]), [numpy.int8(2)])})
    assert text == "f(\n    pair=(numpy.array([1]), [numpy.int8(2)]),\n)"


def test_a_class_that_only_says_it_is_of_numpy_is_left_alone():
    class Fake:
        def __repr__(self):
            return "Fake()"

    Fake.__module__ = "pandas.fake"
    Fake.__name__ = "DataFrame"
    assert format_literal(Fake()) == "Fake()"
