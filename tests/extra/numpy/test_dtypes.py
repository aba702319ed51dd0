"""Dtypes: which there are, and what they reduce to."""

import numpy as np
import pytest

from shortlex import find, given, settings
from shortlex.errors import InvalidArgument, NoSuchExample
from shortlex.extra import numpy as npst
from shortlex.strategies import just

QUICK = settings(max_examples=100, database=None)

SIMPLE = [
    (npst.boolean_dtypes(), "b", "?"),
    (npst.integer_dtypes(), "i", "i1"),
    (npst.unsigned_integer_dtypes(), "u", "u1"),
    (npst.floating_dtypes(), "f", "f2"),
    (npst.complex_number_dtypes(), "c", "c8"),
    (npst.datetime64_dtypes(), "M", "M8[Y]"),
    (npst.timedelta64_dtypes(), "m", "m8[Y]"),
    (npst.byte_string_dtypes(), "S", "S1"),
    (npst.unicode_string_dtypes(), "U", "U1"),
    (npst.scalar_dtypes(), "?biufcmM", "?"),
]


@pytest.mark.parametrize(("dtypes", "kinds", "simplest"), SIMPLE, ids=lambda each: str(each)[:20])
def test_dtypes_are_of_their_kind_and_reduce_to_the_first(dtypes, kinds, simplest):
    assert find(dtypes, lambda dtype: True) == np.dtype(simplest)
    with pytest.raises(NoSuchExample, match=r"there (are|is) only"):
        find(dtypes, lambda dtype: dtype.kind not in kinds)


@QUICK
@given(npst.integer_dtypes(endianness=">", sizes=(16, 64)))
def test_sizes_and_the_order_of_bytes_are_kept(dtype):
    assert dtype.byteorder == ">"
    assert dtype.itemsize in (2, 8)


@QUICK
@given(npst.datetime64_dtypes(max_period="h", min_period="ms"))
def test_periods_are_between_the_limits(dtype):
    assert np.datetime_data(dtype)[0] in ("h", "m", "s", "ms")


@QUICK
@given(npst.array_dtypes(allow_subarrays=True))
def test_structured_dtypes_have_arrays(dtype):
    assert 1 <= len(dtype.names) <= 5
    assert np.zeros(3, dtype).dtype == dtype


@QUICK
@given(npst.nested_dtypes(max_itemsize=40))
def test_nested_dtypes_are_as_small_as_asked(dtype):
    assert dtype.itemsize <= 40


def test_structures_reduce_to_one_simple_field():
    assert find(npst.array_dtypes(), lambda dtype: True) == np.dtype([("f0", "?")])
    assert find(npst.nested_dtypes(), lambda dtype: dtype.names) == np.dtype([("f0", "?")])
    floats = npst.array_dtypes(npst.floating_dtypes(endianness="<"))
    assert find(floats, lambda dtype: True) == np.dtype([("f0", "<f2")])


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (npst.integer_dtypes(endianness="big"), "endianness='big'"),
        (npst.integer_dtypes(sizes=(7,)), r"sizes=\(7,\)"),
        (npst.floating_dtypes(sizes=()), r"sizes=\(\)"),
        (npst.datetime64_dtypes(max_period="ns", min_period="Y"), "longer"),
        (npst.timedelta64_dtypes(max_period="eon"), "max_period='eon'"),
        (npst.byte_string_dtypes(min_len=-1), "min_len=-1"),
        (npst.unicode_string_dtypes(min_len=3, max_len=2), "min_len=3, max_len=2"),
        (npst.array_dtypes("f8"), "subtype_strategy='f8'"),
        (npst.array_dtypes(just(np.dtype("f8")), min_size=3, max_size=2), "min_size"),
    ],
)
def test_an_error_names_the_argument(strategy, message):
    with pytest.raises(InvalidArgument, match=message):
        find(strategy, lambda dtype: True)
