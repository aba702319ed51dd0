"""The pass substitute_spans."""

import pytest

from shortlex.core.sizes import Sizes
from shortlex.reducer.passes.substitute_spans import substitute_spans
from tests.reducer.laws_of_passes import (
    DIGIT,
    left_out,
    numbers,
    reduced,
    repertoire,
    simplest_from,
)


def nines(case):
    """Elements of one digit; a nine brings two more."""
    found = []
    for _ in case.repeat(Sizes(), "element"):
        digit = case.choose(DIGIT)
        found.append([digit, *(case.choose(DIGIT) for _ in range(2 if digit == 9 else 0))])
    return found


def test_offers_each_span_the_simpler_likes() -> None:
    assert repertoire(substitute_spans, numbers, 1, 2, 1, 1, 1, 0, 0) == [
        [1, 0, 1, 1, 1, 0, 0],
        [1, 1, 1, 1, 1, 0, 0],
        [1, 2, 1, 0, 1, 0, 0],
    ]


def test_offers_at_most_twelve_for_a_span() -> None:
    choices = [1, 99, *(choice for n in range(30) for choice in (1, n)), 0]
    offers = repertoire(substitute_spans, numbers, *choices)
    assert sum(each[1] != 99 for each in offers) == 12


def test_offers_nothing_for_spans_without_a_like() -> None:
    assert repertoire(substitute_spans, numbers, 1, 5, 0) == []


def test_a_simple_element_takes_the_place_of_a_longer_one() -> None:
    choices = [1, 9, 9, 9, 1, 1, 0]
    assert reduced(nines, choices, lambda xs: len(xs) == 2, substitute_spans) == [1, 1, 1, 1, 0]


def test_elements_that_are_simple_in_no_step_stay_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def triples(case):
        return [
            tuple(case.choose(DIGIT) for _ in range(3)) for _ in case.repeat(Sizes(), "element")
        ]

    def fails(xs):
        return len(xs) >= 3 and set(xs) <= {(1, 5, 2), (8, 3, 9), (7, 9, 4)}

    choices = [1, 8, 3, 9, 1, 7, 9, 4, 1, 1, 5, 2, 0]
    assert simplest_from(triples, choices, fails) == [*[1, 1, 5, 2] * 3, 0]
    left_out(monkeypatch, substitute_spans)
    assert simplest_from(triples, choices, fails) == [1, 1, 5, 2, 1, 7, 9, 4, 1, 8, 3, 9, 0]
