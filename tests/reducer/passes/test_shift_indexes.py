"""The pass shift_indexes."""

import pytest

from shortlex import strategies as st
from shortlex.core.sizes import Sizes
from shortlex.reducer.passes.shift_indexes import shift_indexes
from tests.reducer.laws_of_passes import NUMBER, is_missed, numbers, reduced, repertoire


def points_back(xs):
    """Whether some number is the position of another, which is none of its own."""
    return all(x < len(xs) for x in xs) and any(j != i and xs[j] == i for i, j in enumerate(xs))


def test_offers_each_element_with_all_greater_numbers_lowered() -> None:
    assert repertoire(shift_indexes, numbers, 1, 0, 1, 2, 1, 1, 0) == [
        [1, 0, 1, 1, 0],
        [1, 1, 1, 0, 0],
    ]


def test_offers_nothing_where_no_number_points_behind() -> None:
    assert repertoire(shift_indexes, numbers, 1, 0, 1, 0, 0) == []


def test_a_full_collection_that_loses_an_element_is_told_its_end() -> None:
    def at_most_two(case):
        return [case.choose(NUMBER) for _ in case.repeat(Sizes(0, 2), "number")]

    assert repertoire(shift_indexes, at_most_two, 1, 0, 1, 1) == [[1, 0, 0]]


def test_positions_behind_a_deleted_element_are_mended() -> None:
    found = reduced(numbers, [1, 0, 1, 2, 1, 1, 0], points_back, shift_indexes)
    assert found == [1, 1, 1, 0, 0]


def test_elements_go_one_after_another() -> None:
    choices = [1, 0, 1, 1, 1, 4, 1, 3, 1, 2, 0]
    assert reduced(numbers, choices, points_back, shift_indexes) == [1, 1, 1, 0, 0]


def test_a_useless_first_element_stays_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = st.lists(st.integers(0, 10))
    assert is_missed(monkeypatch, shift_indexes, strategy, points_back, [1, 0])
