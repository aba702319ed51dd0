"""slices."""

from typing import Any

import pytest

from shortlex import strategies as st
from tests.strategies.laws_of_strategies import check_refused, find_simplest, values_of


@pytest.mark.parametrize("size", [0, 1, 2, 10, 10**9])
def test_indexes_are_within_the_sequence(size: int) -> None:
    for value in values_of(st.slices(size)):
        assert all(each is None or -size <= each < size for each in (value.start, value.stop))
        assert value.step is None or (value.step != 0 and abs(value.step) <= max(size, 1))


def test_every_index_and_step_is_met() -> None:
    values = values_of(st.slices(2), 500)
    assert {value.start for value in values} == {None, -2, -1, 0, 1}
    assert {value.stop for value in values} == {None, -2, -1, 0, 1}
    assert {value.step for value in values} == {None, -2, -1, 1, 2}


def test_slices_reduce_to_few_and_small_numbers() -> None:
    def first(value: slice) -> list[int]:
        return list(range(10))[value]

    assert find_simplest(st.slices(10), lambda v: first(v) == []) == slice(None, 0)
    assert find_simplest(st.slices(10), lambda v: len(first(v)) == 9) == slice(None, -1)
    reverse = find_simplest(st.slices(10), lambda v: first(v)[:2] == [9, 8])
    assert reverse == slice(None, None, -1)


@pytest.mark.parametrize("size", [-1, 1.0, "3", None, True])
def test_a_bad_size_is_refused(size: Any) -> None:
    check_refused(lambda: st.slices(size), f"slices(size={size!r})", "0 or more")
