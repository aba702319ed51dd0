"""Front: the best cases that a search for high targets has met.

With several labels, a case is in the front if no other case is at least as good for every label and
better for one. The best case for each label is always in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from shortlex.core.domain import Choice

MAX_MEMBERS = 20
"""How many cases a front has at most."""


class Member(NamedTuple):
    """A case with its targets."""

    scores: Mapping[str, float]
    choices: Sequence[Choice]

    def dominates(self, other: Member) -> bool:
        """Whether this is at least as good as the other for every label that the other has."""
        mine = self.scores
        return all(label in mine and mine[label] >= score for label, score in other.scores.items())


class Front:
    """The cases that no other case dominates."""

    def __init__(self) -> None:
        self.members: list[Member] = []
        self.best: dict[str, Member] = {}
        """For each label, the member with the highest score."""

    def add(self, scores: Mapping[str, float], choices: Sequence[Choice]) -> bool:
        """Add a case, if no member is as good. Returns whether it was added."""
        new = Member(dict(scores), tuple(choices))
        if any(member.dominates(new) for member in self.members):
            return False
        self.members = [each for each in self.members if not new.dominates(each)]
        self.members.append(new)
        for label, score in scores.items():
            if label not in self.best or score > self.best[label].scores[label]:
                self.best[label] = new
        if len(self.members) > MAX_MEMBERS:
            # The oldest one goes that is best for nothing.
            kept = {id(member) for member in self.best.values()}
            surplus = next((each for each in self.members if id(each) not in kept), None)
            if surplus is not None:
                self.members.remove(surplus)
        return True
