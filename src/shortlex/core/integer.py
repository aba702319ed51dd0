"""Integer choices: ordered by distance from a target, above before below.

``0, 1, -1, 2, -2, ...`` without bounds; where one side ends, the other continues alone.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Hashable, Sequence
from itertools import accumulate
from random import Random
from typing import Final

from shortlex.core.domain import Domain
from shortlex.core.shown import shown

SMALL_RANGE = 256
"""Up to this many values are drawn uniformly, so that every value soon occurs."""

MAX_DISTANCE = 1 << 4096
"""The largest distance from the target of an integer without a bound. Random integers stay far
below it. It keeps an integer from an edited file short enough for Python to print."""

EXACT_RANGE = 1 << 52
"""Up to this many values, one random float can pick any; more need whole random bits."""

# How many random bits the index of a wide integer gets, each entry equally likely: most values
# are small enough to collide, some are wide enough to overflow whatever holds them. No bits
# means an edge value instead.
_WIDTHS: tuple[int, ...] = (0, 0, 3, 6, 7, 8, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16)
_WIDTHS += (17, 20, 24, 28, 31, 32, 32, 33, 40, 48, 56, 63, 64, 64, 65, 128)

# Near these magnitudes representations change: small counts, bytes, words, exact floats.
_LANDMARKS: tuple[int, ...] = (1, 2, 10, 100, 127, 128, 255, 256, 1000, 32767, 32768, 65535)
_LANDMARKS += (65536, 10**6)
_LANDMARKS += (2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53, 2**53 + 1, 2**63 - 1, 2**63, 2**64)


class Integer(Domain):
    """Integers between optional bounds, simplest nearest to ``target``."""

    __slots__ = (
        "_edges",
        "_highest",
        "_lowest",
        "_near",
        "count",
        "maximum",
        "minimum",
        "simplest",
        "target",
    )

    kind = "integer"

    def __init__(
        self, minimum: int | None = None, maximum: int | None = None, target: int = 0
    ) -> None:
        if minimum is not None and target < minimum:
            target = minimum
        if maximum is not None and target > maximum:
            target = maximum
        self.minimum: Final = minimum
        self.maximum: Final = maximum
        self.target: Final = target
        self.simplest: int = target
        below = None if minimum is None else target - minimum
        above = None if maximum is None else maximum - target
        self.count: int | None = None if below is None or above is None else below + above + 1
        # Both sides have values up to this distance; None if neither side ends.
        ends = [end for end in (below, above) if end is not None]
        self._near = min(ends) if ends else None
        self._edges: tuple[int, ...] = ()
        self._lowest = target - MAX_DISTANCE if minimum is None else minimum
        self._highest = target + MAX_DISTANCE if maximum is None else maximum

    def contains(self, value: object) -> bool:
        return type(value) is int and self._lowest <= value <= self._highest

    def nearest(self, value: object) -> int:
        if type(value) is not int:
            return self.simplest
        return min(max(value, self._lowest), self._highest)

    def index_of(self, value: int) -> int:
        distance = value - self.target
        near = self._near
        if near is not None and not -near <= distance <= near:
            return near + abs(distance)
        return 2 * distance - 1 if distance > 0 else -2 * distance

    def value_at(self, index: int) -> int:
        self.check_index(index)
        return self._at(index)

    def _at(self, index: int) -> int:
        near = self._near
        if near is not None and index > 2 * near:
            distance = index - near
            # Only one side reaches beyond the near part: the one with room left.
            goes_up = self.maximum is None or self.maximum - self.target > near
            return self.target + distance if goes_up else self.target - distance
        distance = (index + 1) >> 1
        return self.target + distance if index & 1 else self.target - distance

    def sample(self, random: Random, scale: float) -> int:
        count = self.count
        if count is not None and count <= SMALL_RANGE:
            return self.minimum + int(random.random() * count)  # type: ignore[operator]  # count is set
        # One random number says how to draw, and below 2 also which edge: r / 2 is uniform there.
        r = random.random() * 32.0
        width = _WIDTHS[int(r)]
        if not width:
            edges = self._edges or self.edges()
            return edges[int(r * 0.5 * len(edges))]
        if count is None:
            index = random.getrandbits(width)
            if self._near is not None:
                return self._at(index)
            # `_at` written out, because most integers that are ever drawn are drawn here.
            distance = (index + 1) >> 1
            return self.target + distance if index & 1 else self.target - distance
        if r < 12.0:
            # Bounded and wide: some values near the target, the others anywhere.
            return self._at(random.getrandbits(width) % count)
        if count <= EXACT_RANGE:
            return self.minimum + int(random.random() * count)  # type: ignore[operator]  # count is set
        # With 64 bits more than needed the bias of the remainder is negligible.
        bits = random.getrandbits(count.bit_length() + 64)
        return self.minimum + bits % count  # type: ignore[operator]  # count is set

    def edges(self) -> tuple[int, ...]:
        if not self._edges:
            found = [self.target]
            for bound in (self.minimum, self.maximum):
                if bound is not None:
                    found += [bound, bound + 1, bound - 1]
            found += [sign * mark for mark in _LANDMARKS for sign in (1, -1)]
            self._edges = tuple(dict.fromkeys(value for value in found if self.contains(value)))
        return self._edges

    def key(self) -> Hashable:
        return (self.minimum, self.maximum, self.target)

    def __repr__(self) -> str:
        low, high, target = map(shown, (self.minimum, self.maximum, self.target))
        return f"Integer({low}, {high}, target={target})"


class Positions(Integer):
    """Positions from 0 up, simplest first. What stands at them is no number."""

    __slots__ = ()

    def __init__(self, count: int) -> None:
        super().__init__(0, count - 1)

    def __repr__(self) -> str:
        return f"Positions({self.count})"


class Weighted(Integer):
    """Positions from 0 up, one per weight, simplest first. Weights affect only samples."""

    __slots__ = ("_last", "_sums", "_total", "rarity", "weights")

    def __init__(self, weights: Sequence[float]) -> None:
        super().__init__(0, len(weights) - 1)
        self.weights: tuple[float, ...] = tuple(weights)
        self._sums = list(accumulate(self.weights))
        self._total = float(self._sums[-1])
        self._last = len(weights) - 1
        self.rarity: float = min(self.weights) / self._total * len(weights)

    def sample(self, random: Random, scale: float) -> int:
        # Rounding may reach the total, so the search is limited to the last position.
        return bisect(self._sums, random.random() * self._total, 0, self._last)

    def key(self) -> Hashable:
        return self.weights

    def __repr__(self) -> str:
        return f"Weighted({self.weights!r})"
