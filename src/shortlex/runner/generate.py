"""Generate: runs random cases, growing from small; or all cases, if there are few."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import ceil, inf

from shortlex.control import current
from shortlex.core.case import RandomCase, RecordedCase, Repeat, key_of
from shortlex.core.domain import Choice
from shortlex.core.mood import MOODS
from shortlex.core.raised import RUNS, cut_traceback
from shortlex.core.sizes import Sizes
from shortlex.core.source import ReplaySource, SimplestSource
from shortlex.core.trace import DUPLICATE, Foreseen, Outcome
from shortlex.errors import Interesting, Overrun, Rejected, UnsatisfiedAssumption
from shortlex.runner.case_count import enough_cases, is_hopeless, is_skipped, more_cases
from shortlex.runner.count_out import count_out
from shortlex.runner.execute import ending_of, execute, is_failure, is_skip, reason_of
from shortlex.runner.forks import end_fork
from shortlex.runner.hunt import Early, Hunt
from shortlex.runner.interrupts import gate
from shortlex.runner.mutate import is_hard, run_mutants
from shortlex.runner.result import Statistics
from shortlex.runner.stack import make_room

MAX_REPEATS = 20
"""After this many duplicates in a row, nearly all cases were seen: the rest is enumerated."""

CASES_PER_PATIENCE = 20
"""Every this many valid cases, the needed number of duplicates grows by its initial value."""

GROWING_CASES = 20
"""Over this many cases, sizes grow from small to normal."""

SIMPLEST_SIZE_FACTOR = 20
"""The simplest case may be this many times as large as other cases."""

MAX_SIMPLEST_SIZE = 1_000_000
"""The largest size of the simplest case, however long its collections: memory is limited."""

COUNTED_CASES = 200
"""In this many cases, about two of five at first, alternatives and flags are counted out."""

MAX_DUPLICATES = 6
"""If more than one in this many cases is a duplicate, most cases have no mood ..."""

MOODY_CASES = 300
"""... but these first ones have."""

MAX_PATIENCE = 2000
"""The maximum number of duplicates in a row, however rare weights make some values."""


def generate(hunt: Hunt) -> None:
    """Run cases until there are enough, or enough after the first bug, or no more."""
    limit = hunt.options.max_choices
    simplest = hunt.run_unless_known(_SimplestCase(limit), is_new=True)
    hunt.count(simplest)
    hunt.statistics.simplest_size = simplest.size
    if simplest.outcome is Outcome.VALID:
        hunt.pool.add(simplest, hunt.random)
    if not simplest.is_interesting:
        hunt.simplest = Early(simplest.choices, hunt.seeding.is_on)
    if simplest.outcome is not Outcome.OVERRUN:
        if not simplest.choices:
            hunt.statistics.is_exhausted = True
            return
        # If even the simplest case is large, allow a few times its size, to reach larger cases.
        limit = max(limit, 4 * simplest.size)
    rarity: float | None = 1.0
    while rarity is not None:
        patience = min(MAX_PATIENCE, ceil(MAX_REPEATS / max(rarity, 1e-9)))
        is_small = _sample(hunt, limit, patience)
        while not is_small and (hunt.is_climb_due or more_cases(hunt)):
            if hunt.is_climb_due:
                _climb(hunt, limit)
            is_small = _sample(hunt, limit, patience)
        if (not is_small and not _is_barren(hunt.statistics)) or is_skipped(hunt.statistics):
            return
        rarity = count_out(hunt, rarity if is_small and patience < MAX_PATIENCE else 0.0)


def _climb(hunt: Hunt, limit: int) -> None:
    """Search for higher targets. Most tests have none, and need not pay for the import."""
    from shortlex.runner.climb_targets import climb_targets

    hunt.has_climbed = True
    hunt.enter("target")
    climb_targets(hunt, limit)
    hunt.enter("generate")


class _SimplestCase(RecordedCase):
    """The simplest case. It has a size limit, since even this case may be infinite.

    The limit grows with the minimum lengths of the collections in it.
    """

    def __init__(self, limit: int) -> None:
        super().__init__(SimplestSource(), SIMPLEST_SIZE_FACTOR * limit)
        self._length = limit

    def repeat(self, sizes: Sizes, label: str) -> Iterator[Repeat]:
        if sizes.minimum > self._length:
            self._length = sizes.minimum
            self.raise_limit(min(SIMPLEST_SIZE_FACTOR * sizes.minimum, MAX_SIMPLEST_SIZE))
        return super().repeat(sizes, label)


def _is_barren(statistics: Statistics) -> bool:
    """Whether no case was valid, but one of the smallest may be: none was nested too deeply."""
    return not (statistics.valid or statistics.too_deep)


def _sample(hunt: Hunt, limit: int, patience: int) -> bool:
    """Run random cases. Returns whether it stopped because of too many duplicates in a row.

    This is the hot path: a passing case costs its draws, one call of the test, a hash, and nothing
    else. Everything rarer has a function of its own.
    """
    # Locals, because looking up an attribute takes longer; they are written back below.
    test, explored, statistics = hunt.test, hunt.explored, hunt.statistics
    enough = enough_cases(hunt)
    # The simplest case was run before.
    valid, number, repeats = statistics.valid, statistics.calls - 1, 0
    look, is_small = number + 1, patience == 0
    outer = current.set(None)
    make_room(sys._getframe())
    case = _new_case(hunt, limit)
    choices: list[Choice]
    getrandbits, growth, moodless = hunt.random.getrandbits, 0.1, 0
    keep, tags, is_difficult = hunt.recent.append, 0, is_hard(statistics)
    try:
        while valid < enough and not is_small:
            number += 1
            case.choices = choices = []
            if number & moodless == 0:
                mood = MOODS[getrandbits(8)]
                case.mood, case.scale, case.offset = mood.special, mood.scale * growth, 0
                case.copied = case.swarm = case.letters = None
                if number & 1 and tags < COUNTED_CASES and case.mood is not None:
                    case.tags = tags = tags + 1
                else:
                    case.tags = 0
            else:
                case.mood, case.scale = None, growth
            if number == look:
                look, test = _look(hunt, case, number), hunt.test
                growth = min(1.0, 0.1 + 0.9 * number / GROWING_CASES)
            ending = None
            try:
                test(case)
            except BaseException as error:
                # Handled below: here, it would become the __context__ of every other error.
                ending = error
            # arguments_drawn() has looked up the key of the arguments. If the body drew more, it is
            # another key that counts.
            if ending is None and (case.drawn == len(choices) or _is_new(case, choices)):
                explored.add(case.key)
                keep(choices)
                valid += 1
                repeats = 0
            elif type(ending) is Foreseen and case.stopped_by is None and not is_difficult:
                # A duplicate, as up to a fifth of quick cases are. Its body was not run.
                hunt.forget(choices)
                statistics.duplicates += 1
                repeats += 1
                is_small = _is_small(repeats, patience, valid)
                moodless = _moodless(statistics, number)
            else:
                if ending is None:
                    # The test may have caught the exception that stopped the case.
                    ending = case.stopped_by or Foreseen(DUPLICATE)
                statistics.valid = valid
                repeats = _end_early(hunt, case, choices, ending, repeats)
                is_difficult = is_hard(statistics)
                if is_difficult:
                    run_mutants(hunt, limit)
                    make_room(sys._getframe())  # the mutants were run from other frames
                valid, test = statistics.valid, hunt.test
                # Only a case that did not pass can change these, so only here are they computed.
                enough = 0 if is_hopeless(statistics) else enough_cases(hunt)
                is_small = _is_small(repeats, patience, valid)
                moodless = _moodless(statistics, number)
            if case.is_marked:
                # It carries events, notes or an ending: the next case must not.
                has_targets = case.targets is not None
                _let_go(hunt, case, is_valid=ending is None)
                case = _new_case(hunt, limit)
                if has_targets:
                    enough = min(enough, enough_cases(hunt))
    finally:
        statistics.valid = max(valid, statistics.valid)
        current.reset(outer)
        case.finish()
    return is_small


RUNS.add(_sample.__code__)


def _is_small(repeats: int, patience: int, valid: int) -> bool:
    """Whether this many duplicates in a row mean that nearly all cases were seen.

    The more valid cases there were, the more it takes. Most random trees are small, for example,
    but there are infinitely many others.
    """
    return repeats >= patience + patience * valid // CASES_PER_PATIENCE


def _moodless(statistics: Statistics, number: int) -> int:
    """A mask: cases whose number has one of its bits have no mood.

    In a small space, moods mostly repeat what was there.
    """
    return 3 if MAX_DUPLICATES * statistics.duplicates > number > MOODY_CASES else 0


def _look(hunt: Hunt, case: RandomCase, number: int) -> int:
    """Done for each of the first cases, then ever more rarely. Returns the next case's number."""
    if number > GROWING_CASES or not number & number - 1:
        hunt.seeding.notice()
    hunt.remember(case.choices)
    return number + 1 if number < GROWING_CASES else 2 * number


def _is_new(case: RandomCase, choices: list[Choice]) -> bool:
    """Whether a case that drew in its body is new."""
    case.key = key_of(choices)
    return case.explored is not None and case.key not in case.explored


def _new_case(hunt: Hunt, limit: int) -> RandomCase:
    """A case to reuse until something is left on it, which is rare."""
    case = RandomCase(hunt.random, 1.0, limit)
    case.explored = hunt.explored
    case.constants = hunt.constants
    current.set(case)
    if hunt.observer is not None:
        case.is_marked = True
        case.keeps_notes = hunt.keeps_notes
        hunt.announce(case)
    return case


def _let_go(hunt: Hunt, case: RandomCase, *, is_valid: bool) -> None:
    """Count the events and targets of a case, and close it: the next must not see its traces."""
    if case.is_forked:
        end_fork(None)
    if is_valid:
        hunt.statistics.count_case(case.events, case.targets)
        if case.targets:
            hunt.front.add(case.targets, case.choices)
        if hunt.observer is not None:
            hunt.observer.see_case(case, Outcome.VALID)
        if case.has_written_objects:
            _run_unwritten(hunt, case.choices)
    case.finish()


def _run_unwritten(hunt: Hunt, choices: list[Choice]) -> None:
    """Rerun a case that passed after its values were formatted: formatting may change them."""
    trace = execute(hunt.test, RecordedCase(ReplaySource(choices)))
    if trace.is_interesting:
        hunt.forget(choices)
        hunt.add_bug(trace, inf)
    make_room(sys._getframe(2))


def _end_early(
    hunt: Hunt, case: RandomCase, choices: list[Choice], ending: BaseException, repeats: int
) -> int:
    """Handle a case that did not run to its end.

    Returns the number of duplicates in a row, which was ``repeats`` before.
    """
    # Not isinstance: the error may not let us look at it.
    if issubclass(type(ending), (Foreseen, Overrun, Rejected, UnsatisfiedAssumption)):
        return _deal_with(hunt, case, choices, ending, repeats)
    cut_traceback(ending, sys._getframe(1))
    with gate.closed():  # it may be a failure, which is not recorded yet
        repeats = _deal_with(hunt, case, choices, ending, repeats)
    make_room(sys._getframe(1))  # the case was rerun from other frames
    return repeats


def _deal_with(
    hunt: Hunt, case: RandomCase, choices: list[Choice], ending: BaseException, repeats: int
) -> int:
    statistics = hunt.statistics
    known = ending_of(case, ending)
    assert known is not None, "it did not run to its end"
    ending = known
    if case.stopped_by is not None:
        # The case is reused. The traceback of its error also refers to it.
        case.stopped_by, case.explored = None, hunt.explored
    if isinstance(ending, (Foreseen, Overrun, Rejected)):
        hunt.forget(choices)  # it was not run, so it did not pass
    if isinstance(ending, Foreseen):  # of a random case, nothing else can be foreseen
        statistics.duplicates += 1
        return repeats + 1
    if isinstance(ending, Overrun):
        statistics.count_overrun(str(ending))
        _observe(hunt, case, Outcome.OVERRUN, str(ending))
        return 0
    if isinstance(ending, Rejected):
        # Rejected values are no longer among the choices, so the choices do not tell whether the
        # case is a duplicate.
        reason = reason_of(ending)
        statistics.count_rejection(reason)
        statistics.wasted += case.wasted + len(choices)
        case.wasted = 0
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
        hunt.leave_unfinished(choices, has_begun=_has_begun(case, choices))
        raise ending
    statistics.valid += is_new
    if case.has_written_objects and hunt.run_unwritten(choices) is not None:
        return 0 if is_new else repeats + 1
    hunt.forget(choices)
    # Output and cost of the body are compared, and a case that is not run has none.
    has_drawn_all = case.drawn == len(choices) and not (case.output or case.cost)
    if hunt.seeding.notice():
        # It was not seeded. If it failed because of that, a seeded case will fail, too.
        hunt.run(RecordedCase(ReplaySource(choices)))
    else:
        hunt.confirmation.confirm(hunt, choices, ending, has_drawn_all=has_drawn_all)
    return 0 if is_new else repeats + 1


def _has_begun(case: RandomCase, choices: list[Choice]) -> bool:
    """Whether the arguments of a light case were drawn.

    ``drawn`` may be left over from the case before, which had other choices.
    """
    return 0 <= case.drawn <= len(choices) and case.key == key_of(choices[: case.drawn])


def _observe(hunt: Hunt, case: RandomCase, outcome: Outcome, reason: object) -> None:
    if hunt.observer is not None:
        case.ending = reason
        hunt.observer.see_case(case, outcome)
