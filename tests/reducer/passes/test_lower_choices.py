"""The pass lower_choices."""

import pytest

from shortlex import strategies as st
from shortlex.core.integer import Integer
from shortlex.reducer.passes.lower_choices import lower_choices
from shortlex.reducer.turn import run_pass
from tests.reducer.laws_of_passes import (
    is_missed,
    numbers,
    offers_of,
    pair,
    problem_of,
    reduced,
    repertoire,
    trace_of,
)


def test_offers_what_the_minimiser_does_first_choice_first() -> None:
    assert repertoire(lower_choices, pair, 1, 9) == [[0, 9], [1, 0], [1, 1], [1, 8]]


def test_offers_one_step_where_a_search_has_ended() -> None:
    problem = problem_of(pair, [977, 977], lambda p: min(p) >= 100)
    run_pass(problem, lower_choices)
    assert list(problem.best.choices) == [100, 100]
    problem.settle([0], 0)
    # Nothing but the steps; that they were refused is known.
    assert offers_of(lower_choices, problem) == [[99, 100], [100, 99]]


def test_offers_nothing_for_choices_to_go_on() -> None:
    assert repertoire(lower_choices, numbers, 1, 0, 1, 0, 0) == []


def test_offers_the_others_of_a_kind_what_one_ended_at() -> None:
    problem = problem_of(numbers, [1, 977, 1, 955, 0], lambda xs: min(xs, default=0) >= 100)
    offers = offers_of(lower_choices, problem)
    assert [1, 100, 1, 100, 0] in offers
    assert list(problem.best.choices) == [1, 100, 1, 100, 0]


def test_a_number_is_lowered_as_far_as_it_goes() -> None:
    assert reduced(numbers, [1, 977, 0], any, lower_choices) == [1, 1, 0]


def test_a_number_of_any_size_costs_some_twenty_offers() -> None:
    wide = Integer(0, 2**64)

    problem = problem_of(lambda case: case.choose(wide), [2**63], lambda x: x >= 1000)
    assert len(offers_of(lower_choices, problem)) <= 25
    assert list(problem.best.choices) == [1000]


def test_text_and_floats_are_lowered_each_in_its_way() -> None:
    def mixed(case):
        return case.draw(st.text()), case.draw(st.floats(0, 1e9))

    def fails(value):
        return "a" in value[0] and value[1] > 2

    start = trace_of(mixed, ["xay", 77.25], fails)
    assert reduced(mixed, list(start.choices), fails, lower_choices) == ["a", 3.0]


def test_a_float_stays_large_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_missed(monkeypatch, lower_choices, st.floats(), lambda x: x > 100.5, 101.0)


def test_another_of_a_kind_needs_no_search_of_its_own() -> None:
    problem = problem_of(numbers, [1, 977, 1, 955, 0], lambda xs: min(xs, default=0) >= 137)
    seconds = {offer[3] for offer in offers_of(lower_choices, problem) if len(offer) == 5}
    assert not any(137 < second < 955 for second in seconds)
