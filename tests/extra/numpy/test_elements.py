"""Elements: the scalars of every dtype, and putting values into arrays."""

import numpy as np
import pytest

from shortlex import find, given, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument
from shortlex.extra.numpy import from_dtype, nested_dtypes
from shortlex.extra.numpy.elements import put

QUICK = settings(max_examples=100, database=None)


def anything(value):
    return True


@pytest.mark.parametrize(
    ("code", "simplest"),
    [
        ("?", np.False_),
        ("i2", np.int16(0)),
        (">u8", np.uint64(0)),
        ("f2", np.float16(0.0)),
        ("g", np.longdouble(0.0)),
        ("c8", np.complex64(0)),
        ("S3", np.bytes_(b"")),
        ("U3", np.str_("")),
        ("M8[D]", np.datetime64(0, "D")),
        ("m8[us]", np.timedelta64(0, "us")),
    ],
)
def test_scalars_reduce_to_the_simplest_of_their_type(code, simplest):
    value = find(from_dtype(np.dtype(code)), anything)
    assert value == simplest
    assert type(value) is type(simplest)


@QUICK
@given(st.data(), nested_dtypes())
def test_a_value_of_any_dtype_fits_into_an_array(data, dtype):
    value = data.draw(from_dtype(dtype))
    array = np.zeros((), dtype)
    array[()] = value


def test_structures_are_tuples_and_subarrays_are_arrays():
    pair = find(from_dtype(np.dtype([("a", "i4"), ("b", "f8")])), lambda pair: pair[1] > 1)
    assert pair == (0, 2.0)
    assert type(pair[1]) is np.float64
    assert find(from_dtype(np.dtype(("i4", (2,)))), lambda a: a.any()).tolist() == [1, 0]


@pytest.mark.parametrize("code", ["M8[ns]", "m8[h]", "M8", "m8"])
def test_dates_and_durations_may_be_none(code):
    assert np.isnat(find(from_dtype(np.dtype(code)), np.isnat))
    with pytest.raises(Exception, match="satisf"):
        find(from_dtype(np.dtype(code), allow_nan=False), np.isnat)


def test_limits_are_kept_and_those_that_do_not_apply_are_ignored():
    assert find(from_dtype(np.dtype("f4"), min_value=3, exclude_min=True), anything) == 4.0
    assert find(from_dtype(np.dtype("i4"), min_value=3, allow_nan=True), anything) == 3
    assert find(from_dtype(np.dtype("U9"), min_size=3, alphabet=st.just("x")), anything) == "xxx"
    assert find(from_dtype(np.dtype("c8"), min_magnitude=2), anything) == 2


def test_texts_do_not_end_in_a_zero_which_arrays_would_lose():
    with pytest.raises(Exception, match="satisf"):
        find(from_dtype(np.dtype("S2")), lambda value: value.endswith(b"\0"))


@pytest.mark.skipif(not hasattr(np, "dtypes"), reason="numpy 1.25 has them")
def test_texts_of_any_length_have_a_dtype_since_numpy_2():
    if not hasattr(np.dtypes, "StringDType"):
        pytest.skip("numpy 2.0 has it")
    found = find(from_dtype(np.dtypes.StringDType()), lambda value: len(value) > 3)
    assert found == "0000"


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (from_dtype("i4"), r"np.dtype\('i4'\)"),
        (from_dtype(np.dtype("i1"), min_value=-1000), r"from -128 to 127"),
        (from_dtype(np.dtype("S2"), max_size=3), r"room for 2"),
        (from_dtype(np.dtype("V4")), r"Give `elements`"),
    ],
)
def test_an_error_names_the_argument(strategy, message):
    with pytest.raises(InvalidArgument, match=message):
        find(strategy, anything)


def test_a_value_that_would_change_is_refused():
    array = np.zeros(2, "f4")
    put(array, 1, 0.5)
    put(array, 0, float("nan"))
    assert array[1] == 0.5
    put(array, 1, 0.1)  # floats are rounded
    for value in ("x", "1.5"):
        with pytest.raises(InvalidArgument, match="another value"):
            put(array, 0, value, "the strategy")
