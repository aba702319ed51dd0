"""Simpler integers: the lowest that is accepted, on either side of the target."""

from random import Random

import pytest

from shortlex.core.boolean import Boolean
from shortlex.core.integer import Integer
from tests.reducer.values.attempts import minimised

DOMAINS = [
    Integer(),
    Integer(0, 100),
    Integer(-100, 100),
    Integer(-5, 60),
    Integer(-60, 5),
    Integer(7, None),
    Integer(None, -7),
    Integer(0, 100, target=50),
    Integer(1, 1),
]


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_the_nearest_accepted_distance_is_reached_above_the_target(domain: Integer) -> None:
    top = min(domain.target + 45, domain.target + 45 if domain.maximum is None else domain.maximum)
    for value in range(domain.target, top + 1):
        for least in range(domain.target, value + 1):
            ended = minimised(domain, value, lambda n, least=least: n >= least)
            assert ended.value == least


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_the_nearest_accepted_distance_is_reached_below_the_target(domain: Integer) -> None:
    floor = max(
        domain.target - 45, domain.target - 45 if domain.minimum is None else domain.minimum
    )
    for value in range(floor, domain.target + 1):
        for most in range(value, domain.target + 1):
            ended = minimised(domain, value, lambda n, most=most: n <= most)
            assert ended.value == most


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_everything_refused_ends_where_it_began(domain: Integer) -> None:
    for value in domain.edges():
        ended = minimised(domain, value, lambda n: False)
        assert ended.value == value
        assert len(ended.offers) <= 16


def test_the_simplest_integer_needs_nothing() -> None:
    assert minimised(Integer(3, 9), 3, lambda n: True).offers == []


def test_a_negative_number_is_tried_above_zero() -> None:
    assert minimised(Integer(), -1000, lambda n: abs(n) >= 10).value == 10
    assert minimised(Integer(-1000, 5), -1000, lambda n: abs(n) >= 10).value == -10


def test_near_the_target_nothing_need_be_monotone() -> None:
    for domain in (Integer(), Integer(-3, 100)):
        for value in range(9):
            for good in range(value):
                ended = minimised(domain, value, lambda n, good=good: n == good)
                assert ended.value == good


def test_odd_numbers_are_reached_from_odd_numbers() -> None:
    for start in (9, 101, 10**6 + 1, 2**64 + 1):
        assert minimised(Integer(), start, lambda n: n % 2 == 1).value == 1
    assert minimised(Integer(), 10**6, lambda n: n % 2 == 0 and n >= 1000).value < 10**6


@pytest.mark.parametrize(
    ("threshold", "offers"), [(0, 1), (1, 2), (10, 14), (1000, 20), (2**32, 45), (2**64, 75)]
)
def test_a_wide_integer_costs_few_offers(threshold: int, offers: int) -> None:
    ended = minimised(Integer(), 2**64 + 12345, lambda n: n >= threshold)
    assert ended.value == threshold
    assert len(ended.offers) <= offers


def test_an_integer_where_it_should_be_costs_four_offers() -> None:
    ended = minimised(Integer(), 1000, lambda n: n >= 1000)
    assert ended.offers == [0, 1, 999, 998]


def test_integers_end_whatever_is_accepted() -> None:
    random = Random(0)
    for domain in DOMAINS:
        for value in domain.edges():
            minimised(domain, value, lambda n: random.random() < 0.5)


def test_a_boolean_has_nothing_between() -> None:
    assert minimised(Boolean(), True, lambda b: False) == (True, [False])
    assert minimised(Boolean(), True, lambda b: True) == (False, [False])
    assert minimised(Boolean(), False, lambda b: True) == (False, [])
    assert minimised(Boolean(1.0), True, lambda b: True) == (True, [])
