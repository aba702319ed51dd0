"""A record is a failure that people can read; what is not one is refused, and nothing is run."""

import struct
from random import Random

import pytest

from shortlex.core.boolean import Boolean
from shortlex.core.bytestring import Bytes
from shortlex.core.domain import Choice, Domain
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.database import record as module
from shortlex.database.record import (
    Record,
    format_choice,
    format_domain,
    format_record,
    parse_choice,
    parse_record,
)
from shortlex.errors import BadToken, InvalidArgument
from tests.core.choices import EDGES, NAN_WITH_PAYLOAD, exactly, memory_below, random_choice

RECORD = Record(
    test="test_sorting.test_quicksort[é-1]",
    error="AssertionError at test_sorting.py:16",
    choices=(True, 0, "a: 'b'", False),
    wanted=("True or False", "an integer", "text of length 0 or more", "True or False"),
    fingerprint=bytes.fromhex("3f12ab"),
    is_reduced=True,
    arguments=4,
)

TEXT = b"""\
shortlex failure 1
# test_quicksort(
#     numbers=[0],
# )
test: test_sorting.test_quicksort[\xc3\xa9-1]
error: AssertionError at test_sorting.py:16
reduced: yes
arguments: 4
fingerprint: 3f12ab
choices: 4
True or False: True
an integer: 0
text of length 0 or more: "a: 'b'"
True or False: False
checksum: 07396adb
"""


def with_checksum(lines: list[str]) -> bytes:
    """A text as hostile as one likes, with the checksum right."""
    return "\n".join([*lines, f"checksum: {module._checksum(lines)}", ""]).encode()


LINES = format_record(RECORD).decode().splitlines()[:-1]


def test_a_record_is_this_text() -> None:
    # Pinned: what users committed must stay readable. A change here needs a new FORMAT.
    value = "test_quicksort(\n    numbers=[0],\n)"
    assert format_record(RECORD._replace(value=value)) == TEXT


def test_a_record_comes_back_without_its_value() -> None:
    assert parse_record(TEXT) == RECORD


@pytest.mark.parametrize("is_reduced", [True, False])
@pytest.mark.parametrize("arguments", [None, 0, 3])
def test_every_field_comes_back(is_reduced: bool, arguments: int | None) -> None:
    record = RECORD._replace(is_reduced=is_reduced, arguments=arguments)
    assert parse_record(format_record(record)) == record


def test_no_choices_come_back() -> None:
    record = RECORD._replace(choices=(), wanted=(), arguments=0)
    assert parse_record(format_record(record)) == record


def test_choices_at_every_edge_come_back() -> None:
    record = RECORD._replace(choices=tuple(EDGES), wanted=("anything",) * len(EDGES))
    assert exactly(parse_record(format_record(record)).choices) == exactly(EDGES)


def test_random_choices_come_back() -> None:
    random = Random(0)
    for _ in range(3000):
        choice = random_choice(random)
        assert exactly([parse_choice(format_choice(choice))]) == exactly([choice])


@pytest.mark.parametrize(
    ("choice", "text"),
    [
        (True, "True"),
        (-3, "-3"),
        (10**100, hex(10**100)),
        (1.5, "1.5"),
        (-0.0, "-0.0"),
        (1e300, "1e+300"),
        (float("-inf"), "-inf"),
        (NAN_WITH_PAYLOAD, "nan fff8000000000007"),
        ("é\n'\"\ud800", "'\\xe9\\n\\'\"\\ud800'"),
        ("it's", '"it\'s"'),
        (b"\0'", 'b"\\x00\'"'),
    ],
)
def test_a_choice_is_written_as_python_writes_it(choice: Choice, text: str) -> None:
    assert format_choice(choice) == text
    assert exactly([parse_choice(text)]) == exactly([choice])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "None",
        "true",
        "1_000",
        " 1",
        "01",
        "+1",
        "0X10",
        "0x10",
        "1.50",
        "1e5x",
        "nan",
        "nan 7ff80000000000",
        "nan 3ff0000000000000",
        "infinity",
        "'",
        "'a",
        "'\\q'",
        "'\\'",
        "'a\"",
        '"a"',
        "'é'",
        "b'é'",
        "b'\\u0041'",
        "'\\U00110000'",
        "__import__('os').system('false')",
        "[1]",
        "(" * 100_000,
        "9" * 100_000,
        "1.0 " + " " * 1000,
    ],
    ids=lambda text: text[:20],
)
def test_any_other_text_is_no_choice(text: str) -> None:
    with pytest.raises((ValueError, struct.error)):
        parse_choice(text)


def test_comments_may_be_changed() -> None:
    lines = TEXT.decode().splitlines()
    lines[1:4] = ["# I know this one.", "#"]
    lines.insert(5, "# Here, too.")
    assert parse_record("\n".join(lines).encode()) == RECORD


def test_ends_of_lines_may_be_those_of_windows() -> None:
    assert parse_record(TEXT.replace(b"\n", b"\r\n")) == RECORD


def test_every_changed_byte_that_is_no_comment_is_found() -> None:
    data = format_record(RECORD)
    for position in range(len(data) - 1):
        damaged = bytearray(data)
        damaged[position] ^= 1
        with pytest.raises(BadToken):
            parse_record(bytes(damaged))


def test_every_record_that_was_cut_off_is_found() -> None:
    data = format_record(RECORD)
    for size in range(len(data) - 1):
        with pytest.raises(BadToken):
            parse_record(data[:size])


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "does not begin with 'shortlex failure'"),
        (b"# only a comment", "does not begin with"),
        (b"\xff\xfe", "not UTF-8"),
        (b"\x7fELF", "does not begin with"),
        (b"<<<<<<< HEAD\n" + TEXT, "does not begin with"),
        (b"shortlex failure 2\nwhatever", "it says 'shortlex failure 2'.*reads format 1"),
        (b"shortlex failure 1", "checksum is wrong"),
        (b"shortlex failure 1\n\n\n", "checksum is wrong"),
        (TEXT.replace(b"an integer: 0", b"an integer: 1"), "checksum is wrong. Delete it, or"),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(BadToken, match=reason):
        parse_record(data)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("reduced: yes", "reduced: maybe"),
        ("reduced: yes", "and: yes"),
        ("choices: 4", "choices: 5"),
        ("choices: 4", "choices: many"),
        ("arguments: 4", "arguments: 4.5"),
        ("arguments: 4", "arguments: -1"),
        ("arguments: 4", "arguments: 100"),
        ("fingerprint: 3f12ab", "fingerprint: xyz"),
        ("an integer: 0", "an integer: exit()"),
        ("an integer: 0", "no colon"),
        ("error: ", "mistake: "),
        ("choices: 4", "choices: " + "9" * 5000),
    ],
)
def test_a_hostile_record_is_refused_though_its_checksum_is_right(old: str, new: str) -> None:
    lines = [line.replace(old, new) for line in LINES]
    assert lines != LINES
    with pytest.raises(BadToken, match="damaged, though its checksum is right"):
        parse_record(with_checksum(lines))


def test_what_is_long_takes_memory_in_proportion() -> None:
    data = with_checksum([*LINES[:6], "choices: 1000000000", "x: " + "9" * 100_000])
    with memory_below(10 * len(data)), pytest.raises(BadToken):
        parse_record(data)


def test_what_people_read_cannot_break_the_lines() -> None:
    record = RECORD._replace(test="a\nchoices: 0\x00", error="b\r\x85", value="f(\x1b[31m\u2028)")
    data = format_record(record)
    assert parse_record(data).choices == RECORD.choices
    assert all(line.isprintable() for line in data.decode().split("\n"))


def test_a_long_value_is_cut_and_the_choices_are_not() -> None:
    data = format_record(RECORD._replace(value="x" * 1_000_000))
    assert len(data) < 21_000
    assert parse_record(data).choices == RECORD.choices


def test_a_failure_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_VALUE_BYTES", 100)
    with pytest.raises(InvalidArgument, match="bytes is too long to be kept"):
        format_record(RECORD)


@pytest.mark.parametrize(
    ("domain", "words"),
    [
        (Boolean(0.5), "True or False"),
        (Boolean(1.0), "True"),
        (Integer(), "an integer"),
        (Integer(0), "an integer from 0"),
        (Integer(None, 5), "an integer up to 5"),
        (Integer(-3, 5), "an integer from -3 up to 5"),
        (Float(0.5, 2.0, allow_nan=False, allow_infinity=False), "a float from 0.5 up to 2.0"),
        (Bytes(Sizes(2, 2)), "bytes of length 2"),
        (Bytes(Sizes(1, 5)), "bytes of length 1 to 5"),
        (Bytes(Sizes(1)), "bytes of length 1 or more"),
    ],
)
def test_what_a_draw_may_give_is_said_in_words(domain: Domain, words: str) -> None:
    assert format_domain(domain) == words
