"""The pass start_afresh."""

from random import Random
from typing import Any

import pytest

from shortlex import lowlevel
from shortlex import strategies as st
from shortlex.reducer import reduce as loop
from shortlex.reducer.passes.start_afresh import MIN_SIZE, TRIES, start_afresh
from shortlex.reducer.turn import run_pass
from tests.reducer.laws_of_passes import left_out, passes_alone, repertoire
from tests.reducer.traces import problem_of

NUMBERS = st.lists(st.integers(0, 1000))


def of_size(count: int, value: int = 7) -> list[Any]:
    """The choices of a list of so many equal numbers."""
    return [*[True, value] * count, False]


def two_or_more(case: Any) -> None:
    if len(case.draw(NUMBERS)) >= 2:
        case.mark_interesting()


def test_offers_nothing_but_random_choices_a_few_times() -> None:
    assert (
        repertoire(start_afresh, lambda case: case.draw(NUMBERS), *of_size(MIN_SIZE))
        == [[]] * TRIES
    )


def test_offers_nothing_for_a_small_start() -> None:
    assert repertoire(start_afresh, lambda case: case.draw(NUMBERS), *of_size(4)) == []


def test_a_large_start_is_left_for_a_small_one() -> None:
    problem = problem_of(two_or_more, of_size(500))
    run_pass(problem, start_afresh)
    assert problem.best.size < MIN_SIZE
    assert problem.best.is_interesting


def test_what_is_not_half_as_large_is_refused() -> None:
    def hundred(case: Any) -> None:
        # As large as before, whatever is drawn, and mostly simpler.
        for _ in range(100):
            lowlevel.draw_bits(case, 8)
        case.mark_interesting()

    problem = problem_of(hundred, [255] * 100)
    run_pass(problem, start_afresh)
    assert list(problem.best.choices) == [255] * 100


def test_once_there_are_steps_nothing_is_offered() -> None:
    problem = problem_of(two_or_more, of_size(500))
    assert problem.accepts(of_size(400), "another")
    assert list(start_afresh(problem)) == []


def calls_from(start: list[Any]) -> int:
    calls = 0

    def test(case: Any) -> None:
        nonlocal calls
        calls += 1
        values = case.draw(NUMBERS)
        if len(values) >= 2 and values != values[::-1]:
            case.mark_interesting()

    lowlevel.reduce(test, start)
    return calls


def test_a_large_failure_takes_longer_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(5)
    starts = [
        [*[each for _ in range(2000) for each in (True, random.randrange(1000))], False]
        for _ in range(5)
    ]
    passes_alone(monkeypatch)
    whole = sum(map(calls_from, starts))
    left_out(monkeypatch, start_afresh)
    assert start_afresh not in loop.SCHEDULE.cheap
    assert sum(map(calls_from, starts)) > whole
