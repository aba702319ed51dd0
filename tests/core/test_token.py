"""A token is a case as one word: it survives, damage is found, and old ones are still read."""

import os
import re
import subprocess
import sys
import zlib
from collections.abc import Iterable, Sequence
from random import Random

import pytest

from shortlex.core import token as module
from shortlex.core.alphabet import Alphabet
from shortlex.core.boolean import Boolean
from shortlex.core.bytestring import Bytes
from shortlex.core.domain import Choice, Domain
from shortlex.core.encoding import seal
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.core.token import fingerprint_of, format_token, mark_of, parse_token
from shortlex.errors import BadToken
from tests.core.choices import EDGES, SAMPLE, exactly, memory_below, random_choice

FINGERPRINT = fingerprint_of([Integer(0, 10)])
MARK = mark_of("test_sorting.test_quicksort")


def formatted(choices: Iterable[Choice]) -> str:
    return format_token(choices, FINGERPRINT, MARK)


def assert_survives(choices: Sequence[Choice]) -> None:
    parsed = parse_token(formatted(choices))
    assert exactly(parsed.choices) == exactly(choices)
    assert (parsed.fingerprint, parsed.mark) == (FINGERPRINT, MARK)


def compressed_token(deflated: bytes) -> str:
    return "s1_" + module._to_word(seal(1 | module.COMPRESSED, deflated))


def deflated(body: bytes) -> bytes:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return deflate.compress(body) + deflate.flush()


def test_a_surrogate_pair_is_not_joined() -> None:
    assert_survives(["\ud83d\ude00"])


def test_every_edge_value_survives() -> None:
    for choice in EDGES:
        assert_survives([choice])
    assert_survives(EDGES)


def test_random_choices_survive() -> None:
    random = Random(0)
    for _ in range(200):
        assert_survives([random_choice(random) for _ in range(random.randrange(30))])


def test_a_token_of_the_first_version_is_still_read() -> None:
    assert parse_token("s1_AUBBggO2qfE") == ((True, 0, True, 1, False), None, None)


def test_a_short_case_has_a_short_token() -> None:
    assert formatted([True, 0, True, 1, False]) == "s2_Aty506R8QEGChgoMcw"


def test_a_repetitive_case_has_a_compressed_token() -> None:
    choices: list[Choice] = [True, 7, "again"] * 1000
    assert len(formatted(choices)) < 100
    assert_survives(choices)


def test_a_case_too_long_to_decompress_is_not_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "INFLATED_LIMIT", 99)
    assert_survives([0] * 99)
    assert_survives([0] * 100)
    assert len(formatted([0] * 99)) < 30
    assert len(formatted([0] * 100)) > 100


def test_tokens_are_one_word_that_needs_no_quotes() -> None:
    random = Random(1)
    for size in range(200):
        token = formatted([random.randbytes(size)])
        assert re.fullmatch("s2_[A-Za-z0-9_]+", token)


def test_white_space_in_a_token_is_skipped() -> None:
    token = formatted(SAMPLE)
    assert exactly(parse_token(f"  {token[:5]}\n\t{token[5:]} \r\n").choices) == exactly(SAMPLE)


@pytest.mark.parametrize("choices", [SAMPLE, SAMPLE * 10], ids=["plain", "compressed"])
def test_truncated_tokens_are_refused(choices: tuple[Choice, ...]) -> None:
    token = formatted(choices)
    for size in range(len(token)):
        with pytest.raises(BadToken):
            parse_token(token[:size])


@pytest.mark.parametrize("choices", [SAMPLE, SAMPLE * 10], ids=["plain", "compressed"])
def test_every_changed_character_is_found(choices: tuple[Choice, ...]) -> None:
    token = formatted(choices)
    for position, old in enumerate(token):
        for new in {"A", "b", "0", "_", "+", "/", "=", "é", "s"} - {old}:
            with pytest.raises(BadToken):
                parse_token(token[:position] + new + token[position + 1 :])


def test_random_text_is_refused() -> None:
    random = Random(4)
    for _ in range(2000):
        text = "".join(chr(random.choice([95, random.randrange(128), 0xE9])) for _ in range(12))
        with pytest.raises(BadToken):
            parse_token(random.choice(["", "s1_", "s2_", "s"]) + text)


def test_a_decompression_bomb_is_refused_within_bounds() -> None:
    token = compressed_token(deflated(bytes(10 * module.INFLATED_LIMIT)))
    assert len(token) < module.INFLATED_LIMIT
    with (
        memory_below(4 * module.INFLATED_LIMIT),
        pytest.raises(BadToken, match="decompresses to more than 4194304 bytes"),
    ):
        parse_token(token)


def test_a_compressed_body_of_the_longest_size_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "INFLATED_LIMIT", 99)
    assert parse_token(compressed_token(deflated(bytes(99)))).choices == (0,) * 99
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
    ("token", "message"),
    [
        ("", "token is empty"),
        (" \n", "token is empty"),
        ("test_sort", "'test_sort' is not a token: tokens begin with 's2_'"),
        ("s2_AUBBggO2qfE", "encoded in version 1; this release reads version 2"),
        ("s3_AUBBggO2qfE", "encoded in version 3; this release reads version 1 and 2"),
        ("s2_" + module._to_word(seal(2, b"1234")), "The token is truncated"),
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


DOMAINS: list[Domain] = [
    Boolean(),
    Boolean(1.0),
    Boolean(0.0),
    Integer(),
    Integer(0, 10),
    Integer(0, 11),
    Integer(0, 10, target=5),
    Float(allow_nan=True, allow_infinity=True),
    Float(0.0, 1.0, allow_nan=False, allow_infinity=False),
    Bytes(Sizes(0, 3)),
    String(Alphabet.of_characters("ab"), Sizes()),
    String(Alphabet.of_characters("ba"), Sizes()),
    String(Alphabet.of_characters("\ud800"), Sizes()),
]


def test_domains_that_differ_have_different_fingerprints() -> None:
    assert len({fingerprint_of([domain]) for domain in DOMAINS}) == len(DOMAINS)


def test_order_and_number_of_domains_matter() -> None:
    one, other = Integer(), Boolean()
    lists = [[], [one], [one, one], [one, other], [other, one]]
    assert len({fingerprint_of(each) for each in lists}) == len(lists)


def test_equal_domains_have_equal_fingerprints() -> None:
    assert fingerprint_of([Integer(0, 5), Integer(0, 5)]) == fingerprint_of(2 * [Integer(0, 5)])


def test_how_likely_a_boolean_is_does_not_matter() -> None:
    assert fingerprint_of([Boolean(0.9)]) == fingerprint_of([Boolean(0.5)])


@pytest.mark.parametrize("size", [0, 1, 1000])
def test_a_fingerprint_is_three_bytes(size: int) -> None:
    assert len(fingerprint_of([Integer()] * size)) == 3


def test_a_fingerprint_is_the_same_in_another_process() -> None:
    program = (
        "from shortlex.core.integer import Integer\n"
        "from shortlex.core.token import fingerprint_of, mark_of\n"
        "print(fingerprint_of([Integer(0, 10)]).hex(), mark_of('a.test').hex())"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=True,
    )
    here = f"{fingerprint_of([Integer(0, 10)]).hex()} {mark_of('a.test').hex()}"
    assert printed.stdout.decode().strip() == here


def test_the_marks_of_a_thousand_tests_are_mostly_different() -> None:
    assert len({mark_of(f"tests.test_it.test_{i}") for i in range(1000)}) > 950
