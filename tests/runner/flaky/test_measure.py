"""Measuring: a fixed number of runs, some seconds at most, and back to what holds."""

from random import Random

import pytest

from shortlex import lowlevel, settings
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.core.trace import Trace
from shortlex.runner.flaky.measure import RUNS, measure, observe, replaying, size_of
from shortlex.runner.hunt import Bug, Hunt


def hunt_for(rates: dict[int, float]) -> Hunt:
    """A test that fails on some numbers, each at its own rate."""
    random = Random(0)

    def test(case: Case) -> None:
        number = case.draw(st.integers(0, 9))
        if random.random() < rates.get(number, 0.0):
            raise ValueError(number)

    return Hunt(test, settings(min_failure_rate=0.05), seed=0)


def trace_of(number: int) -> Trace:
    def test(case: Case) -> None:
        case.draw(st.integers(0, 9))
        case.mark_interesting()

    return lowlevel.replay(test, [number])


def bug_of(hunt: Hunt, *numbers: int) -> Bug:
    """A bug whose best is the first number, with the others to fall back to."""
    origin = lowlevel.replay(hunt.test, [9]).origin
    best, *others = (trace_of(number) for number in numbers)
    for trace in (best, *others):
        object.__setattr__(trace, "origin", origin)
    bug = Bug(best, 0.0)
    bug.others = others
    return bug


def test_what_holds_is_reported_with_its_rate() -> None:
    hunt = hunt_for({1: 0.5, 9: 1.0})
    failure = measure(hunt, bug_of(hunt, 1, 9), 0.05)
    assert failure.trace.choices == (1,)
    assert isinstance(failure.error, ValueError)
    assert failure.error.args == (1,)
    assert failure.frequency is not None
    assert failure.frequency.rate.runs == RUNS == hunt.statistics.replays
    assert 10 < failure.frequency.rate.failures < 40


def test_what_does_not_hold_gives_way_to_what_was_confirmed_before() -> None:
    hunt = hunt_for({1: 0.0, 2: 0.001, 3: 0.5, 9: 1.0})
    assert measure(hunt, bug_of(hunt, 1, 2, 3, 9), 0.05).trace.choices == (3,)


def test_the_case_that_was_found_is_reported_if_nothing_holds() -> None:
    hunt = hunt_for({9: 1.0})
    failure = measure(hunt, bug_of(hunt, 1, 2), 0.05)
    assert failure.trace.choices == (2,)
    assert failure.frequency is not None
    assert failure.frequency.rate == (0, RUNS)


@pytest.mark.parametrize(("rate", "choice"), [(0.9, 1), (0.06, 2), (0.0, 2)])
def test_what_was_not_confirmed_must_be_clearly_above_the_limit(rate: float, choice: int) -> None:
    hunt = hunt_for({1: rate, 2: 0.5, 9: 1.0})
    bug = bug_of(hunt, 2, 1)
    bug.tentative = bug.others.pop()
    assert measure(hunt, bug, 0.05).trace.choices == (choice,)


def test_a_slow_case_is_run_for_some_seconds_only(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("shortlex.runner.flaky.measure.monotonic", lambda: now[0])
    hunt = hunt_for({1: 1.0, 9: 1.0})
    inner = hunt.test

    def slow(case: Case) -> None:
        now[0] += 2.0
        inner(case)

    bug = bug_of(hunt, 1)
    hunt.seeding.test = slow
    failure = measure(hunt, bug, 0.05)
    assert failure.frequency is not None
    assert failure.frequency.rate == (3, 3)


def test_observing_counts_the_two_runs_that_were_before() -> None:
    hunt = hunt_for({1: 0.0, 9: 1.0})
    bug = bug_of(hunt, 1)
    case, rate, others = observe(hunt, bug.best, bug.best.origin, bug.best)
    assert rate == (1, 22)
    assert others == 1  # the second run, which also failed
    assert case.choices == [1]


def test_ctrl_c_while_observing_is_passed_on() -> None:
    def test(case: Case) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        observe(Hunt(test, settings(), seed=0), trace_of(1), None, trace_of(1))


def test_a_replay_that_does_not_fail_is_not_endless() -> None:
    def test(case: Case) -> None:
        while True:
            case.draw(st.integers())

    hunt = Hunt(test, settings(max_choices=30), seed=0)
    case = replaying(hunt, trace_of(1))
    assert hunt.run(case).outcome.name == "OVERRUN"
    assert len(case.choices) == 33


def test_the_size_of_choices_is_that_of_their_case() -> None:
    choices = [True, 5, 0.5, "", "abc", b"ab"]

    def test(case: Case) -> None:
        for strategy in (st.booleans(), st.integers(), st.floats(), st.text(), st.text()):
            case.draw(strategy)
        case.draw(st.binary())

    trace = lowlevel.replay(test, choices)
    assert list(trace.choices) == choices
    assert size_of(choices) == trace.size == 11
