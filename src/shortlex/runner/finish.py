"""Finish: the last runs of a test, which verify, report and explain the simplest cases."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from shortlex.core.case import RecordedCase
from shortlex.core.foreseen import end_before_body
from shortlex.core.source import ReplaySource
from shortlex.errors import Flaky, ProcessDied
from shortlex.runner.execute import execute
from shortlex.runner.flaky.exact import is_at_the_limit
from shortlex.runner.hunt import Bug, Hunt
from shortlex.runner.interrupts import gate
from shortlex.runner.result import Failure
from shortlex.system.genuine import monotonic

T = TypeVar("T")

MAX_RERUN_SECONDS = 0.5
"""After Ctrl-C, a case that took longer than this many seconds is not rerun for its notes."""

RUNS_SECONDS, RUNS_SHARE = 0.1, 0.1
"""Runs are cheap up to this many seconds, or up to this share of the time of the run so far."""


def run_last(hunt: Hunt, elapsed: float, before_report: Callable[[], None]) -> list[Failure]:
    """Run the simplest case of each bug several times to be sure, and then for the report.

    ``elapsed`` is how many seconds the run took so far.
    """
    failures = [hunt.flaky] if hunt.flaky is not None else []
    bugs = list(hunt.bugs.values())
    seconds = max(RUNS_SECONDS, RUNS_SHARE * elapsed)
    confirmation = hunt.confirmation
    verified = [_attempt(hunt, partial(confirmation.verify, hunt, bug, seconds)) for bug in bugs]
    if bugs:
        before_report()
    for bug, flaky in zip(bugs, verified):
        failure = flaky or _attempt(hunt, partial(confirmation.run_for_report, hunt, bug))
        failure = failure or _describe(hunt, bug)
        failures.append(failure._replace(place=bug.place) if bug.place else failure)
    failures.sort(key=lambda failure: (failure.trace.cost, failure.trace.size))
    return failures


def _attempt(hunt: Hunt, action: Callable[[], T | None]) -> T | None:
    """Do something that runs the test, unless the run was stopped; None if it is stopped."""
    if hunt.stopped_by is not None:
        return None
    try:
        with gate.opened():
            return action()
    except BaseException as error:
        hunt.stop(error)
        return None


def _describe(hunt: Hunt, bug: Bug) -> Failure:
    """The simplest case of a run that was stopped. It must be quick: the user is waiting."""
    best = bug.best
    # After a time limit, no other limit stops a case that never ends.
    is_run = isinstance(hunt.stopped_by, KeyboardInterrupt) and bug.seconds <= MAX_RERUN_SECONDS
    case = RecordedCase(ReplaySource(best.choices))
    case.keeps_notes = True
    if not is_run:
        case.on_arguments = end_before_body
    try:
        with gate.opened():
            error = execute(hunt.test, case).error
    except BaseException:  # stopped again
        return Failure(best.error, best, case, bug.history, is_complete=False)
    error = best.error if error is None else error
    return Failure(error, best, case, bug.history, is_complete=is_run)


def explain_failures(
    hunt: Hunt, failures: list[Failure], elapsed: float, before_report: Callable[[], None]
) -> list[Failure]:
    """Find out what matters in each failure, simplest first, while there is time."""
    if not any(_can_be_explained(hunt, failure) for failure in failures):
        return failures  # usually known failures, which are shown at once
    from shortlex.runner.explain.experiment import explained_failure, seconds_for, shown_last

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
    """Whether a failure has parts, is new, always fails, and its reduction left time."""
    bug = hunt.bugs.get(failure.trace.origin)
    if bug is not None and bug.is_reduced:
        return False  # known failures are shown at once; the explanation was stored with the value
    is_sure = hunt.confirmation.is_exact and not (
        isinstance(failure.error, Flaky) or is_at_the_limit(failure.error)
    )
    # The run for the report was in this process, and may have changed its state.
    is_sure = is_sure and not (
        hunt.options.is_isolated and not isinstance(failure.error, ProcessDied)
    )
    has_time = failure.history is None or not failure.history.stopped_early
    return is_sure and has_time and bool(failure.case.parts)
