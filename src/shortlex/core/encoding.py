"""Choices as bytes, and back.

``encode_choices`` and ``decode_choices`` are for storing choices as bytes; ``token`` turns the
same bytes into what a report prints and a user pastes. Reading executes nothing, takes time and
memory in proportion to its input, and ends in choices or in ``BadToken``.

The bytes are a version, a body, and the CRC-32 of both. A body is a row of values. Each is a tag
with as much as possible packed into it, followed by whatever the tag announces::

    00-3f  integer 0 to 63               e0-e8  string of 0 to 8 bytes of UTF-8
    40-7f  True, then integer 0 to 63    e9-f0  bytes, 0 to 7 of them
    82-bf  1 to 5 booleans, below a 1    f1-f9  float: 0 to 8 bytes, then zeros up to 8
    c0-c7  integer -1 to -8              fa fb  integer: length, then two's complement
    c8-cf  True, then integer -1 to -8   fc fd  string: length, then UTF-8
    d0-d7  integer of 1 to 8 bytes       fe ff  bytes: length, then bytes
    d8-df  True, then the same

A length has 1 byte after an even tag and 8 after an odd one; everything is big-endian. "True,
then an integer" has tags of its own because a list of integers is made of that pair. Booleans
have no run-length: a count could ask for more memory than the input has, and the token's
compression takes care of long runs.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable

from shortlex.core.domain import Choice
from shortlex.core.shown import shown
from shortlex.errors import BadToken, InvalidArgument

VERSION = 1

_CHECKSUM_BYTES = 4
_BOOLEANS_PER_BYTE = 5
_LED = 0x40  # added to a tag 00-3f: a True comes first
_BOOLEANS = 0x80
_NEGATIVE = 0xC0
_SHORT_LED = 0x08  # added to a tag c0-c7 or d0-d7: a True comes first
# Indexed by the length of what follows; no integer has length 0, so cf and d7 stay free here.
_SHORT_INTEGER, _SHORT_LED_INTEGER = range(0xCF, 0xD8), range(0xD7, 0xE0)
_STRING, _BYTES, _FLOAT = range(0xE0, 0xE9), range(0xE9, 0xF1), range(0xF1, 0xFA)
_LONG_INTEGER, _LONG_STRING, _LONG_BYTES = 0xFA, 0xFC, 0xFE
_BOOLEANS_OF_TAG = {
    _BOOLEANS | code: tuple(digit == "1" for digit in f"{code:b}"[1:]) for code in range(2, 64)
}

_NEXT_STEP = (
    "Copy the whole token again; if it was stored in a file, delete that entry and run the test "
    "again to find the failure anew."
)


def encode_choices(choices: Iterable[Choice]) -> bytes:
    """The choices as bytes, for ``decode_choices``."""
    return seal(VERSION, encode_body(choices))


def decode_choices(data: bytes) -> tuple[Choice, ...]:
    """The choices that ``encode_choices`` was given; ``BadToken`` for any other bytes."""
    _, body = unseal(data, (VERSION,))
    return decode_body(body)


def bad(reason: str) -> BadToken:
    """The error for bytes that cannot be read, with advice."""
    return BadToken(f"{reason} {_NEXT_STEP}")


def other_version(version: str, known: str) -> BadToken:
    """The error for bytes that another release wrote."""
    return BadToken(
        f"The choices are encoded in version {version}; this release reads version {known}. "
        "Use the release that wrote them, or run the test again to find the failure anew."
    )


def seal(version: int, body: bytes) -> bytes:
    """A version, a body, and the checksum of both, for ``unseal``."""
    sealed = bytes([version]) + body
    return sealed + zlib.crc32(sealed).to_bytes(_CHECKSUM_BYTES, "big")


def unseal(data: bytes, known: tuple[int, ...]) -> tuple[int, bytes]:
    """The version, one of those known, and the body, after the checksum was verified."""
    if not data:
        raise bad("The encoded choices are empty.")
    # Checked before the checksum, which another version may keep elsewhere.
    if data[0] not in known:
        raise other_version(str(data[0]), str(known[0]))
    if len(data) <= _CHECKSUM_BYTES:
        raise bad(f"The encoded choices are truncated: only {len(data)} bytes are left.")
    if zlib.crc32(data[:-_CHECKSUM_BYTES]) != int.from_bytes(data[-_CHECKSUM_BYTES:], "big"):
        raise bad("The encoded choices are damaged or truncated: the checksum is wrong.")
    return data[0], data[1:-_CHECKSUM_BYTES]


def encode_body(choices: Iterable[Choice]) -> bytes:
    """The choices as a row of values, without version and checksum."""
    body = bytearray()
    booleans: list[bool] = []  # read but not yet written
    for choice in choices:
        if type(choice) is bool:
            booleans.append(choice)
            continue
        led = False
        if booleans:
            led = booleans[-1] and type(choice) is int and -(2**63) <= choice < 2**63
            _write_booleans(body, booleans[:-1] if led else booleans)
            booleans = []
        if type(choice) is int:
            _write_integer(body, choice, led)
        else:
            _write_other(body, choice)
    _write_booleans(body, booleans)
    return bytes(body)


def _write_booleans(body: bytearray, booleans: list[bool]) -> None:
    for start in range(0, len(booleans), _BOOLEANS_PER_BYTE):
        code = 1  # marks where the booleans begin
        for boolean in booleans[start : start + _BOOLEANS_PER_BYTE]:
            code = code << 1 | boolean
        body.append(_BOOLEANS | code)


def _write_integer(body: bytearray, value: int, led: bool) -> None:
    if 0 <= value < 64:
        body.append(_LED | value if led else value)
    elif -8 <= value < 0:
        body.append(_NEGATIVE | (_SHORT_LED if led else 0) | ~value)
    else:
        size = (value if value >= 0 else ~value).bit_length() // 8 + 1  # one bit is the sign
        content = value.to_bytes(size, "big", signed=True)
        _write_sized(body, _SHORT_LED_INTEGER if led else _SHORT_INTEGER, _LONG_INTEGER, content)


def _write_other(body: bytearray, choice: Choice) -> None:
    if type(choice) is float:
        _write_sized(body, _FLOAT, 0, struct.pack(">d", choice).rstrip(b"\0"))
    elif type(choice) is str:
        _write_sized(body, _STRING, _LONG_STRING, choice.encode("utf-8", "surrogatepass"))
    elif type(choice) is bytes:
        _write_sized(body, _BYTES, _LONG_BYTES, choice)
    else:
        raise InvalidArgument(
            f"A choice of type {type(choice).__name__} cannot be encoded: {shown(choice)}. Choices "
            "are bool, int, float, str or bytes, and not of a subclass."
        )


def _write_sized(body: bytearray, short: range, long: int, content: bytes) -> None:
    size = len(content)
    if size < len(short):
        body.append(short[size])
    else:
        is_long = size > 255
        body.append(long | is_long)
        body += size.to_bytes(8 if is_long else 1, "big")
    body += content


class _Reader:
    """A body, and how much of it has been read."""

    __slots__ = ("body", "position")

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.position = 0

    def take(self, size: int) -> bytes:
        start = self.position
        if size > len(self.body) - start:
            raise bad("The encoded choices are truncated inside a value.")
        self.position = start + size
        return self.body[start : self.position]


def decode_body(body: bytes) -> tuple[Choice, ...]:
    """The choices that ``encode_body`` was given."""
    choices: list[Choice] = []
    reader = _Reader(body)
    while reader.position < len(body):
        tag = body[reader.position]
        reader.position += 1
        if tag < _BOOLEANS:
            if tag & _LED:
                choices.append(True)
            choices.append(tag & 0x3F)
        elif tag in _BOOLEANS_OF_TAG:
            choices.extend(_BOOLEANS_OF_TAG[tag])
        elif _NEGATIVE <= tag < _STRING[0]:
            if tag & _SHORT_LED:
                choices.append(True)
            low, is_sized = tag & 7, tag > _SHORT_INTEGER[0]
            choices.append(_integer(reader.take(low + 1)) if is_sized else ~low)
        else:
            choices.append(_read_other(reader, tag))
    return tuple(choices)


def _read_other(reader: _Reader, tag: int) -> Choice:
    if tag in _STRING:
        return _string(reader.take(_STRING.index(tag)))
    if tag in _BYTES:
        return reader.take(_BYTES.index(tag))
    if tag in _FLOAT:
        return float(*struct.unpack(">d", reader.take(_FLOAT.index(tag)).ljust(8, b"\0")))
    if tag < _LONG_INTEGER:
        raise bad(f"The encoded choices are damaged: no value begins with {tag:#x}.")
    content = reader.take(int.from_bytes(reader.take(8 if tag & 1 else 1), "big"))
    if tag < _LONG_STRING:
        return _integer(content)
    return _string(content) if tag < _LONG_BYTES else content


def _integer(content: bytes) -> int:
    return int.from_bytes(content, "big", signed=True)


def _string(content: bytes) -> str:
    try:
        return content.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        raise bad("The encoded choices hold a string that is not UTF-8.") from None
