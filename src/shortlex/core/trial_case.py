"""Trial case: a replay of which only the ending matters, several times as fast as a recorded one.

Nearly all candidates of a random search are refused, so it keeps neither spans nor values for a
report. It asks for the same choices as a recorded case: one that fails is run again, recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from shortlex.core.case import Drawable, RecordedCase, check_drawable
from shortlex.core.order import simpler
from shortlex.core.sizes import MORE, MUST, Repeat, Sizes
from shortlex.core.source import TRIES, ReplaySource
from shortlex.core.trace import Trace


class TrialCase(RecordedCase):
    """Ends before its body if it cannot be simpler than the best, if one is given."""

    is_recorded = False

    def __init__(self, choices: Sequence[Any], best: Trace | None, limit: int) -> None:
        super().__init__(ReplaySource(choices), limit)
        self._best = best

    def draw(self, strategy: Drawable, label: str | None = None) -> Any:
        try:
            return strategy.do_draw(self)
        except AttributeError:
            check_drawable(strategy)
            raise

    def start_span(self, label: str) -> None:
        """Only a recorded case keeps spans."""

    def stop_span(self, *, discard: bool = False) -> None:
        """Only a recorded case keeps spans."""

    def repeat(self, sizes: Sizes, label: str) -> Iterator[Repeat]:
        """What a recorded case does, without its spans."""
        step = Repeat()
        spread, minimum, maximum = sizes.spread, sizes.minimum, sizes.maximum
        done = rejections = skipped = 0
        while done < maximum:
            if spread and not self.choose(MUST if done < minimum else MORE):
                return
            checkpoint = self.checkpoint()
            yield step
            if not step.is_rejected:
                done += 1
                continue
            attempt = 1
            while step.is_rejected and self.retry(checkpoint, attempt, skipped):
                attempt += 1
                step.is_rejected = False
                yield step
            if not step.is_rejected:
                done += 1
                skipped += attempt - 1
                continue
            step.is_rejected = False
            rejections += 1
            is_short = done < minimum
            if not spread or rejections > 3 + 2 * done or (is_short and attempt == TRIES):
                if is_short:
                    self.reject(f"{label}: too few different elements")
                return

    def record_alternative(self, place: int, value: object) -> None:
        """Only passes ask for alternatives, and they get recorded cases."""

    def arguments_drawn(self, values: Sequence[object] = ()) -> None:
        if self.stopped_by is not None:
            raise self.stopped_by
        best = self._best
        if best is not None and not simpler(self, best):  # type: ignore[arg-type]  # has what is compared
            self.reject("not simpler than the best case")
        self.has_begun = True
