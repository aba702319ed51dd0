"""Generate: random cases, light, growing from small; or all of them where there are few."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import ceil

from shortlex.control import current
from shortlex.core.case import Duplicate, RandomCase, RecordedCase, Repeat, key_of
from shortlex.core.domain import Choice
from shortlex.core.outcome import Outcome
from shortlex.core.repetition import MORE
from shortlex.core.sizes import Sizes
from shortlex.core.source import EnumerationSource, ReplaySource, SimplestSource
from shortlex.errors import Interesting, Overrun, ProcessDied, Rejected, UnsatisfiedAssumption
from shortlex.runner.confirm import confirm
from shortlex.runner.execute import decisive, is_failure, reason_of
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

MOST_EXPLORED = 1_000_000
"""After this many cases, which only a share of time can reach, the first are forgotten."""

MOST_PATIENCE = 2000
"""No matter how rare weights make something, it takes no more duplicates in a row than these."""

HOPELESS = 500
"""So many invalid cases are run in search of the first valid one, and then some for each."""


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
        while not is_small and _more(hunt):
            is_small = _sample(hunt, limit, patience)
        if not is_small and not _is_barren(hunt.statistics):
            return
        rarity = _enumerate(hunt, rarity if is_small and patience < MOST_PATIENCE else 0.0)


def _is_barren(statistics: Statistics) -> bool:
    """Where nothing at all was valid, one of the smallest may be; not if they only go deeper."""
    return not (statistics.valid or statistics.too_deep)


def _enough(hunt: Hunt) -> int:
    """With how many valid cases to stop, as things stand: no more than there are means now."""
    statistics = hunt.statistics
    wanted = hunt.wanted
    if hunt.flaky is not None:
        return 0
    if not hunt.bugs:
        return wanted
    bugs = [bug.best for bug in hunt.bugs.values()]
    if not hunt.options.report_multiple_bugs and not any(best.cost for best in bugs):
        return 0
    if any(isinstance(best.error, ProcessDied) and best.error.how == "time" for best in bugs):
        return 0  # the next may take as long
    # Other bugs, or one that costs less, often turn up soon after the first; beyond that,
    # reducing is worth more.
    last = min(2 * hunt.calls_at_last_bug + 10, hunt.calls_at_first_bug + 200)
    return min(wanted, statistics.valid + last - statistics.calls)


def _more(hunt: Hunt) -> int:
    """How many more cases to run when there are enough: none, unless there is time to use."""
    if hunt.share is None or hunt.bugs or hunt.flaky or _is_hopeless(hunt.statistics):
        return 0
    if len(hunt.explored) > MOST_EXPLORED:
        # To meet a case again costs little, to remember all of them a lot.
        hunt.explored.clear()
    more = hunt.share.more(hunt.statistics.valid)
    hunt.wanted = hunt.statistics.valid + more
    return more


def _is_hopeless(statistics: Statistics) -> bool:
    """Whether hardly anything is valid: one per cent is not worth waiting for."""
    # An overrun takes longest of all.
    useless = statistics.invalid + 10 * statistics.overruns
    return useless > HOPELESS + 100 * statistics.valid


def _sample(hunt: Hunt, limit: int, patience: int) -> bool:
    """Run random cases. True if in the end they were all duplicates, so many in a row.

    This is the hot path: a case that passes costs the draws, one call of the test, a hash, and
    nothing else. Whatever is rarer is left to functions of its own.
    """
    test, explored, statistics = hunt.test, hunt.explored, hunt.statistics
    enough = _enough(hunt)
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
                enough = 0 if _is_hopeless(statistics) else _enough(hunt)
                is_small = _is_small(repeats, patience, valid)
            elif case.drawn == len(choices) or _is_new(case, choices):
                explored.add(case.key)
                valid += 1
                repeats = 0
            else:
                statistics.duplicates += 1
                repeats += 1
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
    if isinstance(ending, BaseExceptionGroup):
        ending = decisive(ending)
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


def _enumerate(hunt: Hunt, least_rarity: float) -> float | None:
    """Run every case in order of size and then of choices, as far as the budget goes.

    Sizes in turn: within one size the choices count up like an odometer, and a case that wants
    to be larger is cut short and met again in its turn. Gives the rarity of a choice if weights
    have made some of its values more rare than random cases were many: these were only the likely
    ones, and there may be no end of others.
    """
    # Where a choice has no end and nothing that begins with it fits, counting up never stops.
    runs_left = HOPELESS
    if hunt.statistics.valid:
        runs_left += HOPELESS + 10 * hunt.options.max_examples
    met: set[int] = set()
    for size in count(1):
        has_larger = False
        indexes: list[int] | None = []
        while indexes is not None:
            runs_left -= 1
            if runs_left < 0 or hunt.statistics.valid >= _enough(hunt):
                runs_left = _more(hunt)
                if not runs_left:
                    return None
            source = EnumerationSource(indexes)
            case = _EnumeratedCase(source, size)
            is_larger = _run_within(hunt, case)
            count_before = len(met)
            met.update(map(id, case.domains))
            if len(met) > count_before:
                rarity = min(
                    [each.rarity for each in case.domains if each is not MORE], default=1.0
                )
                if rarity < least_rarity:
                    return rarity
            has_larger = has_larger or is_larger
            indexes = source.following(skip_last=is_larger)
        if not has_larger:
            hunt.statistics.is_exhausted = True
            return None
    return None


def _run_within(hunt: Hunt, case: RecordedCase) -> bool:
    """Run one case if it is new and not larger than it may be. True if it wanted to be."""
    case.explored = hunt.explored
    try:
        trace = hunt.run(case)
    except Duplicate:
        hunt.statistics.duplicates += 1
        hunt.statistics.replays -= 1
        return False
    if trace.outcome is Outcome.OVERRUN:
        hunt.statistics.replays -= 1
        return True
    if key_of(list(trace.choices)) not in hunt.explored:
        hunt.count(trace)
    return False


class _EnumeratedCase(RecordedCase):
    """A case in which no element is refused: the same without that element has had its turn."""

    def repeat(self, sizes: Sizes, label: str) -> Iterator[Repeat]:
        for step in super().repeat(sizes, label):
            yield step
            if step.is_rejected:
                raise Duplicate
