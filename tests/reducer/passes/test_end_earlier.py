"""The pass end_earlier."""

import pytest

from shortlex import strategies as st
from shortlex.core.sizes import Sizes
from shortlex.reducer.passes.end_earlier import MAX_ENDS, MAX_MOVED, end_earlier
from tests.reducer.laws_of_passes import (
    NUMBER,
    is_missed,
    numbers,
    offers_of,
    problem_of,
    reduced,
    repertoire,
    span,
)


def two_lists(case):
    with span(case, "first"):
        first = numbers(case)
    with span(case, "second"):
        return first, numbers(case)


def lists(case):
    return [numbers(case) for _ in case.repeat(Sizes(), "list")]


def test_offers_each_earlier_end_without_and_with_the_later_one() -> None:
    assert repertoire(end_earlier, two_lists, 1, 5, 1, 7, 0, 0) == [
        [1, 5, 0, 1, 7],
        [1, 5, 0, 1, 7, 0],
        [0, 1, 5, 1, 7],
        [0, 1, 5, 1, 7, 0],
    ]


def test_offers_nothing_for_what_is_empty() -> None:
    assert repertoire(end_earlier, two_lists, 0, 0) == []


def test_a_full_list_may_end_with_the_end_of_an_empty_one() -> None:
    def full(case):
        return [case.choose(NUMBER) for _ in case.repeat(Sizes(0, 2), "number")], numbers(case)

    assert repertoire(end_earlier, full, 1, 5, 1, 7, 0) == [[1, 5, 0, 1, 7], [0, 1, 5, 1, 7]]


def test_leaves_the_elements_of_an_inner_list_alone_where_the_outer_one_ends() -> None:
    def pairs(case):
        return [
            [case.choose(NUMBER) for _ in case.repeat(Sizes(0, 2), "number")]
            for _ in case.repeat(Sizes(), "pair")
        ]

    # The inner list is full, so that both of them end with the same element.
    assert repertoire(end_earlier, pairs, 1, 1, 5, 1, 7, 0) == [[0, 1, 1, 5, 1, 7]]


def test_offers_no_more_than_eight_elements_of_sixteen_lists() -> None:
    choices = [*[1, 5] * (MAX_MOVED + 1), 0, 0]
    assert len(repertoire(end_earlier, two_lists, *choices)) == 2 * MAX_MOVED
    many = [*[1, 1, 5, 0] * (2 * MAX_ENDS + 1), 0]
    assert len(repertoire(end_earlier, lists, *many)) == MAX_ENDS * (MAX_ENDS + 1)


def test_an_element_does_as_well_in_the_next_list() -> None:
    found = reduced(
        two_lists, [1, 5, 1, 7, 0, 0], lambda v: 5 in v[0] and 7 in v[0] + v[1], end_earlier
    )
    assert found == [1, 5, 0, 1, 7, 0]


def test_goes_on_where_the_shape_changes_under_it() -> None:
    def one_more(case):
        """A third list follows only while the second one is empty."""
        first, second = two_lists(case)
        return first, second, numbers(case) if not second else []

    problem = problem_of(
        one_more, [1, 5, 1, 7, 0, 0, 1, 3, 0], lambda v: {5, 7} <= {*v[0], *v[1], *v[2]}
    )
    offers_of(end_earlier, problem)
    assert list(problem.best.choices) == [0, 1, 5, 1, 7, 0]


def test_an_element_stays_in_the_first_list_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    digits = st.lists(st.integers(0, 9))
    assert is_missed(
        monkeypatch,
        end_earlier,
        st.tuples(digits, digits),
        lambda v: len(v[0] + v[1]) >= 3 and {5, 7} <= {*v[0], *v[1]},
        ([], [0, 5, 7]),
    )
