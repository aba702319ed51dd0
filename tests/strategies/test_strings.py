"""characters, text and binary."""

from collections.abc import Callable
from typing import Any

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
