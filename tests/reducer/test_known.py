"""Known: what a candidate will do is told from others, or not at all."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.core.boolean import Boolean
from shortlex.core.case import Case, RecordedCase
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.core.trace import Outcome, Trace
from shortlex.core.trial_case import TrialCase
from shortlex.reducer.known import MAX_CHOICES, MAX_LENGTH, Known
from shortlex.reducer.problem import ANYTHING, RandomTail
from shortlex.runner.execute import execute, execute_lightly
from tests.reducer.traces import Function, Runs, first_accepted, problem_of, traced

DIGIT = Integer(0, 9)


def counted(case: Case) -> None:
    """As many digits as the first says."""
    for _ in range(case.choose(DIGIT)):
        case.choose(DIGIT)


def knowing(function: Function, *runs: Sequence[Any]) -> Known:
    known = Known()
    for choices in runs:
        known.add(traced(function, choices))
    return known


def ended(known: Known, candidate: Sequence[Any]) -> object:
    choices = known.choices_of(candidate)
    return None if choices is None else tuple(choices)


def test_nothing_is_known_at_first() -> None:
    assert Known().choices_of([]) is None
    assert Known().choices_of([1, 2]) is None


def test_what_was_run_is_known_with_all_that_came_of_it() -> None:
    trace = traced(counted, [2, 3, 4])
    known = Known()
    known.add(trace)
    assert known.choices_of([2, 3, 4]) == trace.choices


@pytest.mark.parametrize(
    "candidate",
    [[2, 3, 9], [2, 3, 99], (2, 3, 10), [2, 3, 9, 5], [2, 3, 9, "left over", ANYTHING]],
    ids=repr,
)
def test_what_does_not_fit_is_replaced_and_what_is_left_over_is_not_read(candidate: Any) -> None:
    assert ended(knowing(counted, [2, 3, 9]), candidate) == (2, 3, 9)


@pytest.mark.parametrize("candidate", [[2, 0], [2], [2, ANYTHING, ANYTHING], [2, -1, -5]], ids=repr)
def test_what_is_missing_is_the_simplest(candidate: Any) -> None:
    assert ended(knowing(counted, [2, 0, 0]), candidate) == (2, 0, 0)


@pytest.mark.parametrize(
    "candidate", [[], [1, 3], [2, 4, 4], [2, 3], [2, 3, ANYTHING], [3, 3, 4, 0]], ids=repr
)
def test_where_another_way_was_taken_nothing_is_known(candidate: Any) -> None:
    assert knowing(counted, [2, 3, 4]).choices_of(candidate) is None


def test_traces_that_part_are_all_known() -> None:
    runs = [[0], [1, 5], [2, 5, 5], [2, 5, 6], [2, 6, 5]]
    known = knowing(counted, *runs)
    for choices in runs:
        assert ended(known, choices) == tuple(choices)


def light_run(function: Function, candidate: Sequence[Any]) -> TrialCase:
    case = TrialCase(candidate, 1000)
    if execute_lightly(function, case).outcome is Outcome.INVALID:
        case.refused_at = len(case.choices)
    return case


@pytest.mark.parametrize("is_light", [False, True])
@pytest.mark.parametrize("seed", range(30))
def test_what_is_known_is_what_would_come_of_it(seed: int, is_light: bool) -> None:
    strategy = st.lists(st.integers(0, 2) | st.text("ab", max_size=2), max_size=3, unique=True)
    random = Random(seed)
    runs = Runs(lambda case: case.draw(strategy.filter(lambda v: len(v) != 1)))
    known = Known()
    hits = 0
    for _ in range(200):
        case = RecordedCase(RandomSource(random))
        choices = list(execute(runs.function, case).choices)
        candidate: list[Any] = choices[: random.randrange(len(choices) + 1)]
        if candidate and random.random() < 0.5:
            candidate[random.randrange(len(candidate))] = random.choice([ANYTHING, 7, True, "a"])
        trace = runs(candidate, None, None)
        foreseen = known.choices_of(candidate)
        if foreseen is not None:
            hits += 1
            assert tuple(foreseen) == trace.choices
        known.add(light_run(runs.function, candidate) if is_light else trace)
    assert hits > 20


def test_negative_zero_is_another_number() -> None:
    def function(case: Case) -> None:
        case.choose(Float(allow_nan=True, allow_infinity=True))

    nan = float("nan")
    known = knowing(function, [0.0], [nan])
    assert known.choices_of([-0.0]) is None
    assert str(ended(known, [0.0])) == "(0.0,)"
    assert str(ended(known, [nan])) == "(nan,)"


def refused_at_first(case: Case) -> None:
    # Not of a single choice: that would be replaced by another.
    case.draw(st.tuples(st.integers(0, 9)).filter(lambda one: one[0]))


def test_a_refusal_where_the_choices_had_run_out_is_not_known() -> None:
    known = knowing(refused_at_first, [0])
    assert ended(known, [0]) == (0,)
    # With nothing given another number is drawn, and accepted.
    assert traced(refused_at_first, []).outcome is Outcome.VALID
    assert known.choices_of([]) is None


def test_an_element_refused_where_the_choices_had_run_out_is_not_known() -> None:
    def function(case: Case) -> None:
        # As above, not of a single choice.
        case.draw(st.lists(st.tuples(st.integers(0, 9)), unique=True))

    known = knowing(function, [True, 0, True, 0, False])
    # The second is refused, for it is given.
    assert ended(known, [True, 0, True, 0]) == (True, 0, True, 0, False)
    # With nothing given another element is drawn, and accepted.
    assert traced(function, [True, 0, True]).choices == (True, 0, True, 1, False)
    assert known.choices_of([True, 0, True]) is None


def test_what_ended_well_where_the_choices_had_run_out_is_known() -> None:
    def function(case: Case) -> None:
        case.choose(DIGIT)

    assert ended(knowing(function, [0]), []) == (0,)


def test_a_case_without_choices_is_known() -> None:
    known = knowing(lambda case: None, [])
    assert ended(known, [1, 2]) == ()


def test_what_is_random_is_never_told_beforehand() -> None:
    def function(case: Case) -> None:
        case.choose(Boolean())
        case.mark_interesting()

    runs = Runs(function)
    problem = problem_of(function, [True], runs, order=lambda a, b: False)
    for _ in range(5):
        first_accepted(problem, [RandomTail(), RandomTail([True])])
    assert len(runs.candidates) == 10


def test_what_was_drawn_at_random_is_known_to_others() -> None:
    def function(case: Case) -> None:
        case.choose(Boolean())
        case.mark_interesting()

    runs = Runs(function)
    problem = problem_of(function, [True], runs, order=lambda a, b: False)
    for _ in range(20):
        first_accepted(problem, [RandomTail()])
    del runs.candidates[:]
    first_accepted(problem, [[False, 1], [True, 2], [ANYTHING]])
    assert runs.candidates == []


def long(length: int, first: int = 0) -> Trace:
    """A trace of so many choices."""

    def function(case: Case) -> None:
        for _ in range(length):
            case.choose(Integer(0, MAX_CHOICES))

    return execute(function, RecordedCase(ReplaySource([first])))


def test_a_long_trace_is_not_kept() -> None:
    known = Known()
    known.add(long(MAX_LENGTH + 1))
    assert known.choices_of([]) is None
    known.add(long(MAX_LENGTH))
    assert len(known.choices_of([]) or ()) == MAX_LENGTH


def test_no_more_choices_are_kept_than_the_most() -> None:
    known = Known()
    fit = MAX_CHOICES // MAX_LENGTH
    for first in range(fit + 1):
        known.add(long(MAX_LENGTH, first))
    assert known.choices_of([fit - 1]) is not None
    assert known.choices_of([fit]) is None
    # What was kept stays known.
    assert known.choices_of([0]) is not None


def test_choices_in_common_are_counted_once() -> None:
    known = Known()
    start = long(MAX_LENGTH)
    for _ in range(3 * MAX_CHOICES // MAX_LENGTH):
        known.add(start)
    known.add(long(MAX_LENGTH, 1))
    assert known.choices_of([1]) is not None
