"""Record: one failure as readable text. Reading it back executes no code.

::

    shortlex failure 1
    # test_quicksort_does_what_sorted_does(
    #     numbers=[0, 0],
    # )
    test: test_sorting.test_quicksort_does_what_sorted_does
    error: AssertionError at test_sorting.py:16
    reduced: yes
    arguments: 5
    fingerprint: 3f12ab
    choices: 5
    True or False: True
    an integer: 0
    True or False: True
    an integer: 0
    True or False: False
    checksum: 5d3c91e0

Lines that begin with ``#`` are for people, and may be changed. The checksum, a CRC-32, is over all
others. Each choice follows a description of what the test wanted there. There is no date and no
name of a machine: the same failure makes the same text.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple
from zlib import crc32

from shortlex.core.domain import Choice, Domain
from shortlex.core.shown import shown
from shortlex.core.sizes import UNBOUNDED, Sizes
from shortlex.database.interface import MAX_VALUE_BYTES
from shortlex.errors import BadToken, InvalidArgument

TITLE = "shortlex failure"
FORMAT = 1
MAX_VALUE_CHARACTERS = 20_000
"""How many characters of the value are written; the choices are always complete."""

MAX_DECIMAL = 10**100
"""Integers of this size and above are written in base 16: Python refuses long ones in base 10."""

_ESCAPE = re.compile(r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8}|.)")
_SHORT = {"n": "\n", "r": "\r", "t": "\t"}
_ANSWERS = {"yes": True, "no": False}


class Record(NamedTuple):
    """One failure of one test."""

    test: str
    """The name of the test, for people."""
    error: str
    """What it failed with, for people."""
    choices: tuple[Choice, ...]
    wanted: tuple[str, ...]
    """For each choice, a description of what the test wanted there."""
    fingerprint: bytes
    """The fingerprint of the domains of the choices."""
    is_reduced: bool
    """Whether its reduction was finished."""
    arguments: int | None = None
    """How many of the choices were made before the body began, if known."""
    value: str = ""
    """The call of the test as code, for people; not read back."""


def format_record(record: Record) -> bytes:
    """The failure as text, for ``parse_record``."""
    lines = list(_lines_of(record))
    comments = [f"# {line}".rstrip() for line in _value_lines(record.value)]
    checksum = f"checksum: {_checksum(lines)}"
    data = "\n".join([lines[0], *comments, *lines[1:], checksum, ""]).encode("utf-8")
    if len(data) > MAX_VALUE_BYTES:
        raise InvalidArgument(f"A failure of {len(data):,} bytes is too long to be kept.")
    return data


def _lines_of(record: Record) -> Iterator[str]:
    yield f"{TITLE} {FORMAT}"
    yield f"test: {_printable(record.test)}"
    yield f"error: {_printable(record.error)}"
    yield f"reduced: {'yes' if record.is_reduced else 'no'}"
    if record.arguments is not None:
        yield f"arguments: {record.arguments}"
    yield f"fingerprint: {record.fingerprint.hex()}"
    yield f"choices: {len(record.choices)}"
    for wanted, choice in zip(record.wanted, record.choices, strict=True):
        yield f"{wanted}: {format_choice(choice)}"


def _value_lines(value: str) -> list[str]:
    if len(value) > MAX_VALUE_CHARACTERS:
        value = value[:MAX_VALUE_CHARACTERS] + "..."
    return [_printable(line) for line in value.splitlines()]


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def parse_record(data: bytes) -> Record:
    """The record of a text, without its value; ``BadToken`` for anything else."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise _bad("it is not UTF-8") from None
    # Git may have converted line endings.
    lines = [line.removesuffix("\r") for line in text.split("\n") if not line.startswith("#")]
    if not lines or not lines[0].startswith(f"{TITLE} "):
        raise _bad(f"it does not begin with {TITLE!r}")
    if lines[0] != f"{TITLE} {FORMAT}":
        raise _bad(f"it says {lines[0][:40]!r}, but this release reads format {FORMAT}")
    while not lines[-1]:
        lines.pop()
    if lines.pop() != f"checksum: {_checksum(lines)}":
        raise _bad("it is damaged: its checksum is wrong")
    try:
        return _parse_lines(lines)
    except (ValueError, KeyError, IndexError, OverflowError, struct.error):
        raise _bad("it is damaged, though its checksum is right") from None


def _parse_lines(lines: list[str]) -> Record:
    rest = iter(lines[1:])
    fields: dict[str, str] = {}
    for line in rest:
        name, _, value = line.partition(": ")
        fields[name] = value
        if name == "choices":
            break
    wanted: list[str] = []
    choices: list[Choice] = []
    known: dict[str, str] = {}
    for line in rest:
        words, _, value = line.partition(": ")
        wanted.append(known.setdefault(words, words))
        choices.append(parse_choice(value))
    if len(choices) != int(fields["choices"]):
        raise ValueError("choices are missing")
    arguments = int(fields["arguments"]) if "arguments" in fields else None
    if arguments is not None and not 0 <= arguments <= len(choices):
        raise ValueError("arguments: more than there are choices")
    return Record(
        test=fields["test"],
        error=fields["error"],
        choices=tuple(choices),
        wanted=tuple(wanted),
        fingerprint=bytes.fromhex(fields["fingerprint"]),
        is_reduced=_ANSWERS[fields["reduced"]],
        arguments=arguments,
    )


def _checksum(lines: list[str]) -> str:
    text = "\n".join(lines)
    return f"{crc32(text.encode()):08x}"


def format_choice(choice: Choice) -> str:
    """One choice as a Python literal, in ASCII."""
    if type(choice) is int:
        return str(choice) if abs(choice) < MAX_DECIMAL else hex(choice)
    if type(choice) is float and choice != choice:
        return f"nan {struct.pack('>d', choice).hex()}"  # there are many different nans
    return ascii(choice)


def format_domain(domain: Domain) -> str:
    """What a draw may give, in words for people."""
    # Untyped: each kind of domain has other limits, which are read only here.
    limits: Any = domain
    if domain.kind == "boolean":
        return "True or False" if domain.count == 2 else repr(domain.simplest)
    if domain.kind in ("integer", "float"):
        article = "an" if domain.kind == "integer" else "a"
        return f"{article} {domain.kind}{_between(limits.minimum, limits.maximum)}"
    if domain.kind == "bulk":
        return f"nothing, or a seed for some of {limits.cell_count} cells"
    return f"{'text' if domain.kind == 'string' else 'bytes'} of length {_lengths(limits.sizes)}"


def _between(minimum: object, maximum: object) -> str:
    low = "" if minimum is None else f" from {shown(minimum)}"
    return low + ("" if maximum is None else f" up to {shown(maximum)}")


def _lengths(sizes: Sizes) -> str:
    least, most = shown(sizes.minimum), shown(sizes.maximum)
    if not sizes.spread:
        return least
    return f"{least} or more" if sizes.maximum == UNBOUNDED else f"{least} to {most}"


def parse_choice(text: str) -> Choice:
    """The choice of a text; ``ValueError`` for any other text. Nothing is evaluated."""
    choice = _read_choice(text)
    if format_choice(choice) != text:
        raise ValueError(f"not the text of a choice: {text[:40]!r}")
    return choice


def _read_choice(text: str) -> Choice:
    if text in ("True", "False"):
        return text == "True"
    if text.startswith("nan "):
        return float(*struct.unpack(">d", bytes.fromhex(text[4:])))
    if text.startswith(("b'", 'b"')):
        return _unescape(text[2:-1]).encode("latin-1")
    if text.startswith(("'", '"')):
        return _unescape(text[1:-1])
    if re.fullmatch("-?(inf|[0-9]+[.e].*)", text):
        return float(text)
    return int(text, 16 if "x" in text[:3] else 10)


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda found: _character(found[1]), text)


def _character(escape: str) -> str:
    # Invalid escapes are found by the caller, which formats the choice again to compare.
    return _SHORT.get(escape) or (chr(int(escape[1:], 16)) if len(escape) > 1 else escape)


def _bad(reason: str) -> BadToken:
    return BadToken(f"{reason}. Delete it, or restore it from where it came from.")
