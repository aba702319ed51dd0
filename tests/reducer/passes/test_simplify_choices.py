"""The pass simplify_choices."""

import pytest

from shortlex import strategies as st
from shortlex.reducer.passes.simplify_choices import (
    MAX_HALVED,
    MAX_HALVED_IN_TREES,
    simplify_choices,
)
from tests.reducer.laws_of_passes import (
    DIGIT,
    is_missed,
    numbers,
    offers_of,
    pair,
    problem_of,
    reduced,
    repertoire,
)

NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_offers_all_at_once() -> None:
    assert repertoire(simplify_choices, numbers, 1, 5, 1, 900, 1, 7, 0) == [[1, 0, 1, 0, 1, 0, 0]]


def test_offers_halves_of_more_than_eight_the_last_first() -> None:
    def nine(case):
        return [case.choose(DIGIT) for _ in range(9)]

    assert repertoire(simplify_choices, nine, *NINE) == [
        [0] * 9,
        [1, 2, 3, 4, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 5, 6, 7, 8, 9],
    ]


def test_offers_nothing_for_two_choices() -> None:
    assert repertoire(simplify_choices, pair, 5, 6) == []


def test_what_does_not_matter_goes_at_once() -> None:
    problem = problem_of(numbers, [1, 5, 1, 900, 1, 7, 0], lambda xs: len(xs) == 3)
    assert len(offers_of(simplify_choices, problem)) == 1
    assert list(problem.best.choices) == [1, 0, 1, 0, 1, 0, 0]


def test_the_half_that_does_not_matter_goes() -> None:
    def nine(case):
        return [case.choose(DIGIT) for _ in range(9)]

    assert reduced(nine, NINE, lambda xs: 7 in xs, simplify_choices) == [0] * 4 + NINE[4:]


def test_numbers_stay_different_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(xs):
        return len(xs) >= 4 and (len(set(xs)) == len(xs) or not any(xs))

    strategy = st.lists(st.integers())
    assert is_missed(monkeypatch, simplify_choices, strategy, fails, [0] * 4)


def many(count):
    return lambda case: [case.choose(DIGIT) for _ in range(count)]


def test_offers_all_or_nothing_at_the_start_of_a_huge_case() -> None:
    assert len(repertoire(simplify_choices, many(MAX_HALVED), *[5] * MAX_HALVED)) > 1
    huge = MAX_HALVED + 1
    assert repertoire(simplify_choices, many(huge), *[5] * huge) == [[0] * huge]


def test_offers_halves_of_a_list_but_not_of_a_tree() -> None:
    either = st.integers(0, 9) | st.text()
    count = MAX_HALVED_IN_TREES + 1
    tree = lambda case: case.draw(st.tuples(*[either] * count))  # noqa: E731
    assert repertoire(simplify_choices, tree, *[0, 5] * count) == [[0, 0] * count]
    smaller = lambda case: case.draw(st.tuples(*[either] * MAX_HALVED_IN_TREES))  # noqa: E731
    assert len(repertoire(simplify_choices, smaller, *[0, 5] * MAX_HALVED_IN_TREES)) > 1
    elements = lambda case: case.draw(st.lists(either))  # noqa: E731
    assert len(repertoire(simplify_choices, elements, *[1, 0, 5] * count, 0)) > 1
