"""Reuse: replays failures from earlier runs, and keeps those of this run.

A ``Misfit`` says how stored choices, or those of a token, do not fit a test.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shortlex.core.case import RecordedCase, key_of
from shortlex.core.domain import Choice, Domain
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Outcome, Trace
from shortlex.errors import ProcessDied
from shortlex.runner.execute import is_asked_for, sketch
from shortlex.runner.flaky.measure import size_of
from shortlex.runner.hunt import Hunt
from shortlex.runner.keeper import Keeper, KeptFailure
from shortlex.runner.result import Failure
from shortlex.settings import settings


def reuse(hunt: Hunt) -> bool:
    """Run every known failure of the test. Returns whether one of them still fails.

    Those that pass are dropped when the run has reached its verdict; those that no longer fit the
    test are reported. A failure that still fails exactly as stored, and was fully reduced, is not
    reduced again.
    """
    keeper = hunt.keeper
    if keeper is None:
        return False
    # Simplest first: other failures of the same bug are not needed then.
    every = sorted(keeper.known(), key=lambda known: size_of(known.record.choices))
    keeper.is_idle = True
    try:
        for known in every:
            _run_again(hunt, keeper, known)
    finally:
        keeper.is_idle = False
    for bug in hunt.bugs.values():
        if not bug.place:
            keeper.see(bug.best)  # it differs from the stored failure
    return bool(hunt.bugs)


def keep_failures(hunt: Hunt, keeper: Keeper, failures: list[Failure]) -> None:
    """Save what will be reported, unless it is already stored."""
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


def keep_unfinished(hunt: Hunt, stop: BaseException) -> None:
    """Save the case that was running when something stopped the test, unless the user did."""
    if hunt.keeper is None or hunt.unfinished is None or is_asked_for(stop):
        return
    hunt.keeper.keep_unfinished(hunt.unfinished.choices, stop, call_of_unfinished(hunt))


def call_of_unfinished(hunt: Hunt) -> str:
    """The call of the case that was running, as code; nothing if that is not known.

    Arguments are not drawn again unless they were drawn before: there is no time limit any more to
    end an endless draw.
    """
    if hunt.unfinished is None or not hunt.unfinished.has_begun:
        return ""
    try:
        return sketch(hunt.test, hunt.unfinished.choices).call_text
    except Exception:  # whatever stopped the run may also have broken the strategies
        return ""


def _run_again(hunt: Hunt, keeper: Keeper, known: KeptFailure) -> None:
    record = known.record
    excess = find_excess(record.choices, hunt.options)
    if excess is not None:
        keeper.report_stale(known, excess)
        return
    if record.error.startswith(ProcessDied.__name__):
        hunt.isolate()
    case, trace = _replay(hunt, record.choices)
    if not trace.is_interesting:
        hunt.remember(trace.choices)  # it may fail later, after other cases
        _put_away(keeper, known, case, trace)
        return
    bug = hunt.bugs.get(trace.origin)
    if bug is None:
        return  # it is one bug too many
    key = key_of(list(trace.choices))
    # The case at which an earlier process died was run before, and may be the same.
    if bug.best is trace or (not bug.place and key == key_of(list(bug.best.choices))):
        keeper.adopt(trace.origin, known.value)
        is_same = key == key_of(list(record.choices))
        bug.place = known.place if is_same else ""
        bug.is_reduced = is_same and record.is_reduced
    elif keeper.has(trace.origin):
        keeper.drop(known.value)  # the database has a simpler failure of the same bug


def _put_away(keeper: Keeper, known: KeptFailure, case: RecordedCase, trace: Trace) -> None:
    """Mark a known failure that passes for removal, unless it passes for another reason."""
    record = known.record
    if trace.error is not None:
        return  # it skipped in this run, which says nothing about the failure
    change: Misfit | None = find_misfit(
        record.choices,
        trace,
        wanted=record.wanted,
        arguments=record.arguments,
        drawn=case.drawn,
    )
    if change is None and trace.outcome is Outcome.OVERRUN:
        change = Endless()
    if change is None:
        keeper.outdate(known.value)
    else:
        keeper.report_stale(known, change)


def _replay(hunt: Hunt, choices: tuple[Choice, ...]) -> tuple[RecordedCase, Trace]:
    """Run one case until it fails, but at most as often as a failure may need."""
    limit = replay_limit(choices, hunt.options)
    for _ in range(hunt.confirmation.replays):
        case = RecordedCase(ReplaySource(choices), limit)
        trace = hunt.run(case)
        if trace.is_interesting:
            break
    return case, trace


MAX_EXCESS = 20
"""A case may have at most this many times ``max_choices`` choices. Otherwise a short token, which
is compressed, could take any amount of time and memory."""


class TooManyChoices(NamedTuple):
    """A case that is not run, because it is larger than settings allow."""

    size: int
    limit: int


class OtherDraw(NamedTuple):
    """The first choice that differs when a case is replayed."""

    place: int
    before: tuple[Choice, ...]
    """The choice that was there, if there was one."""
    wanted: str
    """What was wanted there, if that is known."""
    now: Domain | None
    """What is wanted now; None if nothing is drawn there."""


class Endless(NamedTuple):
    """A case that grows too large or too deep."""


Misfit = TooManyChoices | OtherDraw | Endless


def find_excess(choices: Sequence[Choice], options: settings) -> TooManyChoices | None:
    """Whether a case has more choices than settings allow."""
    limit = MAX_EXCESS * options.max_choices
    return TooManyChoices(len(choices), limit) if len(choices) > limit else None


def replay_limit(choices: Sequence[Choice], options: settings) -> int:
    """How large a replayed case may grow."""
    # A run that passes may draw more than the one that failed, but not for ever.
    return 2 * size_of(choices) + options.max_choices


def find_misfit(
    choices: Sequence[Choice],
    trace: Trace,
    *,
    wanted: Sequence[str] = (),
    arguments: int | None = None,
    drawn: int = -1,
) -> OtherDraw | None:
    """Where a replay first drew something else than the given choices; None if nowhere.

    ``wanted`` describes the domains of the choices, if known; ``arguments`` is how many of them
    were made before the body began, and ``drawn`` how many are made now.
    """
    both = zip(choices, trace.choices, trace.domains, strict=False)
    for place, (before, after, domain) in enumerate(both):
        if key_of([before]) != key_of([after]):
            return OtherDraw(place, (before,), wanted[place] if wanted else "", domain)
    # A body that ends elsewhere draws less or more: that does not mean a strategy changed.
    if arguments is None or drawn < 0 or arguments == drawn:
        return None
    if drawn < arguments:
        return OtherDraw(drawn, (choices[drawn],), wanted[drawn] if wanted else "", None)
    return OtherDraw(arguments, (), "", trace.domains[arguments])
