"""The pass redistribute."""

import pytest

from shortlex import strategies as st
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.reducer.passes.redistribute import redistribute
from tests.reducer.laws_of_passes import (
    FLAG,
    NUMBER,
    is_missed,
    offers_of,
    pair,
    problem_of,
    reduced,
    repertoire,
)

OTHER = Integer(0, 500)


def test_offers_all_of_the_first_and_then_one_step() -> None:
    assert repertoire(redistribute, pair, 5, 7) == [[0, 12], [4, 8]]


def test_offers_equal_numbers_as_one_giver_and_as_one_taker() -> None:
    def four(case):
        return [case.choose(NUMBER) for _ in range(4)]

    offers = repertoire(redistribute, four, 2, 2, 3, 3)
    assert offers[12:14] == [[0, 0, 5, 5], [1, 1, 4, 4]]
    # At last the first of equal ones give to the rest.
    assert offers[14:] == [[0, 4, 3, 3], [1, 3, 3, 3], [2, 2, 0, 6], [2, 2, 2, 4]]


def test_offers_the_last_of_its_domain_first_and_then_the_next_others() -> None:
    def mixed(case):
        return [case.choose(domain) for domain in (NUMBER, OTHER, NUMBER, OTHER, NUMBER)]

    assert repertoire(redistribute, mixed, 1, 0, 0, 0, 0) == [
        [0, 0, 0, 0, 1],
        [0, 0, 1, 0, 0],
        [0, 1, 0, 0, 0],
        [0, 0, 0, 1, 0],
    ]


def test_offers_nothing_beyond_what_the_taker_can_hold() -> None:
    assert repertoire(redistribute, pair, 5, 998) == [[3, 1000], [4, 999]]
    assert repertoire(redistribute, pair, 5, 1000) == []
    problem = problem_of(pair, [600, 700], lambda p: sum(p) == 1300)
    offers = offers_of(redistribute, problem)
    assert all(second <= 1000 for _, second in offers)
    assert list(problem.best.choices) == [300, 1000]


def test_offers_nothing_for_a_number_at_its_target() -> None:
    assert repertoire(redistribute, pair, 0, 7) == []


def test_goes_on_where_numbers_are_no_more_there() -> None:
    def shrinking(case):
        """A third number is there only while the first is large."""
        numbers = pair(case)
        return (*numbers, *(case.choose(NUMBER) for _ in range(numbers[0] >= 100)))

    problem = problem_of(shrinking, [500, 2, 9], lambda xs: sum(xs[:2]) >= 502)
    offers_of(redistribute, problem)
    assert list(problem.best.choices) == [0, 502]


def test_goes_on_where_a_number_becomes_something_else() -> None:
    def changing(case):
        """The second is a number only while the first is large."""
        first = case.choose(NUMBER)
        return first, case.choose(NUMBER if first >= 100 else FLAG), case.choose(NUMBER)

    found = reduced(changing, [500, 5, 100], lambda v: v[0] + v[2] == 600, redistribute)
    assert found == [0, 0, 600]


def test_equal_groups_are_split() -> None:
    def three(case):
        return [case.choose(NUMBER) for _ in range(3)]

    # The first must be the odd one out, and the others alike.
    found = reduced(
        three, [6, 6, 6], lambda xs: xs[0] + xs[1] == 12 and xs[1] == xs[2], redistribute
    )
    assert found == [0, 12, 12]


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


def test_offers_a_taker_that_has_room_for_one_step_only() -> None:
    assert repertoire(redistribute, pair, 5, 999) == [[4, 1000]]
    assert repertoire(redistribute, pair, 1, 7) == [[0, 8]]
