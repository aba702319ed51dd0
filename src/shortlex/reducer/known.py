"""Known: predicts what a candidate will do, from the traces of earlier candidates.

Different candidates often make the same choices, because choices that do not fit are replaced and
surplus ones are never read. A tree of all choices made so far shows that without running anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shortlex.core.domain import Domain
from shortlex.core.trace import Outcome, Trace

MAX_LENGTH = 500
"""Longer traces are not kept, because they seldom recur."""

MAX_CHOICES = 100_000
"""The total number of choices that are kept."""


class Node:
    """The domain that is drawn from after some choices, and a node for each value."""

    __slots__ = ("domain", "next", "trace")

    def __init__(self) -> None:
        self.domain: Domain | None = None
        self.next: dict[object, Node] = {}
        """By choice. Floats are keyed by their digits, to tell 0.0 from -0.0."""
        self.trace: Trace | None = None
        """How the case ended, if nothing more was drawn."""


class Known:
    """A tree of the traces so far."""

    def __init__(self) -> None:
        self._root = Node()
        self._count = 0

    def add(self, trace: Trace) -> None:
        if len(trace) > MAX_LENGTH or self._count + len(trace) > MAX_CHOICES:
            return
        node = self._root
        for domain, choice in zip(trace.domains, trace.choices, strict=True):
            node.domain = domain
            key = choice.hex() if type(choice) is float else choice
            following = node.next.get(key)
            if following is None:
                following = node.next[key] = Node()
                self._count += 1
            node = following
        if node.domain is None:
            node.trace = trace

    def trace_of(self, candidate: Sequence[Any]) -> Trace | None:
        """How a candidate would end, if that is known."""
        node, taken, given = self._root, 0, len(candidate)
        # What ReplaySource does, inlined: prediction must be much cheaper than a run.
        while (domain := node.domain) is not None:
            choice = candidate[taken] if taken < given else domain.simplest
            if not domain.contains(choice):
                choice = domain.nearest(choice)
            following = node.next.get(choice.hex() if type(choice) is float else choice)
            if following is None:
                return None
            node = following
            taken += 1
        trace = node.trace
        if taken > given and trace is not None and _has_refused(trace, given):
            # Behind the given choices a refused value is drawn again, so the end is not known.
            return None
        return trace


def _has_refused(trace: Trace, since: int) -> bool:
    """Whether the case was rejected, or an element of a collection at or after a position."""
    return trace.outcome is Outcome.INVALID or any(
        # An element begins with the choice to continue, which is not drawn again.
        span.is_discarded and span.start + 1 >= since
        for span in trace.spans
    )
