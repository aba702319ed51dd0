"""The pass trade_numbers."""

import pytest

from shortlex import strategies as st
from shortlex.core.integer import Integer
from shortlex.reducer.passes.trade_numbers import trade_numbers
from tests.reducer.laws_of_passes import (
    is_missed,
    offers_of,
    pair,
    problem_of,
    reduced,
    repertoire,
)


def test_offers_products_then_weights_then_neighbours() -> None:
    assert repertoire(trade_numbers, pair, 2, 3) == [
        [1, 6],
        [1, 6],
        [1, 5],
        [1, 6],
        [1, 4],
        [0, 5],
    ]


def test_offers_a_product_a_little_less_where_none_as_large_will_do() -> None:
    # 5 times 7 is 35, of which 4 times 8 falls short.
    offers = repertoire(trade_numbers, pair, 5, 7)
    assert offers[:2] == [[4, 9], [4, 8]]
    assert reduced(pair, [5, 7], lambda p: p in ((5, 7), (4, 8)), trade_numbers) == [4, 8]


def test_offers_no_product_a_little_less_where_one_as_large_will_do() -> None:
    problem = problem_of(pair, [5, 7], lambda p: p[0] * p[1] >= 35)
    assert [4, 8] not in offers_of(trade_numbers, problem)


def test_offers_ratios_where_there_is_a_common_factor() -> None:
    assert [2, 4] in repertoire(trade_numbers, pair, 3, 6)


def test_offers_nothing_for_equal_numbers_or_narrow_domains_that_differ() -> None:
    def narrow(case):
        return case.choose(Integer(0, 5)), case.choose(Integer(0, 6))

    assert repertoire(trade_numbers, pair, 3, 3) == []
    assert repertoire(trade_numbers, narrow, 3, 4) == []


def test_some_ten_candidates_per_pair() -> None:
    assert len(repertoire(trade_numbers, pair, 6, 9)) <= 10


def test_a_product_stays() -> None:
    def price_and_amount(case):
        return case.choose(Integer(1, 1000)), case.choose(Integer(1, 100))

    found = reduced(price_and_amount, [19, 53], lambda p: p[0] * p[1] >= 1000, trade_numbers)
    assert found == [10, 100]


def test_a_small_second_number_is_raised_where_the_product_may_not_grow_much() -> None:
    found = reduced(pair, [52, 1], lambda p: 51 < p[0] * p[1] < 60, trade_numbers)
    assert found == [1, 52]
    few = Integer(1, 20)

    def long_and_short(case):
        return case.choose(Integer(1, 10_000)), case.choose(few)

    assert reduced(
        long_and_short, [4502, 1], lambda p: 4501 < p[0] * p[1] < 5000, trade_numbers
    ) == [226, 20]


def test_a_ratio_stays() -> None:
    def two(case):
        return case.choose(Integer(1, 200)), case.choose(Integer(1, 200))

    found = reduced(two, [102, 51], lambda p: p[0] == 2 * p[1] and p[0] >= 20, trade_numbers)
    assert found == [20, 10]


def test_a_weighted_sum_stays() -> None:
    assert reduced(pair, [5, 10], lambda p: 2 * p[0] + p[1] == 20, trade_numbers) == [0, 20]


def test_a_simpler_number_further_away_is_found() -> None:
    def two(case):
        return case.choose(Integer()), case.choose(Integer())

    found = reduced(two, [2, 45], lambda p: sum(p) == 47 and p[0] not in (0, 1), trade_numbers)
    assert found == [-1, 48]


def test_goes_on_where_a_number_becomes_something_else() -> None:
    def changing(case):
        """The second is a float once the first is small."""
        first = case.choose(Integer(0, 1000))
        whole, broken = st.integers(0, 1000), st.floats(0, 1000)
        return first, case.draw(whole if first >= 10 else broken), case.choose(Integer(0, 1000))

    found = reduced(changing, [30, 7, 20], lambda v: v[0] * v[2] >= 600, trade_numbers)
    assert found[0] < 10


def test_a_weighted_sum_stays_on_the_left_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = st.tuples(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20))
    ideal = (0, 0, 20)
    assert is_missed(
        monkeypatch, trade_numbers, strategy, lambda v: 2 * v[0] + v[1] + v[2] == 20, ideal
    )
