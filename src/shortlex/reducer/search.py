"""Search: pure algorithms over offers, used by passes and by the minimisers of values.

Each is a generator. It yields candidates made by ``make`` and is sent the position of the
accepted one, or None; what it found is its return value.

============  ================================================  ======================
lowest        the lowest number accepted, if being accepted      2 log2 of the distance
              goes on from some number upward
longest       how far a growing run of steps can go              log2 of the result
============  ================================================  ======================
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

T = TypeVar("T")

Search = Generator[Sequence[T], "int | None", int]


def lowest(make: Callable[[int], T], low: int, high: int) -> Search[T]:
    """The lowest number from ``low`` up to ``high``, which is known to be accepted.

    First the order of magnitude, then the number: 64-bit values cost some twenty offers where
    plain bisection needs sixty-four.
    """
    span = (high - low).bit_length()
    fewest, most = 0, span
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


def longest(make: Callable[[int], T | None]) -> Search[T]:
    """How many steps can be taken, in growing and then shrinking strides.

    ``make(n)`` offers ``n`` more steps from where the accepted ones led, or is None when there
    are not that many left.
    """
    taken, stride = 0, 1
    while True:
        offer = make(stride)
        if offer is None or (yield [offer]) is None:
            break
        taken += stride
        stride *= 2
    while stride > 1:
        stride //= 2
        offer = make(stride)
        if offer is not None and (yield [offer]) is not None:
            taken += stride
    return taken
