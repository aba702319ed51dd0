"""The pass delete_corresponding."""

import pytest

from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.reducer.passes.delete_corresponding import MAX_BLOCKS, delete_corresponding
from tests.reducer.laws_of_passes import is_missed, number, reduced, repertoire

DIGITS = st.lists(st.integers(0, 9))
TEXTS = st.text("ab")


def two_lists(case: Case) -> tuple[list[int], list[int]]:
    return case.draw(DIGITS), case.draw(DIGITS)


def list_and_text(case: Case) -> tuple[list[int], str]:
    return case.draw(DIGITS), case.draw(TEXTS)


@st.composite
def counted(draw: st.DrawFn) -> list[int]:
    return [draw(st.integers(0, 9)) for _ in range(draw(st.integers(0, 9)))]


@st.composite
def pairs(draw: st.DrawFn) -> list[tuple[int, int]]:
    n = draw(st.integers(0, 9))
    return [(draw(st.integers(0, 9)), draw(st.integers(0, 9))) for _ in range(n)]


def counted_and_text(case: Case) -> tuple[list[int], str]:
    return case.draw(counted()), case.draw(TEXTS)


def pairs_and_text(case: Case) -> tuple[list[tuple[int, int]], str]:
    return case.draw(pairs()), case.draw(TEXTS)


def table(case: Case) -> list[list[int]]:
    width = case.draw(st.integers(1, 5))
    row = st.tuples(*[st.integers(0, 9)] * width).map(list)
    return case.draw(st.lists(row))


def test_offers_blocks_of_both_lists_the_long_and_the_last_first() -> None:
    start = (True, 1, True, 2, True, 7, False, True, 4, True, 5, True, 6, False)
    assert repertoire(delete_corresponding, two_lists, *start) == [
        [True, 1, False, True, 4, False],
        [True, 1, True, 2, False, True, 4, True, 5, False],
        [True, 1, True, 7, False, True, 4, True, 6, False],
        [True, 2, True, 7, False, True, 5, True, 6, False],
    ]


def test_offers_nothing_if_the_lengths_differ_or_there_is_one_part() -> None:
    start = (True, 1, True, 2, False, True, 4, False)
    assert repertoire(delete_corresponding, two_lists, *start) == []
    assert repertoire(delete_corresponding, two_lists, True, 1, False, True, 4, False) == []
    assert repertoire(delete_corresponding, number, 5) == []


def test_lists_that_must_be_equally_long_become_short() -> None:
    start = [*(True, 0) * 8, True, 7, False, *(True, 0) * 9, False]
    assert reduced(
        two_lists, start, lambda both: len(both[0]) == len(both[1]) and 7 in both[0],
        delete_corresponding,
    ) == [True, 7, False, True, 0, False]  # fmt: skip


def test_a_text_loses_the_letters_where_a_list_loses_elements() -> None:
    def fails(both: tuple[list[int], str]) -> bool:
        return len(both[0]) == len(both[1]) and (5, "b") in zip(*both, strict=True)

    start = [True, 1, True, 5, True, 2, False, "aba"]
    assert reduced(list_and_text, start, fails, delete_corresponding) == [True, 5, False, "b"]


@pytest.mark.parametrize(
    ("recipe", "start", "end"),
    [
        (counted_and_text, [4, 1, 2, 5, 3, "aaba"], [1, 5, "b"]),
        (pairs_and_text, [3, 1, 2, 5, 5, 3, 4, "aba"], [1, 5, 5, "b"]),
    ],
)
def test_a_number_goes_down_with_what_it_counts(
    recipe: object, start: list[object], end: list[object]
) -> None:
    def fails(both: tuple[list[object], str]) -> bool:
        return len(both[0]) == len(both[1]) and any(
            place in (5, (5, 5)) and letter == "b" for place, letter in zip(*both, strict=True)
        )

    assert reduced(recipe, start, fails, delete_corresponding) == end  # type: ignore[arg-type]  # of its own values


def test_a_table_loses_columns_and_becomes_narrower() -> None:
    start = [3, True, 1, 2, 3, True, 1, 9, 3, False]

    def fails(rows: list[list[int]]) -> bool:
        return len(rows) == 2 and rows[0] != rows[1]

    assert reduced(table, start, fails, delete_corresponding) == [1, True, 2, True, 9, False]


def test_texts_in_a_row_count_as_one() -> None:
    def recipe(case: Case) -> tuple[list[int], list[str]]:
        return case.draw(counted()), case.draw(st.lists(st.text("aB", max_size=3)))

    def fails(both: tuple[list[int], list[str]]) -> bool:
        text = "".join(both[1])
        return len(both[0]) == len(text) > 1 and len(set(text)) == 2

    start = [8, *(0,) * 8, True, "aaa", True, "aaa", True, "aB", False]
    count, _, _, *rest = reduced(recipe, start, fails, delete_corresponding)
    assert count == 2
    assert sorted("".join(each for each in rest if isinstance(each, str))) == ["B", "a"]


def test_another_number_that_is_the_length_goes_down_too() -> None:
    def recipe(case: Case) -> tuple[list[int], int]:
        return case.draw(counted()), case.draw(st.integers(0, 9))

    def fails(both: tuple[list[int], int]) -> bool:
        return len(both[0]) == both[1] and 7 in both[0]

    assert reduced(recipe, [3, 1, 7, 2, 3], fails, delete_corresponding) == [1, 7, 1]


def test_long_sequences_have_few_blocks() -> None:
    start = [*(True, 0) * 100, False]
    assert len(repertoire(delete_corresponding, two_lists, *start, *start)) == MAX_BLOCKS


def test_without_it_lists_of_one_length_stay_long(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = st.tuples(st.lists(st.integers()), st.lists(st.integers()))

    def fails(pair: tuple[list[int], list[int]]) -> bool:
        return len(pair[0]) == len(pair[1]) > 1 and pair[0] != pair[1]

    assert is_missed(monkeypatch, delete_corresponding, strategy, fails, ([0, 0], [0, 1]))
