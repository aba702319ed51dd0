"""Bare: the values that a hand-written fuzz loop over ``random`` would make.

One function a value, as people write it, with the documented calls of ``random``: ``randint``,
``choice``, ``uniform``. No edge values beyond those a kind cannot do without, no record of
anything. Sizes and magnitudes are spread as widely as those of the libraries, so that the times
compare; the table of data shows how nearly.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from ipaddress import IPv4Address, IPv6Address
from math import inf, ldexp, log, nan
from random import Random
from string import printable
from uuid import UUID

USUAL_SIZE = 6.0
"""Scale of the geometric law for lengths: collections and texts average half an element less."""

_WIDTHS = (3, 6, 8, 8, 12, 16, 16, 24, 32, 32, 48, 64, 64, 128)

_SPECIAL_FLOATS = (0.0, -0.0, 1.0, -1.0, inf, -inf, nan, 5e-324, 1.7976931348623157e308)

_SURROGATES = 0xD800
_SURROGATE_COUNT = 0x800
_CHARACTER_COUNT = 0x110000 - _SURROGATE_COUNT

FRUIT = tuple(f"fruit {number}" for number in range(50))
"""The elements of the row ``sampled_from``."""


@dataclass(frozen=True)
class Order:
    """What the row ``builds`` builds."""

    quantity: int
    price: float
    label: str


def size(random: Random) -> int:
    return int(-log(1.0 - random.random()) * USUAL_SIZE)


def integer(random: Random) -> int:
    most = 1 << random.choice(_WIDTHS)
    return random.randint(-most, most)


def bounded_integers(random: Random) -> tuple[int, int]:
    return random.randint(0, 1000), random.randint(0, 1000)


def booleans(random: Random) -> tuple[bool, ...]:
    return tuple([random.random() < 0.5 for _ in range(12)])


def floating(random: Random) -> float:
    r = random.random()
    if r < 0.05:
        return random.choice(_SPECIAL_FLOATS)
    if r < 0.5:
        return random.uniform(-1000.0, 1000.0)
    return ldexp(random.uniform(-0.5, 0.5), random.randint(-1073, 1024))


def text(random: Random) -> str:
    length = size(random)
    if random.random() < 0.5:
        return "".join(random.choices(printable, k=length))
    points = [random.randrange(_CHARACTER_COUNT) for _ in range(length)]
    return "".join(
        [chr(point if point < _SURROGATES else point + _SURROGATE_COUNT) for point in points]
    )


def integer_list(random: Random) -> list[int]:
    return [integer(random) for _ in range(size(random))]


def long_integer_list(random: Random) -> list[int]:
    return [integer(random) for _ in range(random.randint(50, 100))]


def dictionary(random: Random) -> dict[str, int]:
    return {text(random): integer(random) for _ in range(size(random))}


def json(random: Random, nesting: float = 0.6) -> object:
    """A document; ``nesting`` is how likely this node has children, and halves below it."""
    r = random.random()
    if r < nesting:
        below = nesting / 2.0
        if r < below:
            return [json(random, below) for _ in range(size(random))]
        return {text(random): json(random, below) for _ in range(size(random))}
    leaf = random.randrange(4)
    if leaf == 0:
        return None
    if leaf == 1:
        return random.random() < 0.5
    return floating(random) if leaf == 2 else text(random)


def order(random: Random) -> Order:
    return Order(integer(random), floating(random), text(random))


def ascending_pair(random: Random) -> tuple[int, int]:
    low = integer(random)
    return low, low + abs(integer(random))


def fruit(random: Random) -> tuple[str, str, str, str]:
    choice = random.choice
    return choice(FRUIT), choice(FRUIT), choice(FRUIT), choice(FRUIT)


def scalar(random: Random) -> int | str | bool:
    kind = random.randrange(3)
    if kind == 0:
        return integer(random)
    return text(random) if kind == 1 else random.random() < 0.5


def even_integer(random: Random) -> int:
    while (value := integer(random)) % 2:
        pass
    return value


def boolean_list(random: Random) -> list[bool]:
    return [random.random() < 0.5 for _ in range(random.randint(0, 10))]


def digits(random: Random) -> str:
    return str(integer(random))


def character(random: Random) -> str:
    point = random.randrange(_CHARACTER_COUNT)
    return chr(point if point < _SURROGATES else point + _SURROGATE_COUNT)


def binary(random: Random) -> bytes:
    return random.randbytes(size(random))


def integer_set(random: Random) -> set[int]:
    return {integer(random) for _ in range(size(random))}


def record(random: Random) -> dict[str, object]:
    made: dict[str, object] = {"id": integer(random), "name": text(random)}
    if random.random() < 0.5:
        made["is_admin"] = random.random() < 0.5
    return made


def fraction(random: Random) -> Fraction:
    return Fraction(integer(random), random.randint(1, 1000))


def decimal(random: Random) -> Decimal:
    return Decimal(integer(random)).scaleb(-random.randint(0, 9))


def complexed(random: Random) -> complex:
    return complex(floating(random), floating(random))


def date(random: Random) -> datetime.date:
    return datetime.date.fromordinal(random.randint(1, 3652059))


def time(random: Random) -> datetime.time:
    number = random.randrange
    return datetime.time(number(24), number(60), number(60), number(1_000_000))


def moment(random: Random) -> datetime.datetime:
    return datetime.datetime.combine(date(random), time(random))


def timedelta(random: Random) -> datetime.timedelta:
    days, number = random.randint(-999_999_999, 999_999_999), random.randrange
    return datetime.timedelta(days, number(86_400), number(1_000_000))


def uuid(random: Random) -> UUID:
    return UUID(int=random.getrandbits(128))


def address(random: Random) -> IPv4Address | IPv6Address:
    if random.random() < 0.5:
        return IPv4Address(random.getrandbits(32))
    return IPv6Address(random.getrandbits(128))


def sliced(random: Random) -> slice:
    return slice(random.randint(0, 1000), random.randint(0, 1000), random.choice((None, 1, -1, 2)))
