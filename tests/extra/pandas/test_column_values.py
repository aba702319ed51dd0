"""Column values: in which arrays they are drawn."""

import numpy
import pandas
import pytest

from shortlex import strategies as st
from shortlex.extra.pandas.column_values import ColumnValues


def values(*, elements=None, dtype=None):
    return ColumnValues("test", elements=elements, dtype=dtype, fill=None, is_unique=False)


@pytest.mark.parametrize(
    ("made", "dtype"),
    [
        (values(dtype="f4"), "f4"),
        (values(elements=st.floats(0, 1)), "f8"),
        (values(elements=st.integers(0, 9)), "i8"),
        (values(elements=st.integers()), "O"),
        (values(elements=st.text()), "O"),
        (values(dtype="Int8"), "O"),
        (values(dtype=pandas.DatetimeTZDtype(tz="UTC")), "M8[ns]"),
    ],
)
def test_values_are_drawn_in_the_narrowest_array(made, dtype):
    assert made.in_arrays == numpy.dtype(dtype)


def test_times_are_moved_to_their_zone():
    made = values(dtype=pandas.DatetimeTZDtype(tz="Asia/Kolkata"))
    packed = made.packed(numpy.array([0, "NaT"], "M8[ns]"))
    assert packed[0].isoformat() == "1970-01-01T05:30:00+05:30"
    assert packed[1] is pandas.NaT
