"""Echoes are earlier values or variations of them, and members of the domain asked for."""

from __future__ import annotations

from collections import Counter
from math import inf, nan
from random import Random
from typing import Any

import pytest

from shortlex.core.alphabet import UNICODE, Alphabet
from shortlex.core.bytestring import Bytes
from shortlex.core.domain import Choice, Domain
from shortlex.core.echo import varied
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.string import String

WHOLE = Integer()
FLOATS = Float(allow_nan=True, allow_infinity=True)
TEXT = String(UNICODE, Sizes())
BYTES = Bytes(Sizes())


def echoes(value: Choice, domain: Domain, *others: Choice) -> set[Any]:
    random = Random(0)
    return {varied(value, domain, [value, *others], random) for _ in range(500)}


def test_numbers_come_again_with_neighbours_negatives_sums_and_halves() -> None:
    assert {10, -10, 11, 9, 20, 13, 7, 5, 100} <= echoes(10, WHOLE, 3)


def test_neighbours_are_the_most_common_variations() -> None:
    random = Random(0)
    found = Counter(varied(10, WHOLE, [10, 3], random) for _ in range(3000))
    assert min(found[11], found[9]) > max(found[-10], found[20], found[5])


def test_integers_become_floats_and_whole_floats_integers() -> None:
    assert 10.0 in echoes(10, FLOATS)
    assert 4 in echoes(4.0, WHOLE)


def test_texts_come_again_in_parts_turned_joined_and_in_other_cases() -> None:
    found = echoes("abC", TEXT, "x")
    assert {"abC", "Cba", "abCx", "xabC", "ABc", "ABC", "abc", "ab"} <= found


def test_byte_strings_come_again_in_parts_and_joined() -> None:
    assert {b"abC", b"Cba", b"abCx", b"ab"} <= echoes(b"abC", BYTES, b"x")


@pytest.mark.parametrize("value", [True, 7, -(10**400), 1e300, nan, inf, "é", "", b"\xff", b""])
@pytest.mark.parametrize(
    "domain",
    [
        WHOLE,
        Integer(0, 9),
        FLOATS,
        Float(0.0, 1.0, allow_nan=False, allow_infinity=False),
        TEXT,
        String(Alphabet.of_characters("abc"), Sizes(1, 2)),
        BYTES,
        Bytes(Sizes(2, 2)),
    ],
    ids=repr,
)
def test_an_echo_is_a_member_or_none(value: Choice, domain: Domain) -> None:
    for echo in echoes(value, domain, 5, "abc", 2.5):
        assert echo is None or domain.contains(echo)


def test_very_long_texts_are_not_made_longer() -> None:
    long = "x" * 9_999
    assert max(len(echo) for echo in echoes(long, TEXT, "yy") if echo is not None) == 9_999
