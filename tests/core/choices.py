"""Choices to encode, of every kind and at every edge, and when two are exactly the same."""

import math
import struct
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random

from shortlex.core.domain import Choice

NAN_WITH_PAYLOAD: float = struct.unpack(">d", b"\xff\xf8\0\0\0\0\0\x07")[0]

INTEGERS = sorted(
    {sign * 2**power + offset for power in range(80) for sign in (1, -1) for offset in (-1, 0, 1)}
) + [10**5000, -(10**5000), 2 ** (8 * 255 - 1) - 1, 2 ** (8 * 255 - 1)]
FLOATS = [
    *(0.0, -0.0, 1.0, -1.0, 0.5, 0.1, 63.0, 1e300, 5e-324, 2.0**53, 1.7976931348623157e308),
    *(math.inf, -math.inf, math.nan, NAN_WITH_PAYLOAD),
]
STRINGS = ["", "a", "\0", "12345678", "123456789", "é€😀", "\ud800", "\ud83d\ude00", "x" * 255]
STRINGS += ["x" * 256, "\udfff" * 100]
BYTES = [b"", b"\0", b"1234567", b"12345678", b"\xff" * 255, bytes(range(256)) * 2]
EDGES: list[Choice] = [False, True, *INTEGERS, *FLOATS, *STRINGS, *BYTES]

SAMPLE: tuple[Choice, ...] = (True, 0, True, 300, False, -1, 0.1, "text\ud800", b"\0\xff", 2**70)


def exactly(choices: Sequence[Choice]) -> list[tuple[type, object]]:
    """What must be equal for choices to be the same: the types, and the bits of floats."""
    return [
        (type(choice), struct.pack(">d", choice) if type(choice) is float else choice)
        for choice in choices
    ]


def random_choice(random: Random) -> Choice:
    kinds: list[Callable[[], Choice]] = [
        lambda: random.random() < 0.5,
        lambda: True,
        lambda: random.randrange(100),
        lambda: random.randrange(-(2**66), 2**66) >> random.randrange(66),
        lambda: struct.unpack(">d", random.randbytes(8))[0],
        lambda: "".join(chr(random.randrange(0x110000)) for _ in range(random.randrange(6))),
        lambda: random.randbytes(random.randrange(12)),
        lambda: random.choice(EDGES),
    ]
    return random.choice(kinds)()


@contextmanager
def memory_below(limit: int) -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < limit
    finally:
        tracemalloc.stop()
