"""Search: the right answer for every threshold, in as few offers as the table says."""

from collections.abc import Callable, Generator, Sequence
from typing import Any

import pytest

from shortlex.reducer.search import descend, longest, lowest, plunge


def answered(
    search: Generator[Sequence[Any], int | None, int], accepts: Callable[[Any], bool]
) -> tuple[int, list[Any]]:
    """What a search found, and everything that it offered."""
    offers: list[Any] = []
    position = None
    try:
        while True:
            candidates = search.send(position)
            offers += candidates
            position = next((i for i, each in enumerate(candidates) if accepts(each)), None)
    except StopIteration as end:
        return end.value, offers


def itself(number: int) -> int:
    return number


@pytest.mark.parametrize("search", [lowest, descend, plunge])
def test_the_lowest_accepted_number_is_found_in_every_small_range(search: Any) -> None:
    for low in (-3, 0, 5):
        for high in range(low, low + 40):
            for threshold in range(low, high + 1):
                found, offers = answered(
                    search(itself, low, high), lambda n, least=threshold: n >= least
                )
                assert found == threshold
                assert all(low <= offer < high for offer in offers)


@pytest.mark.parametrize("search", [lowest, descend, plunge])
def test_nothing_is_offered_twice(search: Any) -> None:
    for high in range(40):
        for threshold in range(high + 1):
            _, offers = answered(search(itself, 0, high), lambda n, least=threshold: n >= least)
            assert len(offers) == len(set(offers))


@pytest.mark.parametrize("search", [lowest, descend, plunge])
def test_an_empty_range_offers_nothing(search: Any) -> None:
    assert answered(search(itself, 7, 7), lambda n: True) == (7, [])


def test_a_range_the_wrong_way_round_keeps_the_number() -> None:
    assert answered(descend(itself, 8, 7), lambda n: True) == (7, [])


@pytest.mark.parametrize(
    ("threshold", "offers"),
    [(0, 6), (1, 6), (2, 5), (10, 3), (100, 4), (1000, 5), (1234, 23), (2**63 + 3, 73)],
)
def test_small_and_round_results_cost_lowest_few_offers(threshold: int, offers: int) -> None:
    found, made = answered(lowest(itself, 0, 2**64 - 1), lambda n: n >= threshold)
    assert found == threshold
    assert len(made) == offers


@pytest.mark.parametrize("threshold", [40, 41, 5000, 5001, 10**5, 10**9 + 1, 2**40, 2**40 + 1])
def test_round_numbers_and_one_more_cost_lowest_no_search(threshold: int) -> None:
    found, made = answered(lowest(itself, 0, 2**64 - 1), lambda n: n >= threshold)
    assert found == threshold
    # Three powers of ten, which of some two hundred round numbers, and whether it is just that.
    assert len(made) <= 3 + 8 + 2


@pytest.mark.parametrize("exponent", [10, 1024, 1025, 16000, 16383])
@pytest.mark.parametrize("origin", [0, 5])
def test_long_powers_of_two_cost_lowest_no_search(exponent: int, origin: int) -> None:
    threshold, search = 2**exponent, lowest(itself, 0, 2**16384 - origin, origin)
    found, made = answered(search, lambda n: n + origin >= threshold)
    assert found == threshold - origin
    assert len(made) < 40


def test_what_is_no_power_is_found_among_long_numbers() -> None:
    for threshold in (2**2000 + 1, 2**2000 - 1, 3**1300, 2**1024 + 7):
        found, _ = answered(lowest(itself, 0, 2**2100), lambda n, least=threshold: n >= least)
        assert found == threshold


def test_round_is_meant_of_the_values_not_of_the_distances() -> None:
    found, made = answered(lowest(itself, 0, 10**6, 37), lambda n: n + 37 >= 1000)
    assert found + 37 == 1000
    assert [offer + 37 for offer in made] == [100, 1000, 999, 638]


def test_lowest_costs_no_more_than_its_table_says() -> None:
    for high in (10, 100, 1000, 10**6, 10**18, 2**64):
        for threshold in (0, 1, 2, 3, 5, 9, 17, 50, 184, 999, 1882, 10**5, 10**17, high):
            if threshold <= high:
                found, offers = answered(
                    lowest(itself, 0, high), lambda n, least=threshold: n >= least
                )
                assert found == threshold
                assert len(offers) <= threshold.bit_length() + high.bit_length().bit_length() + 6


def test_descend_asks_once_where_one_step_is_refused() -> None:
    assert answered(descend(itself, 0, 10**9), lambda n: False) == (10**9, [10**9 - 1])


def test_descend_asks_twice_where_all_can_go() -> None:
    assert answered(descend(itself, 0, 10**9), lambda n: True) == (0, [10**9 - 1, 0])


def test_descend_asks_three_times_where_one_step_can_be_taken() -> None:
    found = answered(descend(itself, 0, 10**9), lambda n: n == 10**9 - 1)
    assert found == (10**9 - 1, [10**9 - 1, 0, 10**9 - 2])


def test_descend_costs_three_more_than_lowest() -> None:
    for threshold in (1, 10, 57, 100, 998):
        _, plain = answered(lowest(itself, 1, 998), lambda n, least=threshold: n >= least)
        found, asked = answered(descend(itself, 0, 1000), lambda n, least=threshold: n >= least)
        assert found == threshold
        assert asked == [999, 0, 998, *plain]


@pytest.mark.parametrize("threshold", [10, 100, 1000])
def test_plunge_asks_for_small_round_numbers_and_whether_it_is_just_that(threshold: int) -> None:
    found, offers = answered(plunge(itself, 2, 10**9), lambda n: n >= threshold)
    tens = [ten for ten in (10, 100, 1000) if ten <= threshold]
    assert (found, offers) == (threshold, [*tens, threshold - 1, threshold * 5 // 8])


def test_plunge_asks_for_one_step_where_all_of_these_are_refused() -> None:
    assert answered(plunge(itself, 2, 10**9), lambda n: False) == (
        10**9,
        [10, 100, 1000, 10**9 - 1],
    )
    assert answered(plunge(itself, 2, 9), lambda n: False) == (9, [8])


def test_plunge_goes_on_between_the_round_numbers() -> None:
    _, offers = answered(plunge(itself, 2, 10**9), lambda n: n >= 57)
    assert offers[:3] == [10, 100, 99]
    assert all(10 < offer < 99 for offer in offers[3:])


def test_plunge_means_round_values_not_distances() -> None:
    found, offers = answered(plunge(itself, 2, 10**6, 37), lambda n: n + 37 >= 1000)
    assert found + 37 == 1000
    assert [offer + 37 for offer in offers] == [100, 1000, 999, 638]


def test_a_search_that_is_not_monotone_still_ends_at_an_accepted_number() -> None:
    for good in range(1, 30):
        found, _ = answered(lowest(itself, 0, 30), lambda n, good=good: n == good)
        assert found in (good, 30)


def strides(steps: int) -> tuple[Callable[[int, int], tuple[int, int] | None], list[int]]:
    """A run of so many steps at most; and how far it went each time."""
    reached: list[int] = []

    def make(taken: int, more: int) -> tuple[int, int] | None:
        if taken + more > steps:
            return None
        reached.append(taken + more)
        return taken, more

    return make, reached


def test_longest_takes_every_step_that_is_allowed() -> None:
    for steps in range(60):
        for allowed in range(steps + 1):
            make, _ = strides(steps)
            found, _ = answered(longest(make), lambda offer, most=allowed: sum(offer) <= most)
            assert found == allowed


def test_longest_asks_once_where_no_step_can_be_taken() -> None:
    make, _ = strides(1000)
    assert answered(longest(make), lambda offer: False) == (0, [(0, 1)])


def test_longest_asks_nothing_where_there_are_no_steps() -> None:
    make, _ = strides(0)
    assert answered(longest(make), lambda offer: True) == (0, [])


@pytest.mark.parametrize(
    ("steps", "offers"), [(1, 1), (3, 2), (10, 6), (100, 9), (1000, 14), (10_000, 19), (10**6, 30)]
)
def test_longest_takes_many_steps_in_few_offers(steps: int, offers: int) -> None:
    make, _ = strides(steps)
    found, made = answered(longest(make), lambda offer: True)
    assert found == steps
    assert len(made) <= offers


def test_the_strides_of_longest_are_squared() -> None:
    make, reached = strides(1 << 20)
    answered(longest(make), lambda offer: sum(offer) <= 300)
    assert reached[:5] == [1, 3, 7, 23, 279]


def test_a_round_number_that_was_met_by_chance_is_not_taken_for_a_limit() -> None:
    found, offers = answered(plunge(itself, 2, 1000), lambda n: bool(n & 4))
    assert offers[:4] == [10, 100, 99, 62]
    assert found < 62
