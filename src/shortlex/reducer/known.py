"""Known: predicts what a candidate will do, from the traces of earlier candidates.

Different candidates often make the same choices, because choices that do not fit are replaced and
surplus ones are never read. A tree of all choices made so far shows that without running anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from shortlex.core.domain import Choice, Domain

MAX_LENGTH = 500
"""Longer cases are not kept, because they seldom recur."""

MAX_CHOICES = 100_000
"""The total number of choices that are kept."""


class Ended(Protocol):
    """What is needed of a case that was run."""

    @property
    def choices(self) -> Sequence[Choice]:
        """The choices that it made."""

    @property
    def domains(self) -> Sequence[Domain]:
        """Their domains."""

    @property
    def refused_at(self) -> int:
        """If no choices are given from here on, it may end in another way."""


class Node:
    """The domain that is drawn from after some choices, and a node for each value."""

    __slots__ = ("domain", "end", "next", "refused_at")

    def __init__(self) -> None:
        self.domain: Domain | None = None
        self.next: dict[object, Node] = {}
        """By choice. Floats are keyed by their digits, to tell 0.0 from -0.0."""
        self.end: Sequence[Choice] | None = None
        """All choices of the case, if nothing more was drawn."""
        self.refused_at = -1
        """If no choices are given from here on, the case may end in another way."""


class Known:
    """A tree of the cases so far."""

    def __init__(self) -> None:
        self._root = Node()
        self._count = 0

    def add(self, case: Ended) -> None:
        """Remember a case that was run."""
        choices = case.choices
        if len(choices) > MAX_LENGTH or self._count + len(choices) > MAX_CHOICES:
            return
        node = self._root
        for domain, choice in zip(case.domains, choices, strict=True):
            node.domain = domain
            key = choice.hex() if type(choice) is float else choice
            following = node.next.get(key)
            if following is None:
                following = node.next[key] = Node()
                self._count += 1
            node = following
        if node.domain is None:
            node.end, node.refused_at = choices, case.refused_at

    def choices_of(self, candidate: Sequence[Any]) -> Sequence[Choice] | None:
        """The choices that a candidate would make, if they are those of a known case."""
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
        if taken > given and node.refused_at >= given:
            # Behind the given choices a refused value is drawn again, so the end is not known.
            return None
        return node.end
