"""Measure: how often a case fails, and which case to report of a test that fails only sometimes."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from shortlex.core.case import RecordedCase
from shortlex.core.domain import Choice
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.runner.execute import execute
from shortlex.runner.hunt import Bug, Hunt
from shortlex.runner.result import Failure
from shortlex.runner.sequential import Rate

RUNS = 50
"""So often the reported case is run, whatever comes of it: then the interval holds."""

SECONDS = 5.0
"""After so many seconds it is not run again."""


class Measured(NamedTuple):
    """Several runs of one case."""

    rate: Rate
    case: RecordedCase
    """The handle of the last run that failed, or of the last if none did."""
    trace: Trace | None
    """What that run did, if it failed."""


def measure(hunt: Hunt, bug: Bug) -> Failure:
    """Run the simplest case of a bug for the last times, with notes, and count how often it fails.

    What does not hold is not reported: the case that was confirmed before it is, and in the end
    the one that was found.
    """
    limit = hunt.options.min_failure_rate or 0.0
    if bug.tentative is not None:
        measured = _run_often(hunt, bug.tentative)
        # Nothing but this speaks for it.
        if measured.trace is not None and measured.rate.interval()[0] > limit:
            return _failure(bug, bug.tentative, measured)
    for trace in (bug.best, *bug.others):
        measured = _run_often(hunt, trace)
        if measured.trace is not None and measured.rate.interval()[1] > limit:
            break
    return _failure(bug, trace, measured)


def _failure(bug: Bug, trace: Trace, measured: Measured) -> Failure:
    history = bug.history
    if history is not None:
        names = [step.trace for step in history.steps]
        del history.steps[names.index(trace) + 1 if trace in names else 0 :]
    error = trace.error if measured.trace is None else measured.trace.error
    return Failure(error, trace, measured.case, history, rate=measured.rate)


def _run_often(hunt: Hunt, trace: Trace) -> Measured:
    return run_often(hunt, trace.choices, trace.origin, RUNS, SECONDS)


def run_often(
    hunt: Hunt, choices: Sequence[Choice], origin: object, runs: int, seconds: float
) -> Measured:
    """Run one case so often, or so long, and count the failures of one origin."""
    end = monotonic() + seconds
    failures = done = 0
    kept: tuple[RecordedCase, Trace | None] | None = None
    while done < runs and (not done or monotonic() < end):
        case = RecordedCase(ReplaySource(choices))
        case.keeps_notes = True
        hunt.statistics.replays += 1
        done += 1
        trace = execute(hunt.test, case)
        if trace.is_interesting and trace.origin == origin:
            failures += 1
            kept = case, trace
        elif kept is None:
            kept = case, None
    assert kept is not None, "it is run at least once"
    return Measured(Rate(failures, done), *kept)
