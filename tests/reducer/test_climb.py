"""Climb: a step uphill where a product is a length, and back to the best where it leads nowhere."""

from math import prod
from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.core.boolean import Boolean
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.reducer.budget import Budget, OutOfBudget
from shortlex.reducer.climb import MAX_RAISED, PATIENCE, climb
from shortlex.reducer.problem import Problem
from shortlex.reducer.reduce import exhaust, reduce
from shortlex.reducer.schedule import SCHEDULE
from shortlex.strategies import SearchStrategy
from tests.reducer.laws_of_passes import ideal_share
from tests.reducer.traces import Runs, problem_of

FACTOR = Integer(1, 10)
FLAG = Integer(0, 1)


def product(case: Case) -> None:
    """Two factors, and as many flags as their product."""
    flags = [case.choose(FLAG) for _ in range(case.choose(FACTOR) * case.choose(FACTOR))]
    if len(flags) >= 24 and any(flags):
        case.mark_interesting()


SQUARE = [5, 5, *[0] * 24, 1]
"""Neither factor can be lowered, though there is one flag too many."""


def stuck(function: Any, choices: list[Any], **options: Any) -> Problem:
    """A case at which the cheap passes find nothing, so that it is known what lowering does."""
    problem = problem_of(function, choices, **options)
    exhaust(problem, SCHEDULE.cheap)
    assert list(problem.best.choices) == choices
    return problem


def test_one_factor_is_raised_and_the_other_lowered() -> None:
    problem = stuck(product, SQUARE)
    assert climb(problem)
    assert problem.best.choices[:2] == (6, 4)
    assert len(problem.best) == 2 + 24


def test_a_climb_is_one_step_and_every_call_of_it_is_counted() -> None:
    runs = Runs(product)
    problem = stuck(product, SQUARE, execute=runs)
    before = problem.history.calls
    del runs.candidates[:]
    climb(problem)
    history = problem.history
    (step,) = history.steps
    assert (step.name, step.calls) == ("climb", history.calls)
    assert history.calls - before == len(runs.candidates) > 1
    assert history.calls == problem.progress.calls == problem.budget.spent
    assert sum(tally.calls for tally in history.tallies.values()) == history.calls
    assert list(history.choices()) == [tuple(SQUARE), problem.best.choices]


def test_a_climb_that_leads_nowhere_leaves_best_and_history_as_they_were() -> None:
    def function(case: Case) -> None:
        """Only these two factors will do, or larger ones."""
        x, y = case.choose(FACTOR), case.choose(FACTOR)
        flags = [case.choose(FLAG) for _ in range(x * y)]
        if x >= 3 and y >= 3 and any(flags):
            case.mark_interesting()

    told: list[str] = []
    start = [3, 3, *[0] * 8, 1]
    problem = stuck(function, start, on_step=lambda name, trace: told.append(name))
    best, before = problem.best, problem.history.calls
    assert not climb(problem)
    assert problem.best is best
    assert problem.progress.best == tuple(start)
    assert (problem.history.steps, told) == ([], [])
    # What it cost is known all the same, and is not much.
    assert before < problem.history.calls == problem.progress.calls
    assert problem.history.calls - before <= MAX_RAISED * (1 + 2 * 2 * PATIENCE)


def one_length(case: Case) -> None:
    """One number decides how many follow, another decides nothing."""
    limit = case.choose(FACTOR)
    flags = [case.choose(FLAG) for _ in range(case.choose(FACTOR))]
    if len(flags) >= 5 and limit >= 5 and any(flags):
        case.mark_interesting()


def two_numbers(case: Case) -> None:
    if case.choose(FACTOR) * case.choose(FACTOR) >= 24:
        case.mark_interesting()


@pytest.mark.parametrize(
    ("function", "choices"), [(one_length, [5, 5, 0, 0, 0, 0, 1]), (two_numbers, [5, 5])]
)
def test_nothing_is_run_where_fewer_than_two_numbers_shape_the_case(
    function: Any, choices: list[int]
) -> None:
    runs = Runs(function)
    problem = stuck(function, choices, execute=runs)
    del runs.candidates[:]
    assert not climb(problem)
    assert runs.candidates == []


def test_nothing_is_run_where_it_is_not_known_what_lowering_does() -> None:
    runs = Runs(product)
    assert not climb(problem_of(product, SQUARE, runs))
    assert runs.candidates == []


def test_a_factor_at_its_target_is_raised_too() -> None:
    def function(case: Case) -> None:
        x, y, z = (case.choose(FACTOR) for _ in range(3))
        flags = [case.choose(FLAG) for _ in range(x * y * z)]
        if x <= 5 and y <= 5 and len(flags) >= 24 and any(flags):
            case.mark_interesting()

    problem = stuck(function, [5, 5, 1, *[0] * 24, 1])
    assert climb(problem)
    assert prod(problem.best.choices[:3]) == 24  # type: ignore[type-var]  # integers


def test_a_number_at_the_end_of_its_domain_is_not_raised() -> None:
    def function(case: Case) -> None:
        x, y = case.choose(Integer(1, 5)), case.choose(Integer(1, 5))
        if x * y >= 24 and sum([case.choose(Boolean()) for _ in range(x * y)]):
            case.mark_interesting()

    runs = Runs(function)
    problem = stuck(function, [5, 5, *[False] * 24, True], execute=runs)
    del runs.candidates[:]
    assert not climb(problem)
    assert runs.candidates == []


def test_a_climb_ends_where_the_budget_does() -> None:
    calls = stuck(product, SQUARE).history.calls
    problem = stuck(product, SQUARE, budget=Budget(calls=calls + 2))
    with pytest.raises(OutOfBudget):
        climb(problem)
    assert list(problem.best.choices) == SQUARE
    assert problem.history.steps == []


def test_a_step_uphill_that_led_nowhere_is_not_tried_again() -> None:
    def function(case: Case) -> None:
        """Only these two factors will do, or larger ones."""
        x, y = case.choose(FACTOR), case.choose(FACTOR)
        flags = [case.choose(FLAG) for _ in range(x * y)]
        if x >= 3 and y >= 3 and any(flags):
            case.mark_interesting()

    runs = Runs(function)
    problem = stuck(function, [3, 3, *[0] * 8, 1], execute=runs)
    assert not climb(problem)
    del runs.candidates[:]
    assert not climb(problem)
    assert runs.candidates == []


NAMES = st.sampled_from(["alpha", "beta"])
TEXT_OR_SUM: SearchStrategy[str] = st.text() | st.lists(NAMES, min_size=3).map(" + ".join)
SUM = [1, True, 0, True, 0, True, 0, False]
"""``'alpha + alpha + alpha'``, which is larger as a plain text."""


def has_plus(case: Case) -> None:
    if "+" in case.draw(TEXT_OR_SUM):
        case.mark_interesting()


def test_the_same_value_is_taken_from_an_earlier_alternative_and_made_simpler_there() -> None:
    runs = Runs(has_plus)
    problem = stuck(has_plus, SUM, execute=runs)
    del runs.candidates[:]
    assert climb(problem)
    assert list(runs.candidates[0]) == [0, "alpha + alpha + alpha"]
    assert problem.best.choices == (0, "+")


def test_a_value_that_an_earlier_alternative_cannot_take_on_leads_nowhere() -> None:
    """What does not fit is replaced, and then nothing fails."""

    def function(case: Case) -> None:
        short = st.text(max_size=3)
        if "+" in case.draw(short | st.lists(NAMES, min_size=3).map(" + ".join)):
            case.mark_interesting()

    problem = stuck(function, SUM)
    best = problem.best
    assert not climb(problem)
    assert problem.best is best


def test_a_value_that_is_no_choice_is_not_moved() -> None:
    def function(case: Case) -> None:
        if case.draw(st.text() | st.tuples(NAMES, NAMES, NAMES)):
            case.mark_interesting()

    runs = Runs(function)
    problem = problem_of(function, [1, 0, 0, 0], runs)
    assert not climb(problem)
    assert runs.candidates == []


def test_sums_become_a_sign_and_not_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(text: str) -> bool:
        return "+" in text

    assert ideal_share(TEXT_OR_SUM, fails, "+") == 10
    monkeypatch.setattr("shortlex.reducer.reduce.climb", lambda problem: False)
    assert ideal_share(TEXT_OR_SUM, fails, "+") < 10


@st.composite
def products(draw: st.DrawFn, depth: int) -> tuple[list[int], list[int]]:
    """Factors, each no larger than the one before, and as many flags as their product."""
    factors: list[int] = []
    for _ in range(depth):
        factors.append(draw(st.integers(1, factors[-1] if factors else 10)))
    return factors, [draw(st.integers(0, 1)) for _ in range(prod(factors))]


def has_many(value: tuple[list[int], list[int]]) -> bool:
    return len(value[1]) >= 24 and 1 in value[1]


def test_factors_of_a_length_reach_their_ideal_and_not_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Two factors can also be traded for each other; four have to climb.
    factors = [3, 2, 2, 2]
    strategy: SearchStrategy[Any] = products(len(factors))
    ideal = factors, [0] * 23 + [1]
    share = ideal_share(strategy, has_many, ideal)
    assert share >= 9
    monkeypatch.setattr("shortlex.reducer.reduce.climb", lambda problem: False)
    assert ideal_share(strategy, has_many, ideal) < share


def test_the_whole_reducer_climbs() -> None:
    problem = problem_of(product, SQUARE)
    reduce(problem)
    assert problem.best.choices == (3, 8, *[0] * 23, 1)
    assert "climb" in {step.name for step in problem.history.steps}
