"""The pass move_into."""

import pytest

from shortlex import strategies as st
from shortlex.core.sizes import Sizes
from shortlex.reducer.passes.move_into import MAX_MOVES, move_into
from tests.reducer.laws_of_passes import (
    DIGIT,
    NUMBER,
    left_out,
    numbers,
    offers_of,
    passes_alone,
    problem_of,
    reduced,
    repertoire,
    simplest_from,
    span,
)


def marked(case):
    with span(case, "number"):
        return case.choose(NUMBER)


def rows(case):
    """Rows of three numbers."""
    return [[marked(case) for _ in range(3)] for _ in case.repeat(Sizes(), "row")]


def numbers_and_rows(case):
    return numbers(case), rows(case)


def test_offers_each_part_of_a_later_element_for_an_empty_collection() -> None:
    assert repertoire(move_into, numbers_and_rows, 0, 1, 9, 7, 5, 0) == [
        [1, 9, 0, 0],
        [1, 7, 0, 0],
        [1, 5, 0, 0],
    ]


def test_offers_nothing_where_nothing_follows() -> None:
    assert repertoire(move_into, numbers_and_rows, 1, 9, 0, 0) == []


def test_offers_nothing_for_what_is_as_long_as_the_whole() -> None:
    def two(case):
        return numbers(case), [marked(case) for _ in case.repeat(Sizes(), "number")]

    assert repertoire(move_into, two, 0, 1, 9, 0) == []


def test_offers_no_more_than_sixty_four_moves() -> None:
    choices = [0, *[1, 9, 7, 5] * 30, 0]
    assert len(repertoire(move_into, numbers_and_rows, *choices)) == MAX_MOVES


def test_a_part_does_in_a_plainer_place() -> None:
    found = reduced(
        numbers_and_rows,
        [0, 1, 9, 7, 5, 0],
        lambda v: 5 in v[0] or any(5 in row for row in v[1]),
        move_into,
    )
    assert found == [1, 5, 0, 0]


def test_goes_on_where_the_shape_changes_under_it() -> None:
    def three(case):
        """There are rows only while there are no numbers."""
        first = numbers(case)
        return first, numbers(case), rows(case) if not first else []

    problem = problem_of(
        three, [0, 0, 1, 9, 7, 5, 1, 5, 5, 5, 0], lambda v: 5 in v[0] or [9, 7, 5] in v[2]
    )
    offers_of(move_into, problem)
    assert list(problem.best.choices) == [1, 5, 0, 0]


def test_what_either_list_may_hold_stays_in_the_later_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    digits = st.integers(0, 9)
    pairs = st.tuples(digits, digits)
    strategy = st.tuples(st.lists(pairs), digits, st.lists(st.tuples(digits, pairs, digits)))

    def either(case):
        first, middle, second = case.draw(strategy)
        return middle == 3 and (5, 7) in [*first, *(inner for _, inner, _ in second)]

    start = [0, 3, 1, 3, 5, 7, 9, 0]
    passes_alone(monkeypatch)
    assert simplest_from(either, start, bool) == [1, 5, 7, 0, 3, 0]
    left_out(monkeypatch, move_into)
    assert simplest_from(either, start, bool) == [0, 3, 1, 0, 5, 7, 0, 0]


def ragged_rows(case):
    """Rows of as many numbers as a digit says."""
    return [[marked(case) for _ in range(case.choose(DIGIT))] for _ in case.repeat(Sizes(), "row")]


def test_offers_parts_of_an_element_and_not_the_next_one() -> None:
    def numbers_and_ragged(case):
        return numbers(case), ragged_rows(case)

    first, second = [1, 3, 9, 7, 5], [1, 1, 8]
    assert repertoire(move_into, numbers_and_ragged, 0, *first, *second, 0) == [
        *[[1, part, 0, *second, 0] for part in (9, 7, 5)],
        [1, 8, 0, *first, 0],
    ]


def test_offers_the_same_for_each_empty_collection() -> None:
    def two(case):
        return numbers(case), numbers_and_rows(case)

    assert repertoire(move_into, two, 0, 0, 1, 9, 7, 5, 0) == [
        *[[1, part, 0, 0, 0] for part in (9, 7, 5)],
        *[[0, 1, part, 0, 0] for part in (9, 7, 5)],
    ]
