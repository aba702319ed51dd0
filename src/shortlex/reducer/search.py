"""Search: pure algorithms over offers, used by passes and by the minimisers of values.

Each is a generator. It yields candidates made by ``make`` and is sent the position of the
accepted one, or None; what it found is its return value.

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

Search = Generator[Sequence[T], "int | None", int]


def lowest(make: Callable[[int], T], low: int, high: int, origin: int = 0) -> Search[T]:
    """The lowest number from ``low`` up to ``high``, which is known to be accepted.

    Limits in tests were written by people: so ten, a hundred, a thousand come first; then it is
    asked between which round numbers the limit is, and whether it is one of these, or one more.
    ``origin`` is what the number 0 stands for.
    """
    floor, high = yield from _between_tens(make, low, high, origin)
    rounds = (mark - origin for mark in _round_numbers(high + origin))
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
    """The range that is left once ten, a hundred and a thousand were asked for, in this order."""
    for number in (ten - origin for ten in TENS):
        if low < number < high:
            if (yield [make(number)]) is not None:
                for less in (number - 1, number * 5 // 8):
                    # The second for what is no limit, but met by chance: many numbers have a bit.
                    if low <= less and (yield [make(less)]) is not None:
                        return low, less
                return number, number
            low = number + 1
    return low, high


@cache
def _round_numbers(limit: int) -> list[int]:
    """Powers of two, and one digit with zeros behind it, below a limit."""
    powers = [1 << k for k in range(max(0, limit).bit_length())]
    tens = [10**k for k in range(1, len(str(max(0, limit))))]
    return sorted({0, *powers, *(digit * ten for ten in tens for digit in range(1, 10))})


def descend(make: Callable[[int], T], low: int, high: int, origin: int = 0) -> Search[T]:
    """The lowest number from ``low`` up to ``high``, where a search is rarely worth while.

    One step is the question whether to search at all: at a minimum it is the only offer. Where
    numbers depend on each other it is also often all that can be taken.
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
    """The same, where a search is mostly worth while: small round numbers come before the step."""
    low, found = yield from _between_tens(make, low, high, origin)
    return (yield from (descend if found == high else lowest)(make, low, found, origin))


def longest(make: Callable[[int, int], T | None]) -> Search[T]:
    """How many steps can be taken, in growing and then shrinking strides.

    Strides are squared rather than doubled: as many offers, but the first of them, which are the
    costly ones where there is much to delete, soon delete much.
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
