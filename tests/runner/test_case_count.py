"""How many cases a search runs before it ends."""

import unittest
from collections.abc import Callable

import pytest

from shortlex import assume, given, seed, settings
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.errors import Unsatisfiable, UnsatisfiedAssumption
from shortlex.runner import case_count
from shortlex.runner.case_count import (
    CLOCK_SECONDS,
    GIVE_UP_SECONDS,
    MAX_INVALID,
    MAX_SKIPS,
    QUICK_FACTOR,
    Share,
    is_hopeless,
    is_skipped,
)
from shortlex.runner.result import Result, Statistics
from shortlex.runner.run import run
from shortlex.strategies.strategy import SearchStrategy


def test_as_many_valid_cases_are_run_as_settings_ask_for() -> None:
    def test(case: Case) -> None:
        assume(case.draw(st.integers(0, 10**6)) % 2)

    result = run(test, settings(max_examples=37), seed=1)
    assert result.statistics.valid == 37


@pytest.mark.parametrize("valid", [0, 1, 5])
def test_a_search_is_hopeless_when_less_than_one_case_in_a_hundred_is_valid(valid: int) -> None:
    statistics = long_ago()
    statistics.valid = valid
    statistics.invalid = MAX_INVALID + 100 * valid
    assert not is_hopeless(statistics)
    statistics.invalid += 1
    assert is_hopeless(statistics)


def long_ago() -> Statistics:
    """The counts of a run that began too long ago for more tries."""
    statistics = Statistics()
    statistics.began -= 2 * GIVE_UP_SECONDS
    return statistics


def test_more_cases_are_tried_while_they_are_fast() -> None:
    statistics = Statistics()
    statistics.began += 1000.0  # the clock stands still
    statistics.invalid = QUICK_FACTOR * MAX_INVALID
    assert not is_hopeless(statistics)
    statistics.invalid += 1
    assert is_hopeless(statistics)


def test_an_overrun_counts_as_ten_invalid_cases() -> None:
    statistics = long_ago()
    statistics.overruns = MAX_INVALID // 10
    assert not is_hopeless(statistics)
    statistics.overruns += 1
    assert is_hopeless(statistics)


def test_only_skips_end_a_search_soon_and_one_valid_case_lets_it_go_on() -> None:
    statistics = Statistics()
    statistics.skips = statistics.invalid = MAX_SKIPS - 1
    assert not is_skipped(statistics)
    statistics.skips = statistics.invalid = MAX_SKIPS
    assert is_skipped(statistics)
    statistics.valid = 1
    assert not is_skipped(statistics)


def test_a_test_without_valid_cases_gives_up() -> None:
    calls = 0

    @given(st.integers())
    def test(x: int) -> None:
        nonlocal calls
        calls += 1
        assume(False)

    with pytest.raises(Unsatisfiable):
        test()
    assert MAX_INVALID < calls <= 2 * QUICK_FACTOR * MAX_INVALID


def test_after_a_bug_the_search_for_others_ends_soon() -> None:
    def test(case: Case) -> None:
        if case.draw(st.integers(0, 10**6)) > 10:
            case.mark_interesting()

    statistics = run(test, settings(max_examples=10_000), seed=1).statistics
    assert statistics.valid < 100


def test_one_failing_case_is_found_among_many_that_skip() -> None:
    for number in range(10):

        @seed(number)
        @settings(database=None)
        @given(st.integers(0, 19))
        def test(x: int) -> None:
            if x != 13:
                raise unittest.SkipTest("cannot say")
            raise ValueError("thirteen")

        with pytest.raises(ValueError, match="thirteen"):
            test()


class Clock:
    """A clock that the cases themselves move on."""

    def __init__(self) -> None:
        self.now = 0.0
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return self.now


def run_for(
    seconds: float,
    each: float,
    strategy: SearchStrategy[int],
    body: Callable[[int], None] = lambda x: None,
) -> tuple[Result, Clock]:
    """Run cases that take so long each, with so much time for all of them."""
    clock = Clock()

    def test(case: Case) -> None:
        value = case.draw(strategy)
        clock.now += each
        body(value)

    return run(test, settings(max_examples=10), seed=0, share=Share(seconds, clock)), clock


@pytest.mark.parametrize("each", [1e-5, 1e-3, 0.3])
def test_cases_are_run_until_the_time_is_over(each: float) -> None:
    seconds = 1000 * each
    result, clock = run_for(seconds, each, st.integers())
    # Some are met again, which takes time too and is not foreseen.
    assert 700 <= result.statistics.valid <= 1001
    assert seconds <= clock.now <= 1.2 * seconds
    # Between two looks CLOCK_SECONDS seconds pass, or one case.
    assert clock.looks < 1.2 * min(1000, seconds / CLOCK_SECONDS) + 20


def test_settings_are_met_whatever_the_time() -> None:
    result, _ = run_for(0.5, 1.0, st.integers())
    assert result.statistics.valid == 10


def test_the_first_look_may_come_at_once() -> None:
    assert Share(1.0, lambda: 0.0).more(0) == 1


def test_a_failure_ends_it() -> None:
    def fail_late(x: int) -> None:
        assert x < 1_000_000

    result, clock = run_for(1000.0, 0.001, st.integers(), fail_late)
    assert result.failures
    assert clock.now < 10


def test_what_is_small_is_run_to_its_end() -> None:
    result, clock = run_for(1000.0, 0.001, st.integers(0, 999))
    assert result.statistics.is_exhausted
    assert result.statistics.valid == 1000
    assert clock.now < 10


def test_what_is_hopeless_is_given_up() -> None:
    def refuse(x: int) -> None:
        raise UnsatisfiedAssumption

    result, clock = run_for(1000.0, 0.001, st.integers(), refuse)
    assert result.statistics.valid == 0
    assert clock.now < 10


def test_memory_does_not_grow_with_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case_count, "MAX_EXPLORED", 100)
    sizes = []
    more = Share.more

    def watched(self: Share, done: int) -> int:
        sizes.append(done)
        return min(more(self, done), 50)

    monkeypatch.setattr(Share, "more", watched)
    # Of so few values some come twice, once they are forgotten.
    result, _ = run_for(2.0, 0.001, st.integers(0, 2000))
    assert result.statistics.valid > 1000
    assert len(sizes) > 10
