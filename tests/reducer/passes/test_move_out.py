"""The pass move_out."""

import pytest

from shortlex import strategies as st
from shortlex.core.sizes import Sizes
from shortlex.reducer.passes.move_out import MAX_MOVES, move_out
from tests.reducer.laws_of_passes import (
    FLAG,
    NUMBER,
    is_missed,
    offers_of,
    problem_of,
    reduced,
    repertoire,
)


def nested(case):
    """A number after False, or a list after True."""
    if not case.choose(FLAG):
        return case.choose(NUMBER)
    return [nested(case) for _ in case.repeat(Sizes(), "part")]


def list_of(case):
    return [nested(case) for _ in case.repeat(Sizes(), "part")]


def test_offers_each_inner_element_before_the_one_around_it() -> None:
    # [[5, 7]]
    assert repertoire(move_out, list_of, 1, 1, 1, 0, 5, 1, 0, 7, 0, 0) == [
        [1, 0, 5, 1, 1, 1, 0, 7, 0, 0],
        [1, 0, 7, 1, 1, 1, 0, 5, 0, 0],
    ]


def test_offers_nothing_where_no_element_is_in_another() -> None:
    assert repertoire(move_out, list_of, 1, 0, 5, 1, 0, 7, 0) == []


def test_a_list_that_loses_an_element_is_no_longer_full() -> None:
    def pairs(case):
        return [
            [case.choose(NUMBER) for _ in case.repeat(Sizes(0, 2), "number")]
            for _ in case.repeat(Sizes(), "pair")
        ]

    assert repertoire(move_out, pairs, 1, 1, 5, 1, 7, 0) == [
        [1, 5, 1, 1, 7, 0, 0],
        [1, 7, 1, 1, 5, 0, 0],
    ]


def test_offers_no_more_than_sixty_four_moves() -> None:
    choices = [1, 1, *[1, 0, 5] * (MAX_MOVES + 1), 0, 0]
    assert len(repertoire(move_out, list_of, *choices)) == MAX_MOVES


def depth(value):
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


def total(value):
    return sum(map(total, value)) if isinstance(value, list) else value


def test_a_number_leaves_the_list_that_must_be_there() -> None:
    found = reduced(
        list_of, [1, 1, 1, 0, 5, 0, 0], lambda v: depth(v) > 1 and total(v) == 5, move_out
    )
    assert found == [1, 0, 5, 1, 1, 0, 0]


def test_goes_on_where_the_shape_changes_under_it() -> None:
    # [[[5]]] -> [[5, []]] -> [5, [[]]]
    problem = problem_of(
        list_of, [1, 1, 1, 1, 1, 0, 5, 0, 0, 0], lambda v: depth(v) > 2 and total(v) == 5
    )
    offers_of(move_out, problem)
    assert list(problem.best.choices) == [1, 0, 5, 1, 1, 1, 1, 0, 0, 0]


def test_a_number_stays_inside_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    trees = st.recursive(st.integers(0, 9), st.lists)
    assert is_missed(
        monkeypatch, move_out, trees, lambda v: total(v) >= 8 and depth(v) >= 3, [8, [[]]]
    )
