"""Span: a labelled, nested region of the choices."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """Choices ``start`` up to, not including, ``end``, made for one purpose."""

    label: str
    start: int
    end: int
    parent: int
    """Position of the enclosing span in the trace's spans; -1 at the top."""
    depth: int
    is_discarded: bool
    """What was made here was thrown away again, so its choices may go too."""
    is_element: bool
    """It is one turn of a repetition: without it the rest still makes sense."""

    @property
    def length(self) -> int:
        return self.end - self.start
