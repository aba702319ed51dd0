"""Float choices: what is quickest for a person to write comes first.

The order has tiers. Within a tier, smaller magnitudes come first, and positive before negative:

* integers up to ``2**p`` (``p`` bits of precision): ``0.0, -0.0, 1.0, -1.0, 2.0, ...``;
* fractions of exactly 1 fractional bit, of 2, ... of 64: ``0.5, 1.5, ...``, ``0.25, 0.75, ...``;
* integers beyond ``2**p``;
* fractions of 65 bits and more, up to what the width can hold; then ``inf``, ``-inf``, ``nan``.

A *rank* numbers the magnitudes of one tier without gaps, so that bounds become intervals of
ranks and positions are found by arithmetic. An *ordinal* numbers all floats of a width from the
lowest to the highest; ``0.0`` has 0 and ``-0.0`` has -1.

Size: the order and the samples use the same tiers.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable
from math import ceil, copysign, inf, ldexp, nan
from random import Random
from struct import Struct
from typing import NamedTuple

from shortlex.core.domain import Domain

# ``sample`` spins a wheel of 64 parts. Each kind of value has the parts from the number before its
# own up to its own.
SPECIAL_TURNS, EDGE_TURNS, SIMPLE_TURNS, SPREAD_TURNS, ALL_TURNS = 1.0, 5.0, 28.0, 52.0, 64.0
# Wider ranges are not sampled uniformly, because small numbers would never occur.
UNIFORM_SPAN = 1e18
_DIVISORS = (1, -1, 1, -1, 1, -1, 2, -2, 4, -4, 8, -8, 10, -10, 100, -100)
# How far samples of a wide range reach from the simplest value; two parts of the wheel each.
_REACHES = (1e-9, 1e-4, 0.1, 1.0, 10.0, 1e2, 1e3, 1e5, 2.0**24, 2.0**32, 2.0**53, 1e20)
# Small numbers, numbers without an exact binary form, and limits of words and printed forms.
_LANDMARKS = (1.0, 0.1, 0.5, 1.5, 2.0, 10.0, 1 / 3, 1.1, 1e-5, 2.0**31, 2.0**32, 2.0**63, 1e16)


class _Width(NamedTuple):
    """The floats of a width, their ordinals, and the tiers they are in."""

    precision: int
    early: int  # Fractions of up to this many bits come before the integers beyond ``2**p``.
    last_tier: int  # One more than the maximum of fractional bits, for the tier of those integers.
    largest: float
    smallest: float
    smallest_normal: float
    code: Struct

    def __reduce__(self) -> tuple[Callable[[int], _Width], tuple[int]]:
        # A Struct cannot be pickled, and there are only three of these: refer to it by its width.
        return _width_of, (8 * self.code.size,)

    def round(self, value: float) -> float:
        return self.code.unpack(self.code.pack(value))[0]  # type: ignore[no-any-return]  # a float

    def ordinal_of(self, value: float) -> int:
        bits = int.from_bytes(self.code.pack(abs(value)), "big")
        return bits if copysign(1.0, value) > 0.0 else ~bits

    def value_of(self, ordinal: int) -> float:
        bits = ordinal if ordinal >= 0 else ~ordinal
        magnitude: float = self.code.unpack(bits.to_bytes(self.code.size, "big"))[0]
        return magnitude if ordinal >= 0 else -magnitude

    def bits_of(self, tier: int) -> int:
        """The number of fractional bits; 0 for both tiers of integers."""
        return 0 if tier == self.early + 1 else tier - (tier > self.early)

    def place_of(self, value: float) -> tuple[int, int]:
        """The tier of a finite float and the rank of its magnitude there."""
        # In lowest terms: the denominator is a power of two and, if above 1, the numerator odd.
        numerator, denominator = value.as_integer_ratio()
        if denominator > 1:
            bits = denominator.bit_length() - 1
            return bits + (bits > self.early), abs(numerator) >> 1
        if abs(numerator) <= 1 << self.precision:
            return 0, abs(numerator)
        return self.early + 1, self.ordinal_of(abs(value))

    def magnitude_at(self, tier: int, rank: int) -> float:
        if bits := self.bits_of(tier):
            return ldexp(2 * rank + 1, -bits)
        return self.value_of(rank) if tier else float(rank)

    def ranks_between(self, tier: int, floor: float, top: float) -> tuple[int, int]:
        """The first and last rank between two magnitudes; the last is lower if there are none."""
        if bits := self.bits_of(tier):
            # From this magnitude on floats have fewer fractional bits; below, scaling is exact.
            limit = ldexp(1.0, self.precision - bits)
            first = ceil(ldexp(min(floor, limit), bits)) >> 1
            last = (int(ldexp(min(max(top, 0.0), limit), bits)) - 1) >> 1
        elif tier:
            first = max(self.ordinal_of(floor), self.ordinal_of(2.0**self.precision) + 1)
            last = self.ordinal_of(top)
        else:
            first, last = ceil(floor), int(min(top, 2.0**self.precision))
        return first, max(last, first - 1) if copysign(1.0, top) > 0.0 else first - 1


_WIDTHS = {
    16: _Width(11, 24, 25, ldexp(2**11 - 1, 5), 2.0**-24, 2.0**-14, Struct(">e")),
    32: _Width(24, 64, 150, ldexp(2**24 - 1, 104), 2.0**-149, 2.0**-126, Struct(">f")),
    64: _Width(53, 64, 1075, ldexp(2**53 - 1, 971), 2.0**-1074, 2.0**-1022, Struct(">d")),
}


def _width_of(bits: int) -> _Width:
    """The floats of a width."""
    return _WIDTHS[bits]


class _Tier(NamedTuple):
    """The indexes and ranks of the members in one tier."""

    end: int  # Comes first so that a bisection finds the tier of an index.
    start: int
    first: int
    shared: int  # The last rank with members of both signs; ``first - 1`` if there is none.
    is_negative_beyond: bool


class Float(Domain):
    """Floats of a width between optional bounds; a bound of ``0.0`` excludes ``-0.0``."""

    __slots__ = (
        "_edge_turns", "_edges", "_finite", "_first_ordinal", "_high", "_is_dense", "_is_whole",
        "_last_ordinal", "_low", "_span", "_special", "_tiers", "_tiny", "_width",
        "allow_infinity", "allow_nan", "allow_subnormal", "count", "maximum", "minimum",
        "simplest", "width",
    )  # fmt: skip

    kind = "float"

    def __init__(
        self, minimum: float | None = None, maximum: float | None = None, *,
        allow_nan: bool, allow_infinity: bool, allow_subnormal: bool = True, width: int = 64,
    ) -> None:  # fmt: skip
        self.minimum: float | None = minimum
        self.maximum: float | None = maximum
        self.width: int = width
        self.allow_nan: bool = allow_nan
        self.allow_infinity: bool = allow_infinity
        self.allow_subnormal: bool = allow_subnormal
        self._width = _WIDTHS[width]
        self._tiny = self._width.smallest if allow_subnormal else self._width.smallest_normal
        low = -inf if minimum is None else minimum
        high = inf if maximum is None else maximum
        infinities = [v for v in (inf, -inf) if allow_infinity and v in (low, high)]
        self._special = (*infinities, nan) if allow_nan else tuple(infinities)
        # From here on the limits are members. If they cross, there are no finite members.
        self._low, self._high = low, high = self._rise(low), -self._rise(-high)
        self._is_dense = allow_subnormal and width == 64
        self._is_whole = self._is_dense and -low == high == self._width.largest
        self._count_members()
        self.simplest: float = _simplest_between(low, high) if self._finite else self._special[0]
        self._edges: tuple[float, ...] = ()
        self._tiers: list[_Tier] = []

    def _rise(self, bound: float) -> float:
        """The lowest finite float of the domain that is not below the bound."""
        if bound and -self._tiny < bound < self._tiny:
            return self._tiny if bound > 0.0 else -0.0
        return max(bound, -self._width.largest)

    def _count_members(self) -> None:
        low, high, ordinal_of = self._low, self._high, self._width.ordinal_of
        self._first_ordinal, self._last_ordinal = ordinal_of(low), ordinal_of(high)
        self._span = max(0, self._last_ordinal - self._first_ordinal + 1)
        # Ordinals between a zero and the smallest magnitude allowed have no members.
        gaps = (low <= 0.0 < high) + (low < 0.0 <= high)
        self._finite = self._span - gaps * (ordinal_of(self._tiny) - 1)
        self.count: int = self._finite + len(self._special)
        # If there are at most four floats, all are edges: the limits and their neighbours.
        self._edge_turns = EDGE_TURNS if self._span > 4 else ALL_TURNS

    def contains(self, value: object) -> bool:
        if type(value) is not float:
            return False
        low, high = self._low, self._high
        if low < value < high:
            return self._is_dense or self._fit(value) == value
        if value - value != 0.0:  # Not finite.
            return self.allow_nan if value != value else value in self._special
        if value not in (low, high):
            return False
        # The zeros are equal, but their ordinals differ.
        return self._first_ordinal <= self._width.ordinal_of(value) <= self._last_ordinal

    def nearest(self, value: object) -> float:
        if type(value) is not float:
            return self.simplest
        if self.contains(value):
            return value
        return self._fit(value) if value == value and self._finite else self.simplest

    def _fit(self, value: float) -> float:
        """The finite member nearest to a number. Limits are members, so rounding respects them."""
        low, high, tiny = self._low, self._high, self._tiny
        if not low < value < high:
            return low if value <= low else high
        if self.width != 64:
            value = self._width.round(value)
        if 0.0 < abs(value) < tiny:
            # Zero and tiny of this sign are members, because no limit lies strictly between them.
            return copysign(tiny if 2.0 * abs(value) >= tiny else 0.0, value)
        return value

    def index_of(self, value: float) -> int:
        if value - value != 0.0:
            return self.count - 1 if value != value else self._finite + self._special.index(value)
        number, rank = self._width.place_of(value)
        if number >= len(tiers := self._tiers):
            tiers = self._count_tiers(number)
        _, start, first, shared, _ = tiers[number]
        if rank > shared:
            return start + (shared - first + 1) + (rank - first)
        return start + 2 * (rank - first) + (copysign(1.0, value) < 0.0)

    def value_at(self, index: int) -> float:
        self.check_index(index)
        if index >= self._finite:
            return self._special[index - self._finite]
        tiers = self._tiers
        while not tiers or tiers[-1].end <= index:
            tiers = self._count_tiers(2 * len(tiers))
        number = bisect_left(tiers, (index + 1,))
        _, start, first, shared, is_negative = tiers[number]
        offset, both = index - start, 2 * (shared - first + 1)
        if offset < both:
            rank, is_negative = first + offset // 2, offset % 2 == 1
        else:
            rank = shared + 1 + offset - both
        magnitude = self._width.magnitude_at(number, rank)
        return -magnitude if is_negative else magnitude

    def _count_tiers(self, number: int) -> list[_Tier]:
        """Count the members of the tiers up to this one. Most domains need only a few tiers."""
        # Work on a copy and store it when complete, because another thread may be counting too.
        tiers = self._tiers.copy()
        for tier in range(len(tiers), min(number, self._width.last_tier) + 1):
            # If both signs have members, so does zero; then one floor serves both signs.
            floor = max(self._low, -self._high, self._tiny if tier else 0.0)
            first, positive = self._width.ranks_between(tier, floor, self._high)
            first, negative = self._width.ranks_between(tier, floor, -self._low)
            start = tiers[-1].end if tiers else 0
            end = start + (positive - first + 1) + (negative - first + 1)
            tiers.append(_Tier(end, start, first, min(positive, negative), negative > positive))
        self._tiers = tiers
        return tiers

    def sample(self, random: Random, scale: float) -> float:
        turn, low, high = random.random() * ALL_TURNS, self._low, self._high
        if turn < self._edge_turns:
            edges = (self._special if turn < SPECIAL_TURNS else self._edges) or self.edges()
            return edges[random.getrandbits(16) % len(edges)]
        if turn < SIMPLE_TURNS:
            # One draw gives the divisor, its sign, and a numerator of any length up to 16 bits.
            bits = random.getrandbits(24)
            numerator = bits >> 8 >> (bits >> 4 & 15)
            value = numerator / _DIVISORS[bits & 15]
            if not low <= value <= high:
                # As few digits, but below one: most ranges include numbers near zero.
                value = ldexp(numerator, -numerator.bit_length() - (bits & 3))
                value = -value if bits & 4 else value
                if not low <= value <= high:
                    return self.value_at(numerator % self.count)
        elif turn >= SPREAD_TURNS:
            # Uniform over bit patterns means uniform over exponents, and never leaves the limits.
            value = self._width.value_of(self._first_ordinal + random.getrandbits(64) % self._span)
        elif high - low <= UNIFORM_SPAN or abs(self.simplest) > UNIFORM_SPAN:
            value = low + random.random() * (high - low)
        else:
            away = (random.random() - 0.5) * _REACHES[int(turn - SIMPLE_TURNS) >> 1]
            value = self.simplest + away
            if not low <= value <= high:
                value = self.simplest - away
        return value if self._is_whole else self._fit(value)

    def edges(self) -> tuple[float, ...]:
        if not self._edges:
            width, first, last = self._width, self._first_ordinal, self._last_ordinal
            step, whole = ldexp(1.0, 1 - width.precision), ldexp(1.0, width.precision)
            found = [width.value_of(n) for n in (first, first + 1, last - 1, last)]
            found += [self.simplest, 0.0, 1.0 + step, 1.0 - step / 2.0, step, whole, whole - 1.0]
            found += [width.largest, width.smallest, width.smallest_normal, *_LANDMARKS]
            rounded = [width.round(v) for v in found if abs(v) <= width.largest]
            members = [v for n in rounded for v in (n, -n) if self.contains(v)]
            # Repeats are found by text, because 0.0 == -0.0.
            # Infinities come first, because the first edges are chosen most often.
            infinities = [v for v in self._special if v == v]
            found = [*infinities, *members[:4], *self._special, *members[4:]]
            self._edges = tuple({repr(v): v for v in found}.values())
        return self._edges

    def key(self) -> Hashable:
        bounds = repr(self.minimum), repr(self.maximum)  # As text, because 0.0 == -0.0.
        return (*bounds, self.allow_nan, self.allow_infinity, self.allow_subnormal, self.width)

    def __repr__(self) -> str:
        bounds = self.minimum, self.maximum
        low, high = (f"float('{v}')" if v in (inf, -inf) else repr(v) for v in bounds)
        flags = f"allow_nan={self.allow_nan}, allow_infinity={self.allow_infinity}"
        flags += f", allow_subnormal={self.allow_subnormal}"
        return f"Float({low}, {high}, {flags}, width={self.width})"


def _simplest_between(low: float, high: float) -> float:
    if low <= 0.0 <= high:
        return copysign(0.0, high)
    if high < 0.0:
        return -_simplest_between(-high, -low)
    if ceil(low) <= high:
        return float(ceil(low))
    # Over a common denominator: the highest bit in which the ends differ is the largest power of
    # two with a multiple between them. That multiple has the fewest fractional bits.
    (first, below), (last, under) = low.as_integer_ratio(), high.as_integer_ratio()
    denominator = max(below, under)
    first, last = first * (denominator // below), last * (denominator // under)
    power = ((first - 1) ^ last).bit_length() - 1
    return (-(-first >> power) << power) / denominator
