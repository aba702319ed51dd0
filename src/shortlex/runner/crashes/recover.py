"""Recover: gets the error of a case that failed in a child process, by a run in this process.

The child has said what failed and where, which is enough to count and reduce failures. Only a
report needs the error itself, and the child has shown that the case is harmless.
"""

from __future__ import annotations

from collections.abc import Callable

from shortlex.core.case import RecordedCase
from shortlex.core.trace import Trace
from shortlex.runner.execute import Test, execute
from shortlex.runner.flaky.flaky_errors import ending_of, flaky_in_child
from shortlex.runner.origin import FailedInChildError
from shortlex.runner.result import Failure
from shortlex.system.genuine import monotonic

MAX_SECONDS = 1.0
"""After this many seconds, a case that fails only sometimes is not run again."""


def recovered(
    test: Test, failure: Failure, replaying: Callable[[], RecordedCase], *, runs: int = 1
) -> Failure:
    """The same failure with the error itself. If the case does not fail here, it is flaky."""
    error = failure.error
    if not isinstance(error, FailedInChildError):
        return failure

    def with_notes() -> RecordedCase:
        case = replaying()
        case.keeps_notes = True
        return case

    case, trace = _run_here(test, error, with_notes, runs)
    if _is_failure(trace, error):
        return failure._replace(error=trace.error, case=case)
    return failure._replace(error=flaky_in_child(error, ending_of(trace)))


def recovered_error(
    test: Test, error: BaseException | None, replaying: Callable[[], RecordedCase], *, runs: int
) -> BaseException | None:
    """The error itself if the case fails here; otherwise the child's stand-in for it."""
    if not isinstance(error, FailedInChildError):
        return error
    _, trace = _run_here(test, error, replaying, runs)
    return trace.error if _is_failure(trace, error) else error


def _run_here(
    test: Test, error: FailedInChildError, replaying: Callable[[], RecordedCase], runs: int
) -> tuple[RecordedCase, Trace]:
    """The first run that fails as it did in the child, or the last one."""
    end = monotonic() + MAX_SECONDS
    while True:
        case = replaying()
        case.runs_here = True
        trace = execute(test, case)
        runs -= 1
        if _is_failure(trace, error) or runs < 1 or monotonic() > end:
            return case, trace


def _is_failure(trace: Trace, error: FailedInChildError) -> bool:
    return trace.is_interesting and trace.origin == error.origin
