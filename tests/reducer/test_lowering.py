"""Lowering: the minimiser of a kind, let loose on choices of the best trace."""

from collections.abc import Sequence

from shortlex.core.boolean import Boolean
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.reducer.lowering import lower_equal
from shortlex.reducer.problem import Offers, Problem
from shortlex.reducer.turn import run_pass
from tests.reducer.traces import Runs, problem_of

WIDE = Integer(0, 10**6)


def lower(problem: Problem, positions: Sequence[int]) -> Problem:
    def lowering(problem: Problem) -> Offers:
        return lower_equal(problem, positions)

    run_pass(problem, lowering)
    return problem


def two_numbers(case: Case) -> None:
    x, y = case.choose(WIDE), case.choose(WIDE)
    if x >= 100 and y >= 10:
        case.mark_interesting()


def test_one_choice_is_lowered_and_the_others_stay() -> None:
    assert lower(problem_of(two_numbers, [5000, 700]), [0]).best.choices == (100, 700)
    assert lower(problem_of(two_numbers, [5000, 700]), [1]).best.choices == (5000, 10)


def test_equal_choices_stay_equal() -> None:
    problem = lower(problem_of(two_numbers, [5000, 5000]), [0, 1])
    assert problem.best.choices == (100, 100)


def test_where_a_search_ended_is_remembered() -> None:
    problem = lower(problem_of(two_numbers, [5000, 700]), [0])
    assert problem.thresholds == {(WIDE, 100)}


def test_a_search_that_was_refused_is_not_remembered() -> None:
    problem = lower(problem_of(two_numbers, [100, 700]), [0])
    assert problem.thresholds == set()


def test_what_is_simplest_offers_nothing() -> None:
    def function(case: Case) -> None:
        case.choose(WIDE)
        case.mark_interesting()

    runs = Runs(function)
    assert lower(problem_of(function, [0], runs), [0]).best.choices == (0,)
    assert runs.candidates == []


def test_a_best_that_became_too_short_ends_it() -> None:
    def function(case: Case) -> None:
        """The second number is there only while the first is large."""
        if case.choose(WIDE) >= 1000:
            case.choose(WIDE)
        else:
            case.choose(Boolean())
        case.mark_interesting()

    problem = problem_of(function, [5000, 5000])
    assert lower(problem, [0, 1]).best.choices == (0, False)

    def shorter(case: Case) -> None:
        x = case.choose(WIDE)
        if x >= 1000:
            case.choose(WIDE)
        if x >= 3:
            case.mark_interesting()

    problem = lower(problem_of(shorter, [5000, 5000]), [0, 1])
    # It went on from no longer trace; lowering the first alone is another's business.
    assert len(problem.best) == 1
    assert problem.thresholds == set()
