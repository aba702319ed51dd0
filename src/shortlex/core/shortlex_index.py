"""Positions in shortlex order: shorter sequences first, equally long ones by their digits.

The arithmetic shared by ``string`` and ``bytestring``. A sequence is its length and a number. The
digits of that number are the indexes of the characters; its base is the number of characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2

from shortlex.core.sizes import UNBOUNDED

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
