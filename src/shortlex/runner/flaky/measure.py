"""Measure: counts how often a case fails, and chooses the case to report for a flaky test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from shortlex.core.case import RecordedCase
from shortlex.core.domain import Choice
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.runner.execute import execute
from shortlex.runner.flaky.sequential import Rate
from shortlex.runner.result import Failure, Frequency
from shortlex.system.genuine import monotonic

if TYPE_CHECKING:
    from shortlex.runner.hunt import Bug, Hunt

RUNS, SECONDS = 50, 5.0
"""How often the reported case is run, and for how many seconds at most. The number of runs must not
depend on their results, or the confidence interval would not hold."""

FEW_RUNS, FEW_SECONDS = 20, 0.5
"""The same for a test that should not be flaky, to say how flaky it is."""


class _Measured(NamedTuple):
    """Several runs of one case."""

    rate: Rate
    others: int
    """How many runs failed in another way."""
    case: RecordedCase
    """The case of the last run that failed, or of the first run if none did."""
    trace: Trace | None
    """The trace of that run, if it failed."""
    stopped_by: BaseException | None
    """What ended the runs early, such as Ctrl-C."""


def measure(hunt: Hunt, bug: Bug, limit: float) -> Failure:
    """Run the simplest case of a bug many times, with notes, and count how often it fails.

    If it does not fail in more than this share of its runs, the case that was confirmed before it
    is reported instead, and so on, back to the case that was found first.
    """
    if bug.tentative is not None:
        measured = _run_often(hunt, bug.tentative, bug.best.origin)
        # It was not confirmed, so this measurement alone must show that it fails often enough.
        if measured.rate.interval()[0] > limit:
            return _failure(bug, bug.tentative, measured, limit)
    for trace in (bug.best, *bug.others):
        measured = _run_often(hunt, trace, trace.origin)
        does_hold = measured.trace is not None and measured.rate.interval()[1] > limit
        if does_hold or measured.stopped_by is not None:
            break
    return _failure(bug, trace, measured, limit)


class Observed(NamedTuple):
    """How often a case failed that should always fail in the same way."""

    case: RecordedCase
    """One of its runs."""
    rate: Rate
    """How often it failed in the same way."""
    others: int
    """How many runs failed in another way."""


def observe(hunt: Hunt, trace: Trace, origin: object, second: Trace) -> Observed:
    """How often a case fails that has failed once; its ``second`` run ended differently."""
    measured = _run_often(hunt, trace, origin, runs=FEW_RUNS, seconds=FEW_SECONDS)
    if measured.stopped_by is not None:
        raise measured.stopped_by
    return Observed(
        measured.case,
        Rate(measured.rate.failures + 1, measured.rate.runs + 2),
        measured.others + second.is_interesting,
    )


def replaying(hunt: Hunt, trace: Trace) -> RecordedCase:
    """A case with the same choices. If it does not fail, it may draw more, but not for ever."""
    return RecordedCase(ReplaySource(trace.choices), 2 * trace.size + hunt.options.max_choices)


def size_of(choices: Sequence[Choice]) -> int:
    """The size of a case with these choices."""
    return sum(1 + len(each) if isinstance(each, (str, bytes)) else 1 for each in choices)


def _run_often(
    hunt: Hunt, trace: Trace, origin: object, *, runs: int = RUNS, seconds: float = SECONDS
) -> _Measured:
    end = monotonic() + seconds
    failures = others = done = 0
    stopped_by = None
    kept: tuple[RecordedCase, Trace | None] | None = None
    while done < runs and (not done or monotonic() < end):
        case = replaying(hunt, trace)
        case.keeps_notes = True
        hunt.announce(case)
        hunt.statistics.replays += 1
        try:
            again = execute(hunt.test, case)
        except BaseException as error:
            hunt.stop(error)
            kept, stopped_by = kept or (case, None), error
            break
        done += 1
        if again.is_interesting and again.origin == origin:
            failures += 1
            kept = case, again
        elif again.is_interesting:
            others += 1
        kept = kept or (case, None)
    assert kept is not None, "it is run at least once"
    return _Measured(Rate(failures, done), others, *kept, stopped_by)


def _failure(bug: Bug, trace: Trace, measured: _Measured, limit: float) -> Failure:
    history = bug.history
    if history is not None:
        # Steps that were taken back do not count.
        kept = [i for i, choices in enumerate(history.choices()) if choices == trace.choices]
        history.go_back(max(kept, default=0))
    rate = measured.rate
    return Failure(
        trace.error if measured.trace is None else measured.trace.error,
        trace,
        measured.case,
        history,
        is_complete=measured.stopped_by is None,
        frequency=Frequency(rate, limit, bug.is_confirmed) if rate.runs else None,
    )
