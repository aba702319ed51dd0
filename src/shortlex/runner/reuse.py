"""Reuse: run the failures that are known from earlier runs, and keep those of this one."""

from __future__ import annotations

from shortlex.core.case import RecordedCase, key_of
from shortlex.core.domain import Choice
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.errors import ProcessDied
from shortlex.runner.hunt import Hunt
from shortlex.runner.keeper import Keeper, Known
from shortlex.runner.measure import size_of
from shortlex.runner.misfit import describe_misfit
from shortlex.runner.result import Failure
from shortlex.runner.sequential import runs_to_meet


def reuse(hunt: Hunt) -> bool:
    """Run every known failure of the test. Whether one of them still fails.

    Those that do not are dropped; those that do not fit the test any more are reported. What fails
    exactly as it was kept, and was reduced to the end, need not be reduced again.
    """
    keeper = hunt.keeper
    if keeper is None:
        return False
    # Simplest first: of one bug, the others are not needed.
    every = sorted(keeper.known(), key=lambda known: size_of(known.record.choices))
    keeper.is_idle = True
    try:
        for known in every:
            _run_again(hunt, keeper, known)
    finally:
        keeper.is_idle = False
    for bug in hunt.bugs.values():
        if not bug.place:
            keeper.see(bug.best)  # it is not quite what was kept
    return bool(hunt.bugs)


def keep_failures(hunt: Hunt, keeper: Keeper, failures: list[Failure]) -> tuple[str, ...]:
    """Keep what will be reported, unless it is there already. Gives what went wrong with that."""
    for failure in failures:
        bug = hunt.bugs.get(failure.trace.origin)
        if failure is hunt.flaky or bug is None or bug.is_reduced:
            continue
        history = failure.history
        keeper.keep(
            failure.trace,
            is_reduced=history is not None and history.stopped_early in ("", "seldom"),
            arguments=failure.case.drawn,
            value=failure.case.call_text,
        )
    return tuple(keeper.complaints)


def _run_again(hunt: Hunt, keeper: Keeper, known: Known) -> None:
    record = known.record
    if record.error.startswith(ProcessDied.__name__):
        hunt.isolate()
    case, trace = _replay(hunt, record.choices)
    if not trace.is_interesting:
        if trace.error is not None:
            return  # it skips, here and today, which says nothing about the failure
        change = describe_misfit(
            record.choices,
            trace,
            wanted=record.wanted,
            arguments=record.arguments,
            drawn=case.drawn,
        )
        if change is None:
            keeper.drop(known.value)
        else:
            keeper.report_stale(known, change)
        return
    bug = hunt.bugs.get(trace.origin)
    if bug is None or bug.best is not trace or keeper.has(trace.origin):
        # A simpler one of the same bug is known, or one bug is all that is asked for.
        if keeper.has(trace.origin):
            keeper.drop(known.value)
        return
    keeper.adopt(trace.origin, known.value)
    if key_of(list(trace.choices)) == key_of(list(record.choices)):
        bug.place = known.place
        bug.is_reduced = record.is_reduced


def _replay(hunt: Hunt, choices: tuple[Choice, ...]) -> tuple[RecordedCase, Trace]:
    """Run one case, as often as it may need to fail."""
    rate = hunt.options.min_failure_rate
    # What does not fail may draw more than what did, but not for ever.
    limit = 2 * size_of(choices) + hunt.options.max_choices
    for _ in range(1 if rate is None else runs_to_meet(rate)):
        case = RecordedCase(ReplaySource(choices), limit)
        trace = hunt.run(case)
        if trace.is_interesting:
            break
    return case, trace
