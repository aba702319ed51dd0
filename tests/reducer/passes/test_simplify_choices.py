"""The pass simplify_choices."""

import pytest

from shortlex import strategies as st
from shortlex.reducer.passes.simplify_choices import simplify_choices
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
