"""The pass lower_duplicates."""

import pytest

from shortlex import strategies as st
from shortlex.reducer.passes.lower_duplicates import lower_duplicates
from tests.reducer.laws_of_passes import FLAG, NUMBER, is_missed, numbers, reduced, repertoire


def list_and_number(case):
    return numbers(case), case.choose(NUMBER)


def test_offers_the_values_of_the_minimiser_at_every_place() -> None:
    assert repertoire(lower_duplicates, list_and_number, 1, 9, 0, 9) == [
        [1, 0, 0, 0],
        [1, 1, 0, 1],
        [1, 8, 0, 8],
    ]


def test_offers_the_larger_group_first() -> None:
    def five(case):
        return [case.choose(NUMBER) for _ in range(5)]

    assert repertoire(lower_duplicates, five, 1, 1, 2, 2, 2) == [
        [1, 1, 0, 0, 0],
        [1, 1, 1, 1, 1],
        [0, 0, 2, 2, 2],
    ]


def test_offers_nothing_for_what_is_simplest_or_a_flag_or_alone() -> None:
    def mixed(case):
        return [case.choose(domain) for domain in (FLAG, FLAG, NUMBER, NUMBER, NUMBER)]

    assert repertoire(lower_duplicates, mixed, 1, 1, 0, 0, 5) == []


def test_values_that_must_be_equal_are_lowered_together() -> None:
    found = reduced(
        list_and_number, [1, 977, 0, 977], lambda v: v[1] in v[0] and v[1] >= 100, lower_duplicates
    )
    assert found == [1, 100, 0, 100]


def test_a_group_that_becomes_equal_to_another_is_lowered_with_it() -> None:
    def six(case):
        return [case.choose(NUMBER) for _ in range(6)]

    # The nines stop at the fours, which can only go with them.
    found = reduced(
        six,
        [9, 9, 9, 4, 4, 4],
        lambda xs: min(xs[:3]) >= min(xs[3:]) and (xs[3] == 4 or len(set(xs)) == 1) and xs[0] > 1,
        lower_duplicates,
    )
    assert found == [2] * 6


def test_equal_numbers_stay_large_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = st.integers(1, 1000)
    assert is_missed(
        monkeypatch,
        lower_duplicates,
        st.tuples(numbers, numbers),
        lambda p: p[0] >= 10 and p[0] == p[1],
        (10, 10),
    )
