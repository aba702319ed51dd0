"""Certify: no step can be left out, and that is said only if it was checked."""

from typing import Any

import pytest

from shortlex import settings
from shortlex.core.case import Case
from shortlex.core.trace import STEP
from shortlex.reducer import reduce as loop
from shortlex.reducer.certify import certify
from shortlex.reducer.schedule import Schedule
from shortlex.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test
from tests.reducer.laws_of_passes import FLAG, NUMBER, number, problem_of, span
from tests.stateful.failures import QUIET


class Counter(RuleBasedStateMachine):
    def __init__(self) -> None:
        self.count = 0

    @rule()
    def up(self) -> None:
        self.count += 1
        assert self.count < 3

    @rule()
    def idle(self) -> None:
        pass


def report_of(machine: Any, options: settings = QUIET) -> str:
    with pytest.raises(AssertionError) as caught:
        run_state_machine_as_test(machine, settings=options)
    return "\n".join(caught.value.__notes__)


def test_a_report_says_that_no_step_can_be_left_out() -> None:
    assert "None of its 3 steps can be left out: each was tried." in report_of(Counter)


def test_one_step_is_said_in_the_singular() -> None:
    class Once(RuleBasedStateMachine):
        @rule()
        def step(self) -> None:
            raise AssertionError

    assert "Its step cannot be left out" in report_of(Once)


def test_nothing_is_said_if_it_was_not_checked() -> None:
    assert "left out" not in report_of(Counter, settings(QUIET, shrink_seconds=0))


def test_steps_are_left_out_even_if_no_pass_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "SCHEDULE", Schedule((), ()))
    monkeypatch.setattr(loop, "restart", lambda problem, passes: False)
    text = report_of(Counter)
    assert text.count("state.up()") == 3
    assert "idle" not in text
    assert "None of its 3 steps" in text


def test_regions_are_left_out_even_if_no_pass_does_it() -> None:
    def labelled(case: Case) -> list[int]:
        """A loop that labels its turns, and does not say that they repeat."""
        found = []
        while True:
            with span(case, "turn"):
                if not case.choose(FLAG):
                    return found
                found.append(case.choose(NUMBER))

    problem = problem_of(labelled, [1, 5, 1, 6, 0], lambda found: 6 in found)
    assert certify(problem)
    assert list(problem.best.choices) == [1, 6, 0]


def test_a_case_without_steps_is_left_alone() -> None:
    problem = problem_of(number, [3], lambda n: True)
    assert not certify(problem)
    assert problem.history.needed_steps == 0
    assert all(span.label != STEP for span in problem.best.spans)
