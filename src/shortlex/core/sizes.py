"""Sizes: how long a collection, a text or a byte string may be, and usually is."""

from __future__ import annotations

from collections.abc import Callable
from math import log
from random import Random
from typing import Final

USUAL_EXTRA = 5
"""Without an upper bound a collection has this many elements more than it must, on average."""

UNBOUNDED = 1 << 62
"""Stands for "no upper bound" where arithmetic wants a number."""


class Sizes:
    """Length limits with the random length that goes with them.

    Lengths follow a geometric law: short ones are common, long ones come now and then. Where the
    limits are narrow all lengths are equally likely, so that both ends are met often.
    """

    __slots__ = ("maximum", "mean_extra", "minimum", "spread")

    def __init__(self, minimum: int = 0, maximum: int | None = None) -> None:
        self.minimum: Final = minimum
        self.maximum: Final = UNBOUNDED if maximum is None else maximum
        self.spread: Final = self.maximum - minimum
        extra = max(minimum, USUAL_EXTRA)
        self.mean_extra: Final = float(extra) if self.spread > 2 * extra else 0.0

    def sample(self, random: Random, scale: float) -> int:
        mean = self.mean_extra
        if not mean:
            spread = self.spread
            if not spread:
                return self.minimum
            if scale < 1.0:
                spread = int(spread * scale + 1)
            return self.minimum + int(random.random() * (spread + 1))
        # 1 - random() is never 0, so its logarithm is finite.
        extra = int(-log(1.0 - random.random()) * (mean * scale + 0.5))
        return self.minimum + (extra if extra <= self.spread else self.spread)

    def length_from(self, read: Callable[[int], bytes]) -> int:
        """The length that bytes from outside decide: one byte for short ones, three for any."""
        if not self.spread:
            return self.minimum
        extra = read(1)[0]
        extra = extra & 15 if extra < 240 else int.from_bytes(read(2), "big")
        return self.minimum + extra % (self.spread + 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sizes) and (self.minimum, self.maximum) == (
            other.minimum,
            other.maximum,
        )

    def __hash__(self) -> int:
        return hash((self.minimum, self.maximum))

    def __repr__(self) -> str:
        maximum = None if self.maximum == UNBOUNDED else self.maximum
        return f"Sizes({self.minimum}, {maximum})"
