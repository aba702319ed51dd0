"""Simpler integers: the lowest that is accepted, on either side of the target."""

from collections.abc import Callable
from random import Random

import pytest

from shortlex.core.boolean import Boolean
from shortlex.core.integer import Integer
from shortlex.reducer.values import values_below
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


def test_in_a_small_domain_nothing_need_be_monotone() -> None:
    for domain in (Integer(0, 7), Integer(-3, 4), Integer(92, 99), Integer(0, 7, target=3)):
        for value in map(domain.value_at, range(8)):
            for good in map(domain.value_at, range(domain.index_of(value))):
                ended = minimised(domain, value, lambda n, good=good: n == good)
                assert ended.value == good


def test_near_the_target_the_next_two_values_are_tried() -> None:
    for domain in (Integer(), Integer(-3, 100), Integer(0, 100)):
        for value in range(3, 9):
            index = domain.index_of(value)
            for near in (index - 1, index - 2):
                good = domain.value_at(near)
                assert minimised(domain, value, lambda n, good=good: n == good).value == good


def test_near_the_target_all_that_is_simpler_is_tried_once_one_step_is_accepted() -> None:
    # Of two and four either will do, and nothing between them.
    assert minimised(Integer(0, 100), 5, lambda n: n in (2, 4)).value == 2
    assert minimised(Integer(), 8, lambda n: n in (-7, 3)).value == 3


@pytest.mark.parametrize(
    ("start", "tens"),
    [(9, []), (101, [10]), (10**6 + 1, [10, 100, 1000]), (2**64 + 1, [10, 100, 1000])],
)
def test_one_and_small_powers_of_ten_and_a_step_are_asked_before_a_search(
    start: int, tens: list[int]
) -> None:
    # Where only every other number will do others search: stride_choices.
    ended = minimised(Integer(), start, lambda n: n % 2 == 1 and n > 1)
    assert ended == (start, [0, 1, *tens, start - 1])


def test_one_is_asked_after_the_simplest_on_whichever_side_the_number_is() -> None:
    assert minimised(Integer(), 10**6, bool) == (1, [0, 1])
    assert minimised(Integer(7, None), 10**6, lambda n: n > 7) == (8, [7, 8])
    assert minimised(Integer(None, 5), -(10**6), bool) == (-1, [0, -1])


@pytest.mark.parametrize(
    ("threshold", "offers"),
    [(0, 1), (1, 2), (10, 5), (1000, 7), (1234, 28), (2**32, 17), (2**64, 17)],
)
def test_a_wide_integer_costs_few_offers(threshold: int, offers: int) -> None:
    ended = minimised(Integer(), 2**64 + 12345, lambda n: n >= threshold)
    assert ended.value == threshold
    assert len(ended.offers) <= offers


def test_round_numbers_are_found_fast_wherever_the_target_is() -> None:
    ended = minimised(Integer(37, 10**6), 123_456, lambda n: n >= 1000)
    assert ended.value == 1000
    assert ended.offers == [37, 38, 100, 1000, 999, 638]


def test_an_integer_where_it_should_be_costs_few_offers() -> None:
    ended = minimised(Integer(), 1000, lambda n: n >= 1000)
    assert ended.offers == [0, 1, 10, 100, 999]


def below(domain: Integer, value: int, accepts: Callable[[int], bool]) -> tuple[int, list[int]]:
    """As ``minimised``, where a search has ended before."""
    offers: list[int] = []
    attempts = values_below(domain, value)
    position = None
    try:
        while True:
            candidates = attempts.send(position)
            position = next((i for i, each in enumerate(candidates) if accepts(each)), None)
            offers += candidates if position is None else candidates[: position + 1]
            value = value if position is None else candidates[position]
    except StopIteration:
        return value, offers


@pytest.mark.parametrize(
    ("value", "offers"),
    [(0, []), (1000, [999]), (-1000, [-999]), (5, [-4, 4]), (-5, [5, -4]), (1, [0])],
)
def test_where_a_search_has_ended_one_step_is_asked(value: int, offers: list[int]) -> None:
    assert below(Integer(), value, lambda n: False) == (value, offers)


def test_where_a_step_is_accepted_after_all_a_search_follows() -> None:
    value, offers = below(Integer(), 1000, lambda n: n >= 100)
    assert value == 100
    assert offers[:2] == [999, 0]
    assert len(offers) < 12


def test_other_kinds_know_no_single_step() -> None:
    assert list(values_below(Boolean(), True)) == [[False]]


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
