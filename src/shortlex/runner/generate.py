"""Generate: random cases, light, growing from small; or all of them where there are few."""

from __future__ import annotations

from itertools import count

from shortlex.control import current
from shortlex.core.case import Duplicate, RandomCase, RecordedCase, key_of
from shortlex.core.domain import Choice
from shortlex.core.outcome import Outcome
from shortlex.core.source import EnumerationSource, SimplestSource
from shortlex.errors import Interesting, Overrun, Rejected, UnsatisfiedAssumption
from shortlex.runner.confirm import confirm
from shortlex.runner.execute import is_failure, reason_of
from shortlex.runner.hunt import Hunt

FEW_LEFT = 20
"""After this many duplicates in a row nearly everything was seen: the rest is enumerated."""

GROWING = 20
"""Over this many cases sizes grow from small to usual."""

ECHO_CASES = 4
"""So many cases of sixteen repeat their own values often."""


def generate(hunt: Hunt) -> None:
    """Run cases until there are enough, a bug was found long ago, or there are no more."""
    simplest = hunt.run(RecordedCase(SimplestSource(), _NO_LIMIT))
    hunt.count(simplest)
    # What needs much even when simplest may have some times that: no size is out of reach.
    limit = max(hunt.options.max_choices, 4 * simplest.size)
    if not simplest.choices and simplest.outcome is not Outcome.OVERRUN:
        hunt.statistics.is_exhausted = True
    elif not _sample(hunt, limit):
        _enumerate(hunt)


_NO_LIMIT = 10_000_000
"""Where even the simplest case goes on for ever, it ends here."""


def _enough(hunt: Hunt) -> int:
    """With how many valid cases to stop, as things stand: no more than there are means now."""
    statistics = hunt.statistics
    wanted = hunt.options.max_examples
    if hunt.bugs:
        # Other bugs often turn up soon after the first; beyond that, reducing is worth more.
        if not hunt.options.report_multiple_bugs:
            return 0
        last = min(2 * hunt.calls_at_last_bug + 10, hunt.calls_at_first_bug + 200)
        return min(wanted, statistics.valid + last - statistics.calls)
    # Hardly anything is valid: one per cent is not worth waiting for.
    is_hopeless = statistics.invalid + statistics.overruns > 500 + 100 * statistics.valid
    return 0 if is_hopeless else wanted


def _sample(hunt: Hunt, limit: int) -> bool:
    """Run random cases. False if nearly all of them turned out to be duplicates.

    This is the hot path: a case that passes costs the draws, one call of the test, a hash, and
    nothing else. Whatever is rarer is left to functions of its own.
    """
    test, explored, statistics = hunt.test, hunt.explored, hunt.statistics
    enough = _enough(hunt)
    valid = statistics.valid
    number = repeats = 0
    outer = current.set(None)
    case = _new_case(hunt, limit)
    try:
        while valid < enough and repeats < FEW_LEFT:
            number += 1
            case.choices = choices = []
            case.heard = {} if number & 15 < ECHO_CASES else None
            if number <= GROWING:
                case.scale = 0.1 + 0.9 * number / GROWING
            ending = None
            try:
                test(case)
            except BaseException as error:
                # Looked into below: in here it would be the context of every other error.
                ending = error
            if ending is not None:
                statistics.valid = valid
                is_new = _end_early(hunt, case, choices, ending)
                valid, enough = statistics.valid, _enough(hunt)
            elif case.drawn == len(choices) or _is_new(case, choices):
                explored.add(case.key)
                valid += 1
                is_new = True
            else:
                statistics.duplicates += 1
                is_new = False
            repeats = 0 if is_new else repeats + 1
            if case.is_marked:
                # Whatever was left on it must not be met by the next: use another.
                _let_go(hunt, case, is_valid=is_new and ending is None)
                case = _new_case(hunt, limit)
    finally:
        statistics.valid = max(valid, statistics.valid)
        current.reset(outer)
        case.finish()
    return valid >= enough


def _is_new(case: RandomCase, choices: list[Choice]) -> bool:
    """Whether a case that drew in its body was not met before."""
    case.key = key_of(choices)
    return case.explored is not None and case.key not in case.explored


def _new_case(hunt: Hunt, limit: int) -> RandomCase:
    """A case to use until something is left on it, which most leave nothing."""
    case = RandomCase(hunt.random, 1.0, limit)
    case.explored = hunt.explored
    current.set(case)
    if hunt.observer is not None:
        case.keeps_notes = case.is_marked = True
    return case


def _let_go(hunt: Hunt, case: RandomCase, *, is_valid: bool) -> None:
    """Count what a case said of itself, and close it."""
    if is_valid:
        hunt.statistics.count_case(case.events, case.targets)
        if hunt.observer is not None:
            hunt.observer(case, Outcome.VALID)
    case.finish()


def _end_early(
    hunt: Hunt, case: RandomCase, choices: list[Choice], ending: BaseException
) -> bool:
    """Deal with a case that did not run to its end. False if it was run before."""
    statistics = hunt.statistics
    if isinstance(ending, Duplicate):
        statistics.duplicates += 1
        return False
    if isinstance(ending, Overrun):
        statistics.overruns += 1
        return True
    key = key_of(choices)
    is_new = key not in hunt.explored
    hunt.explored.add(key)
    if isinstance(ending, (Rejected, UnsatisfiedAssumption)):
        statistics.invalid += is_new
        statistics.rejections[reason_of(ending)] += 1
        if hunt.observer is not None:
            hunt.observer(case, Outcome.INVALID)
        return is_new
    if not isinstance(ending, Interesting) and not is_failure(ending):
        raise ending
    statistics.valid += 1
    confirm(hunt, list(choices), ending)
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
            if runs_left < 0 or hunt.statistics.valid >= _enough(hunt):
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
