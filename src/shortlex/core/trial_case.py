"""Trial case: a replay of which only the ending matters, twice as fast as a recorded one.

Nearly all candidates of a random search are refused, so it keeps neither spans nor values for a
report. It asks for the same choices as a recorded case: one that fails is run again, recorded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shortlex.core.case import Drawable, RecordedCase, check_drawable
from shortlex.core.sizes import MORE, MUST, Repeat, Sizes
from shortlex.core.source import TRIES


class TrialCase(RecordedCase):
    """A recorded case without spans, and without values for a report."""

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
