"""The errors for tests that fail, and then do not."""

import pytest

from shortlex.core.boolean import Boolean
from shortlex.core.case import Case, RecordedCase
from shortlex.core.domain import Choice
from shortlex.core.integer import Integer
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Outcome, Trace
from shortlex.errors import FlakyFailure, FlakyGeneration
from shortlex.runner.execute import Test, execute
from shortlex.runner.flaky.flaky_errors import (
    MAX_MESSAGE_CHARACTERS,
    check_draws,
    check_generation,
    ending_of,
    flaky_by_state,
    flaky_failure,
    recovered,
    recovered_error,
)
from shortlex.runner.flaky.sequential import Rate
from shortlex.runner.origin import FailedInChildError, origin_of
from shortlex.runner.result import Failure


def ended(outcome: Outcome, **more: object) -> Trace:
    return RecordedCase(ReplaySource([])).trace(outcome, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("trace", "words"),
    [
        (ended(Outcome.VALID), "it passed"),
        (ended(Outcome.OVERRUN), "it grew too large"),
        (ended(Outcome.INVALID), "it was rejected"),
        (ended(Outcome.INVALID, reason="a filter"), "it was rejected by a filter"),
        (ended(Outcome.INTERESTING, origin="x"), "it was marked interesting as 'x'"),
        (ended(Outcome.INTERESTING, error=ValueError("no")), "ValueError: no"),
    ],
)
def test_each_ending_has_its_words(trace: Trace, words: str) -> None:
    assert str(ending_of(trace)) == words


def test_both_errors_are_in_the_group_and_in_its_message() -> None:
    first, second = ValueError("one"), KeyError("two")
    error = flaky_failure(first, ended(Outcome.INTERESTING, error=second), Rate(3, 22))
    assert error.exceptions == (first, second)
    assert "failed in 3 of 22 runs" in error.message
    assert "The first time: ValueError: one" in error.message
    assert "The second time: KeyError: 'two'" in error.message


def test_an_error_that_is_no_exception_is_told_of_by_one() -> None:
    first = BaseException("odd")
    (told,) = flaky_failure(first, ended(Outcome.VALID), Rate(1, 2)).exceptions
    assert isinstance(told, RuntimeError)
    assert told.__cause__ is first


def test_an_error_without_a_repr_is_told_of_by_one_that_has_one() -> None:
    first = ValueError(2**20_000)
    (told,) = flaky_failure(first, ended(Outcome.VALID), Rate(1, 2)).exceptions
    assert repr(told) == "RuntimeError('ValueError: <its __str__ raised ValueError>')"
    assert told.__cause__ is first


@pytest.mark.parametrize("length", [MAX_MESSAGE_CHARACTERS, MAX_MESSAGE_CHARACTERS + 1])
def test_a_call_is_shown_unless_it_is_long(length: int) -> None:
    call = "x" * length
    is_shown = call in flaky_by_state(ValueError(), call).message
    assert is_shown is (length <= MAX_MESSAGE_CHARACTERS)


def trace_of(*choices: Choice) -> Trace:
    domains = tuple(Boolean(0.5) if isinstance(each, bool) else Integer() for each in choices)
    return Trace(
        choices=choices,
        domains=domains,
        raw_spans=(),
        outcome=Outcome.VALID,
        size=len(choices),
    )


def test_equal_draws_are_accepted() -> None:
    check_generation([1, True], trace_of(1, True), None)
    check_draws([1, True], trace_of(1), None)


def test_a_draw_of_another_value_or_type_is_reported_with_its_number() -> None:
    for choices in ([1, 3], [1, True]):
        with pytest.raises(FlakyGeneration, match="Draw 2 gave"):
            check_draws(choices, trace_of(1, 2), None)


def test_a_replay_that_draws_less_is_reported_only_where_all_must_agree() -> None:
    with pytest.raises(FlakyGeneration):
        check_generation([1, 2], trace_of(1), None)


def failing(case: Case) -> None:
    raise ValueError("the error itself")


def replaying() -> RecordedCase:
    return RecordedCase(ReplaySource([]))


def failed_in_child() -> Failure:
    """The failure of ``failing``, as a child tells of it."""
    case = replaying()
    trace = execute(failing, case)
    assert trace.error is not None
    told = FailedInChildError("ValueError: the error itself", origin_of(trace.error))
    return Failure(told, trace, case)


def test_a_case_that_fails_here_too_gives_the_error_itself() -> None:
    failure = recovered(failing, failed_in_child(), replaying)
    assert isinstance(failure.error, ValueError)


def test_a_case_that_does_not_fail_here_is_flaky() -> None:
    failure = recovered(lambda case: None, failed_in_child(), replaying)
    assert isinstance(failure.error, FlakyFailure)
    assert "Here: it passed" in failure.error.message


def test_an_error_of_this_process_is_left_as_it_is() -> None:
    case = replaying()
    failure = Failure(KeyError("mine"), execute(failing, case), case)
    assert recovered(failing, failure, replaying) is failure
    error = KeyError("mine")
    assert recovered_error(failing, error, replaying, runs=1) is error


@pytest.mark.parametrize(("runs", "is_found"), [(2, False), (3, True)])
def test_a_case_that_fails_sometimes_has_as_many_runs_as_are_asked_for(
    runs: int, is_found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shortlex.runner.flaky.flaky_errors.monotonic", lambda: 0.0)
    calls = 0

    def third_time(case: Case) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            failing(case)

    test: Test = third_time
    told = failed_in_child().error
    error = recovered_error(test, told, replaying, runs=runs)
    assert isinstance(error, ValueError) is is_found
    assert (error is told) is not is_found
    assert calls == runs
