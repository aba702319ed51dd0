"""Search: pure algorithms over offers, used by passes and by the minimisers of values.

Each is a generator. It yields candidates made by ``make`` and is sent the position of the
accepted one, or None. It returns what it found.

============  ================================================  ===========================
lowest        the lowest number accepted, if being accepted     3, 4, 5 for 10, 100, 1000;
              goes on from some number upward                   else at most log2 of the
                                                                result, log2 log2 of the
                                                                distance, and 6
descend       the same, but asks for one step down first,       1 where that is refused, 2
              then for the lowest, then for one more step       where all can go, 3 where
                                                                one step can, else 3 more
                                                                than lowest
plunge        the same, but asks for 10, 100, 1000 first        3, 4, 5 for these; at most
                                                                3 more than descend where
                                                                all of them are refused
longest       how far a growing run of steps can go             1 where none can be taken,
                                                                else 2 log2 of the result
============  ================================================  ===========================
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import cache
from typing import TypeVar

T = TypeVar("T")

TENS = (10, 100, 1000)

MAX_BITS = 1024
"""For longer numbers only powers of two count as round: a list of all others would be long."""

Search = Generator[Sequence[T], "int | None", int]

Attempts = Generator[Sequence[T], "int | None", None]
"""A minimiser of values. Like a search, but it returns nothing: what was accepted last counts."""


def lowest(make: Callable[[int], T], low: int, high: int, origin: int = 0) -> Search[T]:
    """The lowest number from ``low`` up to ``high``, which is known to be accepted.

    People write the limits in tests, so ten, a hundred and a thousand come first. Then it finds the
    round numbers around the limit, and tries whether the limit is one of these, or one more.
    ``origin`` is what the number 0 stands for.
    """
    floor, high = yield from _between_tens(make, low, high, origin)
    if (high + origin).bit_length() > MAX_BITS:
        floor, high = yield from _between_powers(make, floor, high, origin)
    rounds = (mark - origin for mark in _round_numbers(max(0, min(high + origin, 1 << MAX_BITS))))
    marks = [mark for mark in rounds if low < mark and floor <= mark < high]
    is_mark = False
    fewest, most = 0, len(marks)
    while fewest < most:
        middle = (fewest + most) // 2
        if (yield [make(marks[middle])]) is not None:
            high, most, is_mark = marks[middle], middle, True
        else:
            floor, fewest = marks[middle] + 1, middle + 1
    if is_mark and floor < high:
        if (yield [make(high - 1)]) is None:
            return high
        high -= 1
    if fewest > 0 and floor < high:
        if (yield [make(floor)]) is not None:
            return floor
        floor += 1
    while floor < high:
        middle = (floor + high) // 2
        if (yield [make(middle)]) is not None:
            high = middle
        else:
            floor = middle + 1
    return high


def _between_tens(
    make: Callable[[int], T], low: int, high: int, origin: int
) -> Generator[Sequence[T], int | None, tuple[int, int]]:
    """The range that is left after trying ten, a hundred and a thousand, in this order."""
    for number in (ten - origin for ten in TENS):
        if low < number < high:
            if (yield [make(number)]) is not None:
                for less in (number - 1, number * 5 // 8):
                    # The second value detects a number that was accepted by chance, not as a limit.
                    if low <= less and (yield [make(less)]) is not None:
                        return low, less
                return number, number
            low = number + 1
    return low, high


def _between_powers(
    make: Callable[[int], T], low: int, high: int, origin: int
) -> Generator[Sequence[T], int | None, tuple[int, int]]:
    """The range that is left after trying the powers of two in it beyond ``MAX_BITS``."""
    least, most = MAX_BITS, (high + origin).bit_length()
    is_power = False
    while least < most:
        middle = (least + most) // 2
        power = (1 << middle) - origin
        if power >= high or (power > low and (yield [make(power)]) is not None):
            is_power = is_power or power < high
            high, most = min(high, power), middle
        else:
            low, least = max(low, power + 1), middle + 1
    if is_power and low < high:
        return (high, high) if (yield [make(high - 1)]) is None else (low, high - 1)
    return low, high


@cache
def _round_numbers(limit: int) -> list[int]:
    """Powers of two, and single digits followed by zeros, below a limit."""
    bits = max(0, limit).bit_length()
    powers = [1 << k for k in range(bits)]
    # A digit has more than three bits. Not len(str(limit)), because str() refuses long numbers.
    tens = [ten for k in range(1, bits // 3 + 1) if (ten := 10**k) <= limit]
    return sorted({0, *powers, *(digit * ten for ten in tens for digit in range(1, 10))})


def descend(make: Callable[[int], T], low: int, high: int, origin: int = 0) -> Search[T]:
    """The lowest number from ``low`` up to ``high``, if a search is rarely worth while.

    A single step decides whether to search at all: at a minimum it is the only offer. If numbers
    depend on each other, it is often also the only step that is accepted.
    """
    if high <= low or (yield [make(high - 1)]) is None:
        return high
    high -= 1
    if high == low or (yield [make(low)]) is not None:
        return low
    if high - 1 == low or (yield [make(high - 1)]) is None:
        return high
    return (yield from lowest(make, low + 1, high - 1, origin))


def plunge(make: Callable[[int], T], low: int, high: int, origin: int = 0) -> Search[T]:
    """The same, if a search is usually worth while: small round numbers come before the step."""
    low, found = yield from _between_tens(make, low, high, origin)
    return (yield from (descend if found == high else lowest)(make, low, found, origin))


def longest(make: Callable[[int, int], T | None]) -> Search[T]:
    """How many steps can be taken. Strides grow first, and then shrink.

    Strides are squared rather than doubled: that takes as many offers, but the first ones, which
    are costly if there is much to delete, soon delete a lot.
    ``make(taken, more)`` offers ``more`` steps after the ``taken`` ones that were accepted, or
    is None when there are not that many left.
    """
    taken, stride = 0, 1
    while True:
        offer = make(taken, stride)
        if offer is None or (yield [offer]) is None:
            break
        taken += stride
        stride = stride**2 if stride > 1 else 2
    while stride > 1:
        stride //= 2
        offer = make(taken, stride)
        if offer is not None and (yield [offer]) is not None:
            taken += stride
    return taken
