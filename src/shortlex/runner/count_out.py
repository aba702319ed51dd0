"""Count out: run every case there is, where there are few."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from shortlex.core.case import Duplicate, RecordedCase, Repeat, key_of
from shortlex.core.outcome import Outcome
from shortlex.core.repetition import MORE
from shortlex.core.sizes import Sizes
from shortlex.core.source import EnumerationSource
from shortlex.runner.enough import HOPELESS, enough_cases, more_cases
from shortlex.runner.hunt import Hunt


def count_out(hunt: Hunt, least_rarity: float) -> float | None:
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
            if runs_left < 0 or hunt.statistics.valid >= enough_cases(hunt):
                runs_left = more_cases(hunt)
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
                self.stop(Duplicate())
