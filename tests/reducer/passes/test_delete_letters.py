"""The pass delete_letters."""

import pytest

from shortlex import strategies as st
from shortlex.reducer.passes.delete_letters import MAX_LETTERS, delete_letters
from tests.reducer.laws_of_passes import is_missed, reduced, repertoire


def text(case):
    return case.draw(st.text("ab()"))


def is_nested(word: str) -> bool:
    depth = 0
    for letter in word:
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            return False
    return depth == 0 and "((" in word


def test_offers_mirrored_letters_from_the_middle_then_neighbours_from_the_end() -> None:
    assert repertoire(delete_letters, text, "aabb") == [["ab"], ["aa"], ["bb"]]
    assert repertoire(delete_letters, text, "(ab)") == [["()"], ["ab"], ["(a"], ["b)"]]


def test_offers_nothing_for_a_long_text_or_one_that_must_stay_as_long() -> None:
    assert repertoire(delete_letters, text, "a" * (MAX_LETTERS + 1)) == []
    assert repertoire(delete_letters, lambda case: case.draw(st.text(min_size=2)), "aba") == []
    assert repertoire(delete_letters, lambda case: case.draw(st.integers()), 5) == []


def test_brackets_go_in_pairs() -> None:
    assert reduced(text, ["((()))"], is_nested, delete_letters) == ["(())"]


def test_bytes_are_texts_too() -> None:
    def data(case):
        return case.draw(st.binary())

    assert reduced(data, [b"abcba"], lambda b: b == b[::-1] and b"c" in b, delete_letters) == [b"c"]


def test_brackets_stay_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_missed(monkeypatch, delete_letters, st.text("()a"), is_nested, "(())", least=8)


def test_offers_each_pair_of_neighbours() -> None:
    letters = lambda case: case.draw(st.text("abcde"))  # noqa: E731
    assert repertoire(delete_letters, letters, "abcde") == [
        ["ace"],
        ["bcd"],
        ["abc"],
        ["abe"],
        ["ade"],
        ["cde"],
    ]


def test_offers_something_up_to_the_limits_themselves() -> None:
    assert repertoire(delete_letters, text, "a" * MAX_LETTERS) == [["a" * (MAX_LETTERS - 2)]]
    two_or_more = lambda case: case.draw(st.text("ab", min_size=2))  # noqa: E731
    assert repertoire(delete_letters, two_or_more, "aaaa") == [["aa"]]


def test_goes_on_with_the_next_text() -> None:
    def two(case):
        return text(case), text(case)

    assert repertoire(delete_letters, two, "aa", "bb") == [["", "bb"], ["aa", ""]]
