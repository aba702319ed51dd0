"""Variation: reruns a case with some parts changed, and everything else as it was.

A part is a span. The choices before it are replayed; within it, another source decides; after it,
the replay continues where the part ended, whatever its new length. If the run draws more choices
than there were, these are random: it is not cut short, so that we see how it ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shortlex.core.case import Drawable, RecordedCase
from shortlex.core.domain import Choice, Domain
from shortlex.core.source import Source
from shortlex.core.trace import Trace, label_of


class VaryingSource:
    """Takes choices from ``free`` if it is set, or else given choices, and then from ``tail``."""

    def __init__(self, choices: Sequence[Choice], tail: Source) -> None:
        self._choices = choices
        self._next = 0
        self._tail = tail
        self.free: Source | None = None

    def resume(self, position: int) -> None:
        """Continue with the given choices at ``position``."""
        self.free, self._next = None, position

    def take(self, domain: Domain) -> Any:
        if self.free is not None:
            return self.free.take(domain)
        if self._next >= len(self._choices):
            return self._tail.take(domain)
        choice = self._choices[self._next]
        self._next += 1
        return choice if domain.contains(choice) else domain.nearest(choice)

    def position(self) -> int:
        return self._next if self.free is None else self.free.position()

    def retry(self, mark: int, attempt: int, skipped: int = 0) -> bool:
        if self.free is not None:
            return self.free.retry(mark, attempt, skipped)
        return mark >= len(self._choices) and self._tail.retry(mark, attempt, skipped)

    def is_forgiving(self) -> bool:
        # The parts that are not varied must stay the same, or the case proves nothing.
        return False

    def standing(self) -> Any:
        return self._next, self._tail.standing()

    def stand_at(self, standing: Any) -> None:
        self.free = None
        self._next, tail = standing or (self._next, None)
        self._tail.stand_at(tail)


class VariedCase(RecordedCase):
    """Like the case of ``trace``, but other sources decide some of its spans."""

    def __init__(self, trace: Trace, parts: Mapping[int, Source], tail: Source, limit: int) -> None:
        self._like = trace
        self._parts = parts
        self._varying = VaryingSource(trace.choices, tail)
        self._inside = -1
        """The number of the span that is being varied."""
        self._shift = 0
        """How much the numbers of spans after a varied part differ from those of the trace."""
        super().__init__(self._varying, limit)

    def _start_span(self, label: Drawable | str, start: int, *, is_element: bool = False) -> None:
        number = len(self._spans)
        super()._start_span(label, start, is_element=is_element)
        before = number - self._shift
        if (
            self._inside < 0
            and before in self._parts
            and self._like.spans[before].label == label_of(self._spans[number])
        ):
            self._inside = number
            self._varying.free = self._parts[before]

    def stop_span(self, *, discard: bool = False) -> None:
        super().stop_span(discard=discard)
        self._leave()

    def _close_spans(self, depth: int) -> None:
        super()._close_spans(depth)
        self._leave()

    def standing(self) -> Any:
        return super().standing(), [each.standing() for each in self._parts.values()]

    def stand_at(self, standing: Any) -> None:
        own, parts = standing or (None, [None] * len(self._parts))
        super().stand_at(own)
        for each, place in zip(self._parts.values(), parts):
            each.stand_at(place)

    def _leave(self) -> None:
        """Resume the replay if the varied part has ended."""
        if self._inside < 0 or self._open[-1] >= self._inside:
            return
        spans, before = self._like.spans, self._inside - self._shift
        behind = next(
            (i for i in range(before + 1, len(spans)) if spans[i].parent < before), len(spans)
        )
        self._shift = len(self._spans) - behind
        self._inside = -1
        self._varying.resume(spans[before].end)
