"""The pass delete_and_repair."""

import pytest

from shortlex import strategies as st
from shortlex.reducer.passes.delete_and_repair import MAX_REGIONS, MAX_WIDTH, delete_and_repair
from tests.reducer.laws_of_passes import (
    FLAG,
    NUMBER,
    counted,
    is_missed,
    numbers,
    offers_of,
    problem_of,
    reduced,
    repertoire,
)


def with_parity(case):
    return numbers(case), case.choose(FLAG)


def test_offers_the_lower_number_and_then_regions_as_long_as_it_saves() -> None:
    assert repertoire(delete_and_repair, counted, 2, 5, 6) == [
        [1, 5, 6],
        [1, 5],
        [1, 6],
        [1],
        [2, 4, 6],
        [2, 5, 5],
    ]


def test_offers_elements_where_the_number_saves_nothing() -> None:
    def with_number(case):
        return numbers(case), case.choose(NUMBER)

    assert repertoire(delete_and_repair, with_number, 1, 0, 1, 0, 0, 2) == [
        [1, 0, 1, 0, 0, 1],
        [1, 0, 0, 1],
        [1, 0, 0, 1],
    ]


def test_offers_the_other_way_of_a_flag() -> None:
    assert repertoire(delete_and_repair, with_parity, 1, 0, 0, 0) == [[1, 0, 0, 1], [0, 1]]


def test_an_element_goes_and_the_length_that_knew_of_it_is_lowered() -> None:
    choices = [3, 5, 6, 900]
    assert reduced(counted, choices, lambda xs: 900 in xs, delete_and_repair) == [1, 900]


def test_an_element_goes_and_the_parity_is_turned() -> None:
    choices = [1, 0, 1, 900, 0, 0]
    found = reduced(
        with_parity, choices, lambda v: len(v[0]) % 2 == v[1] and 900 in v[0], delete_and_repair
    )
    assert found == [1, 900, 0, 1]


def test_stops_where_lowering_alone_does_it() -> None:
    problem = problem_of(counted, [3, 5, 900, 6], lambda xs: 5 in xs)
    assert offers_of(delete_and_repair, problem) == [[2, 5, 900, 6]]


def test_a_list_after_its_length_stays_long_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = st.integers(1, 100).flatmap(
        lambda n: st.lists(st.integers(0, 1000), min_size=n, max_size=n)
    )
    assert is_missed(
        monkeypatch,
        delete_and_repair,
        strategy,
        lambda xs: len({x for x in xs if x >= 500}) >= 2,
        [500, 501],
    )


def test_offers_a_region_among_the_last_sixty_four_only() -> None:
    def many(case):
        return [case.choose(NUMBER) for _ in range(case.choose(NUMBER))]

    offers = repertoire(delete_and_repair, many, 100, *range(200, 300))
    with_less = [offer for offer in offers if offer[0] == 99]
    assert len(with_less) == 1 + MAX_WIDTH * MAX_REGIONS
    assert with_less[MAX_REGIONS] == [99, *(n for n in range(200, 300) if n != 300 - MAX_REGIONS)]


def test_a_run_of_elements_grows_while_the_number_goes_down_with_it() -> None:
    def with_count(case):
        return numbers(case), case.choose(NUMBER)

    start = [*[1, 0] * 6, 0, 6]
    problem = problem_of(with_count, start, lambda value: len(value[0]) == value[1])
    offers = offers_of(delete_and_repair, problem)
    assert list(problem.best.choices) == [0, 0]
    # One element goes, then two more, then three; the first offer is the lower number alone.
    assert [offer[-1] for offer in offers[:3]] == [5, 5, 3]
