"""Variation: a case run again with some of its parts chosen anew, and all else as it was.

A part is a span. The choices before it are replayed; within it another source decides; behind it
the replay goes on where the part ended, however long it has become. What is drawn in the end
beyond what there was is random: nothing is cut short, so a run that wants more says what it does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shortlex.core.case import RecordedCase
from shortlex.core.domain import Choice, Domain
from shortlex.core.source import Source
from shortlex.core.trace import Trace


class VaryingSource:
    """Choices given beforehand, except while ``free`` says otherwise, and then ``tail``."""

    def __init__(self, choices: Sequence[Choice], tail: Source) -> None:
        self._choices = choices
        self._next = 0
        self._tail = tail
        self.free: Source | None = None

    def resume(self, position: int) -> None:
        """Go on with the given choices."""
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

    def retry(self, mark: int, attempt: int) -> bool:
        if self.free is not None:
            return self.free.retry(mark, attempt)
        return mark >= len(self._choices) and self._tail.retry(mark, attempt)

    def is_forgiving(self) -> bool:
        # What is not varied stays as it was, or the case says nothing about what is.
        return False


class VariedCase(RecordedCase):
    """Like the case of ``trace``, with the spans of some numbers left to other sources."""

    def __init__(self, trace: Trace, parts: Mapping[int, Source], tail: Source, limit: int) -> None:
        self._like = trace
        self._parts = parts
        self._varying = VaryingSource(trace.choices, tail)
        self._inside = -1
        """The number of the span that is being varied."""
        self._shift = 0
        """By how much numbers of spans differ from those of the trace, behind what was varied."""
        super().__init__(self._varying, limit)

    def _start_span(self, label: str, start: int, *, is_element: bool = False) -> None:
        number = len(self._spans)
        super()._start_span(label, start, is_element=is_element)
        before = number - self._shift
        if self._inside < 0 and before in self._parts and self._like.spans[before].label == label:
            self._inside = number
            self._varying.free = self._parts[before]

    def stop_span(self, *, discard: bool = False) -> None:
        super().stop_span(discard=discard)
        self._leave()

    def _close_spans(self, depth: int) -> None:
        super()._close_spans(depth)
        self._leave()

    def _leave(self) -> None:
        """Go on as before, if what is varied has ended."""
        if self._inside < 0 or self._open[-1] >= self._inside:
            return
        spans, before = self._like.spans, self._inside - self._shift
        behind = next(
            (i for i in range(before + 1, len(spans)) if spans[i].parent < before), len(spans)
        )
        self._shift = len(self._spans) - behind
        self._inside = -1
        self._varying.resume(spans[before].end)
