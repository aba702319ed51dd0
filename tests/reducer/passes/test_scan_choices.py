"""The pass scan_choices."""

import pytest

from shortlex import strategies as st
from shortlex.core.integer import Integer
from shortlex.reducer.passes.lower_choices import lower_choices
from shortlex.reducer.passes.scan_choices import MAX_UNBOUNDED_VALUES, scan_choices
from shortlex.reducer.turn import run_pass
from tests.reducer.laws_of_passes import (
    is_missed,
    number,
    offers_of,
    pair,
    problem_of,
    reduced,
    repertoire,
)


def test_offers_two_steps_less_then_quotients_then_the_first_values() -> None:
    assert repertoire(scan_choices, number, 9) == [[7], [4], [3], [1], [0], [2], [5], [6], [8]]


def test_offers_nothing_for_the_first_two_values() -> None:
    assert repertoire(scan_choices, pair, 0, 1) == []


def test_offers_fewer_first_values_the_more_numbers_there_are() -> None:
    assert len(repertoire(scan_choices, number, 977)) == 5 + 32
    assert len(repertoire(scan_choices, pair, 977, 977)) == 2 * (5 + 16)


def test_offers_few_first_values_where_there_is_no_end_of_them() -> None:
    def endless(case):
        return case.choose(Integer())

    offers = repertoire(scan_choices, endless, 977)
    assert len(offers) == 5 + MAX_UNBOUNDED_VALUES
    assert offers[5:] == [
        [Integer().value_at(index)] for index in range(1, MAX_UNBOUNDED_VALUES + 1)
    ]


def test_offers_nothing_where_a_search_has_ended() -> None:
    problem = problem_of(number, [977], lambda x: x >= 100)
    run_pass(problem, lower_choices)
    assert list(problem.best.choices) == [100]
    assert offers_of(scan_choices, problem) == []


def test_a_quotient_is_found_where_only_the_remainder_counts() -> None:
    assert reduced(number, [300], lambda x: x > 0 and x % 100 == 0, scan_choices) == [100]


def test_a_small_number_is_found_where_it_is_scrambled_first() -> None:
    assert reduced(number, [837], lambda x: 37 * x % 1001 >= 900, scan_choices) == [25]


def test_a_number_is_offered_once_even_if_that_is_accepted() -> None:
    problem = problem_of(number, [999], lambda x: x % 2 == 1)
    assert offers_of(scan_choices, problem) == [[997]]


def test_a_remainder_stays_large_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = st.integers(0, 1000)
    fails = [130, 260, 650].count
    assert is_missed(monkeypatch, scan_choices, strategy, fails, 130)
