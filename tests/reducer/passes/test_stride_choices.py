"""The pass stride_choices."""

import pytest

from shortlex import strategies as st
from shortlex.reducer.passes.lower_choices import lower_choices
from shortlex.reducer.passes.stride_choices import stride_choices
from shortlex.reducer.problem import Problem
from shortlex.reducer.turn import run_pass
from tests.reducer.laws_of_passes import (
    SEEDS,
    counted,
    ideal_share,
    is_missed,
    number,
    offers_of,
    pair,
    problem_of,
    reduced,
    repertoire,
)


def test_offers_two_to_twelve_steps_down() -> None:
    assert repertoire(stride_choices, number, 20) == [[20 - step] for step in range(2, 13)]


def test_offers_nothing_below_the_target() -> None:
    assert repertoire(stride_choices, pair, 2, 4) == [[2, 2], [2, 1], [2, 0], [0, 4]]


def test_offers_two_steps_only_where_a_search_by_halves_did_well() -> None:
    problem = problem_of(number, [977], lambda x: x >= 100)
    run_pass(problem, lower_choices)
    assert offers_of(stride_choices, problem) == [[98]]


def test_two_steps_are_taken_even_where_a_search_by_halves_did_well() -> None:
    problem = problem_of(number, [977], lambda x: x >= 500 or x in (498, 496))
    run_pass(problem, lower_choices)
    assert list(problem.best.choices) == [500]
    assert problem.is_settled(0)
    run_pass(problem, stride_choices)
    assert list(problem.best.choices) == [496]


def test_multiples_of_many_strides_come_before_small_strides() -> None:
    offers = repertoire(stride_choices, number, 977)
    assert offers == [[977 - step] for step in (2, 256, 60, *range(3, 13))]


def test_many_strides_are_tried_where_calls_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Problem, "is_quick", True)
    alone = [[977 - step] for step in (2, 256, 60, *range(3, 129))]
    assert repertoire(stride_choices, number, 977) == alone
    # Two numbers share as many.
    assert len(repertoire(stride_choices, pair, 977, 900)) == 2 * (3 + 62)


def test_the_common_divisor_of_earlier_distances_is_a_stride() -> None:
    problem = problem_of(number, [990], lambda x: x % 97 == 20)
    for value in (796, 505):
        assert problem.accepts([value], "earlier")
    assert offers_of(stride_choices, problem)[:2] == [[503], [505 - 97]]
    assert list(problem.best.choices) == [20]


@pytest.mark.parametrize("divisor", [7, 13, 60, 97])
def test_the_least_number_with_a_remainder_above_a_limit_is_found(divisor: int) -> None:
    wide = st.integers(0, 10**9)

    def fails(n: int) -> bool:
        return n >= 1000 and n % divisor == 5

    ideal = next(n for n in range(1000, 2000) if fails(n))
    assert ideal_share(wide, fails, ideal) == SEEDS


def test_a_remainder_is_kept_all_the_way_down() -> None:
    assert reduced(number, [997], lambda x: x % 7 == 3, stride_choices) == [3]


@pytest.mark.parametrize("start", [9, 101, 999])
def test_odd_numbers_are_reached_from_odd_numbers(start: int) -> None:
    assert reduced(number, [start], lambda x: x % 2 == 1, stride_choices) == [1]


def test_to_hit_upon_one_number_is_no_search() -> None:
    problem = problem_of(number, [48], [48, 46, 44].count)
    offers_of(stride_choices, problem)
    assert not problem.is_settled(0)


def test_a_search_that_went_far_is_not_repeated() -> None:
    problem = problem_of(number, [997], lambda x: x % 7 == 3 and x > 500)
    run_pass(problem, stride_choices)
    assert problem.is_settled(0)
    # But for two steps, which such a search leaves out.
    assert offers_of(stride_choices, problem) == [[505]]


def test_goes_on_where_numbers_are_no_more_there() -> None:
    problem = problem_of(counted, [8, 7, 7, 7, 7, 7, 7, 7, 7], lambda xs: len(xs) % 3 == 2)
    run_pass(problem, stride_choices)
    assert problem.best.choices[0] == 2


def test_a_search_goes_on_from_the_stride_that_was_accepted() -> None:
    problem = problem_of(number, [997], lambda x: x % 7 == 3 and x > 500)
    assert len(offers_of(stride_choices, problem)) < 40
    assert list(problem.best.choices) == [507]


def test_every_seventh_number_stays_large_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = st.integers(0, 10**6)
    condition = lambda n: n % 7 == 3 and n > 1000  # noqa: E731  # one of the arguments below
    assert is_missed(monkeypatch, stride_choices, strategy, condition, 1004)
