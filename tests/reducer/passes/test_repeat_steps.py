"""The pass repeat_steps."""

import pytest

from shortlex import lowlevel
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.reducer.passes.repeat_steps import repeat_steps
from tests.reducer.laws_of_passes import (
    left_out,
    offers_of,
    pair,
    passes_alone,
    problem_of,
    repertoire,
)

FACTOR = Integer(1, 10_000)
REST = Integer(0, 200_000)


def test_offers_nothing_before_any_step() -> None:
    assert repertoire(repeat_steps, pair, 5, 5) == []


def two(case: Case) -> tuple[int, int]:
    return case.choose(REST), case.choose(REST)


def test_a_joint_change_is_repeated_in_growing_strides() -> None:
    problem = problem_of(two, [1000, 500], lambda v: v[0] == 2 * v[1] and v[1] >= 100)
    for step in ([998, 499], [996, 498]):
        assert problem.accepts(step, "test")
    offers_of(repeat_steps, problem)
    assert problem.best.choices[1] < 200


def test_a_number_that_changes_alone_goes_on_by_the_same_step() -> None:
    problem = problem_of(two, [8029, 500], lambda v: v[0] % 16 == 13 and v[0] > 1000)
    for step in ([8013, 500], [7997, 500]):
        assert problem.accepts(step, "test")
    offers_of(repeat_steps, problem)
    assert problem.best.choices == (1005, 500)
    assert problem.history.calls < 40


def test_a_number_that_is_bisected_is_left_to_others() -> None:
    problem = problem_of(two, [1000, 500], lambda v: v[0] >= 10)
    for step in ([600, 500], [400, 500]):
        assert problem.accepts(step, "test")
    assert offers_of(repeat_steps, problem) == []


def test_steps_of_different_kinds_are_not_repeated() -> None:
    problem = problem_of(two, [1000, 500], lambda v: True)
    for step in ([998, 499], [900, 499]):
        assert problem.accepts(step, "test")
    assert offers_of(repeat_steps, problem) == []


def test_no_number_is_taken_beyond_its_target() -> None:
    problem = problem_of(two, [12, 9], lambda v: v[0] - v[1] == 3)
    for step in ([11, 8], [10, 7]):
        assert problem.accepts(step, "test")
    offers_of(repeat_steps, problem)
    assert problem.best.choices == (3, 0)


def calls_for(start: list[int]) -> int:
    """How many calls a reduction takes if each of two numbers can only follow the other."""

    def function(case: Case) -> None:
        nonlocal calls
        a, b = case.choose(FACTOR), case.choose(REST)
        calls += 1
        if 4501 < a * 19 - b < 5000:
            case.mark_interesting()

    calls = 0
    best = lowlevel.reduce(function, start)
    assert best.choices == (237, 0)
    return calls


def test_numbers_that_follow_each_other_take_many_steps_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = [6056, 6056 * 19 - 4900]
    passes_alone(monkeypatch)
    whole = calls_for(start)
    left_out(monkeypatch, repeat_steps)
    assert calls_for(start) > 3 * whole


def test_a_single_step_is_not_repeated() -> None:
    problem = problem_of(two, [1000, 500], lambda v: v[0] == 2 * v[1])
    assert problem.accepts([998, 499], "test")
    assert offers_of(repeat_steps, problem) == []


def test_steps_of_which_one_is_twice_as_large_are_similar() -> None:
    problem = problem_of(two, [1000, 500], lambda v: v[0] == 2 * v[1] and v[1] >= 490)
    for step in ([998, 499], [994, 497]):
        assert problem.accepts(step, "test")
    assert offers_of(repeat_steps, problem)[0] == [990, 495]
