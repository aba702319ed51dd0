"""How many cases a search runs before it ends."""

import unittest

import pytest

from shortlex import assume, given, seed, settings
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.errors import Unsatisfiable
from shortlex.runner.case_count import MAX_INVALID, MAX_SKIPS, is_hopeless, is_skipped
from shortlex.runner.result import Statistics
from shortlex.runner.run import run


def test_as_many_valid_cases_are_run_as_settings_ask_for() -> None:
    def test(case: Case) -> None:
        assume(case.draw(st.integers(0, 10**6)) % 2)

    result = run(test, settings(max_examples=37), seed=1)
    assert result.statistics.valid == 37


@pytest.mark.parametrize("valid", [0, 1, 5])
def test_a_search_is_hopeless_when_less_than_one_case_in_a_hundred_is_valid(valid: int) -> None:
    statistics = Statistics()
    statistics.valid = valid
    statistics.invalid = MAX_INVALID + 100 * valid
    assert not is_hopeless(statistics)
    statistics.invalid += 1
    assert is_hopeless(statistics)


def test_an_overrun_counts_as_ten_invalid_cases() -> None:
    statistics = Statistics()
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
    assert MAX_INVALID < calls <= 2 * MAX_INVALID


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
