"""The pass join_numbers."""

import pytest

from shortlex import strategies as st
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.reducer.passes.join_numbers import join_numbers
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


def marked(case):
    """A list in a span of its own, as strategies draw it."""
    with span(case, "list"):
        return numbers(case)


def test_offers_the_sum_for_each_pair_of_neighbours_last_first() -> None:
    assert repertoire(join_numbers, numbers, 1, 600, 1, 300, 1, 7, 0) == [
        [1, 600, 1, 307, 0],
        [1, 900, 1, 7, 0],
    ]


def test_offers_the_limit_where_the_sum_is_too_large() -> None:
    whole = Integer(-9, 9)

    def signed(case):
        return [case.choose(whole) for _ in case.repeat(Sizes(), "number")]

    assert repertoire(join_numbers, numbers, 1, 600, 1, 401, 0) == [[1, 1000, 0], [1, 0, 0]]
    assert repertoire(join_numbers, signed, 1, 6, 1, 7, 0) == [[1, 9, 0], [1, -9, 0]]


def test_offers_nothing_for_zeros() -> None:
    assert repertoire(join_numbers, numbers, 1, 600, 1, 0, 1, 401, 0) == []


def test_a_number_that_cannot_be_lower_is_a_part_of_the_sum() -> None:
    amount = Integer(1, 1000)

    def amounts(case):
        return [case.choose(amount) for _ in case.repeat(Sizes(1), "amount")]

    assert repertoire(join_numbers, amounts, 1, 1, 1, 899, 0) == [[1, 900, 0]]


def pairs(case):
    return [(case.choose(NUMBER), case.choose(NUMBER)) for _ in case.repeat(Sizes(), "pair")]


def test_offers_sums_and_products_for_elements_of_two_numbers() -> None:
    assert repertoire(join_numbers, pairs, 1, 60, 2, 1, 5, 4, 0) == [
        # Both sums, one of them, and 60 * 2 + 5 * 4 as one product.
        [1, 65, 6, 0],
        [1, 65, 2, 0],
        [1, 60, 6, 0],
        [1, 140, 1, 0],
        [1, 70, 2, 0],
        [1, 60, 3, 0],
    ]


def test_offers_nothing_for_elements_of_many_numbers() -> None:
    def fours(case):
        return [[case.choose(NUMBER) for _ in range(4)] for _ in case.repeat(Sizes(), "four")]

    assert repertoire(join_numbers, fours, 1, 5, 5, 5, 5, 1, 5, 5, 5, 5, 0) == []


def test_one_product_takes_the_place_of_two() -> None:
    fails = lambda items: sum(a * b for a, b in items) == 140  # noqa: E731  # shorter
    assert reduced(pairs, [1, 60, 2, 1, 5, 4, 0], fails, join_numbers) == [1, 140, 1, 0]


def test_offers_nothing_across_two_collections() -> None:
    def two(case):
        return marked(case), marked(case)

    assert repertoire(join_numbers, two, 1, 5, 0, 1, 7, 0) == []


def test_a_full_list_is_told_its_end() -> None:
    def at_most_two(case):
        return [case.choose(NUMBER) for _ in case.repeat(Sizes(0, 2), "number")]

    assert repertoire(join_numbers, at_most_two, 1, 5, 1, 7) == [[1, 12, 0]]


def test_one_number_takes_the_place_of_two() -> None:
    wide = Integer(0, 10_000)

    def wide_numbers(case):
        return [case.choose(wide) for _ in case.repeat(Sizes(), "number")]

    found = reduced(wide_numbers, [1, 600, 1, 401, 0], lambda xs: sum(xs) > 1000, join_numbers)
    assert found == [1, 1001, 0]


def test_goes_on_where_the_shape_changes_under_it() -> None:
    def one_or_two(case):
        """A second list is there only behind one of several numbers."""
        first = marked(case)
        return first, marked(case) if len(first) > 1 else []

    problem = problem_of(one_or_two, [1, 1, 1, 2, 1, 4, 0, 1, 5, 1, 6, 0], lambda v: sum(v[0]) == 7)
    assert offers_of(join_numbers, problem) == [
        [1, 1, 1, 2, 1, 4, 0, 1, 11, 0],
        [1, 1, 1, 6, 0, 1, 11, 0],
        [1, 7, 0, 1, 11, 0],
    ]
    assert list(problem.best.choices) == [1, 7, 0]


def test_amounts_stay_apart_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # An amount is never nothing, so that none can be given away and then deleted.
    strategy = st.lists(st.integers(1, 2000), min_size=1)
    assert is_missed(monkeypatch, join_numbers, strategy, lambda xs: sum(xs) >= 1900, [1900])
