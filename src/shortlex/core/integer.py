"""Integer choices: by distance from a target, above before below.

``0, 1, -1, 2, -2, ...`` without bounds; where one side ends the other goes on alone.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Final

from shortlex.core.domain import Domain

SMALL_RANGE = 256
"""Up to this many values are drawn uniformly: every one is met soon."""

EXACT_RANGE = 1 << 52
"""Up to this many values one float decides; beyond, whole random bits are needed."""

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

    __slots__ = ("_edges", "_near", "count", "maximum", "minimum", "simplest", "target")

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
        self.count = None if below is None or above is None else below + above + 1
        # Up to this distance both sides exist; None when they both go on for ever.
        ends = [end for end in (below, above) if end is not None]
        self._near = min(ends) if ends else None
        self._edges: tuple[int, ...] = ()

    def contains(self, value: object) -> bool:
        return (
            type(value) is int
            and (self.minimum is None or value >= self.minimum)
            and (self.maximum is None or value <= self.maximum)
        )

    def nearest(self, value: object) -> int:
        if type(value) is not int:
            return self.simplest
        if self.minimum is not None and value < self.minimum:
            return self.minimum
        if self.maximum is not None and value > self.maximum:
            return self.maximum
        return value

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
        r = random.random() * 32.0
        width = _WIDTHS[int(r)]
        if not width:
            edges = self._edges or self.edges()
            return edges[int(r * 0.5 * len(edges))]
        if count is None:
            index = random.getrandbits(width)
            if self._near is not None:
                return self._at(index)
            distance = (index + 1) >> 1
            return self.target + distance if index & 1 else self.target - distance
        if r < 12.0:
            # Bounded and wide: some values near the target, the others anywhere.
            return self._at(random.getrandbits(width) % count)
        if count <= EXACT_RANGE:
            return self.minimum + int(random.random() * count)  # type: ignore[operator]  # count is set
        # 64 bits more than needed make the bias of the remainder invisible.
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
        return f"Integer({self.minimum}, {self.maximum}, target={self.target})"
