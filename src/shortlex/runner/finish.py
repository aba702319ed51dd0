"""Finish: the last runs of a test, which verify, report and explain the simplest cases."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from shortlex.core.case import RecordedCase, key_of
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.errors import DeadlineExceeded, Flaky, ProcessDied, ShortlexException
from shortlex.runner.crashes.recover import recovered, recovered_error
from shortlex.runner.execute import execute
from shortlex.runner.flaky.confirm import check_generation
from shortlex.runner.flaky.flaky_words import flaky_by_state, flaky_failure
from shortlex.runner.flaky.measure import FEW_RUNS, measure, observe, replaying, size_of
from shortlex.runner.hunt import Bug, Hunt
from shortlex.runner.interrupts import gate
from shortlex.runner.result import Failure
from shortlex.runner.sketch import Sketch, call_of
from shortlex.system.genuine import monotonic

T = TypeVar("T")

MAX_RERUN_SECONDS = 0.5
"""After Ctrl-C, a case that took longer than this many seconds is not rerun for its notes."""

MIN_RUNS, MAX_RUNS = 3, 20
"""How often a reduced case is run to verify that it always fails: at least, and at most if runs are
cheap."""

MAX_EARLY_RUNS = 9
"""How many cases from before the failure are rerun, to see whether they still pass."""

RUNS_SECONDS, RUNS_SHARE = 0.1, 0.1
"""Runs are cheap up to this many seconds, or up to this share of the time of the run so far."""


def run_last(hunt: Hunt, elapsed: float, before_report: Callable[[], None]) -> list[Failure]:
    """Run the simplest case of each bug several times to be sure, and then for the report.

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
    """Do something that runs the test, unless the run was stopped; None if it is stopped."""
    if hunt.stopped_by is not None:
        return None
    try:
        with gate.opened():
            return action()
    except BaseException as error:
        hunt.stop(error)
        return None


def _verify(hunt: Hunt, bug: Bug, seconds: float) -> Failure | None:
    """Run the simplest case of a bug several times. Returns a failure if it is flaky.

    The reduction accepts a case that fails once, so the case may fail only sometimes.
    """
    best = bug.best
    if hunt.options.min_failure_rate is not None or _is_at_the_limit(best.error):
        return None
    end = monotonic() + seconds
    runs = 1  # the one for the report comes later
    while runs < MIN_RUNS or (runs < MAX_RUNS and monotonic() < end):
        runs += 1
        trace = _execute(hunt, RecordedCase(ReplaySource(best.choices)))
        if not _is_same(trace, best):
            return _flaky(hunt, bug, trace)
    return _verify_state(hunt, bug, seconds)


def _verify_state(hunt: Hunt, bug: Bug, seconds: float) -> Failure | None:
    """Rerun cases that passed before the first failure. Returns a failure if they fail now.

    State that cases leave behind can make a failure repeatable, but only in this process.
    """
    best = bug.best
    if isinstance(best.error, ShortlexException):
        return None  # its message says what is wrong
    end = monotonic() + seconds
    simplest = [] if hunt.simplest is None else [hunt.simplest]
    for each in [*simplest, *reversed(hunt.early)][:MAX_EARLY_RUNS]:
        if each.is_seeded != hunt.seeding.is_on:
            continue  # it saw other random numbers at that time
        trace = _execute(hunt, RecordedCase(ReplaySource(each.choices), size_of(each.choices)))
        # A case that was too large or rejected by a strategy was not run to its end.
        is_whole = key_of(list(trace.choices)) == key_of(list(each.choices))
        if is_whole and _is_same(trace, best):
            error = flaky_by_state(_own_error(hunt, bug), call_of(hunt.test, trace))
            case = RecordedCase(ReplaySource(best.choices))
            case.keeps_notes = True
            _execute(hunt, case)
            return Failure(error, best, case, bug.history)
        if monotonic() > end:
            break
    return None


def _is_at_the_limit(error: BaseException | None) -> bool:
    """Whether a case fails because it takes too much time or is nested too deeply.

    Such a case is near a limit of the machine, so it may not fail every time.
    """
    if isinstance(error, ProcessDied):
        return error.how == "time"
    return isinstance(error, (DeadlineExceeded, RecursionError))


def _run_for_report(hunt: Hunt, bug: Bug) -> Failure:
    """Run the simplest case for the last time, with notes; it must fail as before."""
    if hunt.options.min_failure_rate is not None:
        failure = measure(hunt, bug)
        return recovered(hunt.test, failure, lambda: replaying(hunt, failure.trace), runs=FEW_RUNS)
    best = bug.best
    case = RecordedCase(ReplaySource(best.choices))
    case.keeps_notes = True
    trace = _execute(hunt, case)
    if _is_same(trace, best):
        try:
            check_generation(best.choices, trace, best.error)
        except Flaky as flaky:
            return Failure(flaky, best, case, bug.history)
        failure = Failure(trace.error, trace, case, bug.history)
        return recovered(hunt.test, failure, lambda: replaying(hunt, best))
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
    """The failure for a bug that fails only sometimes; ``trace`` is a run that did not fail so."""
    best = bug.best
    seen = observe(hunt, best, best.origin, trace)
    error = flaky_failure(_own_error(hunt, bug), trace, seen.rate, seen.others)
    return Failure(error, best, seen.case, bug.history)


def _own_error(hunt: Hunt, bug: Bug) -> BaseException | None:
    best = bug.best
    return recovered_error(hunt.test, best.error, lambda: replaying(hunt, best), runs=FEW_RUNS)


def _describe(hunt: Hunt, bug: Bug) -> Failure:
    """The simplest case of a run that was stopped. It must be quick: the user is waiting."""
    best = bug.best
    # After a time limit, no other limit stops a case that never ends.
    is_run = isinstance(hunt.stopped_by, KeyboardInterrupt) and bug.seconds <= MAX_RERUN_SECONDS
    case = (RecordedCase if is_run else Sketch)(ReplaySource(best.choices))
    case.keeps_notes = True
    try:
        with gate.opened():
            error = execute(hunt.test, case).error
    except BaseException:  # stopped again, or a sketch, which ends before the body
        return Failure(best.error, best, case, bug.history, is_complete=False)
    return Failure(best.error if error is None else error, best, case, bug.history)


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
    is_sure = hunt.options.min_failure_rate is None and not (
        isinstance(failure.error, Flaky) or _is_at_the_limit(failure.error)
    )
    # The run for the report was in this process, and may have changed its state.
    is_sure = is_sure and not (
        hunt.options.is_isolated and not isinstance(failure.error, ProcessDied)
    )
    has_time = failure.history is None or not failure.history.stopped_early
    return is_sure and has_time and bool(failure.case.parts)
