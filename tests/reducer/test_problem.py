"""Problem: what is accepted, what is never run again, and what is remembered."""

from random import Random
from typing import Any

import pytest

from shortlex.core.boolean import Boolean
from shortlex.core.case import Case, key_of
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.order import simpler_output
from shortlex.core.trace import Trace
from shortlex.reducer.budget import Budget, OutOfBudget
from shortlex.reducer.history import Offer
from shortlex.reducer.problem import ANYTHING, MIN_LEAPS, Problem, RandomTail
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
    # 1 is not True, and no flag: it is replaced by the simplest, and then so would 0 be.
    assert runs.candidates == candidates[:3]


def test_what_is_known_to_become_what_was_run_before_is_not_run() -> None:
    problem, runs = watched([8, 4])
    assert first_accepted(problem, [[0, 0], [0], [0, -1], [0, ANYTHING], [0, 0, 7]]) is None
    assert runs.candidates == [[0, 0]]
    assert problem.history.calls == problem.budget.spent == 1
    assert problem.length_of([0, -1]) == 2


def test_what_is_known_to_fail_as_before_is_refused_and_can_be_looked_at() -> None:
    problem, runs = watched([8, 4])
    first_accepted(problem, [[4, 3]])
    candidate = [4, 3, 3]
    assert first_accepted(problem, [candidate]) is None
    assert runs.candidates == [[4, 3]]
    trace = problem.trace_of(candidate)
    assert trace is not None
    assert trace.choices == (4, 3)


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


def three_digits(case: Case) -> None:
    case.choose(DIGIT), case.choose(DIGIT), case.choose(Integer(0, 8))
    case.mark_interesting()


def test_where_a_search_has_ended_is_remembered_by_place_domain_and_value() -> None:
    problem = problem_of(three_digits, [8, 8, 8])
    assert not problem.is_floor(0)
    problem.settle([0], 0)
    # The same value of the same domain may mean something else in another place.
    assert [problem.is_floor(position) for position in range(3)] == [True, False, False]
    assert problem.accepts([7, 8, 8], "test")
    assert not problem.is_floor(0)


def test_a_search_that_leapt_settles_the_choice() -> None:
    problem = problem_of(three_digits, [8, 4, 8])
    problem.settle([0], MIN_LEAPS - 1)
    assert not problem.is_settled(0)
    problem.settle([0], MIN_LEAPS)
    assert [problem.is_settled(position) for position in range(3)] == [True, False, False]


def test_leaps_of_several_choices_together_say_less_about_each() -> None:
    problem = problem_of(three_digits, [8, 4, 8])
    problem.settle([0, 1], 3)
    assert problem.is_settled(0)
    assert not problem.is_settled(0, leaps=2)
    problem.settle([0], 3)
    problem.settle([0], 0)
    assert problem.is_settled(0, leaps=3)


def test_places_that_are_no_more_are_settled_and_teach_nothing() -> None:
    problem, _ = watched([8, 8])
    assert problem.is_settled(2)
    problem.settle([2], MIN_LEAPS)
    assert not problem.is_settled(0)
    problem.settle([0, 2], MIN_LEAPS)
    assert problem.is_settled(0)


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


def test_offers_are_told_as_they_happen() -> None:
    told: list[Offer] = []
    problem = problem_of(two_digits, [8, 4], on_offer=told.append)
    start = problem.best
    first_accepted(problem, [[0, 4], [0, 4], [4, 2]])
    assert [(offer.candidate, offer.is_accepted) for offer in told] == [
        ([0, 4], False),
        ([4, 2], True),
    ]
    assert all(offer.best is start for offer in told)
    assert [offer.change for offer in told] == [(0, 1, (0,)), (0, 2, (4, 2))]


# Forks


def anything(candidate: object) -> bool:
    return True


def test_what_need_not_be_simpler_is_run_whatever_its_size() -> None:
    problem, _ = watched([8, 4])
    trace = problem.beyond([9, 6], "climb")
    assert trace is not None
    assert trace.choices == (9, 6)
    assert problem.best.choices == (8, 4)
    assert problem.history.steps == []
    assert (problem.history.calls, problem.history.tallies["climb"].calls) == (1, 1)
    assert problem.progress.calls == problem.budget.spent == 1


@pytest.mark.parametrize("candidate", [[0, 9], [8, 5]])
def test_what_fails_otherwise_or_not_at_all_leads_nowhere(candidate: list[int]) -> None:
    problem, _ = watched([8, 4])
    assert problem.beyond(candidate, "climb") is None
    assert problem.history.calls == 1


def test_a_step_beyond_that_led_nowhere_is_not_tried_again() -> None:
    problem, runs = watched([8, 4])
    assert problem.beyond([0, 9], "climb") is None
    assert problem.beyond([0, 9], "climb") is None
    assert runs.candidates == [[0, 9]]
    # It says nothing about a candidate that is to be simpler.
    assert problem.length_of([0, 9]) is None


def test_a_step_beyond_whose_fork_was_judged_is_not_tried_again() -> None:
    problem, runs = watched([8, 4])
    assert not problem.adopt(fork_of(problem, [9, 6]), [9, 6], "climb")
    assert problem.beyond([9, 6], "climb") is None
    assert runs.candidates == [[9, 6]]


def test_a_step_beyond_is_paid_for() -> None:
    problem = problem_of(two_digits, [8, 4], budget=Budget(calls=0))
    with pytest.raises(OutOfBudget):
        problem.beyond([9, 6], "climb")


def fork_of(problem: Problem, choices: list[int], allows: Any = anything) -> Problem:
    start = problem.beyond(choices, "climb")
    assert start is not None
    return problem.fork(start, allows)


def test_a_fork_leaves_the_problem_as_it_was() -> None:
    problem, _ = watched([8, 4])
    steps: list[str] = []
    problem._on_step = lambda name, trace: steps.append(name)
    fork = fork_of(problem, [9, 6])
    assert first_accepted(fork, [[9, 2], [1, 2]]) == 0
    assert first_accepted(fork, [[1, 2]]) == 0
    assert (fork.best.choices, problem.best.choices) == ((1, 2), (8, 4))
    assert (problem.history.steps, steps) == ([], [])
    # It costs the same budget.
    assert problem.budget is fork.budget
    assert problem.budget.spent == 3


def test_a_fork_refuses_what_is_not_allowed_without_a_run() -> None:
    problem, runs = watched([8, 4])
    fork = fork_of(problem, [9, 6], lambda candidate: candidate[0] == 9)
    assert first_accepted(fork, [[1, 2], [9, 2]]) == 1
    assert runs.candidates == [[9, 6], [9, 2]]


def test_a_fork_that_ended_simpler_is_adopted_as_one_step() -> None:
    problem, _ = watched([8, 4])
    fork = fork_of(problem, [9, 6])
    first_accepted(fork, [[9, 5], [5, 2], [3, 2]])
    first_accepted(fork, [[3, 2]])
    assert problem.adopt(fork, [9, 6], "climb")
    assert problem.best is fork.best
    assert problem.progress.best == (3, 2)
    assert [(step.name, step.calls) for step in problem.history.steps] == [("climb", 4)]
    assert list(problem.history.choices()) == [(8, 4), (3, 2)]
    assert problem.progress.calls == 4


def test_a_fork_that_led_nowhere_is_only_counted() -> None:
    problem, _ = watched([8, 4])
    fork = fork_of(problem, [9, 6])
    first_accepted(fork, [[9, 5], [9, 2]])
    assert not problem.adopt(fork, [9, 6], "climb")
    assert problem.best.choices == (8, 4)
    assert problem.history.steps == []
    tallies = {name: each.calls for name, each in problem.history.tallies.items()}
    assert tallies == {"climb": 1, "a_pass": 2}
    assert problem.history.calls == problem.progress.calls == 3
