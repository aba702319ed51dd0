"""Which characters a codec, a range or a category means."""

import sys
from collections.abc import Callable
from typing import Any
from unicodedata import category

import pytest

from shortlex import strategies as st
from tests.strategies.laws_of_strategies import check_refused, values_of

ALL = [chr(code) for code in range(sys.maxunicode + 1)]


def characters_of(**arguments: Any) -> set[str]:
    """All that the arguments allow."""
    domain = st.characters(**arguments).single_domain()
    assert domain is not None
    assert domain.count is not None
    return {domain.value_at(index) for index in range(domain.count)}


def test_a_range_is_all_code_points_in_it() -> None:
    assert characters_of(min_codepoint=97, max_codepoint=99) == {*"abc"}
    assert characters_of(max_codepoint=1) == {"\0", "\1"}
    assert characters_of(min_codepoint=0x10FFFF) == {"\U0010ffff"}


def test_categories_are_those_of_unicode() -> None:
    assert characters_of(categories=["Nd", "Zs"]) == {c for c in ALL if category(c) in ("Nd", "Zs")}


def test_one_letter_is_all_categories_that_begin_so() -> None:
    assert characters_of(categories=["N"]) == {c for c in ALL if category(c)[0] == "N"}


def test_excluded_categories_are_all_others() -> None:
    excluded = characters_of(exclude_categories=["L", "C"], max_codepoint=0x2FFF)
    assert excluded == {c for c in ALL[:0x3000] if category(c)[0] not in "LC"}


def test_included_characters_come_whatever_else_is_said() -> None:
    assert characters_of(categories=["Nd"], max_codepoint=57, include_characters="ab") == {
        *"0123456789ab"
    }
    assert characters_of(categories=(), include_characters=["x"]) == {"x"}


def test_excluded_characters_do_not_come() -> None:
    assert characters_of(max_codepoint=0x39, min_codepoint=0x30, exclude_characters="02468") == {
        *"13579"
    }


@pytest.mark.parametrize("codec", ["ascii", "latin-1", "utf-8", "utf-16", "cp1252", "koi8-r"])
def test_what_a_codec_allows_can_be_encoded_and_decoded(codec: str) -> None:
    values = values_of(st.characters(codec=codec))
    assert [value.encode(codec).decode(codec) for value in values] == values


def test_all_that_a_codec_can_encode_comes() -> None:
    assert characters_of(codec="ascii") == {*ALL[:128]}
    assert characters_of(codec="cp437") == {bytes([byte]).decode("cp437") for byte in range(256)}
    assert "\ud800" not in characters_of(codec="utf-8", min_codepoint=0xD000, max_codepoint=0xEFFF)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"categories": ["Lu"], "exclude_categories": ["Ll"]}, ["['Lu']", "['Ll']", "one of the"]),
        ({"include_characters": "ab", "exclude_characters": "bc"}, ["'ab'", "'bc'"]),
        (
            {"codec": "ascii", "include_characters": "ab", "exclude_characters": "bc"},
            ["Leave them"],
        ),
        ({"categories": ["Lu"], "include_characters": ["ab"]}, ["include_characters", "'ab'"]),
        ({"exclude_characters": ["ab"]}, ["exclude_characters", "'ab'", "one character"]),
        ({"exclude_characters": [1]}, ["exclude_characters", "1 is not one"]),
        ({"exclude_characters": 5}, ["exclude_characters=5", "collection"]),
        ({"include_characters": 5}, ["include_characters=5", "collection"]),
        ({"categories": ["XX"]}, ["categories=['XX']", "'XX' is no Unicode category", "Lu Ll"]),
        ({"categories": ["Luu"]}, ["'Luu'"]),
        ({"categories": [""]}, ["''"]),
        ({"categories": [5]}, ["5 is no"]),
        ({"categories": "Lu"}, ["categories='Lu'", "('Lu',)"]),
        ({"categories": 5}, ["categories=5", "collection"]),
        ({"exclude_categories": ["X"]}, ["exclude_categories=['X']"]),
        ({"include_characters": "abc"}, ["include_characters='abc'", "sampled_from('abc')"]),
        ({"categories": ()}, ["categories=()", "no character is left"]),
        ({"categories": ["Lu"], "max_codepoint": 10}, ["max_codepoint=10", "no character is left"]),
        ({"codec": "no such"}, ["codec='no such'", "'utf-8'"]),
        ({"codec": "rot13"}, ["codec='rot13'", "text codec"]),
        ({"codec": 5}, ["codec=5"]),
        ({"codec": []}, ["codec=[]"]),
        ({"codec": "ascii", "include_characters": "é"}, ["'é'", "codec='ascii'", "encoded"]),
        ({"min_codepoint": 2, "max_codepoint": 1}, ["min_codepoint=2", "max_codepoint=1"]),
        ({"min_codepoint": -1}, ["min_codepoint=-1", "0x10ffff"]),
        ({"max_codepoint": 0x110000}, ["max_codepoint=1114112"]),
        ({"max_codepoint": "a"}, ["max_codepoint='a'", "ord("]),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], words: list[str]) -> None:
    make: Callable[[], st.SearchStrategy[str]] = lambda: st.characters(**arguments)  # noqa: E731
    check_refused(make, *words)
