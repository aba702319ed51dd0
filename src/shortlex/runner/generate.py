"""Generate: random cases, light, growing from small; or all of them where there are few."""

from __future__ import annotations

from itertools import count

from shortlex.control import current
from shortlex.core.case import Duplicate, EchoCase, RandomCase, RecordedCase, key_of
from shortlex.core.outcome import Outcome
from shortlex.core.source import EnumerationSource, SimplestSource
from shortlex.errors import Overrun, Rejected, StopCase, UnsatisfiedAssumption
from shortlex.runner.confirm import confirm
from shortlex.runner.execute import is_failure, reason_of
from shortlex.runner.hunt import Hunt

FEW_LEFT = 20
"""After this many duplicates in a row nearly everything was seen: the rest is enumerated."""

GROWING = 20
"""Over this many cases sizes grow from small to usual."""

ECHO_EVERY = 4
"""One case in so many repeats its own values often."""


def generate(hunt: Hunt) -> None:
    """Run cases until there are enough, a bug was found long ago, or there are no more."""
    simplest = hunt.run(RecordedCase(SimplestSource(), _NO_LIMIT))
    hunt.count(simplest)
    # What needs much even when simplest may have some times that: no size is out of reach.
    limit = max(hunt.options.max_choices, 4 * simplest.size)
    if not simplest.choices and simplest.outcome is not Outcome.OVERRUN:
        hunt.statistics.is_exhausted = True
    elif not _is_done(hunt) and not _sample(hunt, limit):
        _enumerate(hunt)


_NO_LIMIT = 10_000_000
"""Where even the simplest case goes on for ever, it ends here."""


def _is_done(hunt: Hunt) -> bool:
    statistics = hunt.statistics
    if statistics.valid >= hunt.options.max_examples:
        return True
    if hunt.bugs:
        # Other bugs often turn up soon after the first; beyond that, reducing is worth more.
        last = 2 * hunt.calls_at_last_bug + 10
        return not hunt.options.report_multiple_bugs or statistics.calls >= min(
            last, hunt.calls_at_first_bug + 200
        )
    # Hardly anything is valid: one per cent is not worth waiting for.
    return statistics.invalid + statistics.overruns > 500 + 100 * statistics.valid


def _sample(hunt: Hunt, limit: int) -> bool:
    """Run random cases. False if nearly all of them turned out to be duplicates."""
    outer = current.set(None)
    try:
        repeats = 0
        for number in count(1):
            if repeats >= FEW_LEFT:
                return False
            kind = EchoCase if number % ECHO_EVERY == 0 else RandomCase
            scale = 1.0 if number >= GROWING else 0.1 + 0.9 * number / GROWING
            is_new = _run_light(hunt, kind(hunt.random, scale, limit))
            repeats = 0 if is_new else repeats + 1
            if _is_done(hunt):
                return True
    finally:
        current.reset(outer)
    return True


def _run_light(hunt: Hunt, case: RandomCase) -> bool:
    """Run one random case. False if it was run before."""
    statistics = hunt.statistics
    explored = hunt.explored
    case.explored = explored
    if hunt.observer is not None:
        case.keeps_notes = True
    current.set(case)
    outcome = Outcome.VALID
    failure: BaseException | None = None
    try:
        hunt.test(case)
    except Duplicate:
        statistics.duplicates += 1
        return False
    except Overrun:
        outcome = Outcome.OVERRUN
    except (Rejected, UnsatisfiedAssumption) as rejection:
        outcome = Outcome.INVALID
        statistics.rejections[reason_of(rejection)] += 1
    except BaseException as error:
        if not isinstance(error, StopCase) and not is_failure(error):
            raise
        # Looked into below: a test run in here would have this error as the context of its own.
        failure = error
    statistics.calls += 1
    choices = case.finish()
    if failure is not None:
        statistics.valid += 1
        explored.add(key_of(choices))
        confirm(hunt, choices, failure)
        return True
    key = case.key if case.drawn == len(choices) else key_of(choices)
    if key in explored:
        statistics.duplicates += 1
        return False
    explored.add(key)
    if outcome is Outcome.VALID:
        statistics.valid += 1
        if case.events is not None or case.targets is not None:
            statistics.count_case(case.events, case.targets)
    elif outcome is Outcome.INVALID:
        statistics.invalid += 1
    else:
        statistics.overruns += 1
    if hunt.observer is not None:
        hunt.observer(case, outcome)
    return True


def _enumerate(hunt: Hunt) -> None:
    """Run every case in order of size and then of choices, as far as the budget goes.

    Sizes in turn: within one size the choices count up like an odometer, and a case that wants
    to be larger is cut short and met again in its turn.
    """
    # Where one choice has no end and all that follows is too large, counting up never stops.
    runs_left = 1000 + 10 * hunt.options.max_examples
    for size in count(1):
        has_larger = False
        indexes: list[int] | None = []
        while indexes is not None:
            runs_left -= 1
            if runs_left < 0 or _is_done(hunt):
                return
            source = EnumerationSource(indexes)
            is_larger = _run_within(hunt, source, size)
            has_larger = has_larger or is_larger
            indexes = source.following(skip_last=is_larger)
        if not has_larger:
            hunt.statistics.is_exhausted = True
            return


def _run_within(hunt: Hunt, source: EnumerationSource, size: int) -> bool:
    """Run one case if it is new and not larger than ``size``. True if it wanted to be."""
    case = RecordedCase(source, size)
    case.explored = hunt.explored
    try:
        trace = hunt.run(case)
    except Duplicate:
        hunt.statistics.duplicates += 1
        return False
    if trace.outcome is Outcome.OVERRUN:
        return True
    if key_of(list(trace.choices)) not in hunt.explored:
        hunt.count(trace)
    return False
