"""The error itself, of a case that failed in a child process."""

import pytest

from shortlex.core.case import Case, RecordedCase
from shortlex.core.source import ReplaySource
from shortlex.errors import FlakyFailure
from shortlex.runner.crashes.recover import recovered, recovered_error
from shortlex.runner.execute import Test, execute
from shortlex.runner.origin import FailedInChildError, origin_of
from shortlex.runner.result import Failure


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
    monkeypatch.setattr("shortlex.runner.crashes.recover.monotonic", lambda: 0.0)
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
