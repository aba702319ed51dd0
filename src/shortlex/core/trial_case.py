"""Trial case: a replay of which only the ending matters, three times as fast as a recorded one.

Nearly all candidates of a random search are refused, so it keeps neither spans nor values for a
report. It asks for the same choices as a recorded case: one that fails is run again, recorded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from shortlex.core.case import CASE_IS_OVER, Drawable, RecordedCase, check_drawable
from shortlex.core.domain import Domain
from shortlex.core.sizes import MORE, MUST, Repeat, Sizes
from shortlex.core.source import TRIES, SimplestSource
from shortlex.errors import InvalidState


class TrialCase(RecordedCase):
    """A recorded case without spans, and without values for a report."""

    fails: bool = False
    """Whether the test failed, once it was run."""
    refused_at: int = -1
    """A refused value begins before this position, or nowhere. If no choices are given from there
    on, other values may be tried in its place."""

    def __init__(self, given: Sequence[Any], limit: int) -> None:
        # The source only gives what is missing; `choose` takes the given choices itself.
        super().__init__(SimplestSource(), limit)
        self._given = given
        self._given_count = len(given)
        self._undone = 0
        """How many given choices were taken and then forgotten."""

    def choose(self, domain: Domain) -> Any:
        choices = self.choices
        position = len(choices) + self._undone
        if position < self._given_count and not self.is_over:
            # As in ReplaySource.take, without a call for each choice.
            choice = self._given[position]
            if not domain.contains(choice):
                choice = domain.nearest(choice)
        elif self.is_over:
            raise InvalidState(CASE_IS_OVER)
        else:
            choice = self.source.take(domain)
        choices.append(choice)
        self.domains.append(domain)
        if position >= self.limit:
            # The exact size is computed once, at the end. No case is smaller than this.
            self.size = len(choices)
            if self.size > self.limit:
                self._reach_limit()
        return choice

    def _new_bulk(self) -> int:
        return 0  # the size is only the number of choices while they are made

    def arguments_drawn(self, values: Sequence[object] = ()) -> None:
        self.size = sum(
            domain.size_of(choice) if type(choice) is str or type(choice) is bytes else 1
            for choice, domain in zip(self.choices, self.domains)
        )
        super().arguments_drawn(values)

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
        if discard:
            self.refused_at = len(self.choices)

    def start_element(self, label: str) -> None:
        """Only a recorded case keeps spans."""

    def repeat(self, sizes: Sizes, label: str) -> Iterator[Repeat]:
        """What a recorded case does, without its spans."""
        step = Repeat()
        spread, minimum, maximum = sizes.spread, sizes.minimum, sizes.maximum
        done = rejections = skipped = 0
        while done < maximum:
            if spread and not self.choose(MUST if done < minimum else MORE):
                return
            start = len(self.choices)
            remarks = self.save_remarks() if self.is_marked else None
            yield step
            if not step.is_rejected:
                done += 1
                continue
            checkpoint, attempt = (start, remarks), 1
            while step.is_rejected and self.retry(checkpoint, attempt, skipped):
                attempt += 1
                step.is_rejected = False
                yield step
            if not step.is_rejected:
                done += 1
                skipped += attempt - 1
                continue
            step.is_rejected = False
            self.refused_at = start if spread else start + 1
            rejections += 1
            is_short = done < minimum
            if not spread or rejections > 3 + 2 * done or (is_short and attempt == TRIES):
                if is_short:
                    self.reject(f"{label}: too few different elements")
                return

    def checkpoint(self) -> Any:
        return len(self.choices), self.save_remarks() if self.is_marked else None

    def retry(self, checkpoint: Any, attempt: int, skipped: int = 0) -> bool:
        start = checkpoint[0] + self._undone
        # If the given choices lead nowhere, the candidate is bad: refuse the case at once.
        if start < self._given_count or not self.source.retry(start, attempt, skipped):
            return False
        undone = self._undone
        self.undo(checkpoint)
        self._undone = undone
        return True

    def undo(self, checkpoint: Any) -> None:
        start, remarks = checkpoint
        self._undone += len(self.choices) - start
        del self.choices[start:], self.domains[start:]
        if self.is_marked:
            self.restore_remarks(remarks)

    def replace_last(self, choice: Any) -> None:
        self.choices[-1] = choice

    def record_alternative(self, place: int, value: object) -> None:
        """Only passes ask for alternatives, and they get recorded cases."""
