"""characters, text and binary."""

import sys
from collections.abc import Callable
from typing import Any
from unicodedata import category

import pytest

from shortlex import strategies as st
from shortlex.errors import ShortlexWarning
from tests.strategies.laws_of_strategies import (
    check_refused,
    draw_light,
    draw_replayed,
    draw_simplest,
    find_simplest,
    values_of,
)


def test_text_can_be_encoded() -> None:
    for value in values_of(st.text(), 500):
        value.encode()


def test_text_is_one_choice() -> None:
    alphabets: list[Any] = [
        None,
        "abc",
        ["a", "b"],
        st.characters(codec="ascii"),
        st.sampled_from("abc"),
        st.just("a"),
        st.sampled_from("ab") | st.just("c") | st.characters(categories=["Nd"], max_codepoint=99),
    ]
    for alphabet in alphabets:
        drawn = draw_light(st.text(alphabet), 0)
        assert drawn is not None
        assert drawn.choices == [drawn.value]


def test_text_over_other_strategies_is_drawn_by_character() -> None:
    strategy = st.text(st.integers(97, 122).map(chr))
    assert draw_replayed(strategy, [True, 98, True, 99, False]).value == "bc"
    assert draw_simplest(st.text(st.characters().filter(str.isalpha), min_size=2)) == "AA"


@pytest.mark.parametrize(
    "alphabet", ["zya", ["z", "y", "a"], ("z", "y", "a"), dict.fromkeys("zya")]
)
def test_an_alphabet_keeps_its_order(alphabet: Any) -> None:
    assert draw_simplest(st.text(alphabet, min_size=2)) == "zz"
    assert find_simplest(st.text(alphabet), lambda value: len(value) == 1 and value != "z") == "y"


def test_the_alphabet_of_a_strategy_keeps_its_order() -> None:
    assert draw_simplest(st.text(st.sampled_from("zya"), min_size=1)) == "z"
    assert draw_simplest(st.text(st.just("z") | st.sampled_from("ya"), min_size=1)) == "z"
    assert (
        find_simplest(st.text(st.just("z") | st.sampled_from("ya"), min_size=1), lambda v: v > "")
        == "z"
    )


def test_a_set_is_an_alphabet_in_the_order_of_the_library() -> None:
    for alphabet in (set("b a0"), frozenset("a0b ")):
        assert draw_simplest(st.text(alphabet, min_size=1)) == "0"
        assert find_simplest(st.text(alphabet), lambda value: "0" not in value and value) == "a"
    assert draw_simplest(st.text({"\ud800", "\u1234"}, min_size=1)) == "\u1234"


def test_a_character_given_twice_counts_once() -> None:
    assert {*values_of(st.text("aab", min_size=1, max_size=1))} == {"a", "b"}


@pytest.mark.parametrize("alphabet", ["", [], set(), st.nothing()], ids=repr)
def test_text_over_no_characters_is_empty(alphabet: Any) -> None:
    assert values_of(st.text(alphabet), 5) == [""] * 5


def test_the_name_of_a_codec_as_alphabet_is_suspicious() -> None:
    for name in ("ascii", "utf-8"):
        strategy = st.text(name)
        with pytest.warns(ShortlexWarning, match="codec"):
            strategy.validate()


def test_sizes_of_text_are_respected() -> None:
    sizes = {len(value) for value in values_of(st.text(min_size=3, max_size=6), 300)}
    assert sizes == {3, 4, 5, 6}
    assert max(len(value) for value in values_of(st.text(min_size=100), 10)) > 100


def test_text_reduces_to_shorter_text_and_then_to_simpler_characters() -> None:
    assert find_simplest(st.text(), lambda value: value.lower() != value.upper()) == "A"
    assert find_simplest(st.text(), lambda value: len(value) >= 3) == "000"


def test_wrong_characters_of_a_strategy_are_refused_when_drawn() -> None:
    check_refused(lambda: st.text(st.sampled_from(["ab", "c"])), "'ab'", "one character")
    strategy = st.text(st.text(min_size=2).map(str), min_size=1)
    with pytest.raises(TypeError, match="one character"):
        draw_light(strategy, 0)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.text(["ab"]), ["alphabet", "'ab'", "one character"]),
        (lambda: st.text([1]), ["alphabet", "1", "one character"]),  # type: ignore[list-item]  # the point
        (lambda: st.text({1}), ["alphabet", "one character"]),  # type: ignore[arg-type]  # the point
        (lambda: st.text(5), ["alphabet=5", "collection of characters"]),  # type: ignore[arg-type]  # the point
        (lambda: st.text("", min_size=1), ["alphabet=''", "min_size=1", "Use min_size=0"]),
        (lambda: st.text(st.nothing(), min_size=1), ["alphabet=nothing()", "min_size=1"]),
        (lambda: st.text(min_size=-1), ["text(min_size=-1)", "0 or more"]),
        (lambda: st.text(min_size=None), ["text(min_size=None)"]),  # type: ignore[arg-type]  # the point
        (lambda: st.text(min_size=1.0), ["text(min_size=1.0)"]),  # type: ignore[arg-type]  # the point
        (lambda: st.text(max_size="1"), ["text(max_size='1')"]),  # type: ignore[arg-type]  # the point
        (lambda: st.text(min_size=2, max_size=1), ["min_size=2", "max_size=1"]),
        (lambda: st.binary(min_size=-1), ["binary(min_size=-1)"]),
        (lambda: st.binary(max_size=True), ["binary(max_size=True)"]),
        (lambda: st.binary(min_size=2, max_size=1), ["min_size=2", "max_size=1"]),
    ],
)
def test_bad_arguments_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)


def test_characters_without_a_codec_may_be_surrogates() -> None:
    surrogates = st.characters(categories=["Cs"])
    assert all("\ud800" <= value <= "\udfff" for value in values_of(surrogates, 50))
    assert find_simplest(st.characters(), lambda value: value == "\ud800") == "\ud800"


def test_characters_reduce_to_digits_then_letters() -> None:
    assert find_simplest(st.characters(), lambda value: True) == "0"
    assert find_simplest(st.characters(), lambda value: not value.isdigit()) == "A"
    assert find_simplest(st.characters(), lambda value: value > "Z") == "a"


def test_binary_is_one_choice_and_reduces_to_short_and_low_bytes() -> None:
    drawn = draw_light(st.binary(min_size=1), 0)
    assert drawn is not None
    assert drawn.choices == [drawn.value]
    assert find_simplest(st.binary(), lambda value: len(value) == 2) == b"\0\0"
    assert find_simplest(st.binary(), lambda value: sum(value) > 5) == b"\6"


def test_no_size_is_too_large() -> None:
    assert len(draw_simplest(st.text(min_size=50_000))) == 50_000
    assert len(draw_simplest(st.binary(min_size=50_000))) == 50_000


# Which characters a codec, a range or a category means.


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
        ({"categories": ["XX"]}, ["categories=['XX']", "'XX' is not a Unicode category", "Lu Ll"]),
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
def test_bad_descriptions_of_characters_are_refused(
    arguments: dict[str, Any], words: list[str]
) -> None:
    make: Callable[[], st.SearchStrategy[str]] = lambda: st.characters(**arguments)  # noqa: E731
    check_refused(make, *words)
