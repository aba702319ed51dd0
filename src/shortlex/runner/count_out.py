"""Count out: runs all possible cases, if there are few."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import count

from shortlex.core.case import RecordedCase, Repeat, key_of
from shortlex.core.sizes import MORE, Sizes
from shortlex.core.source import EnumerationSource
from shortlex.core.trace import DUPLICATE, Foreseen, Outcome
from shortlex.runner.case_count import MAX_INVALID, enough_cases, more_cases
from shortlex.runner.hunt import Hunt

VALUES_PER_ROUND = 10
"""How far a choice counts up before others have their turn: its domain may be infinite."""


def count_out(hunt: Hunt, least_rarity: float) -> float | None:
    """Run every case, ordered by size and then by choices, as far as the budget goes.

    Within one size, the choices count up like an odometer, a few steps each, and a case that needs
    a larger size is cut short. Both go on in the next round. Returns the rarity of a choice if
    weights make some of its values so rare that the random cases probably missed them: then there
    may be very many other cases.
    """
    runs_left = MAX_INVALID
    if hunt.statistics.valid:
        runs_left += MAX_INVALID + 10 * hunt.options.max_examples
    met: set[int] = set()
    order = _in_order()
    source, size = next(order)
    while True:
        runs_left -= 1
        if runs_left < 0 or hunt.statistics.valid >= enough_cases(hunt):
            runs_left = more_cases(hunt)
            if not runs_left:
                return None
        case = _EnumeratedCase(source, size)
        is_larger = _run_within(hunt, case)
        # By identity: to compare domains takes longer than many a case, and most are met again.
        count_before = len(met)
        met.update(map(id, case.domains))
        if len(met) > count_before:
            rarity = min([each.rarity for each in case.domains if each is not MORE], default=1.0)
            if rarity < least_rarity:
                return rarity
        try:
            source, size = order.send(is_larger)
        except StopIteration:
            hunt.statistics.is_exhausted = True
            return None


def _in_order() -> Generator[tuple[EnumerationSource, int], bool, None]:
    """Yields every case with its maximum size; is sent whether the case needs a larger one."""
    later: list[tuple[list[int], int]] = [([], 0)]
    """Where to continue in the next round, and how many of the first choices are fixed."""
    for size in count(1):
        starts, later = later, []
        for start, fixed in starts:
            indexes: list[int] | None = start
            while indexes is not None:
                source = EnumerationSource(indexes)
                skipped = 0
                if (yield source, size):
                    # The last choice was too large, and later values of its domain are no smaller.
                    skipped = 1
                    later.append((source.indexes, max(0, len(source.indexes) - 1)))
                indexes = source.following(skipped=skipped, fixed=fixed)
                # This choice has counted up far enough. It goes on in the next round, and the one
                # before it takes its turn now.
                while indexes is not None and indexes[-1] > _last_in_turn(indexes, start, fixed):
                    later.append((indexes, len(indexes) - 1))
                    skipped = len(source.indexes) - len(indexes) + 1
                    indexes = source.following(skipped=skipped, fixed=fixed)
        if not later:
            return


def _last_in_turn(indexes: list[int], start: list[int], fixed: int) -> int:
    """The last index for the choice that counted up, in this round."""
    is_going_on = len(indexes) == len(start) == fixed + 1
    return (start[fixed] if is_going_on else 0) + VALUES_PER_ROUND


def _run_within(hunt: Hunt, case: RecordedCase) -> bool:
    """Run one case, if it is new and not too large. Returns whether it was too large."""
    case.explored = hunt.explored
    trace = hunt.run(case, is_new=True)
    if trace.outcome is Outcome.OVERRUN:
        return True
    if trace.reason is DUPLICATE.reason:
        hunt.statistics.duplicates += 1
    elif (key := key_of(list(trace.choices))) in hunt.explored:
        hunt.statistics.replays += trace.was_run
    elif trace.outcome is Outcome.INVALID and not case.has_begun:
        # A strategy refused these choices, where a random case would have drawn again.
        hunt.explored.add(key)
    else:
        hunt.count(trace)
    return False


class _EnumeratedCase(RecordedCase):
    """A case without rejected elements: the same case without that element was already run."""

    def repeat(self, sizes: Sizes, label: str) -> Iterator[Repeat]:
        for step in super().repeat(sizes, label):
            yield step
            if step.is_rejected:
                self.stop(Foreseen(DUPLICATE))
