"""Offer: one candidate, and what the reducer made of it, for those who watch."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_
from typing import Any, NamedTuple

from shortlex.core.trace import Trace


class Change(NamedTuple):
    """The choices from ``start`` up to ``end`` became ``content``."""

    start: int
    end: int
    content: tuple[Any, ...]


class Offer(NamedTuple):
    """A candidate that was replayed."""

    name: str
    """The pass that made it."""
    candidate: Sequence[object]
    trace: Trace
    """What came of it."""
    best: Trace
    """What was the best before."""
    is_accepted: bool

    @property
    def change(self) -> Change:
        """How the candidate differs from the best."""
        return change_of(self.best.choices, tuple(self.candidate))


def change_of(before: Sequence[object], after: Sequence[object]) -> Change:
    """Which region became what. The same objects are the same choices: replay hands them on."""
    # Not by equality, for which 0.0 is -0.0 and True is 1.
    shorter = min(len(before), len(after))
    start = bytes(map(is_, before, after)).find(0)
    if start < 0:
        start = shorter
    tail = bytes(map(is_, reversed(before), reversed(after))).find(0)
    tail = min(shorter - start, shorter if tail < 0 else tail)
    return Change(start, len(before) - tail, tuple(after[start : len(after) - tail]))
