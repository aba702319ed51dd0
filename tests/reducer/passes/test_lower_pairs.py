"""The pass lower_pairs."""

import pytest

from shortlex import strategies as st
from shortlex.reducer.passes.lower_pairs import lower_pairs
from tests.reducer.laws_of_passes import (
    NUMBER,
    is_missed,
    offers_of,
    pair,
    problem_of,
    reduced,
    repertoire,
)


def four(case):
    return [case.choose(NUMBER) for _ in range(4)]


def test_offers_all_that_two_have_in_common_then_each_alone_then_one_step() -> None:
    assert repertoire(lower_pairs, pair, 5, 7) == [
        [0, 2],
        [0, 7],
        [5, 0],
        [4, 6],
        # The second on the other side of the first.
        [5, 3],
    ]


def test_offers_each_pair_but_no_more_than_four_numbers_apart() -> None:
    def six(case):
        return [case.choose(NUMBER) for _ in range(6)]

    start = [2, 4, 6, 8, 10, 12]
    changed = {
        tuple(position for position in range(6) if offer[position] != start[position])
        for offer in repertoire(lower_pairs, six, *start)
    }
    pairs = {each for each in changed if len(each) == 2}
    assert pairs == {(i, k) for k in range(6) for i in range(k)} - {(0, 5)}


def test_offers_nothing_for_equal_numbers_or_those_at_their_target() -> None:
    assert repertoire(lower_pairs, pair, 5, 5) == []
    assert repertoire(lower_pairs, pair, 0, 5) == []


def test_two_among_many_keep_their_distance() -> None:
    found = reduced(
        four,
        [3, 900, 901, 5],
        lambda xs: xs[0] >= 3 and xs[1] + 1 == xs[2] and xs[3] >= 5,
        lower_pairs,
    )
    assert found == [3, 0, 1, 5]


def test_goes_on_where_numbers_are_no_more_there() -> None:
    def shrinking(case):
        """The last two numbers are there only while the first is large."""
        first, second = pair(case)
        return (first, second, *(pair(case) if first >= 100 else ()))

    problem = problem_of(shrinking, [500, 502, 7, 9], lambda xs: xs[0] + 2 == xs[1])
    offers_of(lower_pairs, problem)
    assert list(problem.best.choices) == [0, 2]


def test_neighbours_among_others_stay_large_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_missed(
        monkeypatch,
        lower_pairs,
        st.tuples(*[st.integers(0, 100)] * 4),
        lambda xs: xs[0] > 2 and xs[1] + 1 == xs[2] and xs[3] > 4,
        (3, 0, 1, 5),
    )
