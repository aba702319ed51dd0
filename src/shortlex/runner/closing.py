"""Closing: the last runs of a search: each simplest case once more, and what matters in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import TypeVar

from shortlex.core.case import RecordedCase
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.errors import DeadlineExceeded, Flaky, ProcessDied
from shortlex.runner.confirm import check_generation, flaky_failure
from shortlex.runner.execute import execute
from shortlex.runner.hunt import Bug, Hunt
from shortlex.runner.interrupts import gate
from shortlex.runner.measure import measure, observe
from shortlex.runner.result import Failure
from shortlex.runner.sketch import Sketch

T = TypeVar("T")

PATIENCE = 0.5
"""After Ctrl-C a case that ran longer than so many seconds is not run again for its notes."""

LEAST_RUNS, MOST_RUNS = 3, 20
"""How often a reduced case is run before the report calls its failure certain: at least, and where
that is cheap."""

RUNS_SECONDS, RUNS_SHARE = 0.1, 0.1
"""Cheap is what takes this many seconds, or this share of the time that the run took so far."""


def run_last(hunt: Hunt, elapsed: float, before_report: Callable[[], None]) -> list[Failure]:
    """Run the simplest case of each bug, several times to be sure, and then for the report.

    ``elapsed`` is how many seconds the run took so far.
    """
    failures = [hunt.flaky] if hunt.flaky is not None else []
    bugs = list(hunt.bugs.values())
    seconds = max(RUNS_SECONDS, RUNS_SHARE * elapsed)
    verified = [_attempt(hunt, partial(_verify, hunt, bug, seconds)) for bug in bugs]
    if bugs:
        before_report()
    for bug, flaky in zip(bugs, verified):
        failure = flaky or _attempt(hunt, partial(_run_for_report, hunt, bug))
        failure = failure or _describe(hunt, bug)
        failures.append(failure._replace(place=bug.place) if bug.place else failure)
    failures.sort(key=lambda failure: (failure.trace.cost, failure.trace.size))
    return failures


def _attempt(hunt: Hunt, action: Callable[[], T | None]) -> T | None:
    """Do something that runs the test, unless the run has to stop; None if it has to stop then."""
    if hunt.stopped_by is not None:
        return None
    try:
        with gate.opened():
            return action()
    except BaseException as error:
        hunt.stop(error)
        return None


def _verify(hunt: Hunt, bug: Bug, seconds: float) -> Failure | None:
    """Run the simplest case of a bug several times. The failure if it is flaky.

    A case was accepted because it failed once, which a case that fails now and then does, too.
    """
    best = bug.best
    if hunt.options.min_failure_rate is not None or _is_at_the_limit(best.error):
        return None
    end = monotonic() + seconds
    runs = 1  # the one for the report comes later
    while runs < LEAST_RUNS or (runs < MOST_RUNS and monotonic() < end):
        runs += 1
        trace = _execute(hunt, RecordedCase(ReplaySource(best.choices)))
        if not _is_same(trace, best):
            return _flaky(hunt, bug, trace)
    return None


def _is_at_the_limit(error: BaseException | None) -> bool:
    """Whether a case fails because it takes all the time or depth there is.

    It failed several times before it was accepted, but never far from what the machine can do.
    """
    if isinstance(error, ProcessDied):
        return error.how == "time"
    return isinstance(error, (DeadlineExceeded, RecursionError))


def _run_for_report(hunt: Hunt, bug: Bug) -> Failure:
    """Run the simplest case for the last time, with notes; it must fail as it did before."""
    if hunt.options.min_failure_rate is not None:
        return measure(hunt, bug)
    best = bug.best
    case = RecordedCase(ReplaySource(best.choices))
    case.keeps_notes = True
    trace = _execute(hunt, case)
    if _is_same(trace, best):
        try:
            check_generation(best.choices, trace, best.error)
        except Flaky as flaky:
            return Failure(flaky, best, case, bug.history)
        return Failure(trace.error, trace, case, bug.history)
    if _is_at_the_limit(best.error):
        return Failure(best.error, best, case, bug.history)
    return _flaky(hunt, bug, trace)


def _execute(hunt: Hunt, case: RecordedCase) -> Trace:
    hunt.announce(case)
    hunt.statistics.replays += 1
    return execute(hunt.test, case)


def _is_same(trace: Trace, best: Trace) -> bool:
    return trace.is_interesting and trace.origin == best.origin


def _flaky(hunt: Hunt, bug: Bug, trace: Trace) -> Failure:
    """A failure that does not come every time, of which ``trace`` is a run that ended otherwise."""
    best = bug.best
    case, rate = observe(hunt, best, best.origin)
    return Failure(flaky_failure(best.error, trace, rate), best, case, bug.history)


def _describe(hunt: Hunt, bug: Bug) -> Failure:
    """The simplest case of a run that was stopped: at once, for somebody is waiting."""
    best = bug.best
    # After a time limit there is no other, so what takes long might never end.
    is_run = isinstance(hunt.stopped_by, KeyboardInterrupt) and bug.seconds <= PATIENCE
    case = (RecordedCase if is_run else Sketch)(ReplaySource(best.choices))
    case.keeps_notes = True
    try:
        with gate.opened():
            error = execute(hunt.test, case).error
    except BaseException:  # stopped again, or a sketch, which ends before the body
        return Failure(best.error, best, case, bug.history, is_complete=False)
    return Failure(error or best.error, best, case, bug.history)


def explain_failures(
    hunt: Hunt, failures: list[Failure], elapsed: float, before_report: Callable[[], None]
) -> list[Failure]:
    """Say of each what matters in it, while there is time: the simplest first."""
    if not any(_can_be_explained(hunt, failure) for failure in failures):
        return failures  # known ones, most often, which are shown at once
    from shortlex.runner.explain import explained_failure, seconds_for, shown_last

    explained = []
    for failure in failures:
        if _can_be_explained(hunt, failure):
            started = monotonic()
            explain = partial(explained_failure, hunt, failure, seconds_for(elapsed))
            failure = _attempt(hunt, explain) or failure
            elapsed -= monotonic() - started
        explained.append(failure)
    if hunt.stopped_by is not None or all(each.explanation is None for each in explained):
        return explained
    before_report()
    return [_attempt(hunt, partial(shown_last, hunt, each)) or each for each in explained]


def _can_be_explained(hunt: Hunt, failure: Failure) -> bool:
    """Whether it has parts, is new, fails for sure, and time was left by its reduction."""
    bug = hunt.bugs.get(failure.trace.origin)
    if bug is not None and bug.is_reduced:
        return False  # what is known is shown at once; the explanation was kept with the value
    is_sure = hunt.options.min_failure_rate is None and not (
        isinstance(failure.error, Flaky) or _is_at_the_limit(failure.error)
    )
    has_time = failure.history is None or not failure.history.stopped_early
    return is_sure and has_time and bool(failure.case.parts)
