"""Palettes: kinds of characters that cause trouble together, by category, script or behaviour.

Text of one or two kinds finds bugs that text of all kinds hides: where every character must be a
digit, a mark or a space, a single other character spoils it. Palettes are used only for sampling.
The resulting text is a choice like any other, so reduction does not know about palettes.
"""

from __future__ import annotations

from codecs import charmap_decode
from functools import lru_cache
from random import Random

from shortlex.core.alphabet import (
    Alphabet,
    Intervals,
    code_points,
    intersect,
    intervals_of,
    subtract,
    union,
)

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
