"""The pass edit_texts."""

from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.reducer.passes.edit_texts import MAX_LETTERS, WINDOW, edit_texts
from tests.reducer.laws_of_passes import (
    FLAG,
    is_missed,
    offers_of,
    problem_of,
    reduced,
    repertoire,
)


def texts(case: Case) -> tuple[str, str]:
    return case.draw(st.text()), case.draw(st.text())


def byte_strings(case: Case) -> tuple[bytes, bytes]:
    return case.draw(st.binary()), case.draw(st.binary())


def are_anagrams(pair: tuple[str, str]) -> bool:
    return pair[0] != pair[1] and sorted(pair[0]) == sorted(pair[1])


def different(offers: list[list[Any]]) -> list[tuple[Any, ...]]:
    return list(dict.fromkeys(map(tuple, offers)))


def test_offers_both_without_a_letter_then_with_a_simpler_one_then_a_tail_moved() -> None:
    assert different(repertoire(edit_texts, texts, "21", "12")) == [
        # The last of the letters of the first comes first.
        ("2", "2"),
        ("1", "1"),
        # Simpler ones for the 2, then for the 1.
        ("01", "10"),
        ("11", "11"),
        ("20", "02"),
        # All of the first to the second, or one letter.
        ("", "1221"),
        ("2", "121"),
    ]


def test_offers_the_last_or_the_first_of_a_letter_that_is_there_more_than_once() -> None:
    offers = different(repertoire(edit_texts, texts, "aba", "aab"))
    assert offers[:2] == [("aa", "aa"), ("ab", "ab")]
    assert {("ba", "ab"), ("ab", "ab")} <= set(offers)


def test_offers_byte_strings_the_same() -> None:
    assert different(repertoire(edit_texts, byte_strings, bytes(3), bytes(1))) == [
        (bytes(2), b""),
        (b"", bytes(4)),
        (bytes(2), bytes(2)),
    ]


def test_offers_so_many_simpler_letters_and_no_more() -> None:
    offers = repertoire(edit_texts, texts, "z", "zz")
    assert MAX_LETTERS == 8
    assert [each for each, _ in offers if each and each != "z"] == list("01234567")


def test_a_letter_that_stays_costs_at_most_twelve_candidates_and_a_pair_two() -> None:
    for first, second in (("z", "z"), ("abc", "cba"), ("xyxy", "yxxy"), ("wxyz", "wxyz")):
        common = set(first) & set(second)
        offers = repertoire(edit_texts, texts, first, second)
        assert len(offers) <= 12 * len(common) + 2


def test_offers_nothing_for_texts_without_a_letter_and_for_texts_of_two_kinds() -> None:
    def mixed(case: Case) -> Any:
        return case.draw(st.text()), case.draw(st.binary())

    assert repertoire(edit_texts, texts, "", "abc") == []
    assert repertoire(edit_texts, mixed, "a", b"a") == []


def test_moves_no_more_than_both_have_room_for() -> None:
    def narrow(case: Case) -> Any:
        return case.draw(st.text(min_size=1, max_size=5)), case.draw(st.text(max_size=3))

    # Two fit into the second, and one must stay in the first.
    assert repertoire(edit_texts, narrow, "abcd", "0") == [["ab", "0cd"], ["abc", "0d"]]
    assert repertoire(edit_texts, narrow, "ab", "0") == [["a", "0b"]]
    assert repertoire(edit_texts, narrow, "a", "0") == []
    assert repertoire(edit_texts, narrow, "ab", "012") == []


def test_a_text_is_tried_with_those_near_by_only() -> None:
    def many(case: Case) -> list[str]:
        return [case.draw(st.text()) for _ in range(WINDOW + 3)]

    start = ["a", *[""] * (WINDOW + 2)]
    offers = repertoire(edit_texts, many, *start)
    assert [each.index("a") for each in offers] == list(range(1, WINDOW + 1))


def test_anagrams_become_the_simplest() -> None:
    found = reduced(texts, ["abc", "cba"], are_anagrams, edit_texts)
    assert found == ["01", "10"]


def test_earlier_texts_become_the_shorter_ones() -> None:
    def narrow(case: Case) -> Any:
        return case.draw(st.text(max_size=7)), case.draw(st.text(max_size=7))

    found = reduced(narrow, ["00000", "00000"], lambda p: len(p[0]) + len(p[1]) >= 10, edit_texts)
    assert found == ["000", "0000000"]


def test_a_run_of_common_letters_costs_a_logarithm() -> None:
    problem = problem_of(texts, ["x" * 1000, "x" * 1001], lambda p: len(p[1]) > len(p[0]))
    assert len(offers_of(edit_texts, problem)) <= 40
    assert list(problem.best.choices) == ["", "x"]


def test_goes_on_where_a_text_is_no_more_there() -> None:
    def shrinking(case: Case) -> list[str]:
        """As many texts follow as the first has letters."""
        first = case.draw(st.text())
        return [first, *(case.draw(st.text()) for _ in first)]

    found = reduced(shrinking, ["abc", "abc", "abc", "abc"], lambda t: "" not in t, edit_texts)
    assert 1 <= len(found) < 4


def test_goes_on_where_a_text_becomes_something_else() -> None:
    def changing(case: Case) -> Any:
        """The second is of bytes, or a flag, once the first is short."""
        first = case.draw(st.text())
        if len(first) > 2:
            second: Any = case.draw(st.text())
        else:
            second = case.draw(st.binary()) if first else case.choose(FLAG)
        return first, second, case.draw(st.text())

    found = reduced(changing, ["abcd", "abcd", "abcd"], lambda t: True, edit_texts)
    assert len(found[0]) <= 2  # type: ignore[arg-type]  # a text


DIGITS = st.text("0123456789", min_size=2, max_size=3)


def test_anagrams_stay_as_they_are_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_missed(monkeypatch, edit_texts, st.tuples(DIGITS, DIGITS), are_anagrams, ("01", "10"))


def test_the_earlier_of_two_byte_strings_stays_long_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    short = st.binary(max_size=7)

    def fails(pair: tuple[bytes, bytes]) -> bool:
        return len(pair[0]) + len(pair[1]) >= 10

    ideal = bytes(3), bytes(7)
    assert is_missed(monkeypatch, edit_texts, st.tuples(short, short), fails, ideal)
