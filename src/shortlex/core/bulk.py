"""Bulk choices: many cells of an array at once, made from a seed.

A million cells are a million choices if each is drawn by itself. A bulk choice stands for all of
them, or for some: its value is a seed and the ranges of cells that are made from it. The other
cells keep the value with which the array is filled. What the cells hold is known to ``Cells``,
which is asked for it; nothing here knows arrays.

The same cells can be said with plain choices: after each bulk choice comes a collection of single
cells, each a position with its value. The reducer turns to those once few cells are left (see
``spell_bulk``), so a bulk choice has a size: it is a little larger than the plain choices would be.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Final, Protocol

from shortlex.core.boolean import Boolean
from shortlex.core.domain import Choice, Domain

SEED_BYTES = 8
PLACE_BYTES = 6

BULKS = 0.5
"""How often a random bulk choice has cells at all."""

IS_FILLED = Boolean(0.25)
"""The choice before a bulk choice: whether the other cells have a value that is drawn."""

SINGLE_SIZE = 3
"""What a single cell with one choice of its own adds to the size of a case."""

FILL_WEIGHT = 64
"""A value for all cells weighs as much as this many single cells, or as all if they are fewer."""

Ranges = list[tuple[int, int]]
"""The first cell of each range and the one after its last, ascending and apart from each other."""


class Cells(Protocol):
    """What cells hold. Compared by value, like a domain."""

    width: int
    """How many plain choices make one cell."""

    def choices_at(self, seed: int, places: Sequence[int]) -> list[tuple[Choice, ...]]:
        """The plain choices for the cells that a seed makes at some places."""

    def typical(self, seed: int, ranges: Ranges) -> list[tuple[Choice, ...]]:
        """The plain choices for a few of the cells in these ranges, extremes among them."""


class Bulk(Domain):
    """What a seed makes of some of ``cell_count`` cells; the simplest value is none of them.

    ``count`` is 1, since other values say nothing that plain choices could not say.
    """

    __slots__ = ("cell_count", "cells", "count", "simplest")

    kind = "bulk"

    def __init__(self, cell_count: int, cells: Cells) -> None:
        self.cell_count: Final = cell_count
        self.cells: Final = cells
        self.simplest: bytes = b""
        self.count: int | None = 1

    def contains(self, value: object) -> bool:
        if type(value) is not bytes:
            return False
        return not value or (len(value) - SEED_BYTES) % (2 * PLACE_BYTES) == 0 <= len(value) - 8

    def nearest(self, value: object) -> bytes:
        return value if type(value) is bytes and self.contains(value) else self.simplest

    def index_of(self, value: bytes) -> int:
        return int.from_bytes(b"\1" + value, "big") if value else 0

    def value_at(self, index: int) -> bytes:
        if not index:
            return self.simplest
        if index > 0:
            value = index.to_bytes((index.bit_length() + 7) // 8, "big")
            if value[0] == 1 and self.contains(value[1:]):
                return value[1:]
        raise IndexError(f"index={index:#x} is outside {self!r}")

    def sort_key(self, value: bytes) -> tuple[int, bytes]:
        return self.made_count(value), value

    def size_of(self, value: bytes) -> int:
        # A single cell is a flag, a position and its own choices.
        return 1 + (SINGLE_SIZE + self.cells.width) * self.made_count(value)

    def sample(self, random: Random, scale: float) -> bytes:
        if random.random() >= BULKS:
            return self.simplest
        return random.getrandbits(8 * SEED_BYTES).to_bytes(SEED_BYTES, "big")

    def edges(self) -> tuple[bytes, ...]:
        return (self.simplest,)

    def key(self) -> Hashable:
        return self.cell_count, self.cells

    def __repr__(self) -> str:
        return f"Bulk({self.cell_count}, {self.cells!r})"

    # What a value says.

    def seed_of(self, value: bytes) -> int:
        return int.from_bytes(value[:SEED_BYTES], "big")

    def ranges_of(self, value: bytes) -> Ranges:
        """The ranges of cells that a value makes: all cells, if it does not say which."""
        if not value:
            return []
        if len(value) == SEED_BYTES:
            return [(0, self.cell_count)]
        # The bytes may come from anywhere, such as an edited file: ranges may overlap.
        found: Ranges = []
        last = 0
        for start, end in _pairs(value):
            start, end = max(start, last), min(end, self.cell_count)
            if start < end:
                found.append((start, end))
                last = end
        return found

    def made_count(self, value: bytes) -> int:
        """How many cells a value makes."""
        return sum(end - start for start, end in self.ranges_of(value))

    def without(self, value: bytes, first: int, last: int) -> bytes:
        """The value without those cells that are, among the ones it makes, number first to last."""
        kept: Ranges = []
        passed = 0
        for start, end in self.ranges_of(value):
            low = max(start, min(end, start + first - passed))
            high = max(start, min(end, start + last - passed))
            kept += [(a, b) for a, b in ((start, low), (high, end)) if a < b]
            passed += end - start
        if not kept:
            return self.simplest
        joined = [place for each in kept for place in each]
        # What was apart only because of a range between them is joined again.
        inner = [i for i, (a, b) in enumerate(pairwise(joined)) if i % 2 and a == b]
        for i in reversed(inner):
            del joined[i : i + 2]
        places = [place.to_bytes(PLACE_BYTES, "big") for place in joined]
        return value[:SEED_BYTES] + b"".join(places)

    def spelled(self, value: bytes) -> list[Choice]:
        """The simplest value, and the plain choices that make the same cells.

        They belong in the place of this choice, before the collection of single cells.
        """
        places = [place for each in self.ranges_of(value) for place in range(*each)]
        choices: list[Choice] = [self.simplest]
        for place, made in zip(places, self.cells.choices_at(self.seed_of(value), places)):
            choices += [True, place, *made]
        return choices


def _pairs(value: bytes) -> Iterator[tuple[int, int]]:
    for at in range(SEED_BYTES, len(value), 2 * PLACE_BYTES):
        middle = at + PLACE_BYTES
        yield (
            int.from_bytes(value[at:middle], "big"),
            int.from_bytes(value[middle : middle + PLACE_BYTES], "big"),
        )
