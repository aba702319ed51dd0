"""The pass merge_siblings."""

import pytest

from shortlex.core.sizes import Sizes
from shortlex.reducer.passes.merge_siblings import merge_siblings
from tests.reducer.laws_of_passes import (
    NUMBER,
    left_out,
    lists_of_numbers,
    numbers,
    pair,
    reduced,
    repertoire,
    simplest_from,
)


def test_offers_to_join_each_two_neighbours() -> None:
    assert repertoire(merge_siblings, lists_of_numbers, 1, 1, 7, 0, 1, 1, 8, 0, 0) == [
        [1, 1, 7, 1, 8, 0, 0]
    ]


def test_offers_the_last_seam_first() -> None:
    assert repertoire(merge_siblings, lists_of_numbers, 1, 0, 1, 0, 1, 0, 0) == [
        [1, 0, 1, 0, 0],
        [1, 0, 1, 0, 0],
    ]


def test_offers_nothing_within_one_list() -> None:
    assert repertoire(merge_siblings, numbers, 1, 7, 1, 8, 0) == []


def test_two_short_lists_become_one() -> None:
    choices = [1, 1, 7, 0, 1, 1, 8, 0, 0]
    is_two = reduced(lists_of_numbers, choices, lambda ls: sum(map(len, ls)) == 2, merge_siblings)
    assert is_two == [1, 1, 7, 1, 8, 0, 0]


def test_two_lists_that_must_not_be_empty_stay_two_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lists(case):
        return [
            [case.choose(NUMBER) for _ in case.repeat(Sizes(1), "number")]
            for _ in case.repeat(Sizes(), "list")
        ]

    def fails(value):
        return sum(map(len, value)) >= 12

    choices = [*[1, *[1, 0] * 6, 0] * 2, 0]
    assert simplest_from(lists, choices, fails) == [1, *[1, 0] * 12, 0, 0]
    left_out(monkeypatch, merge_siblings)
    assert len(simplest_from(lists, choices, fails)) == len(choices)


def test_offers_every_seam_wherever_it_is() -> None:
    def lists_of_pairs(case):
        return [
            [pair(case) for _ in case.repeat(Sizes(), "pair")] for _ in case.repeat(Sizes(), "list")
        ]

    # The first list ends at the second choice, the next one at the seventh.
    assert repertoire(merge_siblings, lists_of_pairs, 1, 0, 1, 1, 5, 6, 0, 1, 0, 0) == [
        [1, 0, 1, 1, 5, 6, 0, 0],
        [1, 1, 5, 6, 0, 1, 0, 0],
    ]
