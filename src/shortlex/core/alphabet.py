"""Alphabet: the ordered set of characters that a string choice is made of.

``Alphabet.of_intervals`` orders its characters as the library does: ``0``-``9``, ``A``-``Z``,
``a``-``z``, space, punctuation, ASCII controls, then all others by code point.
``Alphabet.of_characters`` keeps the order given. ``union``, ``intersect`` and ``subtract`` work
on sets of code points written as intervals.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

Interval = tuple[int, int]
"""The first and the last code point of a run, both included."""

Intervals = tuple[Interval, ...]
"""A set of code points: intervals in ascending order that neither overlap nor touch."""

LAST_CODE_POINT = 0x10FFFF

ASCII_ORDER = (
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
    # Controls that occur in real text come before the others.
    "\n\t\r" + "".join(map(chr, (*range(9), 11, 12, *range(14, 32), 127)))
)
"""All of ASCII, simplest first."""

MAX_LISTED = 256
"""Up to this many characters beyond ASCII are listed one by one, as if given explicitly."""


class Alphabet:
    """Distinct characters in simplest-first order.

    Some are *listed* one by one; after them come the *runs*, intervals of code points in
    ascending order. Alphabets of either origin fit: explicit ones have no runs, wide ones list
    only their ASCII members. Thus runs start at or above the number of listed characters.

    Two alphabets are equal if they have the same characters in the same order. The one exception:
    more than ``MAX_LISTED`` characters given one by one never equal the same characters as a run.
    """

    __slots__ = (
        "_first_indexes",
        "_length",
        "_ranks",
        "_shifts",
        "listed",
        "plain",
        "runs",
    )

    def __init__(self, listed: str, runs: Intervals) -> None:
        self.listed: Final = listed
        self.runs: Final = runs
        # The ASCII members, in this alphabet's order; None when there are none.
        self.plain: Final = "".join([char for char in listed if char < "\x80"]) or None
        # Index plus shift gives the code point, for each run. Entry 0 is for the listed characters.
        shifts = [0]
        first_indexes = []
        length = len(listed)
        for low, high in runs:
            first_indexes.append(length)
            shifts.append(low - length)
            length += high - low + 1
        self._shifts = shifts
        self._first_indexes = first_indexes
        self._length = length
        # Made when first needed: most alphabets are built and never sampled.
        self._ranks: dict[int, int] | None = None

    @classmethod
    def of_intervals(cls, intervals: Iterable[Interval]) -> Alphabet:
        """The characters within the intervals, in the library's order."""
        merged = union(intervals)
        codes = set(code_points(intersect(merged, ((0, 0x7F),))))
        listed = "".join([char for char in ASCII_ORDER if ord(char) in codes])
        runs = intersect(merged, ((0x80, LAST_CODE_POINT),))
        if sum(high - low + 1 for low, high in runs) <= MAX_LISTED:
            return cls(listed + "".join(map(chr, code_points(runs))), ())
        return cls(listed, runs)

    @classmethod
    def of_characters(cls, characters: Sequence[str]) -> Alphabet:
        """Exactly these characters, in the order given."""
        listed = "".join(characters)
        if len(set(listed)) != len(characters) or any(len(char) != 1 for char in characters):
            raise ValueError(f"characters={characters!r} must be distinct single characters")
        return cls(listed, ())

    @property
    def simplest(self) -> str:
        """The first character; empty when there is none."""
        return self.char_at(0) if self._length else ""

    @property
    def intervals(self) -> Intervals:
        """The same characters as a set of code points, without their order."""
        return union(intervals_of(self.listed), self.runs)

    @property
    def ranks(self) -> dict[int, int]:
        """The index of each listed character, by its code point.

        ``text.translate(alphabet.ranks)`` compares as the indexes of its characters do: code
        points in runs stay as they are, ascending and above every rank.
        """
        ranks = self._ranks
        if ranks is None:
            ranks = self._ranks = {ord(char): i for i, char in enumerate(self.listed)}
        return ranks

    def __len__(self) -> int:
        return self._length

    def char_at(self, index: int) -> str:
        """The character at a position."""
        listed = self.listed
        if 0 <= index < len(listed):
            return listed[index]
        if not 0 <= index < self._length:
            raise IndexError(f"index={index} is not from 0 to {self._length - 1}")
        return chr(index + self._shifts[bisect_right(self._first_indexes, index)])

    def index_of(self, char: str) -> int:
        """The position of a member: the inverse of ``char_at``."""
        code = ord(char)
        rank = self.ranks.get(code)
        if rank is not None:
            return rank
        run = self._run_of(code)
        if run < 0:
            raise ValueError(f"char={char!r} is not in {self!r}")
        return code - self._shifts[run + 1]

    def sample(self, random: Random, length: int) -> str:
        """A string of ``length`` characters, each drawn uniformly."""
        listed = self.listed
        rand = random.random
        count = self._length
        if not self.runs:
            return "".join([listed[int(rand() * count)] for _ in range(length)])
        # The same as `char_at`, inlined: a call per character would be slow.
        width = len(listed)
        shifts = self._shifts
        first_indexes = self._first_indexes
        return "".join(
            [
                listed[i]
                if (i := int(rand() * count)) < width
                else chr(i + shifts[bisect_right(first_indexes, i)])
                for _ in range(length)
            ]
        )

    def __contains__(self, char: object) -> bool:
        return type(char) is str and len(char) == 1 and not self.outside(char)

    def outside(self, text: str) -> list[int]:
        """The code points in ``text`` that are not in the alphabet, without repeats."""
        unlisted = set(map(ord, text)).difference(self.ranks)
        return [code for code in unlisted if self._run_of(code) < 0]

    def _run_of(self, code: int) -> int:
        """The number of the run that has this code point; -1 if there is none."""
        # This key sorts above every interval that starts at `code`, below those that start later.
        run = bisect_right(self.runs, (code, LAST_CODE_POINT)) - 1
        return run if run >= 0 and code <= self.runs[run][1] else -1

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Alphabet) and self.listed == other.listed and self.runs == other.runs
        )

    def __hash__(self) -> int:
        return hash((self.listed, self.runs))

    def __repr__(self) -> str:
        if self.runs:
            return f"Alphabet.of_intervals({self.intervals})"
        return f"Alphabet.of_characters({self.listed!r})"


def union(*interval_sets: Iterable[Interval]) -> Intervals:
    """The code points in any of the sets; also sorts and merges intervals in any order."""
    merged: list[Interval] = []
    for low, high in sorted([interval for intervals in interval_sets for interval in intervals]):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return tuple(merged)


def intersect(left: Intervals, right: Intervals) -> Intervals:
    """The code points in both sets."""
    shared: list[Interval] = []
    i = k = 0
    while i < len(left) and k < len(right):
        low = max(left[i][0], right[k][0])
        high = min(left[i][1], right[k][1])
        if low <= high:
            shared.append((low, high))
        # The interval that ends first can meet nothing more.
        if left[i][1] < right[k][1]:
            i += 1
        else:
            k += 1
    return tuple(shared)


def subtract(left: Intervals, right: Intervals) -> Intervals:
    """The code points of ``left`` that are not in ``right``."""
    gaps: list[Interval] = []
    start = 0
    for low, high in right:
        if start < low:
            gaps.append((start, low - 1))
        start = high + 1
    if start <= LAST_CODE_POINT:
        gaps.append((start, LAST_CODE_POINT))
    return intersect(left, tuple(gaps))


def intervals_of(characters: Iterable[str]) -> Intervals:
    """The code points of these characters."""
    return union([(ord(char), ord(char)) for char in characters])


def code_points(intervals: Intervals) -> list[int]:
    """Every code point of the set, ascending."""
    return [code for low, high in intervals for code in range(low, high + 1)]


ANY_CHARACTER = Alphabet.of_intervals([(0, LAST_CODE_POINT)])
"""Every code point, lone surrogates too."""

UNICODE = Alphabet.of_intervals([(0, 0xD7FF), (0xE000, LAST_CODE_POINT)])
"""Every code point that can be encoded: no surrogates."""
