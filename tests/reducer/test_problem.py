"""Problem: what is accepted, what is never run again, and what is remembered."""

from random import Random

import pytest

from shortlex.core.boolean import Boolean
from shortlex.core.case import Case
from shortlex.core.duplicate import key_of
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.order import simpler_output
from shortlex.core.trace import Trace
from shortlex.reducer.budget import Budget, OutOfBudget
from shortlex.reducer.problem import ANYTHING, SETTLED, Problem, RandomTail
from tests.reducer.traces import Runs, first_accepted, problem_of

DIGIT = Integer(0, 9)


def two_digits(case: Case) -> None:
    """Interesting from 10 upward, for one of two reasons."""
    total = 10 * case.choose(DIGIT) + case.choose(DIGIT)
    case.write(str(99 - total))
    if total >= 10:
        case.mark_interesting("odd" if total % 2 else "even")


def watched(start: list[int]) -> tuple[Problem, Runs]:
    runs = Runs(two_digits)
    return problem_of(two_digits, start, runs), runs


def test_the_first_that_is_accepted_is_the_best() -> None:
    problem, runs = watched([8, 4])
    assert first_accepted(problem, [[0, 4], [4, 2], [2, 2]]) == 1
    assert problem.best.choices == (4, 2)
    assert runs.candidates == [[0, 4], [4, 2]]
    assert problem.history.steps == [("a_pass", 2, 2, 2, (0, 2, (4, 2)))]


def test_candidates_are_made_one_by_one() -> None:
    problem, _ = watched([8, 4])
    candidates = iter([[4, 2], [2, 2]])
    assert first_accepted(problem, candidates) == 0
    assert list(candidates) == [[2, 2]]


def test_no_candidates_are_refused() -> None:
    problem, runs = watched([8, 4])
    assert first_accepted(problem, []) is None
    assert runs.candidates == []


def test_another_origin_is_refused() -> None:
    problem, _ = watched([8, 4])
    assert first_accepted(problem, [[4, 3]]) is None
    assert problem.best.choices == (8, 4)


def test_what_is_no_simpler_is_refused() -> None:
    problem, _ = watched([8, 4])
    assert first_accepted(problem, [[8, 6]]) is None


def test_what_was_refused_is_not_run_again() -> None:
    problem, runs = watched([8, 4])
    for candidate in ([0, 4], (0, 4), [8, 4]):
        assert first_accepted(problem, [candidate]) is None
    assert runs.candidates == [[0, 4]]
    assert problem.budget.spent == problem.history.offers == 1


def test_what_a_candidate_became_is_not_run_again() -> None:
    problem, runs = watched([8, 4])
    first_accepted(problem, [[0]])
    first_accepted(problem, [[0, 0]])
    assert runs.candidates == [[0]]


def test_what_was_refused_before_is_not_run_at_all() -> None:
    runs = Runs(two_digits)
    problem = problem_of(two_digits, [8, 4], runs, refused=[key_of([2, 2])])
    assert first_accepted(problem, [[2, 2]]) is None
    assert runs.candidates == []
    assert problem.length_of([2, 2]) is None


def test_negative_zero_and_true_are_told_apart() -> None:
    def function(case: Case) -> None:
        case.choose(Float(allow_nan=False, allow_infinity=False))
        case.choose(Boolean())
        case.mark_interesting()

    runs = Runs(function)
    problem = problem_of(function, [5.0, True], runs, order=lambda a, b: False)
    candidates = [[0.0, True], [-0.0, True], [0.0, 1], [0.0, 0]]
    assert first_accepted(problem, candidates) is None
    assert len(runs.candidates) == 4


def test_anything_stands_for_the_simplest() -> None:
    problem, runs = watched([8, 4])
    assert repr(ANYTHING) == "ANYTHING"
    assert first_accepted(problem, [[8, ANYTHING]]) == 0
    assert problem.best.choices == (8, 0)
    assert first_accepted(problem, [[8, ANYTHING]]) is None
    assert len(runs.candidates) == 1
    assert problem.length_of([8, ANYTHING]) == problem.length_of([8, 0]) == 2


def test_a_random_tail_is_drawn_at_random() -> None:
    def function(case: Case) -> None:
        case.choose(DIGIT)
        for _ in range(5):
            case.choose(DIGIT)
        case.mark_interesting()

    seen: list[tuple[object, ...]] = []

    def never(a: Trace, b: Trace) -> bool:
        seen.append(a.choices)
        return False

    problem = problem_of(function, [9] * 6, order=never)
    for _ in range(3):
        assert first_accepted(problem, [RandomTail([1])]) is None
    assert len(set(seen)) == 3
    assert all(choices[0] == 1 for choices in seen)
    # What it was is not said by its beginning.
    assert problem.length_of(RandomTail([1])) is None
    assert problem.length_of(seen[0]) == 6  # type: ignore[arg-type]  # choices


def test_random_tails_are_the_same_for_the_same_random() -> None:
    def best(seed: int) -> object:
        problem = problem_of(two_digits, [9, 8], random=Random(seed))
        for _ in range(10):
            first_accepted(problem, [RandomTail()])
        return problem.best.choices

    assert [best(seed) for seed in range(20)] == [best(seed) for seed in range(20)]
    assert len({best(seed) for seed in range(20)}) > 1


def test_what_the_last_candidate_did_is_known() -> None:
    problem, _ = watched([8, 4])
    refused, again = [0, 4], [0, 4]
    assert problem.trace_of(refused) is None
    first_accepted(problem, [refused])
    trace = problem.trace_of(refused)
    assert trace is not None
    assert trace.choices == (0, 4)
    # Another one that is equal was not run just now.
    assert problem.trace_of(again) is None
    first_accepted(problem, [again])
    assert problem.trace_of(again) is None
    assert problem.trace_of(refused) is None


def test_how_long_a_candidate_was_is_known() -> None:
    problem, _ = watched([8, 4])
    assert problem.length_of([8, 4]) == 2
    assert problem.length_of([0]) is None
    first_accepted(problem, [[0]])
    assert problem.length_of([0]) == 2


def test_a_search_that_was_accepted_often_is_settled() -> None:
    problem, _ = watched([8, 8])
    since = len(problem.history.steps)
    for digit in (6, 4, 2):
        problem.settle([0], since)
        assert problem.thresholds == set()
        assert first_accepted(problem, [[digit, 8]]) == 0
    assert len(problem.history.steps) - since == SETTLED
    problem.settle([0, 1], since)
    assert problem.thresholds == {(DIGIT, 2), (DIGIT, 8)}


def test_places_that_are_no_more_are_not_settled() -> None:
    problem, _ = watched([8, 8])
    for digit in (6, 4, 2):
        first_accepted(problem, [[digit, 8]])
    problem.settle([0, 2], 0)
    assert problem.thresholds == set()


def test_the_order_decides() -> None:
    problem = problem_of(two_digits, [2, 4], order=simpler_output)
    # The output is shorter, though the choices are greater.
    assert first_accepted(problem, [[9, 2]]) == 0
    assert first_accepted(problem, [[2, 0]]) is None


def test_every_call_is_paid_for() -> None:
    runs = Runs(two_digits)
    problem = problem_of(two_digits, [8, 4], runs, budget=Budget(calls=2))
    first_accepted(problem, [[0, 1], [0, 1], [0, 2]])
    with pytest.raises(OutOfBudget):
        first_accepted(problem, [[2, 2]])
    assert len(runs.candidates) == 2
    assert problem.best.choices == (8, 4)


def test_steps_are_told_as_they_happen() -> None:
    told: list[tuple[str, Trace]] = []
    problem = problem_of(two_digits, [8, 4], on_step=lambda name, trace: told.append((name, trace)))
    first_accepted(problem, [[0, 4], [4, 2]])
    assert told == [("a_pass", problem.best)]
