"""The last runs of a test: each simplest case is run again before it is reported."""

import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.errors import FlakyFailure
from shortlex.runner.flaky.exact import MAX_RUNS, MIN_RUNS
from shortlex.runner.run import run


def test_a_failure_is_run_several_times_before_it_is_reported() -> None:
    runs = 0

    def test(case: Case) -> None:
        nonlocal runs
        runs += case.draw(st.integers(0, 100)) == 10
        if case.choices[0] >= 10:
            case.mark_interesting()

    (failure,) = run(test, settings(max_examples=50), seed=1).failures
    assert failure.trace.choices == (10,)
    assert MIN_RUNS <= runs <= MAX_RUNS + 10


def test_the_simplest_failure_is_reported_first() -> None:
    def test(case: Case) -> None:
        numbers = case.draw(st.lists(st.integers(0, 100)))
        if len(numbers) > 2:
            case.mark_interesting("long")
        if sum(numbers) > 50:
            case.mark_interesting("large")

    failures = run(test, settings(max_examples=300), seed=1).failures
    assert [failure.trace.origin for failure in failures] == ["large", "long"]


def test_a_report_is_announced_once_and_only_if_there_is_a_failure() -> None:
    told: list[str] = []

    def test(case: Case) -> None:
        if case.draw(st.integers(0, 100)) > limit:
            case.mark_interesting()

    for limit in (100, 10):
        run(test, settings(max_examples=50), seed=1, before_report=lambda: told.append("now"))
        assert len(told) == (limit == 10)


def test_state_that_cases_leave_behind_is_called_flaky() -> None:
    seen: list[int] = []

    @settings(database=None)
    @given(st.integers())
    def test(x: int) -> None:
        seen.append(x)
        assert len(seen) < 20

    with pytest.raises(FlakyFailure, match="depends on the cases that were run before it"):
        test()
