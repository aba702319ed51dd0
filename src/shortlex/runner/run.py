"""Run: the story of one test, from nothing to a result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from shortlex.control import watching_assumptions
from shortlex.core.case import RecordedCase
from shortlex.core.order import Simpler, simpler
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.reducer.budget import Budget
from shortlex.runner.case_count import Share
from shortlex.runner.crashes.recover import recovered
from shortlex.runner.execute import Test, execute
from shortlex.runner.finish import explain_failures, run_last
from shortlex.runner.flaky.exact import confirm_unseeded
from shortlex.runner.foresight import Foresight
from shortlex.runner.hunt import Hunt
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
) -> Result:
    """Search for failing cases, reduce each, and run it a last time for the report.

    The same ``seed`` makes the same cases; without one they are new each time, unless the
    settings are derandomized. With a ``share`` of time, or a quota of labels, more than
    ``max_examples`` cases are run.
    ``on_start`` gets the state of the run, to be watched from outside, and ``before_report`` is
    called before cases are run for the report. Failures are kept under ``key`` in the database of
    the settings, and replayed first in the next run.
    """
    hunt = Hunt(test, options, seed=seed, order=order, observer=observer, share=share)
    if key is not None and options.database is not None:
        hunt.keeper = Keeper(options.database, key)
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
