"""Choices survive the way to bytes and back; nothing else is let in."""

import math
import zlib
from collections.abc import Sequence
from enum import IntEnum
from random import Random

import pytest

from shortlex.core import encoding
from shortlex.core.domain import Choice
from shortlex.core.encoding import decode_choices, encode_choices
from shortlex.errors import BadToken, InvalidArgument
from tests.core.choices import EDGES, SAMPLE, exactly, memory_below, random_choice


def assert_survives(choices: Sequence[Choice]) -> None:
    assert exactly(decode_choices(encode_choices(choices))) == exactly(choices)


def sealed(body: bytes) -> bytes:
    """A body as hostile as one likes, with the checksum right."""
    start = bytes([encoding.VERSION]) + body
    return start + zlib.crc32(start).to_bytes(4, "big")


def decoded_or_refused(data: bytes) -> tuple[Choice, ...] | None:
    try:
        return decode_choices(data)
    except BadToken:
        return None


@pytest.mark.parametrize("before", [[], [True], [False], [False, True]], ids=str)
def test_every_edge_value_survives(before: list[Choice]) -> None:
    for choice in EDGES:
        assert_survives([*before, choice])


def test_all_edge_values_together_survive() -> None:
    assert_survives(EDGES)


def test_no_choices_survive() -> None:
    assert_survives([])


def test_random_choices_survive() -> None:
    random = Random(0)
    for _ in range(400):
        assert_survives([random_choice(random) for _ in range(random.randrange(30))])


def test_booleans_of_every_short_pattern_survive_before_an_integer() -> None:
    for size in range(9):
        for bits in range(2**size):
            assert_survives([*(bool(bits >> i & 1) for i in range(size)), 5])


def test_a_boolean_and_an_integer_stay_apart() -> None:
    assert exactly(decode_choices(encode_choices([True, 1, False, 0]))) == [
        (bool, True),
        (int, 1),
        (bool, False),
        (int, 0),
    ]


def test_the_encoding_is_what_it_was() -> None:
    # Pinned: what users stored must stay readable. A change here needs a new VERSION.
    body = "40 d9012c 82 c0 f93fb999999999999a e774657874eda080 eb00ff"
    body += "fa09" + "400000000000000000"
    assert encode_choices(SAMPLE) == sealed(bytes.fromhex(body))


class Level(IntEnum):
    LOW = 1


@pytest.mark.parametrize("choice", [None, (), Level.LOW, type("Name", (str,), {})()])
def test_anything_but_the_exact_types_is_refused(choice: Choice) -> None:
    with pytest.raises(InvalidArgument, match=type(choice).__name__):
        encode_choices([choice])


def test_a_list_of_small_integers_takes_half_a_byte_a_choice() -> None:
    choices = [choice for i in range(100) for choice in (True, i % 64)] + [False]
    assert len(encode_choices(choices)) == 100 + 1 + 5


def test_a_list_of_integers_of_two_digits_takes_under_a_byte_a_choice() -> None:
    choices = [choice for i in range(-50, 100) for choice in (True, i)] + [False]
    assert len(encode_choices(choices)) < len(choices)


def test_booleans_take_a_byte_for_five() -> None:
    assert len(encode_choices([True, False] * 50)) == 20 + 5


@pytest.mark.parametrize(
    ("choice", "size"),
    [(0.0, 1), (-0.0, 2), (1.0, 3), (-7.0, 3), (0.5, 3), (100.0, 3), (math.nan, 3), (0.1, 9)],
)
def test_simple_floats_are_short(choice: float, size: int) -> None:
    assert len(encode_choices([choice])) == size + 5


@pytest.mark.parametrize("size", range(len(encode_choices(SAMPLE))))
def test_truncated_bytes_are_refused(size: int) -> None:
    with pytest.raises(BadToken):
        decode_choices(encode_choices(SAMPLE)[:size])


def test_a_body_cut_short_with_its_checksum_repaired_is_a_prefix_or_refused() -> None:
    body = encode_choices(SAMPLE)[1:-4]
    for size in range(len(body)):
        choices = decoded_or_refused(sealed(body[:size]))
        if choices is not None:
            assert exactly(choices) == exactly(SAMPLE)[: len(choices)]


def test_every_flipped_bit_is_found() -> None:
    data = encode_choices(SAMPLE)
    for position in range(len(data) * 8):
        damaged = bytearray(data)
        damaged[position // 8] ^= 1 << position % 8
        with pytest.raises(BadToken):
            decode_choices(bytes(damaged))


def test_random_bytes_are_refused() -> None:
    random = Random(2)
    for _ in range(2000):
        with pytest.raises(BadToken):
            decode_choices(random.randbytes(random.randrange(40)))


def test_random_bodies_with_the_right_checksum_decode_or_are_refused() -> None:
    random = Random(3)
    bodies = [random.randbytes(random.randrange(20)) for _ in range(5000)]
    outcomes = [decoded_or_refused(sealed(body)) for body in bodies]
    for choices in outcomes:
        if choices is not None:
            assert_survives(choices)
    assert 1000 < outcomes.count(None) < 4000


@pytest.mark.parametrize("tag", [0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF])
def test_a_length_beyond_the_data_allocates_nothing(tag: int) -> None:
    data = sealed(bytes([tag]) + b"\x7f" + b"\xff" * 7 + b"abc")
    with memory_below(100_000), pytest.raises(BadToken, match="truncated inside a value"):
        decode_choices(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "are empty"),
        (b"\x01", "truncated: only 1 bytes"),
        (b"\x02rest", "encoded in version 2; this release reads version 1. Use the release that"),
        (b"\x81" + b"\0" * 9, "version 129"),  # compressed, which only tokens are
        (b"\x01" + b"\0" * 9, "checksum is wrong. Copy the whole token again"),
        (sealed(b"\x80"), "no value begins with 0x80"),
        (sealed(b"\x81"), "no value begins with 0x81"),
        (sealed(b"\xe1\xff"), "not UTF-8"),
    ],
)
def test_bad_bytes_are_refused_with_the_reason(data: bytes, message: str) -> None:
    with pytest.raises(BadToken, match=message):
        decode_choices(data)
