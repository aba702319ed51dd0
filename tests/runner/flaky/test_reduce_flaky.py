"""Evidence: equal arguments share their runs, and what is decided is not run."""

from collections.abc import Callable

import pytest

from shortlex import strategies as st
from shortlex.core.case import Case, RecordedCase
from shortlex.core.order import Simpler, simpler, simpler_output
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Outcome, Trace
from shortlex.runner.execute import execute
from shortlex.runner.flaky.reduce_flaky import Evidence
from shortlex.runner.flaky.sequential import Rule

RULE = Rule(0.05, 0.5, 0.5, 0.2, 100)


class Runs:
    """A test on the tens of a number, and how often its body was run."""

    def __init__(self, order: Simpler = simpler, cost: int = 0, make: Callable[..., object] = int):
        self.evidence = Evidence(order)
        self.cost = cost
        self.make = make
        self.bodies = 0
        self.best = execute(self.test, RecordedCase(ReplaySource([99])))

    def test(self, case: Case) -> None:
        number = case.draw(st.integers(0, 99))
        case.arguments_drawn([self.make(number // 10)])
        self.bodies += 1
        case.incur_cost(self.cost)
        raise ValueError

    def run(self, number: int, *, failed: bool) -> Trace:
        """Run a case, and take it for failed or not."""
        case = RecordedCase(ReplaySource([number]))
        keys = self.evidence.watch(case, self.best, RULE)
        trace = execute(self.test, case)
        if trace.was_run:
            self.evidence.record_of(keys, trace).add(trace, failed=failed)
        return trace


def test_what_failed_is_accepted_for_all_with_equal_arguments() -> None:
    runs = Runs()
    first = runs.run(57, failed=True)
    again = runs.run(51, failed=True)
    assert (again.was_run, again.outcome, again.error) == (False, Outcome.INTERESTING, first.error)
    assert again.origin == runs.best.origin
    assert runs.run(61, failed=True).was_run


def test_what_passed_often_enough_is_refused_for_all_with_equal_arguments() -> None:
    runs = Runs()
    # Three passes are enough at this rate, whichever cases they are of.
    assert [runs.run(number, failed=False).was_run for number in (57, 53, 51, 50)] == [
        True,
        True,
        True,
        False,
    ]
    assert runs.run(52, failed=False).outcome is Outcome.VALID


def test_what_could_not_be_confirmed_stays_refused() -> None:
    runs = Runs()
    trace = runs.run(57, failed=True)
    case = RecordedCase(ReplaySource([61]))
    keys = runs.evidence.watch(case, runs.best, RULE)
    record = runs.evidence.record_of(keys, execute(runs.test, case))
    record.is_refused = True
    for _ in range(5):
        record.add(trace, failed=True)
    assert runs.run(62, failed=True).outcome is Outcome.VALID


def test_a_case_that_is_no_simpler_is_not_run() -> None:
    runs = Runs()
    before = runs.bodies
    assert runs.run(99, failed=True).reason == "not simpler than the best case"
    assert runs.bodies == before
    # In another order the output decides, which only the body knows.
    assert Runs(simpler_output).run(99, failed=True).was_run


@pytest.mark.parametrize("runs", [Runs(cost=1), Runs(make=lambda number: object())])
def test_choices_are_told_apart_where_arguments_do_not_say_all(runs: Runs) -> None:
    for number in (57, 53, 51, 50):
        assert runs.run(number, failed=True).was_run
