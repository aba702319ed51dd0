"""Budget: so many calls, or so long by the clock that is given."""

import pytest

from shortlex.reducer.budget import Budget, OutOfBudget


class Clock:
    """Goes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.now


def test_without_limits_nothing_runs_out() -> None:
    budget = Budget()
    for _ in range(1000):
        budget.spend()
    assert budget.spent == 1000


def test_calls_run_out() -> None:
    budget = Budget(calls=3)
    for _ in range(3):
        budget.spend()
    for _ in range(2):
        with pytest.raises(OutOfBudget):
            budget.spend()
    assert budget.spent == 3


def test_no_calls_are_none() -> None:
    with pytest.raises(OutOfBudget):
        Budget(calls=0).spend()


def test_seconds_run_out_by_the_clock_given() -> None:
    clock = Clock()
    budget = Budget(seconds=5.0, clock=clock)
    budget.spend()
    clock.now += 4.9
    budget.spend()
    clock.now += 0.1
    with pytest.raises(OutOfBudget):
        budget.spend()
    assert budget.spent == 2


def test_it_is_said_what_was_lacking() -> None:
    with pytest.raises(OutOfBudget) as stop:
        Budget(calls=0).spend()
    assert stop.value.lacking == "calls"
    with pytest.raises(OutOfBudget) as stop:
        Budget(seconds=0.0, clock=Clock()).spend()
    assert stop.value.lacking == "seconds"


def test_the_time_can_be_checked_without_a_call() -> None:
    clock = Clock()
    budget = Budget(calls=0, seconds=5.0, clock=clock)
    budget.check_time()
    clock.now += 5
    with pytest.raises(OutOfBudget):
        budget.check_time()
    assert (budget.spent, budget.seconds) == (0, 5.0)


def test_test_code_that_catches_exceptions_does_not_catch_this() -> None:
    assert not issubclass(OutOfBudget, Exception)


def test_whichever_ends_first_ends_it() -> None:
    clock = Clock()
    budget = Budget(calls=1, seconds=5.0, clock=clock)
    budget.spend()
    with pytest.raises(OutOfBudget):
        budget.spend()


def test_a_clock_alone_is_not_looked_at() -> None:
    clock = Clock()
    Budget(clock=clock).spend()
    Budget(seconds=None, clock=clock).spend()
    assert clock.looks == 0


def test_seconds_need_a_clock() -> None:
    with pytest.raises(TypeError, match=r"Budget\(seconds=5\) needs a clock"):
        Budget(seconds=5)
