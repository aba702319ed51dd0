"""Closing: the last runs of a search: each simplest case once more, and what matters in it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from shortlex.core.case import Duplicate, RecordedCase
from shortlex.core.source import ReplaySource
from shortlex.errors import DeadlineExceeded, Flaky, ProcessDied
from shortlex.runner.confirm import check_generation, flaky_failure
from shortlex.runner.execute import execute
from shortlex.runner.hunt import Bug, Hunt
from shortlex.runner.measure import measure, observe
from shortlex.runner.result import Failure
from shortlex.runner.sketch import Sketch

PATIENCE = 0.5
"""After Ctrl-C a case that ran longer than so many seconds is not run again for its notes."""


def run_last(hunt: Hunt, *, is_interrupted: bool) -> tuple[list[Failure], bool]:
    """Run the simplest case of each bug for the report. The failures, and whether Ctrl-C came."""
    failures = [hunt.flaky] if hunt.flaky is not None else []
    for bug in hunt.bugs.values():
        failure = _describe(hunt, bug) if is_interrupted else _confirm_again(hunt, bug)
        is_interrupted = is_interrupted or not failure.is_complete
        failures.append(failure._replace(place=bug.place) if bug.place else failure)
    failures.sort(key=lambda failure: (failure.trace.cost, failure.trace.size))
    return failures, is_interrupted


def _confirm_again(hunt: Hunt, bug: Bug) -> Failure:
    """Run the simplest case for the last time, with notes; it must fail as it did before."""
    if hunt.options.min_failure_rate is not None:
        return measure(hunt, bug)
    best = bug.best
    case = RecordedCase(ReplaySource(best.choices))
    case.keeps_notes = True
    hunt.announce(case)
    hunt.statistics.replays += 1
    try:
        trace = execute(hunt.test, case)
    except KeyboardInterrupt:
        return Failure(best.error, best, case, bug.history, is_complete=False)
    if trace.is_interesting and trace.origin == best.origin:
        try:
            check_generation(best.choices, trace, best.error)
        except Flaky as flaky:
            return Failure(flaky, best, case, bug.history)
        return Failure(trace.error, trace, case, bug.history)
    if isinstance(best.error, (DeadlineExceeded, RecursionError)):
        # It failed several times before, but never far from what the machine can just do.
        return Failure(best.error, best, case, bug.history)
    try:
        _, rate = observe(hunt, best, best.origin)
    except KeyboardInterrupt:
        return Failure(best.error, best, case, bug.history, is_complete=False)
    return Failure(flaky_failure(best.error, trace, rate), best, case, bug.history)


def _describe(hunt: Hunt, bug: Bug) -> Failure:
    """The simplest case of an interrupted run: at once, for somebody is waiting."""
    best = bug.best
    is_slow = bug.seconds > PATIENCE
    case = (Sketch if is_slow else RecordedCase)(ReplaySource(best.choices))
    case.keeps_notes = True
    try:
        trace = execute(hunt.test, case)
    except (Duplicate, KeyboardInterrupt):
        return Failure(best.error, best, case, bug.history, is_complete=False)
    return Failure(trace.error or best.error, best, case, bug.history)


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
            try:
                failure = explained_failure(hunt, failure, seconds_for(elapsed))
            except KeyboardInterrupt:
                elapsed = -1.0  # somebody is waiting: what is known is enough
            elapsed -= monotonic() - started
        explained.append(failure)
    if all(failure.explanation is None for failure in explained):
        return explained
    before_report()
    return [shown_last(hunt, failure) for failure in explained]


def _can_be_explained(hunt: Hunt, failure: Failure) -> bool:
    """Whether it has parts, is new, fails for sure, and time was left by its reduction."""
    bug = hunt.bugs.get(failure.trace.origin)
    if bug is not None and bug.is_reduced:
        return False  # what is known is shown at once; the explanation was kept with the value
    is_sure = hunt.options.min_failure_rate is None and not isinstance(
        failure.error, (Flaky, DeadlineExceeded, RecursionError)
    )
    if isinstance(failure.error, ProcessDied) and failure.error.how == "time":
        return False  # every variation may take as long
    has_time = failure.history is None or not failure.history.stopped_early
    return is_sure and has_time and bool(failure.case.parts)
