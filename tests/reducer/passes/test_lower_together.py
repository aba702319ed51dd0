"""The pass lower_together."""

import pytest

from shortlex import strategies as st
from shortlex.core.integer import Integer
from shortlex.reducer.passes.lower_together import lower_together
from tests.reducer.laws_of_passes import NUMBER, is_missed, pair, reduced, repertoire


def three(case):
    return [case.choose(NUMBER) for _ in range(3)]


def test_offers_the_whole_common_distance_then_one_step_then_the_shift_of_all() -> None:
    assert repertoire(lower_together, pair, 5, 7) == [[0, 2], [4, 6], [0, 2]]


def test_offers_three_of_a_kind_before_pairs() -> None:
    assert repertoire(lower_together, three, 2, 3, 4)[:4] == [
        [0, 1, 2],
        [1, 2, 3],
        [0, 1, 4],
        [1, 2, 4],
    ]


def test_offers_nothing_together_for_equal_numbers_but_the_shift() -> None:
    assert repertoire(lower_together, pair, 5, 5) == [[0, 0]]


def test_offers_nothing_where_all_is_simplest() -> None:
    assert repertoire(lower_together, pair, 0, 0) == []


def test_numbers_that_differ_by_a_constant_are_lowered() -> None:
    wide = Integer(0, 10_000)

    def two(case):
        return case.choose(wide), case.choose(wide)

    assert reduced(two, [1000, 1001], lambda p: p[0] + 1 == p[1], lower_together) == [0, 1]


def test_the_difference_stays_where_the_numbers_cannot_reach_their_target() -> None:
    fails = lambda p: p[0] >= 10 and p[0] + 3 == p[1]  # noqa: E731
    assert reduced(pair, [500, 503], fails, lower_together) == [10, 13]


def test_a_number_at_its_target_is_moved_past_it() -> None:
    whole = Integer()

    def two(case):
        return case.choose(whole), case.choose(whole)

    assert reduced(two, [-7, 0], lambda p: p[0] + 7 == p[1], lower_together) == [0, 7]


def test_neighbours_stay_large_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = st.tuples(st.integers(0, 20), st.integers(0, 20))
    assert is_missed(monkeypatch, lower_together, strategy, lambda p: p[0] + 1 == p[1], (0, 1))
