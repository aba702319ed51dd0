"""The pass raise_to_shorten."""

from math import prod

import pytest

from shortlex import strategies as st
from shortlex.reducer.passes.lower_choices import lower_choices
from shortlex.reducer.passes.raise_to_shorten import raise_to_shorten
from tests.reducer.laws_of_passes import (
    DIGIT,
    FLAG,
    NUMBER,
    is_missed,
    numbers,
    reduced,
    repertoire,
)


def factors(case):
    return case.choose(NUMBER), numbers(case)


def product(value):
    first, others = value
    return first * prod(others)


def test_offers_the_next_and_the_largest_alone_and_with_the_rest() -> None:
    assert repertoire(raise_to_shorten, factors, 2, 1, 9, 0) == [
        [3],
        [3, 1, 9, 0],
        [1000],
        [1000, 1, 9, 0],
    ]


def test_offers_the_rest_without_as_many_choices_as_a_raise_saves() -> None:
    def gate(case):
        is_open = case.choose(FLAG)
        return [case.choose(NUMBER) for _ in range(1 if is_open else 2)]

    assert repertoire(raise_to_shorten, gate, 0, 1000, 1000) == [
        [1],
        [1, 1000, 1000],
        [1, 1000],
        [1, 1000],
    ]


def test_offers_nothing_within_elements() -> None:
    assert repertoire(raise_to_shorten, numbers, 1, 5, 1, 6, 0) == []


def test_offers_only_the_first_eight_numbers() -> None:
    def ten(case):
        return [case.choose(NUMBER) for _ in range(10)]

    offers = repertoire(raise_to_shorten, ten, *[1000] * 2, *[5] * 8)
    assert len(offers) == 8 * 4


def test_one_large_factor_makes_the_others_needless() -> None:
    found = reduced(
        factors,
        [2, 1, 9, 1, 5, 0],
        lambda value: product(value) >= 90,
        raise_to_shorten,
        lower_choices,
    )
    assert found == [90, 0]


def test_a_flag_that_ends_the_drawing_is_set() -> None:
    def until_true(case):
        found = []
        while len(found) < 4 and True not in found:
            found.append(case.choose(FLAG))
        return found

    assert reduced(until_true, [0, 0, 1], any, raise_to_shorten) == [1]


def test_what_is_behind_the_skipped_choices_is_kept() -> None:
    def gate(case):
        is_open = case.choose(FLAG)
        skipped = [] if is_open else [case.choose(DIGIT) for _ in range(3)]
        return skipped, case.choose(NUMBER)

    found = reduced(gate, [0, 1, 2, 3, 30], lambda value: value[1] >= 30, raise_to_shorten)
    assert found == [1, 30]


def test_a_list_stays_where_a_number_would_do_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = st.tuples(st.integers(0, 15), st.lists(st.integers()))

    def fails(value):
        return value[0] == 1 or len(value[1]) >= 5

    assert is_missed(monkeypatch, raise_to_shorten, strategy, fails, (1, []))


def test_offers_nothing_for_a_flag_that_is_set() -> None:
    def flags(case):
        return [case.choose(FLAG) for _ in range(2)]

    assert repertoire(raise_to_shorten, flags, 1, 0) == [[1, 1], [1, 1]]


def test_goes_on_with_the_case_that_was_accepted() -> None:
    def gates(case):
        """Two numbers behind each flag that is not set."""
        return [case.choose(FLAG) or [case.choose(NUMBER), case.choose(NUMBER)] for _ in range(3)]

    found = reduced(gates, [0, 5, 6, 0, 7, 8, 0, 9, 9], lambda _: True, raise_to_shorten)
    assert found == [1, 1, 1]
