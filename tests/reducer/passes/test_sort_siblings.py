"""The pass sort_siblings."""

import pytest

from shortlex import strategies as st
from shortlex.reducer.passes.sort_siblings import sort_siblings
from tests.reducer.laws_of_passes import (
    NUMBER,
    is_missed,
    lists_of_numbers,
    numbers,
    reduced,
    repertoire,
    span,
    tree,
)


def test_offers_all_in_order_and_then_each_two_neighbours() -> None:
    assert repertoire(sort_siblings, numbers, 1, 2, 1, 1, 1, 0, 0) == [
        [1, 0, 1, 1, 1, 2, 0],
        [1, 1, 1, 2, 1, 0, 0],
        [1, 2, 1, 0, 1, 1, 0],
    ]


def test_offers_nothing_that_is_in_order() -> None:
    assert repertoire(sort_siblings, numbers, 1, 0, 1, 1, 1, 1, 0) == []


def test_offers_nothing_for_siblings_of_different_labels() -> None:
    def two(case):
        for label in ("a", "b"):
            with span(case, label):
                case.choose(NUMBER)

    assert repertoire(sort_siblings, two, 2, 1) == []


def test_elements_whose_order_does_not_matter_are_sorted() -> None:
    found = reduced(numbers, [1, 1, 1, 0, 0], lambda xs: sorted(xs) == [0, 1], sort_siblings)
    assert found == [1, 0, 1, 1, 0]


def test_elements_are_sorted_as_far_as_is_allowed() -> None:
    choices = [1, 9, 1, 3, 1, 2, 1, 1, 0]
    found = reduced(
        numbers,
        choices,
        lambda xs: sorted(xs) == [1, 2, 3, 9] and xs[0] == 9,
        sort_siblings,
    )
    assert found == [1, 9, 1, 1, 1, 2, 1, 3, 0]


def test_the_longer_sibling_goes_to_the_end() -> None:
    # Two children of one node: a node, and a leaf.
    found = reduced(tree, [1, 1, 0, 0, 0], lambda t: t is not None and any(t), sort_siblings)
    assert found == [1, 0, 1, 0, 0]


def test_lists_stay_in_any_order_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(lists):
        return len({len(each) for each in lists}) >= 3

    ideal = [[], [False], [False, False]]
    assert is_missed(monkeypatch, sort_siblings, st.lists(st.lists(st.booleans())), fails, ideal)


def test_sorts_within_what_it_has_moved() -> None:
    start = [1, 1, 9, 1, 8, 0, 1, 1, 5, 0, 0]
    found = reduced(lists_of_numbers, start, lambda _: True, sort_siblings)
    assert found == [1, 1, 5, 0, 1, 1, 8, 1, 9, 0, 0]
