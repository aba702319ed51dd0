"""Indexes and series: their dtype, their length, and what they reduce to."""

import numpy
import pandas
import pytest

from shortlex import find, given, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument
from shortlex.extra.pandas import indexes, range_indexes, series

QUICK = settings(max_examples=100, database=None)


def anything(value):
    return True


@QUICK
@given(range_indexes(2, 5, name=st.just("n")))
def test_range_indexes_count_from_nought(index):
    assert index.equals(pandas.RangeIndex(len(index)))
    assert 2 <= len(index) <= 5
    assert index.name == "n"


@pytest.mark.parametrize("dtype", [int, float, bool, str, "M8[ns]", "int8", object])
def test_an_index_has_its_dtype_even_if_it_is_empty(dtype):
    strategy = indexes(dtype=dtype, max_size=2, unique=False)
    dtypes = {find(strategy, lambda each, n=n: len(each) == n).dtype for n in (0, 1, 2)}
    assert dtypes == {pandas.Index([], dtype=dtype).dtype}


@QUICK
@given(indexes(dtype=int), indexes(elements=st.integers(0, 3), unique=False, min_size=6))
def test_elements_of_an_index_differ_unless_they_need_not(index, other):
    assert index.is_unique
    assert not other.is_unique


@pytest.mark.parametrize(
    "dtype",
    [int, "u1", float, "f4", bool, complex, str, object, "M8[ns]", "m8[ns]", "S3"]
    + ["Int8", "UInt64", "Float32", "boolean", "string"]
    + [pandas.DatetimeTZDtype(tz="Europe/Paris")],
    ids=str,
)
def test_a_series_has_its_dtype(dtype):
    @QUICK
    @given(series(dtype=dtype))
    def test(found):
        assert found.dtype == pandas.Series([], dtype=dtype).dtype
        assert found.index.equals(pandas.RangeIndex(len(found)))

    test()


def test_a_dtype_that_is_not_given_follows_from_the_elements():
    for elements, dtype in (
        (st.floats(0, 1), "float64"),
        (st.integers(0, 9), "int64"),
        (st.booleans(), "bool"),
        (st.integers(), "int64"),
    ):
        found = find(series(elements=elements), lambda found: len(found) == 2)
        assert found.dtype == dtype


def test_a_series_reduces_to_few_and_simple_values():
    assert len(find(series(dtype=int), anything)) == 0
    found = find(series(dtype=int), lambda found: len(found) > 2 and found.sum() > 4)
    assert found.tolist() == [5, 0, 0]
    assert find(series(dtype="Int8"), lambda found: found.sum() > 4).tolist() == [5]


def test_missing_values_occur_where_a_dtype_has_them():
    assert find(series(dtype="Int8"), lambda found: found.isna().any())[0] is pandas.NA
    assert find(series(dtype="M8[ns]"), lambda found: found.isna().any())[0] is pandas.NaT
    assert numpy.isnan(find(series(dtype=float), lambda found: found.isna().any())[0])


def test_an_index_may_be_any_sequence():
    found = find(series(dtype=int, index=st.just(["x", "y"])), anything)
    assert list(found.index) == ["x", "y"]
    labelled = series(dtype=int, index=indexes(dtype=str, min_size=2), name=st.just("n"))
    assert find(labelled, anything).name == "n"


@QUICK
@given(series(dtype=int, unique=True, index=range_indexes(5)))
def test_unique_values_differ(found):
    assert found.is_unique


def test_a_large_series_is_made_in_bulk():
    found = find(series(dtype=float, index=st.just(range(100_000))), lambda s: (s > 3).any())
    assert found[found != 0].tolist() == [4.0]


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (series(), r"give elements, a dtype, or both"),
        (indexes(), r"give elements, a dtype, or both"),
        (series(dtype="category"), r"categories are not supported"),
        (series(dtype=st.just(int)), r"not a strategy"),
        (series(dtype="nonsense"), r"pandas says"),
        (series(dtype=pandas.PeriodDtype("D")), r"Give elements"),
        (series(elements=0), r"elements=0"),
        (series(dtype=int, index=st.just(3)), r"must be an index or a sequence"),
        (series(dtype=int, index=[1]), r"index=\[1\]"),
        (indexes(dtype=int, min_size=5, max_size=2), r"min_size=5, max_size=2"),
        (range_indexes(-1), r"min_size=-1"),
        (range_indexes(name="n"), r"name='n'"),
    ],
)
def test_an_error_names_the_argument(strategy, message):
    with pytest.raises(InvalidArgument, match=message):
        find(strategy, anything)
