"""Generate: random cases, light, growing from small; or all of them where there are few."""

from __future__ import annotations

from math import ceil

from shortlex.control import current
from shortlex.core.case import Duplicate, RandomCase, RecordedCase, key_of
from shortlex.core.domain import Choice
from shortlex.core.outcome import Outcome
from shortlex.core.source import ReplaySource, SimplestSource
from shortlex.errors import Interesting, Overrun, Rejected, UnsatisfiedAssumption
from shortlex.runner.confirm import confirm
from shortlex.runner.count_out import count_out
from shortlex.runner.enough import enough_cases, is_hopeless, is_skipped, more_cases
from shortlex.runner.execute import ending_of, is_failure, is_skip, reason_of
from shortlex.runner.hunt import Hunt
from shortlex.runner.result import Statistics

FEW_LEFT = 20
"""After this many duplicates in a row nearly everything was seen: the rest is enumerated."""

MANY = 20
"""And as many more for every so many cases that were met."""

GROWING = 20
"""Over this many cases sizes grow from small to usual."""

ECHO_CASES = 8
"""So many cases of sixteen repeat their own values often."""

MOST_PATIENCE = 2000
"""No matter how rare weights make something, it takes no more duplicates in a row than these."""


def generate(hunt: Hunt) -> None:
    """Run cases until there are enough, a bug was found long ago, or there are no more."""
    limit = hunt.options.max_choices
    # Where even the simplest case goes on for ever, it must end somewhere.
    simplest = hunt.run_unless_known(RecordedCase(SimplestSource(), 20 * limit))
    hunt.count(simplest)
    hunt.statistics.simplest_size = simplest.size
    if simplest.outcome is not Outcome.OVERRUN:
        if not simplest.choices:
            hunt.statistics.is_exhausted = True
            return
        # What needs much even when simplest may have some times that: no size is out of reach.
        limit = max(limit, 4 * simplest.size)
    rarity: float | None = 1.0
    while rarity is not None:
        patience = min(MOST_PATIENCE, ceil(FEW_LEFT / max(rarity, 1e-9)))
        is_small = _sample(hunt, limit, patience)
        while not is_small and more_cases(hunt):
            is_small = _sample(hunt, limit, patience)
        if (not is_small and not _is_barren(hunt.statistics)) or is_skipped(hunt.statistics):
            return
        rarity = count_out(hunt, rarity if is_small and patience < MOST_PATIENCE else 0.0)


def _is_barren(statistics: Statistics) -> bool:
    """Where nothing at all was valid, one of the smallest may be; not if they only go deeper."""
    return not (statistics.valid or statistics.too_deep)


def _sample(hunt: Hunt, limit: int, patience: int) -> bool:
    """Run random cases. True if in the end they were all duplicates, so many in a row.

    This is the hot path: a case that passes costs the draws, one call of the test, a hash, and
    nothing else. Whatever is rarer is left to functions of its own.
    """
    test, explored, statistics = hunt.test, hunt.explored, hunt.statistics
    enough = enough_cases(hunt)
    valid, number, repeats = statistics.valid, statistics.calls - 1, 0  # the simplest was before
    look, is_small = number + 1, patience == 0
    outer = current.set(None)
    case = _new_case(hunt, limit)
    choices: list[Choice]
    try:
        while valid < enough and not is_small:
            number += 1
            case.choices = choices = []
            case.heard = {} if number & 15 < ECHO_CASES else None
            if number == look:
                look, test = _look(hunt, case, number), hunt.test
            ending = None
            try:
                test(case)
            except BaseException as error:
                # Looked into below: in here it would be the context of every other error.
                ending = error
            if ending is not None:
                statistics.valid = valid
                repeats = _end_early(hunt, case, choices, ending, repeats)
                valid, test = statistics.valid, hunt.test
                enough = 0 if is_hopeless(statistics) else enough_cases(hunt)
                is_small = _is_small(repeats, patience, valid)
            elif case.drawn == len(choices) or _is_new(case, choices):
                explored.add(case.key)
                valid += 1
                repeats = 0
            else:
                statistics.valid = valid
                repeats = _end_early(hunt, case, choices, case.stopped_by or Duplicate(), repeats)
                is_small = _is_small(repeats, patience, valid)
            if case.is_marked:
                _let_go(hunt, case, is_valid=ending is None and repeats == 0)
                case = _new_case(hunt, limit)
    finally:
        statistics.valid = max(valid, statistics.valid)
        current.reset(outer)
        case.finish()
    return is_small


def _is_small(repeats: int, patience: int, valid: int) -> bool:
    """Whether so many duplicates in a row mean that nearly everything was seen.

    The more cases were met, the more it takes: of trees, most are small, and there is no end of
    others.
    """
    return repeats >= patience + patience * valid // MANY


def _look(hunt: Hunt, case: RandomCase, number: int) -> int:
    """What is done for each of the first cases, and then ever less often. Says for which next."""
    case.scale = min(1.0, 0.1 + 0.9 * number / GROWING)
    if number > GROWING or not number & number - 1:
        hunt.seeding.notice()
    return number + 1 if number < GROWING else 2 * number


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
        case.is_marked = True
        case.keeps_notes = hunt.keeps_notes
        hunt.announce(case)
    return case


def _let_go(hunt: Hunt, case: RandomCase, *, is_valid: bool) -> None:
    """Count what a case said of itself, and close it: the next must not meet what it left."""
    if is_valid:
        hunt.statistics.count_case(case.events, case.targets)
        if hunt.observer is not None:
            hunt.observer.see_case(case, Outcome.VALID)
    case.finish()


def _end_early(
    hunt: Hunt, case: RandomCase, choices: list[Choice], ending: BaseException, repeats: int
) -> int:
    """Deal with a case that did not run to its end.

    Gives the number of duplicates in a row, which was ``repeats`` before.
    """
    statistics = hunt.statistics
    ending = ending_of(case, ending) or ending
    if case.stopped_by is not None:
        # The case is used again. Its error also refers to it, by way of frames.
        case.stopped_by, case.explored = None, hunt.explored
    if isinstance(ending, Duplicate):
        statistics.duplicates += 1
        return repeats + 1
    if isinstance(ending, Overrun):
        statistics.count_overrun(str(ending))
        _observe(hunt, case, Outcome.OVERRUN, str(ending))
        return 0
    if isinstance(ending, Rejected):
        # What was refused is no longer among the choices, so they do not say whether it was
        # met before.
        reason = reason_of(ending)
        statistics.count_rejection(reason)
        _observe(hunt, case, Outcome.INVALID, reason)
        return repeats
    key = key_of(choices)
    is_new = key not in hunt.explored
    hunt.explored.add(key)
    if isinstance(ending, UnsatisfiedAssumption):
        if not is_new:
            statistics.duplicates += 1
            return repeats + 1
        reason = reason_of(ending)
        statistics.count_rejection(reason)
        _observe(hunt, case, Outcome.INVALID, reason)
        return 0
    if is_skip(ending):
        hunt.count_skip(ending)
        _observe(hunt, case, Outcome.INVALID, ending)
        return 0
    if not isinstance(ending, Interesting) and not is_failure(ending):
        raise ending
    statistics.valid += is_new
    # What the body wrote and cost is compared, and a case that is not run has none of it.
    has_drawn_all = case.drawn == len(choices) and not (case.output or case.cost)
    if hunt.seeding.notice():
        # It was not seeded. If that is why it failed, another will fail that is.
        hunt.run(RecordedCase(ReplaySource(choices)))
    else:
        confirm(hunt, choices, ending, has_drawn_all=has_drawn_all)
    return 0 if is_new else repeats + 1


def _observe(hunt: Hunt, case: RandomCase, outcome: Outcome, reason: object) -> None:
    if hunt.observer is not None:
        case.ending = reason
        hunt.observer.see_case(case, outcome)
