"""Weighted choices: positions of which some are more likely. Their order is that of integers."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Hashable, Sequence
from itertools import accumulate
from random import Random

from shortlex.core.integer import Integer


class Weighted(Integer):
    """Positions from 0 on, one for each weight, simplest first. Weights only matter to samples."""

    __slots__ = ("_last", "_sums", "_total", "rarity", "weights")

    def __init__(self, weights: Sequence[float]) -> None:
        super().__init__(0, len(weights) - 1)
        self.weights = tuple(weights)
        self._sums = list(accumulate(self.weights))
        self._total = float(self._sums[-1])
        self._last = len(weights) - 1
        self.rarity = min(self.weights) / self._total * len(weights)

    def sample(self, random: Random, scale: float) -> int:
        # Rounding may reach the total: the last is meant then.
        return bisect(self._sums, random.random() * self._total, 0, self._last)

    def key(self) -> Hashable:
        return self.weights

    def __repr__(self) -> str:
        return f"Weighted({self.weights!r})"
