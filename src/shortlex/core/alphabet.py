"""Alphabet: the ordered set of characters that a string choice is made of.

``Alphabet.of_intervals`` orders its characters as the library does: ``0``-``9``, ``A``-``Z``,
``a``-``z``, space, punctuation, ASCII controls, then all others by code point.
``Alphabet.of_characters`` keeps the order given. ``union``, ``intersect`` and ``subtract`` work
on sets of code points written as intervals.

Palettes are kinds of characters that cause trouble together, by category, script or behaviour. Text
of one or two kinds finds bugs that text of all kinds hides: where every character must be a digit,
a mark or a space, a single other character spoils it. Palettes are used only for sampling. The
resulting text is a choice like any other, so reduction does not know about palettes.
"""

from __future__ import annotations

from bisect import bisect_right
from codecs import charmap_decode
from collections.abc import Iterable, Sequence
from functools import lru_cache
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
    ascending order. An alphabet that is given explicitly has no runs, and a wide one lists only its
    ASCII members. So runs start at or above the number of listed characters.

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


# `charmap_decode` takes this to mean "undefined".
_NO_CHARACTER = "\ufffe"

# Written out, because looking up the category of every code point takes a tenth of a second.
# Characters that are missing here still occur in texts drawn from the whole alphabet.
_PRINTABLE: Intervals = ((0x20, 0x7E),)
_LETTERS: Intervals = ((0x41, 0x5A), (0x61, 0x7A))
_DIGITS: Intervals = ((0x30, 0x39),)
_PUNCTUATION: Intervals = ((0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E))
_CONTROLS: Intervals = ((0, 0x1F), (0x7F, 0x9F))
# All of Zs, Zl and Zp, and the controls that are spaces or line ends to Python.
_SPACES = union(
    intervals_of(" \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000"),
    [(0x2000, 0x200A)],
)
# Invisible, or visible only in their effect: joiners, directions, tags, byte order marks.
_FORMATS = union(
    intervals_of("\xad\u061c\u070f\u180e\ufeff\U000e0001"),
    [(0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0xFE00, 0xFE0F), (0xFFF9, 0xFFFB)],
)
_MARKS: Intervals = ((0x300, 0x36F), (0x483, 0x489), (0x591, 0x5BD), (0x64B, 0x65F))
_MARKS += ((0x900, 0x903), (0x93E, 0x94D), (0xE34, 0xE3A), (0x20D0, 0x20F0), (0x3099, 0x309A))
_MARKS += ((0xFE20, 0xFE2F), (0x1D165, 0x1D169))
# Digits that int() accepts, but not programs that look for 0 to 9.
_OTHER_DIGITS: Intervals = ((0x660, 0x669), (0x6F0, 0x6F9), (0x966, 0x96F), (0xE50, 0xE59))
_OTHER_DIGITS += ((0xFF10, 0xFF19), (0x1D7CE, 0x1D7FF))
# Digits according to str.isdigit() that int() refuses: raised, lowered, circled.
_RAISED_DIGITS = union(
    intervals_of("²³¹\u2070"), [(0x2074, 0x2079), (0x2080, 0x2089), (0x2460, 0x2468)]
)
# Numeric, but not digits: fractions, Roman, Chinese.
_NUMERALS = union(
    intervals_of("¼½¾\u3007一二三四五六七八九十百千万億"), [(0x2150, 0x2189), (0x3021, 0x3029)]
)
# Characters that become longer in another case.
_LONGER_CASES = union(
    intervals_of("ßİŉǰΐΰև"), [(0x1E96, 0x1E9A), (0x1F80, 0x1F83), (0xFB00, 0xFB06)]
)
# Changing case and back gives another character, or there is a separate title case.
_ODD_CASES = union(
    intervals_of("\xb5\u0131\u017f\u03a3\u03c2\u03c3\u1e9b\u1e9e\u2126\u212a\u212b"),
    [(0x1C4, 0x1CC), (0x1F1, 0x1F3), (0x10D0, 0x10D5), (0x13A0, 0x13A5), (0xAB70, 0xAB75)],
)
_LATIN: Intervals = ((0xC0, 0x24F),)
_GREEK: Intervals = ((0x370, 0x3FF),)
_CYRILLIC: Intervals = ((0x400, 0x4FF),)
_FROM_THE_RIGHT: Intervals = ((0x5D0, 0x5EA), (0x620, 0x64A), (0x671, 0x6D3), (0x710, 0x72F))
_INDIC_AND_THAI: Intervals = ((0x900, 0x97F), (0xB80, 0xBFF), (0xE01, 0xE3A), (0xE40, 0xE4E))
# Syllables that decompose into several characters and compose again.
_HANGUL: Intervals = ((0x1100, 0x11FF), (0xAC00, 0xAC7F), (0xD780, 0xD7A3))
_KANA_AND_HAN: Intervals = ((0x3041, 0x30FF), (0x4E00, 0x4FFF), (0x20000, 0x200FF))
# Normalization turns these into other characters, among them < and & and the dot.
_FULL_WIDTH: Intervals = ((0xFE50, 0xFE52), (0xFE54, 0xFE66), (0xFE68, 0xFE6B), (0xFF01, 0xFF5E))
_COMPATIBLE: Intervals = ((0x2024, 0x2026), (0x2100, 0x214F), (0x3200, 0x32FF), (0xF900, 0xFA2D))
_COMPATIBLE += ((0x1D400, 0x1D433), (0x2F800, 0x2F82F))
_QUOTES_AND_DASHES: Intervals = ((0x2010, 0x2027), (0x2030, 0x205E), (0x3001, 0x3003))
_SYMBOLS: Intervals = ((0xA1, 0xBF), (0x20A0, 0x20BF), (0x2190, 0x22FF), (0x2500, 0x259F))
# Emoji, joiners, skin tones and letters of flags: few, so that they often meet.
_PICTURES = union(
    intervals_of("\u200d\ufe0f\u2640\u2642\u2764"),
    [(0x1F1E6, 0x1F1ED), (0x1F3FB, 0x1F3FF), (0x1F466, 0x1F469), (0x1F600, 0x1F60F)],
)
_BEYOND_TWO_BYTES: Intervals = ((0x10000, 0x1005D), (0x1D400, 0x1D7FF), (0x1F300, 0x1FAFF))
# Private, unassigned or noncharacters, such as the ends of the planes.
_NOBODYS: Intervals = ((0xE000, 0xE0FF), (0xFDD0, 0xFDEF), (0xFFF0, 0xFFF8), (0xFFFC, 0xFFFF))
_NOBODYS += ((0x1FFFE, 0x1FFFF), (0xE0100, 0xE01EF), (0x10FFF0, 0x10FFFF))
_SURROGATES: Intervals = ((0xD800, 0xDFFF),)

PALETTES: tuple[Intervals, ...] = (
    _PRINTABLE,
    *(_LETTERS, _DIGITS, _PUNCTUATION, _CONTROLS, _SPACES, _FORMATS, _MARKS, _OTHER_DIGITS),
    *(_RAISED_DIGITS, _NUMERALS, _LONGER_CASES, _ODD_CASES, _LATIN, _GREEK, _CYRILLIC),
    *(_FROM_THE_RIGHT, _INDIC_AND_THAI, _HANGUL, _KANA_AND_HAN, _FULL_WIDTH, _COMPATIBLE),
    *(_QUOTES_AND_DASHES, _SYMBOLS, _PICTURES, _BEYOND_TWO_BYTES, _NOBODYS, _SURROGATES),
)

TABLE_SIZE = 256
"""The number of characters in a table, with repeats: one for each value of a random byte."""


def sample_table(table: str, random: Random, length: int) -> str:
    """``length`` random characters of a table, in bulk: much faster than one call per character."""
    data = random.getrandbits(8 * length).to_bytes(length, "little")
    return charmap_decode(data, "strict", table)[0]


def table_with(table: str, few: str) -> str:
    """The table, with a quarter of it replaced by a few other characters."""
    quarter = TABLE_SIZE // 4
    others = few.replace(_NO_CHARACTER, table[0]) * (quarter // len(few))
    return table[: TABLE_SIZE - quarter] + others


@lru_cache(maxsize=64)
def tables_of(alphabet: Alphabet) -> tuple[str, ...]:
    """A table for each palette that shares characters with the alphabet, printable ASCII first.

    An alphabet that shares nothing with any palette is a palette itself.
    """
    intervals = subtract(alphabet.intervals, intervals_of(_NO_CHARACTER))
    shared = [intersect(intervals, palette) for palette in PALETTES]
    return tuple(_table(each) for each in shared if each) or (_table(intervals),)


def _table(intervals: Intervals) -> str:
    codes = code_points(intervals)
    # Repeats all characters, or takes evenly spaced ones if there are more than fit.
    step = max(len(codes), TABLE_SIZE)
    places = [i * step // TABLE_SIZE % len(codes) for i in range(TABLE_SIZE)]
    return "".join([chr(codes[place]) for place in places])
