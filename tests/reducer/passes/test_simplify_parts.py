"""The pass simplify_parts."""

import pytest

from shortlex import lowlevel
from shortlex.reducer.passes.simplify_choices import simplify_choices
from shortlex.reducer.passes.simplify_parts import MIN_RAISED, simplify_parts
from tests.reducer.laws_of_passes import (
    left_out,
    number,
    numbers,
    offers_of,
    problem_of,
    repertoire,
)

MANY = MIN_RAISED + 1


def row(case):
    """As many numbers as the pass needs to do something."""
    return [number(case) for _ in range(MANY)]


def test_offers_halves_of_halves_last_first() -> None:
    offers = repertoire(simplify_parts, row, *[5] * MANY)
    zeros = [(each.index(0), each.count(0)) for each in offers]
    assert zeros[:4] == [(0, 101), (50, 51), (75, 26), (88, 13)]


def test_offers_nothing_for_a_few_choices() -> None:
    choices = [each for _ in range(MIN_RAISED) for each in (1, 5)]
    assert repertoire(simplify_parts, numbers, *choices, 0) == []


def test_what_does_not_matter_becomes_simplest() -> None:
    choices = [900 if place == 60 else 5 for place in range(MANY)]
    problem = problem_of(row, choices, lambda xs: 900 in xs)
    assert len(offers_of(simplify_parts, problem)) < 30
    assert sum(problem.best.choices) <= 900 + 5 * 8


def test_an_accepted_part_may_end_the_case() -> None:
    def until_zero(case):
        found = []
        while x := number(case):
            found.append(x)
        return found

    problem = problem_of(until_zero, [*[5] * MANY, 0], lambda xs: len(xs) > 3)
    offers_of(simplify_parts, problem)
    assert 4 <= len(problem.best) - 1 < MANY


def test_a_huge_case_of_fixed_shape_takes_many_calls_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def calls() -> int:
        made = 0

        def test(case):
            nonlocal made
            made += 1
            xs = [number(case) for _ in range(1200)]
            if xs[700] > 10:
                case.mark_interesting()

        best = lowlevel.reduce(test, [20 + place % 900 for place in range(1200)])
        assert sum(best.choices) == 11
        return made

    whole = calls()
    left_out(monkeypatch, simplify_parts)
    assert calls() > 3 * whole


def test_simplify_choices_leaves_the_parts_of_a_huge_case() -> None:
    choices = [each for _ in range(1001) for each in (1, 5)]
    assert len(repertoire(simplify_choices, numbers, *choices, 0)) == 1
