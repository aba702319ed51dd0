"""Run: the story of one test, from nothing to a result. Its last part begins at ``run_last``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from shortlex.control import watching_assumptions
from shortlex.core.case import RecordedCase
from shortlex.core.order import Simpler, simpler
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace, end_before_body
from shortlex.errors import Flaky, ProcessDied
from shortlex.reducer.budget import Budget
from shortlex.runner.case_count import Share
from shortlex.runner.execute import Test, execute
from shortlex.runner.flaky.exact import confirm_unseeded, is_at_the_limit
from shortlex.runner.flaky.flaky_errors import recovered
from shortlex.runner.foresight import Foresight
from shortlex.runner.hunt import Bug, Hunt
from shortlex.runner.interrupts import gate
from shortlex.runner.keeper import Keeper
from shortlex.runner.observer import Observer
from shortlex.runner.result import Failure, Result
from shortlex.runner.reuse import keep_failures, keep_unfinished, reuse
from shortlex.runner.shared_random import Seeding
from shortlex.runner.stack import whole_stack
from shortlex.settings import Phase, settings
from shortlex.system.genuine import monotonic

if TYPE_CHECKING:
    from shortlex.reducer.progress import Progress
    from shortlex.runner.rarity import Quota

OnStep = Callable[[str, Trace], None]


def run(
    test: Test,
    options: settings,
    *,
    seed: int | None = None,
    order: Simpler = simpler,
    observer: Observer | None = None,
    on_step: OnStep | None = None,
    on_start: Callable[[Hunt], None] | None = None,
    key: str | bytes | None = None,
    share: Share | Quota | None = None,
    before_report: Callable[[], None] = lambda: None,
    code: object = None,
) -> Result:
    """Search for failing cases, reduce each, and run it a last time for the report.

    The same ``seed`` makes the same cases; without one they are new each time, unless the
    settings are derandomized. With a ``share`` of time, or a quota of labels, more than
    ``max_examples`` cases are run.
    ``on_start`` gets the state of the run, to be watched from outside, and ``before_report`` is
    called before cases are run for the report. Failures are kept under ``key`` in the database of
    the settings, and replayed first in the next run. ``code`` is the function in which, and in what
    it uses, constants to try are looked for.
    """
    hunt = Hunt(test, options, seed=seed, order=order, observer=observer, share=share)
    if key is not None and options.database is not None:
        hunt.keeper = Keeper(options.database, key)
        text = key if isinstance(key, str) else key.decode("utf-8", "replace")
        hunt.front_keeper = Keeper(options.database, f"{text} targets")
    if code is not None:
        from shortlex.runner.harvest import constants_for

        hunt.constants = constants_for(code, is_kept=options.database is not None)
    if on_start is not None:
        on_start(hunt)
    # Without an observer, assumptions are not counted.
    watching = nullcontext() if observer is None else watching_assumptions()
    with hunt.seeding, watching, whole_stack():
        started, phases = monotonic(), options.phases
        try:
            _run_known(hunt)
            if Phase.generate in phases and not hunt.bugs:
                hunt.enter("generate")
                from shortlex.runner.generate import generate

                generate(hunt)
                confirm_unseeded(hunt)
                hunt.statistics.seconds = monotonic() - started
            if Phase.shrink in phases and hunt.bugs:
                hunt.enter("shrink")
                _reduce_bugs(hunt, on_step)
            if hunt.bugs or hunt.flaky:
                gate.close()  # inside the try, where an interrupt is still caught
        except BaseException as error:
            if not hunt.bugs:
                keep_unfinished(hunt, error)
                raise
            gate.close()
            # Keep the best failure so far; the caller reports it and raises the error again.
            hunt.stop(error)
        return _conclude(hunt, started, before_report)


def _run_known(hunt: Hunt) -> None:
    """Run the cases that come before all others, and known failures."""
    is_wanted = Phase.reuse in hunt.options.phases
    if hunt.first or (hunt.keeper is not None and is_wanted):
        hunt.enter("reuse")
    for choices in hunt.first:
        hunt.run(RecordedCase(ReplaySource(choices)))
    if is_wanted:
        reuse(hunt)


def _conclude(hunt: Hunt, started: float, before_report: Callable[[], None]) -> Result:
    """Run failing cases for the report, explain them, and keep them."""
    keeper = hunt.keeper
    if hunt.bugs:
        hunt.enter("report")
    failures = run_last(hunt, monotonic() - started, before_report)
    if failures and Phase.explain in hunt.options.phases and hunt.stopped_by is None:
        hunt.enter("explain")
        failures = explain_failures(hunt, failures, monotonic() - started, before_report)
    hunt.enter("")
    # Saved before the report, so that a reported failure is never lost.
    if keeper is not None:
        keep_failures(hunt, keeper, failures)
    if not failures and hunt.skip is not None:
        raise hunt.skip
    if keeper is not None and hunt.stopped_by is None:
        keeper.settle()
    return Result(
        tuple(failures),
        hunt.statistics,
        hunt.seed,
        hunt.stopped_by,
        complaints=() if keeper is None else keeper.complaints,
        bugs_left_out=hunt.bugs_left_out,
    )


def replay(
    test: Test, choices: Sequence[object], *, runs: int = 1, limit: int | None = None
) -> Failure | Trace:
    """Run one stored or given case. Returns a failure, or the trace if it did not fail.

    It may take several ``runs`` to fail. A case that grows beyond the ``limit`` is aborted.
    """
    with Seeding(test, is_wanted=runs == 1), whole_stack(is_replay=True):
        for _ in range(runs):
            case = _replaying(choices, limit)
            case.keeps_notes = True
            trace = execute(test, case)
            if trace.is_interesting:
                failure = Failure(trace.error, trace, case)
                return recovered(test, failure, lambda: _replaying(choices, limit), runs=runs)
    return trace


def _replaying(choices: Sequence[object], limit: int | None) -> RecordedCase:
    return RecordedCase(ReplaySource(choices), limit)  # type: ignore[arg-type]  # what fits no domain is replaced


def reduce_choices(
    test: Test,
    choices: Sequence[object],
    *,
    seed: int = 0,
    budget: Budget | None = None,
    on_step: OnStep | None = None,
    progress: Progress | None = None,
) -> Trace:
    """Reduce one case as far as the budget goes; its own trace if it is not interesting.

    With ``progress``, continue an earlier reduction.
    """
    from shortlex.reducer.progress import Progress

    progress = Progress() if progress is None else progress
    choices = choices if progress.best is None else progress.best
    hunt = Hunt(test, settings(), seed=seed)
    hunt.foresight = Foresight(hunt.order, progress)
    with hunt.seeding, whole_stack():
        return _reduce_from(hunt, choices, budget or Budget(), on_step, progress)


def _reduce_from(
    hunt: Hunt,
    choices: Sequence[object],
    budget: Budget,
    on_step: OnStep | None,
    progress: Progress,
) -> Trace:
    start = hunt.run_unless_known(RecordedCase(ReplaySource(choices)))  # type: ignore[arg-type]  # what fits no domain is replaced
    if not start.is_interesting or progress.is_finished:
        return start
    hunt.foresight.resume(start)
    (bug,) = hunt.bugs.values()
    hunt.confirmation.reduce(hunt, bug, budget, on_step, progress)
    if bug.best.error is None and start.error is not None:
        # The failure is only known from the progress: run it, to get its error.
        return hunt.run(RecordedCase(ReplaySource(bug.best.choices)))
    return bug.best


def _reduce_bugs(hunt: Hunt, on_step: OnStep | None) -> None:
    """Reduce every bug, the smallest first; a reduction may find others."""
    budget = hunt.budget = Budget(seconds=hunt.options.shrink_seconds, clock=monotonic)
    while waiting := [
        bug for bug in hunt.bugs.values() if bug.history is None and not bug.is_reduced
    ]:
        bug = min(waiting, key=lambda bug: bug.best.size)
        bug.reduced_since = monotonic()
        hunt.confirmation.reduce(hunt, bug, budget, on_step)


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
    """Whether a failure is new, has parts and always fails, and its reduction was not cut short."""
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
