"""Known: what a candidate will do, as far as others have done it before.

Different candidates often make the same choices: what does not fit is replaced, and what is left
over is never read. A tree of the choices that were made tells without running anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shortlex.core.domain import Domain
from shortlex.core.outcome import Outcome
from shortlex.core.trace import Trace

LONGEST = 500
"""Longer traces are not kept: they are seldom met again."""

MOST = 100_000
"""So many choices are kept in all."""


class Node:
    """What was drawn after some choices, and what came of each value."""

    __slots__ = ("domain", "next", "trace")

    def __init__(self) -> None:
        self.domain: Domain | None = None
        self.next: dict[object, Node] = {}
        """By choice; floats by their digits, to tell 0.0 from -0.0."""
        self.trace: Trace | None = None
        """If nothing was drawn: how the case ended."""


class Known:
    """The tree of the traces so far."""

    def __init__(self) -> None:
        self._root = Node()
        self._count = 0

    def add(self, trace: Trace) -> None:
        if len(trace) > LONGEST or self._count + len(trace) > MOST:
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
        # As ReplaySource takes them, without a call for each: this is what makes it worth while.
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
            # What is refused where the choices have run out is drawn again.
            return None
        return trace


def _has_refused(trace: Trace, since: int) -> bool:
    """Whether the case was refused, or an element of a collection from some choice on."""
    return trace.outcome is Outcome.INVALID or any(
        # The choice to go on comes first, and is not drawn again.
        span.is_discarded and span.start + 1 >= since
        for span in trace.spans
    )
