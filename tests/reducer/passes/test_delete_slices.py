"""The pass delete_slices."""

import pytest

from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.reducer.passes.delete_slices import MAX_SLICES, delete_slices
from tests.reducer.laws_of_passes import is_missed, offers_of, pair, problem_of, reduced, repertoire

CELLS = st.integers(0, 9)


def square(case: Case) -> list[list[int]]:
    n = case.draw(st.integers(0, 9))
    return [[case.draw(CELLS) for _ in range(n)] for _ in range(n)]


def square_of_lists(case: Case) -> list[list[int]]:
    n = case.draw(st.integers(1, 9))
    row = st.lists(CELLS, min_size=n, max_size=n)
    return case.draw(st.lists(row, min_size=n, max_size=n))


def triangle(case: Case) -> list[list[int]]:
    return [[case.draw(CELLS) for _ in range(i)] for i in range(case.draw(st.integers(0, 9)))]


def factors(case: Case) -> tuple[list[list[int]], list[list[int]]]:
    """Two matrices with one size in common, which is drawn first."""
    m, n, k = (case.draw(st.integers(1, 9)) for _ in range(3))
    left = [[case.draw(CELLS) for _ in range(m)] for _ in range(n)]
    return left, [[case.draw(CELLS) for _ in range(k)] for _ in range(m)]


def test_offers_the_square_without_a_row_and_a_column_the_last_first() -> None:
    start = [3, 0, 1, 2, 3, 4, 5, 6, 7, 8]
    offers = offers_of(delete_slices, problem_of(square, start))
    assert offers[:4] == [
        [2, 0, 1, 2, 3, 4, 5, 6, 7, 8],
        [2, 0, 1, 3, 4],
        [2, 0, 2, 6, 8],
        [2, 4, 5, 7, 8],
    ]
    assert all(len(offer) == 5 for offer in offers[1:] if offer[0] == 2)


def test_offers_nothing_more_where_lowering_a_number_saves_no_block() -> None:
    assert repertoire(delete_slices, pair, 2, 5) == [[1, 5]]


def test_offers_nothing_for_a_number_that_is_larger_than_what_it_could_count() -> None:
    assert repertoire(delete_slices, pair, 4, 5) == []


def test_offers_a_limited_number_of_slices() -> None:
    offers = offers_of(delete_slices, problem_of(factors, [6, 6, 6, *[1] * 72]))
    assert len(offers) <= 3 * (MAX_SLICES + 1)


@pytest.mark.parametrize("index", range(3))
def test_a_row_and_a_column_of_zeros_go_together(index: int) -> None:
    rows = [[0 if index in (a, b) else 7 for b in range(3)] for a in range(3)]
    start = [3, *(cell for row in rows for cell in row)]
    found = reduced(square, start, lambda m: sum(map(sum, m)) >= 28, delete_slices)
    assert found == [2, 7, 7, 7, 7]


@pytest.mark.parametrize("index", range(3))
def test_a_square_may_be_made_of_lists(index: int) -> None:
    rows = [[0 if index in (a, b) else 7 for b in range(3)] for a in range(3)]
    start = [3, *(cell for row in rows for cell in row)]
    fails = lambda m: sum(map(sum, m)) >= 28  # noqa: E731  # shorter
    assert reduced(square_of_lists, start, fails, delete_slices) == [2, 7, 7, 7, 7]


@pytest.mark.parametrize(
    ("start", "left"),
    [
        ([4, 1, 2, 0, 3, 0, 0], [3, 1, 2, 3]),
        ([4, 1, 0, 0, 2, 3, 0], [3, 1, 2, 3]),
        ([4, 0, 1, 0, 2, 0, 3], [3, 1, 2, 3]),
        ([4, 0, 0, 1, 0, 2, 3], [3, 1, 2, 3]),
    ],
)
def test_a_triangle_loses_a_cell_of_each_row(start: list[int], left: list[int]) -> None:
    fails = lambda rows: [cell for row in rows for cell in row if cell] == [1, 2, 3]  # noqa: E731
    assert reduced(triangle, start, fails, delete_slices) == left


def test_a_shared_size_takes_a_column_of_one_block_and_a_row_of_the_other() -> None:
    start = [3, 1, 2, 5, 0, 6, 7, 8, 0, 0, 9, 9]
    fails = lambda pair: {5, 6, 7, 8, 9} <= {x for m in pair for row in m for x in row}  # noqa: E731
    assert reduced(factors, start, fails, delete_slices) == [2, 1, 2, 5, 6, 7, 8, 9, 9]


def test_goes_on_after_a_slice_has_gone() -> None:
    start = [4, *[0] * 5, 7, *[0] * 10]
    fails = lambda m: any(m[i][i] for i in range(len(m)))  # noqa: E731  # shorter
    assert reduced(square, start, fails, delete_slices) == [1, 7]


def test_a_vertex_without_edges_stays_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    @st.composite
    def graphs(draw: st.DrawFn) -> list[list[bool]]:
        return [[draw(st.booleans()) for _ in range(i)] for i in range(draw(st.integers(0, 7)))]

    def is_triangle(rows: list[list[bool]]) -> bool:
        return any(
            rows[b][a] and rows[c][a] and rows[c][b]
            for c in range(len(rows))
            for b in range(c)
            for a in range(b)
        )

    ideal = [[], [True], [True, True]]
    assert is_missed(monkeypatch, delete_slices, graphs(), is_triangle, ideal)
