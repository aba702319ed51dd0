"""String choices: shorter first, then character by character in the order of the alphabet."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random
from typing import Final

from shortlex.core.alphabet import Alphabet, sample_table, table_with, tables_of
from shortlex.core.domain import Domain, Read, number_from
from shortlex.core.nasty_texts import NASTY_TEXTS
from shortlex.core.sizes import (
    Sizes,
    count_sequences,
    count_shorter,
    digits_of,
    length_at,
    number_of,
)

LONGEST_EDGE = 64
"""If every value must be longer than this, the simplest value is the only edge."""


class String(Domain):
    """Text over ``alphabet`` whose length is within ``sizes``.

    ``count`` is None even for a finite number that is too large to be of use (``COUNT_BITS``).
    """

    __slots__ = (
        "_edges",
        "_has_all_ascii",
        "_mixture",
        "_plain_table",
        "_tables",
        "alphabet",
        "count",
        "simplest",
        "sizes",
    )

    kind = "string"

    def __init__(self, alphabet: Alphabet, sizes: Sizes) -> None:
        if not alphabet:
            if sizes.minimum:
                raise ValueError(f"sizes={sizes!r} need a character, and the alphabet is empty")
            # Only the empty string is left, whatever the maximum.
            sizes = Sizes(0, 0)
        self.alphabet: Final = alphabet
        self.sizes: Final = sizes
        self.simplest: str = alphabet.simplest * sizes.minimum
        self.count: int | None = count_sequences(len(alphabet), sizes.minimum, sizes.maximum)
        plain = alphabet.plain or ""
        self._has_all_ascii = len(plain) == 128
        # Maps a random byte to a plain character. If 256 is not a multiple of their number, the
        # first ones come more often, by a factor of 1.5 at most.
        self._plain_table = (plain.encode() * (256 // len(plain) + 1))[:256] if plain else b""
        self._mixture = _mixture_for(alphabet)
        # Computed when first needed, like the edges.
        self._tables: tuple[str, ...] = ()
        self._edges: tuple[str, ...] = ()

    def contains(self, value: object) -> bool:
        return (
            type(value) is str
            and self.sizes.minimum <= len(value) <= self.sizes.maximum
            and ((self._has_all_ascii and value.isascii()) or not self.alphabet.outside(value))
        )

    def nearest(self, value: object) -> str:
        if type(value) is not str:
            return self.simplest
        value = value[: self.sizes.maximum]
        filler = self.alphabet.simplest
        if not (self._has_all_ascii and value.isascii()):
            value = value.translate(dict.fromkeys(self.alphabet.outside(value), filler))
        return value + filler * (self.sizes.minimum - len(value))

    def index_of(self, value: str) -> int:
        base = len(self.alphabet)
        digits = list(map(self.alphabet.index_of, value))
        return count_shorter(base, self.sizes.minimum, len(value)) + number_of(digits, base)

    def value_at(self, index: int) -> str:
        base = len(self.alphabet)
        minimum = self.sizes.minimum
        length = length_at(index, base, minimum) if index >= 0 else -1
        if not minimum <= length <= self.sizes.maximum:
            raise IndexError(f"index={index:#x} is outside {self!r}")
        number = index - count_shorter(base, minimum, length)
        return "".join(map(self.alphabet.char_at, digits_of(number, base, length)))

    def value_from(self, read: Read) -> str:
        # Not by index, so that each character has its own bytes and any length can occur.
        alphabet = self.alphabet
        length = self.sizes.length_from(read)
        return "".join([alphabet.char_at(number_from(read, len(alphabet))) for _ in range(length)])

    def sort_key(self, value: str) -> tuple[int, str]:
        return len(value), value.translate(self.alphabet.ranks)

    def size_of(self, value: str) -> int:
        return 1 + len(value)

    def sample(self, random: Random, scale: float) -> str:
        # A long text costs little, unlike a long list.
        length = self.sizes.sample(random, scale if scale <= 1.0 else scale * scale)
        return self._mixture[int(random.random() * 100.0)](self, random, length)

    def _find_tables(self) -> tuple[str, ...]:
        self._tables = tables_of(self.alphabet)
        return self._tables

    def edges(self) -> tuple[str, ...]:
        if not self._edges:
            minimum = self.sizes.minimum
            found = [self.simplest]
            if minimum <= LONGEST_EDGE and len(self.alphabet):
                last = self.alphabet.char_at(len(self.alphabet) - 1)
                units = (self.alphabet.simplest, last, *NASTY_TEXTS)
                # Units are repeated up to the minimum length, so that longer texts have edges too.
                found += [
                    unit if len(unit) >= minimum else (unit * minimum)[:minimum] for unit in units
                ]
            self._edges = tuple(dict.fromkeys(value for value in found if self.contains(value)))
        return self._edges

    def key(self) -> Hashable:
        return self.alphabet, self.sizes

    def __repr__(self) -> str:
        return f"String({self.alphabet!r}, {self.sizes!r})"


def _plain(domain: String, random: Random, length: int) -> str:
    """ASCII members only, in bulk: much faster than one call per character."""
    data = random.getrandbits(8 * length).to_bytes(length, "little")
    return data.translate(domain._plain_table).decode("ascii")


def _uniform(domain: String, random: Random, length: int) -> str:
    return domain.alphabet.sample(random, length)


def _of_a_kind(domain: String, random: Random, length: int) -> str:
    """One palette only, as in text that is all digits, all marks or all spaces."""
    tables = domain._tables or domain._find_tables()
    return sample_table(tables[int(random.random() * len(tables))], random, length)


def _of_two_kinds(domain: String, random: Random, length: int) -> str:
    """Two palettes, one of them often plain text."""
    tables = domain._tables or domain._find_tables()
    one = tables[int(random.random() * len(tables))]
    # Half of these numbers are not above 0, which is the table of plain text.
    other = tables[max(0, int((random.random() * 2.0 - 1.0) * len(tables)))]
    return sample_table(one[::2] + other[1::2], random, length)


def _repetitive(domain: String, random: Random, length: int) -> str:
    """One to three characters over and over: duplicates, runs and palindromes."""
    if not length:
        return ""
    kinds = 1 + int(random.random() * 3.0)
    alphabet = domain.alphabet
    source = _of_a_kind if alphabet.runs else _uniform
    if alphabet.plain is not None and random.random() < 0.5:
        source = _plain
    few = source(domain, random, kinds)
    data = random.getrandbits(8 * length).to_bytes(length, "little")
    return "".join([few[byte % kinds] for byte in data])


def _mixed(domain: String, random: Random, length: int) -> str:
    """Plain text, with an occasional character from a few picked anywhere."""
    plain = (domain._tables or domain._find_tables())[0]
    return sample_table(table_with(plain, domain.alphabet.sample(random, 4)), random, length)


def _edge(domain: String, random: Random, length: int) -> str:
    edges = domain._edges or domain.edges()
    return edges[int(random.random() * len(edges))]


_Sampler = Callable[[String, Random, int], str]

# How often each sampler is used, in hundredths, for each kind of alphabet.
_WIDE: tuple[_Sampler, ...] = (_plain,) * 40 + (_repetitive,) * 12 + (_edge,) * 4
_WIDE += (_of_a_kind,) * 15 + (_of_two_kinds,) * 15 + (_mixed,) * 10 + (_uniform,) * 4
_FOREIGN: tuple[_Sampler, ...] = (_uniform,) * 51 + (_repetitive,) * 15 + (_edge,) * 4
_FOREIGN += (_of_a_kind,) * 20 + (_of_two_kinds,) * 10
_PLAIN: tuple[_Sampler, ...] = (_plain,) * 81 + (_repetitive,) * 15 + (_edge,) * 4
_LISTED: tuple[_Sampler, ...] = (_uniform,) * 81 + (_repetitive,) * 15 + (_edge,) * 4


def _mixture_for(alphabet: Alphabet) -> tuple[_Sampler, ...]:
    plain = alphabet.plain
    if alphabet.runs:
        return _FOREIGN if plain is None else _WIDE
    # If a user listed a few characters, all are equally interesting.
    return _PLAIN if plain is not None and len(plain) == len(alphabet) else _LISTED
