"""Data frames: columns, rows, an index, and what they reduce to."""

from typing import NamedTuple

import pandas
import pytest

from shortlex import find, given, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument
from shortlex.extra.pandas import column, columns, data_frames, indexes, range_indexes

QUICK = settings(max_examples=100, database=None)
TWO = [column("a", dtype=int), column("b", dtype=float)]


def anything(value):
    return True


def with_two_rows(frame):
    return len(frame) == 2


@QUICK
@given(data_frames(TWO, index=indexes(dtype=str, unique=False)))
def test_a_frame_has_its_columns_and_index(frame):
    assert list(frame.columns) == ["a", "b"]
    assert [str(each) for each in frame.dtypes] == ["int64", "float64"]


@QUICK
@given(data_frames([column("a", dtype="i1", unique=True)], index=range_indexes(3)))
def test_unique_values_of_a_column_differ(frame):
    assert frame["a"].is_unique


def test_columns_without_names_are_numbered():
    assert list(find(data_frames(columns(2, dtype=int)), anything).columns) == [0, 1]
    assert [each.name for each in columns("ab", dtype=int)] == ["a", "b"]


def test_a_bad_row_is_found_alone():
    frame = find(
        data_frames(TWO, index=range_indexes(max_size=100)),
        lambda frame: ((frame["a"] > 3) & (frame["b"] < 0)).any(),
    )
    assert frame.to_dict("list") == {"a": [4], "b": [-1.0]}


def test_a_bad_row_of_drawn_rows_is_found_alone():
    rows = st.fixed_dictionaries({"x": st.integers(), "y": st.text()})
    frame = find(data_frames(rows=rows), lambda frame: len(frame) and (frame["x"] > 3).any())
    assert frame.to_dict("list") == {"x": [4], "y": [""]}


def test_rows_may_be_tuples_with_or_without_names():
    class Point(NamedTuple):
        x: int
        y: int

    pairs = data_frames(rows=st.tuples(st.integers(), st.booleans()))
    assert list(find(pairs, with_two_rows).columns) == [0, 1]
    points = data_frames(rows=st.builds(Point, st.integers(), st.integers()))
    assert list(find(points, with_two_rows).columns) == ["x", "y"]


@pytest.mark.parametrize(
    "row", [st.tuples(st.integers(0, 9)), st.builds(dict, a=st.integers(0, 9))]
)
def test_what_a_row_leaves_out_is_drawn_for_its_column(row):
    frame = find(data_frames(TWO, rows=row), lambda frame: (frame["b"] > 1).any())
    assert frame.to_dict("list") == {"a": [0], "b": [2.0]}
    assert [str(each) for each in frame.dtypes] == ["int64", "float64"]


def test_rows_follow_an_index():
    frames = data_frames(rows=st.tuples(st.integers()), index=st.just(["x", "y"]))
    assert list(find(frames, anything).index) == ["x", "y"]


def test_a_frame_without_columns_has_an_index():
    assert find(data_frames([]), with_two_rows).equals(pandas.DataFrame(index=range(2)))


@pytest.mark.parametrize(
    ("strategy", "message"),
    [
        (data_frames(), r"columns, rows, or both"),
        (data_frames(["a"]), r"number 0 is 'a'"),
        (data_frames([*TWO, column("a", dtype=int)]), r"two columns have the name 'a'"),
        (data_frames([column(["a"], dtype=int)]), r"not hashable"),
        (data_frames([column("a")]), r"column 'a': give elements"),
        (data_frames(rows=3), r"rows=3"),
        (data_frames(TWO, rows=st.just({"c": 1})), r"has the column 'c'"),
        (data_frames(TWO, rows=st.just((1, 2, 3))), r"has 3 values"),
        (data_frames(TWO, index=3), r"index=3"),
    ],
)
def test_an_error_names_the_argument(strategy, message):
    with pytest.raises(InvalidArgument, match=message):
        find(strategy, with_two_rows)


@pytest.mark.parametrize("elements", [None, st.integers(0, 5)])
def test_values_of_a_unique_column_differ_where_rows_are_drawn_too(elements):
    some = [column("a", elements, int, unique=True), column("b", st.booleans())]
    rows = st.tuples(st.integers(0, 5)) if elements is None else st.just({})

    @given(data_frames(some, rows=rows, index=range_indexes(0, 4)))
    def test(frame):
        assert frame["a"].is_unique

    test()
    found = find(data_frames(some, rows=rows), lambda frame: len(frame) == 3)
    assert sorted(found["a"]) == [0, 1, 2]
