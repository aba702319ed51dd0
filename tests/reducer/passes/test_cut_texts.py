"""The pass cut_texts."""

import pytest

from shortlex import strategies as st
from shortlex.core.alphabet import UNICODE
from shortlex.core.bytestring import Bytes
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.reducer.passes.cut_texts import cut_texts
from tests.reducer.laws_of_passes import (
    is_missed,
    number,
    offers_of,
    problem_of,
    reduced,
    repertoire,
)


def text_of_length(case: Case) -> str:
    length = case.choose(Integer(0, 20))
    return str(case.choose(String(UNICODE, Sizes(length, length))))


def bytes_of_length(case: Case) -> bytes:
    length = case.choose(Integer(0, 20))
    return bytes(case.choose(Bytes(Sizes(length, length))))


def free_text(case: Case) -> tuple[int, str]:
    return case.choose(Integer(0, 20)), case.choose(String(UNICODE, Sizes()))


def test_offers_the_text_without_each_character_and_the_number_changed() -> None:
    assert repertoire(cut_texts, text_of_length, 3, "00a") == [
        [2, "0a"],
        [2, "00"],
        [4, "0a"],
        [4, "00"],
    ]


def test_offers_no_number_that_its_domain_does_not_hold() -> None:
    def at_most_three(case: Case) -> str:
        length = case.choose(Integer(0, 3))
        return str(case.choose(String(UNICODE, Sizes(length, length))))

    assert repertoire(cut_texts, at_most_three, 3, "00a") == [[2, "0a"], [2, "00"]]


def test_a_text_that_may_have_any_length_loses_its_end_with_a_number() -> None:
    assert repertoire(cut_texts, free_text, 3, "00a") == [[2, "00"]]
    assert repertoire(cut_texts, free_text, 0, "00a") == []
    assert repertoire(cut_texts, free_text, 3, "") == []


def test_a_number_that_is_compared_with_a_length_comes_down_with_it() -> None:
    problem = problem_of(free_text, [18, "0" * 19], lambda v: len(v[1]) == v[0] + 1)
    offers_of(cut_texts, problem)
    assert problem.best.choices == (0, "0")
    assert problem.history.calls < 12


def test_a_number_may_count_the_blocks_of_a_text() -> None:
    assert repertoire(cut_texts, free_text, 2, "00a0") == [[1, "00a"], [1, "00"]]
    problem = problem_of(free_text, [5, "0" * 20], lambda v: v[0] > 0 and len(v[1]) == 4 * v[0])
    offers_of(cut_texts, problem)
    assert problem.best.choices == (1, "0000")


def test_a_number_that_is_zero_counts_no_blocks() -> None:
    def drawn(case: Case) -> tuple[int, str]:
        return int(case.choose(Integer(-9, 9, target=5))), str(
            case.choose(String(UNICODE, Sizes(0, 9)))
        )

    assert repertoire(cut_texts, drawn, 0, "00") == [[1, "0"]]


def test_offers_nothing_without_a_text() -> None:
    assert repertoire(cut_texts, number, 5) == []


def test_a_length_goes_down_with_its_text() -> None:
    assert reduced(text_of_length, [3, "00a"], lambda text: "a" in text, cut_texts) == [1, "a"]


def test_byte_strings_are_cut_too() -> None:
    start = [4, b"\0\1\0\0"]
    assert reduced(bytes_of_length, start, lambda data: 1 in data, cut_texts) == [1, b"\1"]


def test_the_end_of_a_text_is_lost_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = st.integers(0, 20).flatmap(
        lambda n: st.text(st.characters(max_codepoint=127), min_size=n, max_size=n)
    )
    fails = lambda text: len(text) >= 10 and "a" in text  # noqa: E731
    assert is_missed(monkeypatch, cut_texts, strategy, fails, "000000000a")


def test_tries_the_three_integers_before_a_text_the_nearest_first() -> None:
    def after_four(case: Case) -> str:
        for _ in range(4):
            case.choose(Integer(0, 20))
        return str(case.choose(String(UNICODE, Sizes(2, 2))))

    offers = repertoire(cut_texts, after_four, 5, 5, 5, 5, "0a")
    changed = [next(i for i in range(4) if offer[i] != 5) for offer in offers]
    assert changed == [3] * 4 + [2] * 4 + [1] * 4
