"""The pass shift_indexes."""

import pytest

from shortlex import strategies as st
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.reducer.passes.shift_indexes import shift_indexes
from tests.reducer.laws_of_passes import (
    DIGIT,
    NUMBER,
    is_missed,
    numbers,
    offers_of,
    problem_of,
    reduced,
    repertoire,
    span,
)


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


def indexed(case):
    """A list, and then as many of its indexes as a digit says."""
    values = numbers(case)
    indexes = Integer(0, max(0, len(values) - 1))
    return values, [case.choose(indexes) for _ in range(case.choose(DIGIT))]


def test_offers_to_delete_all_that_no_index_points_at() -> None:
    offers = repertoire(shift_indexes, indexed, 1, 7, 1, 8, 1, 9, 1, 6, 0, 2, 3, 1)
    assert offers[0] == [1, 8, 1, 6, 0, 2, 1, 0]
    # Numbers in the list are no indexes, since there are numbers that can only be some.
    assert offers[1:] == [
        [1, 7, 1, 8, 1, 6, 0, 2, 2, 1],
        [1, 7, 1, 9, 1, 6, 0, 2, 2, 1],
        [1, 8, 1, 9, 1, 6, 0, 2, 2, 0],
    ]


def test_a_full_collection_that_keeps_what_is_pointed_at_is_told_its_end() -> None:
    def three_and_an_index(case):
        with span(case, "list"):
            values = [case.choose(NUMBER) for _ in case.repeat(Sizes(0, 3), "number")]
        return values, case.choose(Integer(0, max(0, len(values) - 1)))

    offers = repertoire(shift_indexes, three_and_an_index, 1, 7, 1, 8, 1, 9, 1)
    assert offers[0] == [1, 8, 0, 0]


def test_runs_of_elements_grow() -> None:
    values = [2, *(900 if place == 300 else 1 for place in range(1, 400))]
    choices = [each for value in values for each in (1, value)]

    def fails(value):
        values, indexes = value
        # Nothing points at the first element, but it matters too.
        return values[:1] == [2] and any(values[i] == 900 for i in indexes)

    problem = problem_of(indexed, [*choices, 0, 1, 300], fails)
    assert len(offers_of(shift_indexes, problem)) < 40
    assert list(problem.best.choices[:4]) == [1, 2, 1, 900]
    assert problem.best.choices[-1] == 1


def test_a_useless_first_element_stays_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = st.lists(st.integers(0, 10))
    assert is_missed(monkeypatch, shift_indexes, strategy, points_back, [1, 0])


def test_offers_to_delete_all_but_the_first_element_if_that_is_pointed_at() -> None:
    assert repertoire(shift_indexes, indexed, 1, 7, 1, 8, 1, 9, 0, 1, 0) == [[1, 7, 0, 1, 0]]
    # A single other element is left to the passes that delete one.
    assert repertoire(shift_indexes, indexed, 1, 7, 1, 8, 0, 1, 0) == []


def test_offers_not_to_delete_everything_where_nothing_is_pointed_at() -> None:
    assert [0] not in repertoire(shift_indexes, numbers, 1, 7, 1, 8, 1, 9, 0)
