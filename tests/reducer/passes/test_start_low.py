"""The pass start_low."""

import pytest

from shortlex.core.integer import Integer
from shortlex.reducer.passes.lower_choices import lower_choices
from shortlex.reducer.passes.start_low import start_low
from shortlex.reducer.turn import run_pass
from tests.reducer.laws_of_passes import (
    DIGIT,
    counted,
    left_out,
    offers_of,
    pair,
    problem_of,
    reduced,
    repertoire,
    simplest_from,
    trace_of,
)


def word(case):
    """Letters, each the one before again or a new one."""
    letters = ""
    for _ in range(case.choose(Integer(0, 60))):
        is_again = letters and case.choose(DIGIT)
        letters += letters[-1] if is_again else "ABC"[case.choose(Integer(0, 2))]
    return letters


def _asked(recipe, choices):
    """The reduction of a case about which it is known what lowering each choice does."""
    problem = problem_of(recipe, choices)
    run_pass(problem, lower_choices)
    return problem


def test_offers_light_continuations_behind_two_lower_values() -> None:
    light = [(0, 1), (1, 0), (0, 2), (1, 1), (2, 0), (0, 3), (1, 2), (2, 1), (3, 0)]
    assert offers_of(start_low, _asked(counted, [2, 1, 1])) == [
        [first, *rest] for first in (0, 1) for rest in light
    ]


def test_offers_nothing_unless_the_choice_is_known_to_shape_the_case() -> None:
    assert repertoire(start_low, counted, 2, 1, 1) == []
    assert offers_of(start_low, _asked(pair, [2, 1])) == []


def test_offers_nothing_on_long_cases() -> None:
    def many(case):
        return counted(case), [case.choose(DIGIT) for _ in range(10)]

    assert offers_of(start_low, _asked(many, [5, *[1] * 15])) != []
    assert offers_of(start_low, _asked(many, [6, *[1] * 16])) == []


def test_offers_at_most_thirty_continuations_of_each_lower_value() -> None:
    assert len(offers_of(start_low, _asked(counted, [9, *[1] * 9]))) == 60


def test_a_case_with_nothing_in_common_is_found() -> None:
    def fails(letters):
        return letters == "A" * 5 or sorted(letters) == ["A", "B", "C"]

    assert trace_of(word, [3, 0, 0, 1, 0, 2], fails).is_interesting
    found = reduced(word, [5, 0, 1, 1, 1, 1], fails, lower_choices, start_low)
    assert found == [3, 0, 0, 1, 0, 2]


def test_a_word_of_one_letter_stays_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(letters):
        return letters == "A" * 4 or sorted(letters) == ["A", "B"]

    choices = [4, 0, 1, 1, 1]
    assert simplest_from(word, choices, fails) == [2, 0, 0, 1]
    left_out(monkeypatch, start_low)
    assert simplest_from(word, choices, fails) == choices
