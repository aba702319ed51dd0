"""Bytes choices: shorter first, then byte by byte."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from random import Random
from typing import Final

from shortlex.core.domain import Domain, Read
from shortlex.core.sizes import Sizes, count_sequences, count_shorter, length_at

# Values that decoders and parsers often get wrong: the ends of the byte and ASCII ranges, line
# ends, byte order marks, truncated, overlong or misplaced UTF-8, and what may look like text.
_NASTY: tuple[bytes, ...] = (
    b"\x00",
    b"\x01",
    b"\x7f",
    b"\x80",
    b"\xfe",
    b"\xff",
    b"\n",
    b"\r\n",
    b" ",
    b"0",
    b"A",
)
_NASTY += (b"\x00\x00", b"\xff\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3", b"\xc0\x80")
_NASTY += (b"\xed\xa0\x80", b"\xf0\x9f\x98\x80", b"\x00\x01\x02\x03", b"\x80\x00\x00\x00")

LONGEST_EDGE = 64
"""If every value must be longer than this, the simplest value is the only edge."""

_LOW_BYTES = bytes([0, 1, 2, 3]) * 64


class Bytes(Domain):
    """Byte strings whose length is within ``sizes``."""

    __slots__ = ("_edges", "count", "simplest", "sizes")

    kind = "bytes"

    def __init__(self, sizes: Sizes) -> None:
        self.sizes: Final = sizes
        self.simplest: bytes = bytes(sizes.minimum)
        self.count: int | None = count_sequences(256, sizes.minimum, sizes.maximum)
        self._edges: tuple[bytes, ...] = ()

    def contains(self, value: object) -> bool:
        sizes = self.sizes
        return type(value) is bytes and sizes.minimum <= len(value) <= sizes.maximum

    def nearest(self, value: object) -> bytes:
        if type(value) is not bytes:
            return self.simplest
        return value[: self.sizes.maximum].ljust(self.sizes.minimum, b"\x00")

    def index_of(self, value: bytes) -> int:
        shorter = count_shorter(256, self.sizes.minimum, len(value))
        return shorter + int.from_bytes(value, "big")

    def value_at(self, index: int) -> bytes:
        minimum = self.sizes.minimum
        length = length_at(index, 256, minimum) if index >= 0 else -1
        if not minimum <= length <= self.sizes.maximum:
            raise IndexError(f"index={index:#x} is outside {self!r}")
        return (index - count_shorter(256, minimum, length)).to_bytes(length, "big")

    def value_from(self, read: Read) -> bytes:
        return read(self.sizes.length_from(read))

    def sort_key(self, value: bytes) -> tuple[int, bytes]:
        return len(value), value

    def size_of(self, value: bytes) -> int:
        return 1 + len(value)

    def sample(self, random: Random, scale: float) -> bytes:
        # A long text costs little, unlike a long list.
        length = self.sizes.sample(random, scale if scale <= 1.0 else scale * scale)
        return _MIXTURE[int(random.random() * 100.0)](self, random, length)

    def edges(self) -> tuple[bytes, ...]:
        if not self._edges:
            minimum = self.sizes.minimum
            found = [self.simplest]
            if minimum <= LONGEST_EDGE:
                # Units are repeated up to the minimum length: fixed-size words have edges too.
                found += [
                    unit if len(unit) >= minimum else (unit * minimum)[:minimum] for unit in _NASTY
                ]
            self._edges = tuple(dict.fromkeys(value for value in found if self.contains(value)))
        return self._edges

    def key(self) -> Hashable:
        return self.sizes

    def __repr__(self) -> str:
        return f"Bytes({self.sizes!r})"


def _any_bytes(domain: Bytes, random: Random, length: int) -> bytes:
    # What Random.randbytes does, without its layer of Python.
    return random.getrandbits(8 * length).to_bytes(length, "little")


def _low_bytes(domain: Bytes, random: Random, length: int) -> bytes:
    """Bytes 0 to 3: most formats use them as flags, counts or tags."""
    return random.getrandbits(8 * length).to_bytes(length, "little").translate(_LOW_BYTES)


def _one_byte(domain: Bytes, random: Random, length: int) -> bytes:
    return random.getrandbits(8).to_bytes(1, "little") * length


def _full_bytes(domain: Bytes, random: Random, length: int) -> bytes:
    return b"\xff" * length


def _edge(domain: Bytes, random: Random, length: int) -> bytes:
    edges = domain._edges or domain.edges()
    return edges[int(random.random() * len(edges))]


_Sampler = Callable[[Bytes, Random, int], bytes]

# How often each sampler is used, in hundredths.
_MIXTURE: tuple[_Sampler, ...] = (
    (_any_bytes,) * 72 + (_low_bytes,) * 14 + (_one_byte,) * 8 + (_full_bytes,) * 2 + (_edge,) * 4
)
