"""A run: which phases run, which bugs are found and told apart, and what slowness means."""

import sys
import time
from typing import Any

import pytest

from shortlex import Phase, example, given, settings
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.errors import DeadlineExceeded, FlakyFailure
from shortlex.runner.flaky.exact import MAX_RUNS, MIN_RUNS
from shortlex.runner.result import Failure
from shortlex.runner.run import replay, run


def burn(seconds: float) -> None:
    """Use CPU time, which sleeping does not."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def arguments_in(error: BaseException) -> str:
    """The call in the report of an error."""
    call = next(note for note in error.__notes__ if note.startswith("Failing test case: "))
    return " ".join(call.removeprefix("Failing test case: ").split())


# Phases


def test_without_phases_nothing_runs() -> None:
    calls: list[int] = []

    @example(3)
    @given(st.integers())
    def test(x: int) -> None:
        calls.append(x)

    with pytest.raises(Exception, match="leaves nothing to run") as caught:
        settings(phases=[Phase.shrink])(test)()
    assert type(caught.value).__name__ == "SkipTest"
    assert calls == []


def test_explicit_examples_alone() -> None:
    calls: list[int] = []

    @settings(phases=[Phase.explicit])
    @example(3)
    @example(4)
    @given(st.integers())
    def test(x: int) -> None:
        calls.append(x)

    test()
    assert calls == [3, 4]


def test_generated_cases_alone() -> None:
    calls: list[int] = []

    @settings(phases=[Phase.generate], max_examples=10)
    @example(10**9 + 7)
    @given(st.integers(0, 100))
    def test(x: int) -> None:
        calls.append(x)

    test()
    assert len(calls) == 10
    assert max(calls) <= 100


def test_without_shrink_the_first_failing_case_is_reported_as_it_was_found() -> None:
    failing: list[int] = []

    @settings(phases=[Phase.generate], report_multiple_bugs=False)
    @given(st.integers(0, 10**6))
    def test(x: int) -> None:
        if x > 100:
            failing.append(x)
            raise ValueError("large")

    with pytest.raises(ValueError, match="large") as caught:
        test()
    assert set(failing) == {failing[0]}
    assert arguments_in(caught.value) == f"test( x={failing[0]}, )"
    assert not any("Reduced" in note for note in caught.value.__notes__)


# Several bugs


def three_bugs(x: int, y: int) -> None:
    if x > 1000:
        raise ValueError("x is large")
    if y < -1000:
        raise ValueError("y is small")
    if y > 1000:
        raise KeyError("y is large")


def test_several_bugs_are_reduced_and_reported_in_one_group() -> None:
    test: Any = settings(max_examples=1000)(given(st.integers(), st.integers())(three_bugs))
    with pytest.raises(ExceptionGroup) as caught:
        test()
    assert type(caught.value) is ExceptionGroup
    assert caught.value.message == "three_bugs failed in 3 different ways."
    assert {arguments_in(each) for each in caught.value.exceptions} == {
        "three_bugs( x=1001, y=0, )",
        "three_bugs( x=0, y=-1001, )",
        "three_bugs( x=0, y=1001, )",
    }


def test_the_simplest_of_several_bugs_comes_last() -> None:
    @given(st.lists(st.integers()))
    def test(xs: list[int]) -> None:
        if len(xs) >= 3:
            raise ValueError
        assert not xs

    with pytest.raises(ExceptionGroup) as caught:
        test()
    shown = [arguments_in(each) for each in caught.value.exceptions]
    assert shown == ["test( xs=[0, 0, 0], )", "test( xs=[0], )"]


def test_one_bug_alone_is_reported_if_so_wished() -> None:
    one = settings(report_multiple_bugs=False, max_examples=1000)
    test: Any = one(given(st.integers(), st.integers())(three_bugs))
    with pytest.raises((ValueError, KeyError)) as caught:
        test()
    assert arguments_in(caught.value) in {
        "three_bugs( x=1001, y=0, )",
        "three_bugs( x=0, y=-1001, )",
        "three_bugs( x=0, y=1001, )",
    }


def test_a_bug_that_only_the_reduction_meets_is_reported_too() -> None:
    @given(st.integers())
    def test(x: int) -> None:
        if x == 101:
            raise KeyError("exactly 101")
        if x > 100:
            raise ValueError("above 100")

    met = set()
    for seed in range(10):
        seeded: Any = settings(derandomize=False)(
            given(st.integers())(test.shortlex.inner_test)  # type: ignore[attr-defined]  # set by @given
        )
        seeded._shortlex_seed = seed
        with pytest.raises((ExceptionGroup, ValueError)) as caught:
            seeded()
        errors = getattr(caught.value, "exceptions", [caught.value])
        met.add(tuple(sorted(arguments_in(each) for each in errors)))
    assert met == {("test( x=101, )", "test( x=102, )")}


def test_errors_outside_of_exception_make_a_group_of_their_kind() -> None:
    @given(st.integers())
    def test(x: int) -> None:
        if x > 100:
            raise SystemExit(1)
        if x < -100:
            raise ValueError

    with pytest.raises(BaseExceptionGroup) as caught:
        test()
    assert not isinstance(caught.value, ExceptionGroup)


def test_a_search_goes_on_for_some_time_after_the_first_bug_and_not_for_ever() -> None:
    calls: list[int] = []

    def test(case: Case) -> None:
        calls.append(case.draw(st.integers(0, 10**6)))
        assert calls[-1] < 10

    result = run(test, settings(max_examples=10**6, phases=[Phase.generate]), seed=0)
    assert len(result.failures) == 1
    assert len(calls) < 300


# What cannot be told apart from a slow or shallow machine


def test_a_deadline_is_not_kept_by_default() -> None:
    @settings(max_examples=2)
    @given(st.integers())
    def test(x: int) -> None:
        burn(0.25)

    test()


def test_a_body_that_is_always_slow_fails_and_is_reduced() -> None:
    @settings(deadline=5)
    @given(st.integers(0, 1000))
    def test(x: int) -> None:
        if x >= 10:
            burn(0.008)

    with pytest.raises(DeadlineExceeded, match="more than the deadline of 5 ms") as caught:
        test()
    assert arguments_in(caught.value) == "test( x=10, )"


@pytest.mark.parametrize("slow_call", [1, 4])
def test_a_body_that_is_slow_once_passes(slow_call: int) -> None:
    calls: list[int] = []

    @settings(deadline=20, max_examples=10)
    @given(st.integers())
    def test(x: int) -> None:
        calls.append(x)
        if len(calls) == slow_call:
            burn(0.03)

    test()
    assert len(calls) > 10


def test_time_asleep_does_not_count() -> None:
    @settings(deadline=5, max_examples=2)
    @given(st.integers())
    def test(x: int) -> None:
        time.sleep(0.01)

    test()


def test_a_stack_that_overflows_is_reduced_and_reported() -> None:
    def down(n: int) -> int:
        return 0 if n == 0 else down(n - 1)

    @given(st.integers(0, 100_000))
    def test(n: int) -> None:
        down(n)

    with pytest.raises(RecursionError) as caught:
        test()
    shown = arguments_in(caught.value)
    # How deep exactly depends on who calls; but it is just where the stack ends.
    depth = int(shown.removeprefix("test( n=").removesuffix(", )"))
    assert 500 < depth < sys.getrecursionlimit() + 10


# One case


def test_a_replay_is_a_failure_or_the_trace() -> None:
    def test(case: Case) -> None:
        assert case.draw(st.integers()) < 10

    failure = replay(test, [12])
    assert isinstance(failure, Failure)
    assert isinstance(failure.error, AssertionError)
    trace = replay(test, [7])
    assert not isinstance(trace, Failure)
    assert trace.choices == (7,)


# Time


@pytest.mark.parametrize("size", [3, 3000])
def test_the_time_of_a_reduction_is_kept_for_slow_bodies(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    for module in ("run", "flaky.exact"):
        monkeypatch.setattr(f"shortlex.runner.{module}.monotonic", lambda: now[0])

    def function(case: Case) -> None:
        numbers = case.draw(st.lists(st.integers(0, 10**6), min_size=size))
        case.arguments_drawn([numbers])
        now[0] += 0.1
        if sum(numbers) > 12345:
            case.mark_interesting()

    options = settings(max_examples=20, shrink_seconds=0.3, max_choices=10**6)
    (failure,) = run(function, options, seed=1).failures
    assert failure.history is not None
    assert failure.history.stopped_early == "seconds"
    assert failure.history.seconds_allowed == 0.3
    # One body may be under way when the time is up.
    assert 0.3 <= failure.history.seconds < 0.5


def test_bugs_share_the_time_of_a_reduction(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    for module in ("run", "flaky.exact"):
        monkeypatch.setattr(f"shortlex.runner.{module}.monotonic", lambda: now[0])

    def function(case: Case) -> None:
        number = case.draw(st.integers(0, 10**6))
        if number:
            now[0] += 0.02
            case.mark_interesting(number % 2)

    options = settings(max_examples=30, shrink_seconds=0.3)
    result = run(function, options, seed=1)
    histories = [failure.history for failure in result.failures]
    assert len(histories) == 2
    assert sum(history.seconds for history in histories if history is not None) < 0.4


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
