"""Search: pure algorithms over offers, used by passes and by the minimisers of values.

Each is a generator. It yields candidates made by ``make`` and is sent the position of the
accepted one, or None; what it found is its return value.

============  ================================================  ===========================
lowest        the lowest number accepted, if being accepted     log2 of the result, and
              goes on from some number upward                   log2 log2 of the distance
descend       the same, but asks for one step down first        1 where that is refused,
                                                                else 1 more than lowest
longest       how far a growing run of steps can go             1 where none can be taken,
                                                                else 2 log2 of the result
============  ================================================  ===========================
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

T = TypeVar("T")

Search = Generator[Sequence[T], "int | None", int]


def lowest(make: Callable[[int], T], low: int, high: int) -> Search[T]:
    """The lowest number from ``low`` up to ``high``, which is known to be accepted.

    First the order of magnitude, then the number: a small result in a range of 64 bits costs
    some ten offers where plain bisection needs sixty-four.
    """
    fewest, most = 0, (high - low).bit_length()
    while fewest < most:
        middle = (fewest + most) // 2
        number = low + (1 << middle) - 1
        if number >= high or (yield [make(number)]) is not None:
            high = min(high, number)
            most = middle
        else:
            fewest = middle + 1
    floor = low if fewest == 0 else low + (1 << (fewest - 1))
    while floor < high:
        middle = (floor + high) // 2
        if (yield [make(middle)]) is not None:
            high = middle
        else:
            floor = middle + 1
    return high


def descend(make: Callable[[int], T], low: int, high: int) -> Search[T]:
    """The lowest number from ``low`` up to ``high``, where a search is rarely worth while.

    One step is the question whether to search at all: at a minimum it is the only offer.
    """
    if high <= low or (yield [make(high - 1)]) is None:
        return high
    return (yield from lowest(make, low, high - 1))


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
