"""The pass redistribute."""

import pytest

from shortlex import strategies as st
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.reducer.passes.redistribute import redistribute
from tests.reducer.laws_of_passes import NUMBER, is_missed, pair, reduced, repertoire


def test_offers_all_of_the_first_and_then_one_step() -> None:
    assert repertoire(redistribute, pair, 5, 7) == [[0, 12], [4, 8]]


def test_offers_equal_numbers_as_one_giver_and_as_one_taker() -> None:
    def four(case):
        return [case.choose(NUMBER) for _ in range(4)]

    offers = repertoire(redistribute, four, 2, 2, 3, 3)
    assert offers[-2:] == [[0, 0, 5, 5], [1, 1, 4, 4]]


def test_offers_nothing_for_a_number_at_its_target() -> None:
    assert repertoire(redistribute, pair, 0, 7) == []


def test_the_later_number_takes_what_it_can() -> None:
    assert reduced(pair, [600, 401], lambda p: sum(p) > 1000, redistribute) == [1, 1000]


def test_equal_numbers_give_and_take_together() -> None:
    def limited(case):
        """Two amounts, each after its own limit."""
        limits_and_amounts = []
        for _ in range(2):
            limit = case.choose(Integer(1, 8))
            limits_and_amounts += [limit, case.choose(Integer(0, limit))]
        return limits_and_amounts

    found = reduced(limited, [4, 4, 6, 6], lambda v: v[1] + v[3] >= 10, redistribute)
    assert found == [2, 2, 8, 8]


def test_floats_give_and_take_whole_amounts() -> None:
    domain = Float(0.0, 1000.0, allow_nan=False, allow_infinity=False)

    def two(case):
        return case.choose(domain), case.choose(domain)

    found = reduced(two, [600.0, 401.0], lambda p: sum(p) > 1000, redistribute)
    assert found == [1.0, 1000.0]


def test_two_floats_share_their_sum_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = st.tuples(st.floats(0, 1000), st.floats(0, 1000))
    ideal = (1.0, 1000.0)
    assert is_missed(monkeypatch, redistribute, strategy, lambda p: sum(p) > 1000, ideal)
