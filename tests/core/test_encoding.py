"""Choices survive the way to bytes or to a token and back; nothing else is let in."""

import math
import re
import struct
import tracemalloc
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from random import Random

import pytest

from shortlex.core import encoding
from shortlex.core.domain import Choice
from shortlex.core.encoding import decode_choices, encode_choices, format_token, parse_token
from shortlex.errors import BadToken, InvalidArgument

NAN_WITH_PAYLOAD: float = struct.unpack(">d", b"\xff\xf8\0\0\0\0\0\x07")[0]

INTEGERS = sorted(
    {sign * 2**power + offset for power in range(80) for sign in (1, -1) for offset in (-1, 0, 1)}
) + [10**5000, -(10**5000), 2 ** (8 * 255 - 1) - 1, 2 ** (8 * 255 - 1)]
FLOATS = [
    *(0.0, -0.0, 1.0, -1.0, 0.5, 0.1, 63.0, 1e300, 5e-324, 2.0**53, 1.7976931348623157e308),
    *(math.inf, -math.inf, math.nan, NAN_WITH_PAYLOAD),
]
STRINGS = ["", "a", "\0", "12345678", "123456789", "é€😀", "\ud800", "\ud83d\ude00", "x" * 255]
STRINGS += ["x" * 256, "\udfff" * 100]
BYTES = [b"", b"\0", b"1234567", b"12345678", b"\xff" * 255, bytes(range(256)) * 2]
EDGES: list[Choice] = [False, True, *INTEGERS, *FLOATS, *STRINGS, *BYTES]

SAMPLE: tuple[Choice, ...] = (True, 0, True, 300, False, -1, 0.1, "text\ud800", b"\0\xff", 2**70)


def exactly(choices: Sequence[Choice]) -> list[tuple[type, object]]:
    """What must be equal for choices to be the same: the types, and the bits of floats."""
    return [
        (type(choice), struct.pack(">d", choice) if type(choice) is float else choice)
        for choice in choices
    ]


def assert_survives(choices: Sequence[Choice]) -> None:
    assert exactly(decode_choices(encode_choices(choices))) == exactly(choices)
    assert exactly(parse_token(format_token(choices))) == exactly(choices)


def random_choice(random: Random) -> Choice:
    kinds: list[Callable[[], Choice]] = [
        lambda: random.random() < 0.5,
        lambda: True,
        lambda: random.randrange(100),
        lambda: random.randrange(-(2**66), 2**66) >> random.randrange(66),
        lambda: struct.unpack(">d", random.randbytes(8))[0],
        lambda: "".join(chr(random.randrange(0x110000)) for _ in range(random.randrange(6))),
        lambda: random.randbytes(random.randrange(12)),
        lambda: random.choice(EDGES),
    ]
    return random.choice(kinds)()


def sealed(body: bytes) -> bytes:
    """A body as hostile as one likes, with the checksum right."""
    start = bytes([encoding.VERSION]) + body
    return start + zlib.crc32(start).to_bytes(4, "big")


def decoded_or_refused(data: bytes) -> tuple[Choice, ...] | None:
    try:
        return decode_choices(data)
    except BadToken:
        return None


def compressed_token(deflated: bytes) -> str:
    start = bytes([encoding.VERSION | encoding.COMPRESSED]) + deflated
    return "s1_" + encoding._to_word(start + zlib.crc32(start).to_bytes(4, "big"))


def deflated(body: bytes) -> bytes:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return deflate.compress(body) + deflate.flush()


@contextmanager
def memory_below(limit: int) -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < limit
    finally:
        tracemalloc.stop()


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


def test_a_surrogate_pair_is_not_joined() -> None:
    assert parse_token(format_token(["\ud83d\ude00"])) == ("\ud83d\ude00",)


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


def test_a_short_case_has_a_short_token() -> None:
    assert format_token([True, 0, True, 1, False]) == "s1_AUBBggO2qfE"


def test_a_repetitive_case_has_a_compressed_token() -> None:
    choices: list[Choice] = [True, 7, "again"] * 1000
    assert len(format_token(choices)) < 100
    assert_survives(choices)


def test_a_case_too_long_to_decompress_is_not_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "INFLATED_LIMIT", 99)
    assert_survives([0] * 99)
    assert_survives([0] * 100)
    assert len(format_token([0] * 99)) < 30
    assert len(format_token([0] * 100)) > 100


def test_tokens_are_one_word_that_needs_no_quotes() -> None:
    random = Random(1)
    for size in range(200):
        token = format_token([random.randbytes(size)])
        assert re.fullmatch("s1_[A-Za-z0-9_]+", token)


def test_white_space_in_a_token_is_skipped() -> None:
    token = format_token(SAMPLE)
    assert exactly(parse_token(f"  {token[:5]}\n\t{token[5:]} \r\n")) == exactly(SAMPLE)


@pytest.mark.parametrize("size", range(len(encode_choices(SAMPLE))))
def test_truncated_bytes_are_refused(size: int) -> None:
    with pytest.raises(BadToken):
        decode_choices(encode_choices(SAMPLE)[:size])


@pytest.mark.parametrize("choices", [SAMPLE, SAMPLE * 10], ids=["plain", "compressed"])
def test_truncated_tokens_are_refused(choices: tuple[Choice, ...]) -> None:
    token = format_token(choices)
    for size in range(len(token)):
        with pytest.raises(BadToken):
            parse_token(token[:size])


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


@pytest.mark.parametrize("choices", [SAMPLE, SAMPLE * 10], ids=["plain", "compressed"])
def test_every_changed_character_is_found(choices: tuple[Choice, ...]) -> None:
    token = format_token(choices)
    for position, old in enumerate(token):
        for new in {"A", "b", "0", "_", "+", "/", "=", "é", "s"} - {old}:
            with pytest.raises(BadToken):
                parse_token(token[:position] + new + token[position + 1 :])


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


def test_random_text_is_refused() -> None:
    random = Random(4)
    for _ in range(2000):
        text = "".join(chr(random.choice([95, random.randrange(128), 0xE9])) for _ in range(12))
        with pytest.raises(BadToken):
            parse_token(random.choice(["", "s1_", "s"]) + text)


@pytest.mark.parametrize("tag", [0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF])
def test_a_length_beyond_the_data_allocates_nothing(tag: int) -> None:
    data = sealed(bytes([tag]) + b"\x7f" + b"\xff" * 7 + b"abc")
    with memory_below(100_000), pytest.raises(BadToken, match="truncated inside a value"):
        decode_choices(data)


def test_a_decompression_bomb_is_refused_within_bounds() -> None:
    token = compressed_token(deflated(bytes(10 * encoding.INFLATED_LIMIT)))
    assert len(token) < encoding.INFLATED_LIMIT
    with (
        memory_below(4 * encoding.INFLATED_LIMIT),
        pytest.raises(BadToken, match="decompresses to more than 4194304 bytes"),
    ):
        parse_token(token)


def test_a_compressed_body_of_the_longest_size_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "INFLATED_LIMIT", 99)
    assert parse_token(compressed_token(deflated(bytes(99)))) == (0,) * 99
    with pytest.raises(BadToken, match="decompresses"):
        parse_token(compressed_token(deflated(bytes(100))))


@pytest.mark.parametrize(
    ("stream", "message"),
    [
        (deflated(bytes(50)) + b"more", "goes on after its end"),
        (deflated(bytes(50))[:-1], "truncated"),
        (b"", "truncated"),
        (b"\xff\xff\xff", "cannot be decompressed"),
    ],
)
def test_a_bad_compressed_stream_is_refused(stream: bytes, message: str) -> None:
    with pytest.raises(BadToken, match=message):
        parse_token(compressed_token(stream))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "are empty"),
        (b"\x01", "truncated: only 1 bytes"),
        (b"\x02rest", "encoded in version 2; this release reads version 1. Use the release that"),
        (b"\x81" + b"\0" * 9, "checksum is wrong"),
        (b"\x01" + b"\0" * 9, "checksum is wrong. Copy the whole token again"),
        (sealed(b"\x80"), "no value begins with 0x80"),
        (sealed(b"\x81"), "no value begins with 0x81"),
        (sealed(b"\xe1\xff"), "not UTF-8"),
    ],
)
def test_bad_bytes_are_refused_with_the_reason(data: bytes, message: str) -> None:
    with pytest.raises(BadToken, match=message):
        decode_choices(data)


def test_compressed_choices_are_for_tokens_only() -> None:
    start = b"\x81" + deflated(bytes(9))
    with pytest.raises(BadToken, match="version 129"):
        decode_choices(start + zlib.crc32(start).to_bytes(4, "big"))


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("", "token is empty"),
        (" \n", "token is empty"),
        ("test_sort", "'test_sort' is not a token: tokens begin with 's1_'"),
        ("s2_AUBBggO2qfE", "encoded in version 2; this release reads version 1"),
        ("s" + "9" * 5000 + "_", "encoded in version 9{20};"),
        ("s1_", "truncated"),
        ("s1_AUBBggO2qf", "truncated, or has characters added"),
        ("s1_AUBBggO2qfF", "truncated, or has characters added"),
        ("s1_AUBBggO2qgE", "checksum is wrong"),
        ("s1_\ud800", "truncated, or has characters added"),
    ],
)
def test_a_bad_token_is_refused_with_the_reason(token: str, message: str) -> None:
    with pytest.raises(BadToken, match=message):
        parse_token(token)
