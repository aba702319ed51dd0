"""Cells: what a bulk choice makes of its seed, with numpy.

A word of 64 random bits becomes one number. How, is decided by the seed, for all cells alike: a few
values that are repeated, numbers spread evenly, small whole numbers, any bits at all. Here and
there stands a special value, such as nan or the last number of the range.

The words are those of PCG64, whose stream numpy promises not to change, and those for any range of
cells are found without those before it. So a seed means the same cells with every numpy; only the
palette of repeated values may be another one in another release of Shortlex.

Size: one class has the recipes of all kinds of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final

import numpy as np

from shortlex.core.boolean import Boolean
from shortlex.core.bulk import Ranges
from shortlex.core.domain import Choice, Domain
from shortlex.core.floating import Float
from shortlex.core.integer import Integer, Weighted
from shortlex.errors import InvalidArgument
from shortlex.extra.numpy.elements import Scalars, TimeUnits, put
from shortlex.strategies.complexes import ComplexNumbers
from shortlex.strategies.numbers import Booleans, Floats, Integers
from shortlex.strategies.selection import Sampled
from shortlex.strategies.strategy import SearchStrategy

Words = np.ndarray[Any, np.dtype[np.uint64]]
Values = np.ndarray[Any, np.dtype[Any]]
Recipe = Callable[[Words], Values]

CHUNK = 1 << 14
"""This many cells are made at a time, which stay in a fast cache."""

MAX_SAMPLED = 1 << 12
"""Elements from a longer sequence are drawn one by one."""

TYPICAL = 6
"""This many cells are proposed as the value of all cells, besides the extremes."""

MAX_LOOKED_AT = 1 << 16
"""In this many cells the extremes are looked for."""

_SPAN_BITS = 32
_REACHES = (1.0, 10.0, 1e3, 1e6, 1e-3, 1e300)
_PALETTE_BITS = (1, 2, 3, 4, 4, 6)
_SPECIAL_BITS = (0, 0, 0, 4, 8, 12, 16)
"""A special value stands in one of two to the power of this many cells; 0 stands for nowhere."""


class NumberCells:
    """Cells of one number each, a member of ``domain``, in arrays of ``dtype``."""

    width = 1

    def __init__(self, domain: Domain, dtype: np.dtype[Any]) -> None:
        self.domain: Final = domain
        self.dtype: Final = dtype
        self.native: np.dtype[Any] = _native(domain)
        """The dtype in which the numbers are made."""

    def pour(self, array: Values, seed: int, ranges: Ranges) -> None:
        """Put the cells that a seed makes into a flat array."""
        # Numbers that are too large for the dtype are brought back within the limits.
        with np.errstate(all="ignore"):
            self._pour(array, seed, ranges)

    def _pour(self, array: Values, seed: int, ranges: Ranges) -> None:
        make = _recipe(self, seed)
        for first, last in ranges:
            # A seed is small, but starting a generator takes as long as many cells.
            words = np.random.PCG64(seed)
            if first:
                words.advance(first * self.width)
            for start in range(first, last, CHUNK):
                end = min(start + CHUNK, last)
                made = make(words.random_raw((end - start) * self.width))
                array[start:end] = self.assembled(made)

    def choices_at(self, seed: int, places: Sequence[int]) -> list[tuple[Choice, ...]]:
        if not places:
            return []
        first, last = min(places), max(places) + 1
        words = np.random.PCG64(seed)
        if first:
            words.advance(first * self.width)
        with np.errstate(all="ignore"):
            made = _recipe(self, seed)(words.random_raw((last - first) * self.width))
        made = made.reshape(last - first, self.width)[np.asarray(places) - first]
        return [self.choices_of(cell) for cell in made.tolist()]

    def typical(self, seed: int, ranges: Ranges) -> list[tuple[Choice, ...]]:
        if not ranges:
            return []
        first = ranges[0][0]
        places = range(first, min(ranges[-1][1], first + MAX_LOOKED_AT))
        cells = self.choices_at(seed, places)
        found = [*sorted(cells, key=repr)[:1], max(cells, key=_extreme), min(cells, key=_extreme)]
        found += cells[:TYPICAL]
        return list({repr(each): each for each in found}.values())

    def choices_of(self, numbers: list[Any]) -> tuple[Choice, ...]:
        """The plain choices of a cell."""
        return tuple(numbers)

    def assembled(self, made: Values) -> Values:
        """The cells, as arrays have them, of the numbers in them."""
        return made

    def recipe(self, seed: int) -> Recipe:
        """How the numbers are made from words, by this seed."""
        random = Random(seed)
        make = self._plain_recipe(random)
        bits = random.choice(_SPECIAL_BITS)
        if not bits:
            return make
        specials = self._array_of(self.domain.edges()[:24])
        mask = np.uint64((1 << bits) - 1 << 24)

        def make_with_specials(words: Words) -> Values:
            made = make(words)
            places = np.flatnonzero((words & mask) == 0)
            if len(places):
                made[places] = specials[(words[places] >> np.uint64(48)) % np.uint64(len(specials))]
            return made

        return make_with_specials

    def _plain_recipe(self, random: Random) -> Recipe:
        domain, turn = self.domain, random.random()
        if turn < 0.4 or not isinstance(domain, Float | Integer) or isinstance(domain, Weighted):
            return self._of_palette(random)
        if isinstance(domain, Integer):
            return self._of_integers(domain, random, turn)
        return self._of_floats(domain, random, turn)

    def _array_of(self, values: Sequence[Any]) -> Values:
        return np.array(values, dtype=self.native)

    def _of_palette(self, random: Random) -> Recipe:
        """A few values, each of them often."""
        bits = random.choice(_PALETTE_BITS)
        palette = self._array_of([self.domain.sample(random, 1.0) for _ in range(1 << bits)])
        mask = np.uint64((1 << bits) - 1)
        return lambda words: palette[(words & mask).view(np.int64)]

    def _of_integers(self, domain: Integer, random: Random, turn: float) -> Recipe:
        low, high = domain.minimum, domain.maximum
        assert low is not None, "cells have bounds"
        assert high is not None, "cells have bounds"
        if turn >= 0.7:  # near the simplest
            reach = 1 << random.choice((3, 7, 12, 20))
            low, high = max(low, domain.target - reach), min(high, domain.target + reach)
        span, unsigned = high - low + 1, self.native.kind in "u"
        start = np.uint64(low % (1 << 64))

        def make(words: Words) -> Values:
            if span.bit_length() <= _SPAN_BITS:
                steps = ((words >> np.uint64(32)) * np.uint64(span)) >> np.uint64(32)
            elif span < 1 << 64:
                steps = words % np.uint64(span)
            else:
                steps = words
            sums = steps + start  # wraps around, as negative numbers do
            return (sums if unsigned else sums.view(np.int64)).astype(self.native)

        return make

    def _of_floats(self, domain: Float, random: Random, turn: float) -> Recipe:
        low = -np.inf if domain.minimum is None else domain.minimum
        high = np.inf if domain.maximum is None else domain.maximum
        is_free = low == -np.inf and high == np.inf
        has_all = domain.allow_nan and domain.allow_infinity and domain.allow_subnormal
        if turn < 0.55 and is_free and has_all:
            unsigned = np.dtype(f"u{self.native.itemsize}")
            return lambda words: words.astype(unsigned).view(self.native)
        if turn >= 0.8:
            return self._of_whole(domain, random, low, high)
        if np.isinf(low) or np.isinf(high):
            reach = random.choice(_REACHES)
            reach = min(reach, float(np.finfo(f"f{domain.width // 8}").max))
            low = max(low, min(-reach, high - reach) if np.isfinite(high) else -reach)
            high = min(high, max(reach, low + reach))
        return self._between(domain, low, high)

    def _of_whole(self, domain: Float, random: Random, low: float, high: float) -> Recipe:
        """Whole numbers, or fractions with few digits, near the simplest value."""
        if high - low < 1.0:
            return self._between(domain, low, high)
        mask = np.uint64((1 << random.choice((3, 8, 8))) - 1)
        step = random.choice((1.0, 1.0, 0.5, 0.1))
        middle = float(mask) / 2 if low < domain.simplest else 0.0

        def make(words: Words) -> Values:
            numbers = ((words & mask).astype(np.float64) - np.floor(middle)) * step
            return self._fitted(domain, numbers + domain.simplest, low, high)

        return make

    def _between(self, domain: Float, low: float, high: float) -> Recipe:
        scale = (high / 2.0 - low / 2.0) * 2.0**-52

        def make(words: Words) -> Values:
            numbers = (words >> np.uint64(11)) * scale
            if low:
                numbers += low
            return self._fitted(domain, numbers, low, high)

        return make

    def _fitted(self, domain: Float, numbers: Values, low: float, high: float) -> Values:
        """The numbers in the width of the domain, and within its limits after rounding."""
        if domain.width < 64:
            numbers = numbers.astype(f"f{domain.width // 8}")
        np.clip(numbers, low, high, out=numbers)
        if not domain.allow_subnormal and low <= 0.0 <= high:
            tiny = np.finfo(numbers.dtype).smallest_normal
            numbers[np.abs(numbers) < tiny] = domain.simplest
        return numbers.astype(self.native, copy=False)

    def key(self) -> object:
        return type(self), self.domain, self.dtype.str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NumberCells) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.domain!r}, {self.dtype.str!r})"


class TimeCells(NumberCells):
    """Cells of dates or durations, as numbers of the units of ``dtype``."""

    def assembled(self, made: Values) -> Values:
        return made.view(self.dtype.newbyteorder("="))


class ComplexCells(NumberCells):
    """Cells of two floats each, the imaginary part first, as it is drawn."""

    width = 2

    def assembled(self, made: Values) -> Values:
        pairs = made.reshape(-1, 2)[:, ::-1].astype(f"f{max(4, self.native.itemsize)}", order="C")
        return pairs.view(f"c{2 * pairs.itemsize}").reshape(-1)


class SampledCells(NumberCells):
    """Cells with one of some elements each; what is chosen is its position."""

    def __init__(self, domain: Domain, dtype: np.dtype[Any], elements: Values) -> None:
        super().__init__(domain, dtype)
        self.elements = elements

    def assembled(self, made: Values) -> Values:
        return self.elements[made]

    def key(self) -> object:
        return type(self), self.domain, self.dtype.str, self.elements.tobytes()


def _native(domain: Domain) -> np.dtype[Any]:
    """A dtype, in this machine's order of bytes, that has all members of a domain."""
    if isinstance(domain, Float):
        return np.dtype(f"f{domain.width // 8}")
    if isinstance(domain, Integer):
        return np.dtype("u8" if domain.maximum is not None and domain.maximum >> 63 > 0 else "i8")
    return np.dtype("?")


@lru_cache(maxsize=64)
def _recipe(cells: NumberCells, seed: int) -> Recipe:
    """The recipe, which a reduction needs again and again."""
    return cells.recipe(seed)


def _extreme(cell: tuple[Any, ...]) -> float:
    """A key by which a cell with a large number is large; nan is neither."""
    number = cell[0]
    return 0.0 if number != number else float(number)


@lru_cache(maxsize=256)
def cells_of(elements: SearchStrategy[Any], dtype: np.dtype[Any]) -> NumberCells | None:
    """How to make values of ``elements`` in bulk; None if they must be drawn one by one."""
    found = elements.resolved()
    while isinstance(found, Scalars):
        found = found.base.resolved()
    kind = dtype.kind
    if isinstance(found, Integers) and kind in "iuf":
        return NumberCells(found.domain, dtype) if _has_room(dtype, found.domain) else None
    if isinstance(found, Floats) and kind == "f":
        return NumberCells(found.domain, dtype)
    if isinstance(found, Booleans) and kind == "b" and isinstance(found.domain, Boolean):
        return NumberCells(found.domain, dtype)
    if isinstance(found, ComplexNumbers) and kind == "c" and found.is_free:
        return ComplexCells(found.imaginary, dtype)
    if isinstance(found, TimeUnits) and kind in "mM":
        return TimeCells(found.domain, dtype) if found.dtype == dtype else None
    if isinstance(found, Sampled) and len(found.elements) <= MAX_SAMPLED and kind in "biufcmM":
        return _sampled_cells(found, dtype)
    return None


def _has_room(dtype: np.dtype[Any], domain: Domain) -> bool:
    """Whether all whole numbers of a domain fit into a dtype, and into a word."""
    assert isinstance(domain, Integer), "of whole numbers"
    low, high = domain.minimum, domain.maximum
    if low is None or high is None:
        return False
    if dtype.kind == "f":
        return low >= -(2**53) and high <= 2**53
    limits = np.iinfo(dtype)
    return int(limits.min) <= low and high <= int(limits.max)


def _sampled_cells(strategy: Sampled[Any], dtype: np.dtype[Any]) -> NumberCells | None:
    elements = np.empty(len(strategy.elements), dtype)
    try:
        for place, element in enumerate(strategy.elements):
            put(elements, place, element)
    except (InvalidArgument, TypeError, ValueError, OverflowError):
        return None  # the error is raised if such an element is drawn
    return SampledCells(strategy.domain, dtype, elements)
