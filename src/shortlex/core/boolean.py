"""Boolean choices: False, then True, with a probability of True."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Final

from shortlex.core.domain import Domain


class Boolean(Domain):
    """False before True. Probability 0 or 1 leaves one value only."""

    __slots__ = ("count", "probability", "rarity", "simplest")

    kind = "boolean"

    def __init__(self, probability: float = 0.5) -> None:
        self.probability: Final = probability
        self.simplest: bool = probability >= 1.0
        self.count: int | None = 1 if probability <= 0.0 or probability >= 1.0 else 2
        self.rarity: float = 2.0 * min(probability, 1.0 - probability) if self.count == 2 else 1.0

    def contains(self, value: object) -> bool:
        return (value is True or value is False) and (self.count == 2 or value is self.simplest)

    def nearest(self, value: object) -> bool:
        return value if self.contains(value) else self.simplest  # type: ignore[return-value]  # contained

    def index_of(self, value: bool) -> int:
        return int(value) if self.count == 2 else 0

    def value_at(self, index: int) -> bool:
        self.check_index(index)
        return index == 1 if self.count == 2 else self.simplest

    def sample(self, random: Random, scale: float) -> bool:
        return random.random() < self.probability

    def edges(self) -> tuple[bool, ...]:
        return (False, True) if self.count == 2 else (self.simplest,)

    def key(self) -> Hashable:
        return self.probability

    def __repr__(self) -> str:
        return f"Boolean({self.probability!r})"
