"""Combine: what takes several edits at once is found, the same way for a seed."""

from random import Random
from typing import Any

import pytest

from shortlex import find, lowlevel, settings
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.trial_case import TrialCase
from shortlex.reducer.budget import Budget, OutOfBudget
from shortlex.reducer.combine import MAX_LENGTH, combine
from shortlex.reducer.progress import Progress
from tests.reducer.traces import Runs, problem_of

DIGIT = Integer(0, 9)
ATTEMPTS = 300


def hidden_pair(case: Case) -> None:
    """Neither number can be lowered alone, nor both by the same amount."""
    if (case.choose(DIGIT), case.choose(DIGIT)) in [(7, 2), (3, 6)]:
        case.mark_interesting()


def test_two_unrelated_edits_are_found() -> None:
    problem = problem_of(hidden_pair, [7, 2])
    assert combine(problem, ATTEMPTS)
    assert problem.best.choices == (3, 6)
    (step,) = problem.history.steps
    assert step.name == "combine"


def test_it_says_so_where_nothing_simpler_fails_and_does_not_search_again() -> None:
    runs = Runs(hidden_pair)
    problem = problem_of(hidden_pair, [3, 6], execute=runs)
    assert not combine(problem, ATTEMPTS)
    calls = len(runs.candidates)
    assert 0 < calls <= ATTEMPTS
    assert not combine(problem, ATTEMPTS)
    assert len(runs.candidates) == calls


def test_without_attempts_nothing_is_run() -> None:
    runs = Runs(hidden_pair)
    assert not combine(problem_of(hidden_pair, [7, 2], execute=runs), 0)
    assert runs.candidates == []


def test_no_candidate_is_run_twice() -> None:
    runs = Runs(hidden_pair)
    combine(problem_of(hidden_pair, [3, 6], execute=runs), ATTEMPTS)
    tried = [tuple(candidate) for candidate in runs.candidates]
    assert len(tried) == len(set(tried))


def tried_from(seed: int) -> list[list[Any]]:
    runs = Runs(hidden_pair)
    combine(problem_of(hidden_pair, [3, 6], execute=runs, random=Random(seed)), ATTEMPTS)
    return [list(candidate) for candidate in runs.candidates]


def test_the_same_seed_tries_the_same() -> None:
    assert tried_from(1) == tried_from(1) != tried_from(2)


def test_long_cases_are_left_alone() -> None:
    def long(case: Case) -> None:
        for _ in range(MAX_LENGTH + 1):
            case.choose(DIGIT)
        case.mark_interesting()

    runs = Runs(long)
    assert not combine(problem_of(long, [1] * (MAX_LENGTH + 1), execute=runs), ATTEMPTS)
    assert runs.candidates == []


def test_a_case_without_choices_is_left_alone() -> None:
    assert not combine(problem_of(lambda case: case.mark_interesting(), []), ATTEMPTS)


def light_case(candidate: Any, *, fails: bool) -> TrialCase:
    case = TrialCase(candidate, 100)
    for _ in candidate:
        case.choose(DIGIT)
    case.fails = fails
    return case


def lightly(function: Any, started: list[bool]) -> Any:
    """A light run that counts, of a function of the numbers in a candidate."""

    def attempt(candidate: Any, best: Any) -> TrialCase:
        started.append(best is None)
        return light_case(candidate, fails=function(*candidate))

    return attempt


def test_only_what_seems_to_fail_is_run_with_a_record() -> None:
    runs, started = Runs(hidden_pair), list[bool]()

    def seems(*numbers: int) -> bool:
        return numbers[:2] in [(7, 2), (3, 6)]

    problem = problem_of(hidden_pair, [7, 2], execute=runs, attempt=lightly(seems, started))
    assert combine(problem, ATTEMPTS)
    assert len(runs.candidates) == 1
    assert len(started) > 1
    # First it asks which choices matter, with candidates that need not be simpler.
    assert started[0]
    assert not started[-1]


def test_a_light_run_that_is_wrong_is_not_believed() -> None:
    problem = problem_of(
        hidden_pair, [3, 6], attempt=lambda candidate, _: light_case(candidate, fails=True)
    )
    assert not combine(problem, 50)
    assert problem.best.choices == (3, 6)


def test_choices_that_can_be_anything_are_left_alone() -> None:
    def with_unused(case: Case) -> None:
        numbers = [case.choose(DIGIT) for _ in range(6)]
        if (numbers[0], numbers[5]) in [(7, 2), (3, 6)]:
            case.mark_interesting()

    tried: list[list[int]] = []

    def attempt(candidate: Any, best: Any) -> TrialCase:
        numbers = [*candidate, *[0] * 6][:6]
        if best is not None:
            tried.append(numbers)
        return light_case(candidate, fails=(numbers[0], numbers[5]) in [(7, 2), (3, 6)])

    combine(problem_of(with_unused, [3, 0, 0, 0, 0, 6], attempt=attempt), ATTEMPTS)
    same_length = [numbers for numbers in tried if numbers[5] == 6 or numbers[0] == 3]
    assert same_length
    assert sum(any(numbers[1:5]) for numbers in same_length) < len(same_length) / 2


def test_a_search_goes_on_where_another_process_stopped() -> None:
    progress = Progress()
    pieces = 0
    while not progress.is_finished:
        pieces += 1
        progress = Progress.from_bytes(progress.to_bytes())
        lowlevel.reduce(hidden_pair, [7, 2], max_calls=11, progress=progress, seed=0)
        assert pieces < 200
    assert progress.best == (3, 6)


@pytest.mark.parametrize("start", ["\u01f0", "\ufb00", "\u0149"])
def test_the_first_rare_letter_that_will_do_is_found(start: str) -> None:
    found = lowlevel.reduce(longer_in_capitals, [start])
    assert found.choices == ("\xdf",)


def longer_in_capitals(case: Case) -> None:
    text = case.draw(st.text())
    if len(text.upper()) != len(text):
        case.mark_interesting()


def test_it_ends_with_the_budget() -> None:
    problem = problem_of(hidden_pair, [3, 6], budget=Budget(calls=5))
    with pytest.raises(OutOfBudget):
        combine(problem, ATTEMPTS)


@pytest.mark.parametrize("seed", range(5))
def test_lists_that_must_stay_as_long_as_each_other_become_short(seed: int) -> None:
    found = find(
        st.tuples(st.lists(st.integers()), st.lists(st.integers())),
        lambda pair: len(pair[0]) == len(pair[1]) > 1 and pair[0] != pair[1],
        settings=settings(max_examples=20_000),
        random=Random(seed),
    )
    assert found == ([0, 0], [0, 1])
