"""The pass delete_spans."""

import pytest

from shortlex import strategies as st
from shortlex.core.sizes import Sizes
from shortlex.reducer.edits import MAX_REFUSALS
from shortlex.reducer.passes.delete_spans import PARTS, delete_spans
from tests.reducer.laws_of_passes import (
    NUMBER,
    is_missed,
    lists_of_numbers,
    numbers,
    offers_of,
    problem_of,
    reduced,
    repertoire,
    span,
)


def test_offers_each_element_last_first() -> None:
    assert repertoire(delete_spans, numbers, 1, 7, 1, 0, 0) == [[1, 7, 0], [1, 0, 0]]


def test_offers_outer_elements_before_inner_ones() -> None:
    assert repertoire(delete_spans, lists_of_numbers, 1, 1, 7, 0, 0) == [[0], [1, 0, 0]]


def test_offers_no_element_that_the_collection_must_have() -> None:
    def at_least_one(case):
        return [case.choose(NUMBER) for _ in case.repeat(Sizes(1), "number")]

    assert repertoire(delete_spans, at_least_one, 1, 7, 0) == []
    assert repertoire(delete_spans, at_least_one, 1, 7, 1, 8, 0) == [[1, 7, 0], [1, 8, 0]]


def test_a_full_collection_that_loses_an_element_is_told_its_end() -> None:
    def two_lists(case):
        lists = []
        for _ in range(2):
            with span(case, "list"):
                lists.append([case.choose(NUMBER) for _ in case.repeat(Sizes(0, 2), "number")])
        return lists

    # A full one ends without saying so.
    assert repertoire(delete_spans, two_lists, 1, 7, 1, 8, 1, 9, 0) == [
        [1, 7, 1, 8, 0],
        [1, 7, 0, 1, 9, 0],
        [1, 8, 0, 1, 9, 0],
    ]


def test_an_element_goes_with_the_choice_to_go_on() -> None:
    assert reduced(numbers, [1, 7, 1, 0, 0], lambda xs: 7 in xs, delete_spans) == [1, 7, 0]


def test_a_thousand_useless_elements_cost_some_twenty_offers() -> None:
    problem = problem_of(numbers, [1, 7, *[1, 5] * 1000, 0], lambda xs: 7 in xs)
    assert len(offers_of(delete_spans, problem)) <= 25
    assert list(problem.best.choices) == [1, 7, 0]


def test_where_all_is_refused_there_is_one_offer_per_element() -> None:
    choices = [each for place in range(50) for each in (1, place)]
    assert len(repertoire(delete_spans, numbers, *choices, 0)) == 50


def test_offers_no_like_of_a_refused_element_next_to_it() -> None:
    assert repertoire(delete_spans, numbers, 1, 7, 1, 5, 1, 5, 1, 5, 0) == [
        [1, 7, 1, 5, 1, 5, 0],
        [1, 5, 1, 5, 1, 5, 0],
    ]
    # Of another list it is not the like.
    assert repertoire(delete_spans, lists_of_numbers, 1, 1, 5, 0, 1, 1, 5, 1, 5, 0, 0)[-2:] == [
        [1, 1, 5, 0, 1, 1, 5, 0, 0],
        [1, 0, 1, 1, 5, 1, 5, 0, 0],
    ]


def test_offers_large_parts_of_many_elements_first() -> None:
    choices = [each for place in range(4 * PARTS) for each in (1, place)]
    offers = repertoire(delete_spans, numbers, *choices, 0)
    lost = [(len(choices) + 1 - len(each)) // 2 for each in offers]
    # Then one by one, until patience ends.
    assert lost == [4] * PARTS + [1] * MAX_REFUSALS


def test_a_run_of_large_parts_is_deleted_around_what_is_needed() -> None:
    choices = [each for place in range(1000) for each in (1, place)]
    problem = problem_of(numbers, [*choices, 0], lambda xs: {17, 600} <= set(xs))
    assert len(offers_of(delete_spans, problem)) <= 60
    assert list(problem.best.choices) == [1, 17, 1, 600, 0]


def test_long_elements_stay_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = st.lists(st.tuples(*[st.integers(0, 100)] * 20))
    ideal = [(0,) * 7 + (90,) + (0,) * 12]
    assert is_missed(monkeypatch, delete_spans, rows, lambda v: any(r[7] >= 90 for r in v), ideal)
