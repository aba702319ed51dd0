"""Candidates: light runs say what recorded ones say, and no run grows without a limit."""

from typing import Any

import pytest

from shortlex import lowlevel, settings
from shortlex import strategies as st
from shortlex.core.case import Case, RecordedCase
from shortlex.core.order import simpler_output
from shortlex.core.source import ReplaySource
from shortlex.reducer.budget import Budget, OutOfBudget
from shortlex.runner.candidates import UPHILL, Candidates
from shortlex.runner.hunt import Bug, Hunt


def candidates_of(
    test: Any, choices: list[Any], budget: Budget | None = None, **options: Any
) -> tuple[Candidates, Bug]:
    hunt = Hunt(test, settings(**options), seed=0)
    hunt.run(RecordedCase(ReplaySource(choices)))
    (bug,) = hunt.bugs.values()
    return Candidates(hunt, bug, budget or Budget()), bug


def ten(case: Case) -> None:
    case.arguments_wanted()
    number = case.draw(st.integers())
    case.arguments_drawn([number])
    assert number < 10


@pytest.mark.parametrize(
    ("choices", "answer"), [([20], True), ([10], True), ([9], False), ([31], None), ([], False)]
)
def test_a_light_run_tells_failing_passing_and_no_simpler_apart(
    choices: list[int], answer: bool | None
) -> None:
    candidates, bug = candidates_of(ten, [30])
    assert candidates.try_lightly(choices, bug.best) is answer


def test_without_a_best_a_light_run_may_be_less_simple() -> None:
    candidates, _ = candidates_of(ten, [30])
    assert candidates.try_lightly([31], None) is True


def test_what_skips_or_is_rejected_does_not_fail() -> None:
    def skipping(case: Case) -> None:
        number = case.draw(st.integers())
        if number == 7:
            pytest.skip("cannot say")
        if number == 8:
            case.reject("no")
        raise ValueError(number)

    candidates, bug = candidates_of(skipping, [30])
    assert candidates.try_lightly([7], bug.best) is False
    assert candidates.try_lightly([8], bug.best) is False
    assert candidates.try_lightly([9], bug.best) is True


def test_an_interrupt_in_a_light_run_is_raised() -> None:
    def interrupted(case: Case) -> None:
        if case.draw(st.integers()) == 7:
            raise KeyboardInterrupt
        raise ValueError

    candidates, bug = candidates_of(interrupted, [30])
    with pytest.raises(KeyboardInterrupt):
        candidates.try_lightly([7], bug.best)


def endless(case: Case) -> None:
    """Draws until a number is not zero, so simplest values never end."""
    while not case.draw(st.integers(0, 5)):
        pass
    raise ValueError


def test_a_generator_that_never_ends_is_stopped_also_uphill() -> None:
    candidates, bug = candidates_of(endless, [0, 0, 1])
    for best in (bug.best, None):
        trace = candidates.run([], best, None)
        assert not trace.is_interesting
        assert trace.size <= UPHILL * bug.best.size + 1
        assert candidates.try_lightly([], best) is not True


def test_a_light_run_has_the_time_of_the_budget() -> None:
    now = 0.0
    budget = Budget(seconds=10, clock=lambda: now)
    candidates, _ = candidates_of(endless, [0] * 100 + [1], budget)
    now = 11.0
    with pytest.raises(OutOfBudget):
        candidates.try_lightly([0] * 90, None)


def test_bodies_that_ran_are_counted() -> None:
    hunt = Hunt(ten, settings(), seed=0)
    hunt.run(RecordedCase(ReplaySource([30])))
    (bug,) = hunt.bugs.values()
    before = hunt.statistics.replays
    candidates = Candidates(hunt, bug, Budget())
    candidates.try_lightly([20], bug.best)
    candidates.try_lightly([40], bug.best)
    assert hunt.statistics.replays == before + 1


def test_other_processes_and_orders_need_recorded_runs() -> None:
    assert candidates_of(ten, [30])[0].can_be_tried
    hunt = Hunt(ten, settings(), seed=0, order=simpler_output)
    hunt.run(RecordedCase(ReplaySource([30])))
    assert not Candidates(hunt, next(iter(hunt.bugs.values())), Budget()).can_be_tried


def test_a_retry_loop_in_a_generator_ends() -> None:
    def distinct(case: Case) -> None:
        found: list[int] = []
        for _ in range(case.draw(st.integers(0, 10))):
            number = case.draw(st.integers(0, 50))
            while number in found:
                number = case.draw(st.integers(0, 50))
            found.append(number)
        if len(found) >= 4 and sum(found) >= 60:
            case.mark_interesting()

    best = lowlevel.reduce(distinct, [6, 50, 3, 3, 3, 20, 7, 7, 1, 0], max_calls=20_000)
    assert best.choices[0] == 4
    assert best.size == 5
