"""Sizes: how long a collection, text or byte string may be, and the choices to continue one.

Below is the arithmetic that ``string`` and ``bytestring`` share: positions in shortlex order. A
sequence is its length and a number. The digits of that number are the indexes of the characters;
its base is the number of characters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log, log2
from random import Random
from typing import Final

from shortlex.core.boolean import Boolean
from shortlex.core.shown import shown

USUAL_EXTRA = 5
"""On average a collection without an upper bound exceeds its minimum by this many elements."""

MAX_EXTRA = 1000
"""A long collection exceeds its minimum by at most this many elements on average."""

LONG = 12
"""From this length on, some lengths are powers of two, or next to one."""

_NEAR = (0, 0, 1, -1)

UNBOUNDED = 1 << 62
"""Stands for "no upper bound" where arithmetic wants a number."""


class Sizes:
    """Length limits, and random lengths within them.

    Lengths follow a geometric law: short ones are common, long ones occur now and then. Within
    narrow limits all lengths are equally likely, so that both ends occur often.
    """

    __slots__ = ("maximum", "mean_extra", "minimum", "spread")

    def __init__(self, minimum: int = 0, maximum: int | None = None) -> None:
        self.minimum: Final = minimum
        self.maximum: Final = UNBOUNDED if maximum is None else maximum
        self.spread: Final = self.maximum - minimum
        extra = max(minimum, USUAL_EXTRA)
        self.mean_extra: Final = float(min(extra, MAX_EXTRA)) if self.spread > 2 * extra else 0.0

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
        if extra >= LONG and extra & 3 == 3:
            # Some long ones have a length near which programs divide their work.
            length = self.minimum + extra
            power = 1 << length.bit_length() - (extra & 16 == 0)
            extra = max(power - self.minimum + _NEAR[extra >> 2 & 3], 0)
        return self.minimum + (extra if extra <= self.spread else self.spread)

    def length_from(self, read: Callable[[int], bytes]) -> int:
        """The length that bytes from outside stand for: one byte for short ones, three for any."""
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
        return f"Sizes({shown(self.minimum)}, {shown(maximum)})"


MORE = Boolean(0.85)
"""The choice to continue a collection. Only sources that sample it use its probability."""

MUST = Boolean(1.0)
"""The choice to continue while the collection is too short. It has one value only, but it gives
every element the same shape, so that any element can be deleted, not only those beyond the
minimum size."""


class Repeat:
    """One turn of a repetition; ``reject`` takes back the element drawn in it."""

    __slots__ = ("is_rejected",)

    def __init__(self) -> None:
        self.is_rejected: bool = False

    def reject(self) -> None:
        self.is_rejected = True


COUNT_BITS = 4096
"""Counts with more bits than this are not computed: nobody enumerates that much."""

_JUST_BELOW_ONE = 1.0 - 2.0**-50
"""Outweighs any rounding up by a division and a logarithm."""


def count_sequences(base: int, minimum: int, maximum: int) -> int | None:
    """How many sequences have a length within the limits; None when unbounded or too many.

    There must be at least one digit, unless the only length is 0.
    """
    if base <= 1:
        return None if maximum == UNBOUNDED else maximum - minimum + 1
    if maximum * log2(base) > COUNT_BITS:
        return None
    return count_shorter(base, minimum, maximum + 1)


def count_shorter(base: int, minimum: int, length: int) -> int:
    """How many sequences are at least ``minimum`` long and shorter than ``length``."""
    if base <= 1:
        return length - minimum
    shorter: int = base**length - base**minimum
    return shorter // (base - 1)


def length_at(index: int, base: int, minimum: int) -> int:
    """The length of the sequence at a position in shortlex order."""
    if base <= 1:
        return minimum + index
    # The largest length with count_shorter(length) <= index, that is base**length <= bound.
    bound = index * (base - 1) + base**minimum
    # Never too long, because everything is rounded down; the loop makes it exact.
    length = int((bound.bit_length() - 1) / log2(base) * _JUST_BELOW_ONE)
    while base ** (length + 1) <= bound:
        length += 1
    return length


def number_of(digits: Sequence[int], base: int) -> int:
    """The number with these digits, most significant first.

    Joins neighbours, then neighbours of those: going digit by digit would be quadratic.
    """
    numbers = list(digits) or [0]
    while len(numbers) > 1:
        if len(numbers) % 2:
            numbers.insert(0, 0)
        numbers = [high * base + low for high, low in zip(numbers[::2], numbers[1::2])]
        base *= base
    return numbers[0]


def digits_of(number: int, base: int, length: int) -> list[int]:
    """The last ``length`` digits of a number: the inverse of ``number_of``, by halving."""
    if not length:
        return []
    powers = [base]
    while 1 << len(powers) < length:
        powers.append(powers[-1] ** 2)
    numbers = [number]
    for power in reversed(powers):
        numbers = [half for number in numbers for half in divmod(number, power)]
    return numbers[len(numbers) - length :]
