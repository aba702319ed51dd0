"""Execute: runs a test function on one recorded case, and says how it ended."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from os.path import basename
from types import TracebackType
from typing import Any

from shortlex.control import current
from shortlex.core.case import Case, RecordedCase
from shortlex.core.raised import RUNS, cut_traceback, tame
from shortlex.core.source import ReplaySource
from shortlex.core.trace import (
    OVERRUN,
    PASSED,
    REJECTED,
    Ending,
    Foreseen,
    Outcome,
    Trace,
    end_before_body,
    ending_in,
)
from shortlex.errors import (
    Interesting,
    Overrun,
    Rejected,
    ShortlexException,
    StopCase,
    UnsatisfiedAssumption,
)
from shortlex.runner.forks import end_fork
from shortlex.runner.origin import origin_of, place_of
from shortlex.runner.stack import make_room

Test = Callable[[Case], Any]


def execute(test: Test, case: RecordedCase) -> Trace:
    """Run ``test`` on ``case``; the trace says how it ended.

    An exception that ends the whole run, such as Ctrl-C, is raised. A case that skips is invalid;
    its trace has the skip as its error. A case that passes only because its values were formatted
    has failed.
    """
    token = current.set(case)
    make_room(sys._getframe())
    try:
        test(case)
    except BaseException as error:
        cut_traceback(error, sys._getframe())
        return _trace_of(case, error)
    finally:
        current.reset(token)
    if case.stopped_by is not None or case.is_forked:
        return _trace_of(case, None)
    failure = _failure_unwritten(test, case) if case.has_written_objects else None
    # Not `or`: a trace without choices is empty, and so false.
    return case.trace(Outcome.VALID) if failure is None else failure


def execute_lightly(test: Test, case: RecordedCase) -> Ending:
    """Run ``test`` on a case of which only the ending matters.

    Of a hundred candidates about one fails, and making a trace takes as long as a short test.
    """
    token = current.set(case)
    make_room(sys._getframe())
    try:
        test(case)
    except BaseException as error:
        known = _ending_without_error(case, ending_of(case, error))
        if known is not None:
            case.stopped_by = None  # its traceback refers to the case
            return known
        cut_traceback(error, sys._getframe())
        return ending_in(_trace_of(case, error))
    finally:
        current.reset(token)
    if case.stopped_by is not None or case.is_forked:
        return ending_in(_trace_of(case, None))
    return PASSED


RUNS |= {execute.__code__, execute_lightly.__code__}


def sketch(test: Test, choices: Sequence[object]) -> RecordedCase:
    """Draw the arguments of a test from these choices, and format its call."""
    case = RecordedCase(ReplaySource(choices))  # type: ignore[arg-type]  # what fits no domain is replaced
    case.keeps_notes = True
    case.on_arguments = end_before_body
    execute(test, case)
    return case


def call_of(test: Test, trace: Trace) -> str:
    """The call of a case, as code."""
    return sketch(test, trace.choices).call_text


def _failure_unwritten(test: Test, written: RecordedCase) -> Trace | None:
    """The trace of a case that fails, but not after its values were formatted.

    A ``__repr__`` may change its object, and so hide the failure.
    """
    trace = execute(test, RecordedCase(ReplaySource(written.choices)))
    if not trace.is_interesting:
        return None
    written.note(
        "(The test fails only if these values are not printed first. Does a __repr__ change its "
        "object?)"
    )
    return trace


def _ending_without_error(case: RecordedCase, ending: BaseException | None) -> Ending | None:
    """How a case ended, if that is clear without looking at the error."""
    if isinstance(ending, Foreseen):
        # The body was not run, even if the test did not say where its body begins.
        case.has_begun = False
        return ending.ending
    if isinstance(ending, Overrun):
        return OVERRUN
    return REJECTED if isinstance(ending, (Rejected, UnsatisfiedAssumption)) else None


def _trace_of(case: RecordedCase, raised: BaseException | None) -> Trace:
    ending = ending_of(case, raised)
    case.stopped_by = None  # its traceback refers to the case
    if isinstance(ending, Overrun):
        return case.trace(Outcome.OVERRUN, reason=str(ending))
    if isinstance(ending, (Rejected, UnsatisfiedAssumption)):
        return case.trace(Outcome.INVALID, reason=reason_of(ending))
    if isinstance(ending, Interesting):
        return case.trace(Outcome.INTERESTING, origin=ending.origin)
    if isinstance(ending, Foreseen):
        # The body was not run, even if the test did not say where its body begins.
        case.has_begun = False
        return case.trace(**ending.ending._asdict())
    assert ending is not None, "it was stopped, or raised something"
    if is_skip(ending):
        return case.trace(Outcome.INVALID, reason=reason_of(ending), error=ending)
    if not is_failure(ending):
        raise ending
    return case.trace(Outcome.INTERESTING, origin=origin_of(ending), error=ending)


def ending_of(case: Case, raised: BaseException | None) -> BaseException | None:
    """What decides how a case ended; None if it ran to its end.

    Usually it is what the test raised. But a test may catch the exception that stopped the case, or
    raise another one afterwards; and concurrent tasks raise groups.
    """
    if case.is_forked:
        end_fork(raised)
    # Not isinstance: the error may not let us look at it.
    if raised is not None and not issubclass(type(raised), ShortlexException):
        raised = tame(raised)
    if isinstance(raised, BaseExceptionGroup):
        raised = decisive(raised)
    if case.stopped_by is not None and (raised is None or not is_stop(raised)):
        return case.stopped_by
    return raised


def reason_of(rejection: BaseException) -> object:
    """Why a case was invalid: a strategy or a text. The strategy is not formatted: that is slow."""
    if isinstance(rejection, Rejected):
        return rejection.reason
    if isinstance(rejection, UnsatisfiedAssumption) and rejection.reason:
        return rejection.reason
    file, line = place_of(rejection)
    what = rejection if isinstance(rejection, UnsatisfiedAssumption) else "a skip"
    return f"{what} at {basename(file)}:{line}"


def decisive(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The error in a group of tasks' errors that decides how a case ended; usually the group.

    If one task drew too much or did not meet an assumption, the test has not failed, whatever that
    did to the other tasks. But a task that skips does not hide the failure of another.
    """
    leaves = list(_leaves(group))
    for error in leaves:
        if is_stop(error):
            return error
    for error in leaves:
        if isinstance(error, (StopCase, UnsatisfiedAssumption)):
            return error
    return leaves[0] if all(map(is_skip, leaves)) else group


def _leaves(group: BaseExceptionGroup[BaseException]) -> Iterator[BaseException]:
    """The members of a group and of the groups in it. Not recursive: they may be nested deeply."""
    waiting: list[BaseException] = [group]
    while waiting:
        error = waiting.pop()
        if isinstance(error, BaseExceptionGroup):
            waiting.extend(reversed(error.exceptions))
        else:
            yield error


# If an exception was raised, its module is imported, so sys.modules is enough below.


def is_failure(error: BaseException) -> bool:
    """Whether an error means that the test failed, rather than that it skips or should stop."""
    return not (isinstance(error, StopCase) or is_skip(error) or is_stop(error))


def is_rejection(error: BaseException) -> bool:
    """Whether a case with this error has not failed, so that an error in its teardown counts."""
    error = tame(error)
    return isinstance(error, UnsatisfiedAssumption) or not (is_failure(error) or is_stop(error))


def is_skip(error: BaseException) -> bool:
    """Whether an error means that the case tells nothing: a skip, or ``pytest.xfail()``."""
    unittest_case = sys.modules.get("unittest.case")
    if unittest_case is not None and isinstance(error, unittest_case.SkipTest):
        return True
    outcomes = sys.modules.get("_pytest.outcomes")
    # XFailed is a subclass of Failed, which pytest.fail() raises.
    return outcomes is not None and isinstance(error, (outcomes.Skipped, outcomes.XFailed))


def is_stop(error: BaseException) -> bool:
    """Whether an error means that the whole test should end now: Ctrl-C, a time limit, and others.

    All exceptions that are not an ``Exception`` mean that, except for known failures.
    """
    outcomes = sys.modules.get("_pytest.outcomes")
    if isinstance(error, BaseExceptionGroup):
        return any(map(is_stop, _leaves(error)))
    if outcomes is not None:
        if isinstance(error, (outcomes.Exit, outcomes.Skipped)):
            return isinstance(error, outcomes.Exit)
        if isinstance(error, outcomes.Failed):
            return _is_time_limit(error)
    return not isinstance(error, (Exception, SystemExit, GeneratorExit, StopCase))


def is_asked_for(stop: BaseException) -> bool:
    """Whether a user asked to end all tests, by Ctrl-C or ``pytest.exit()``."""
    outcomes = sys.modules.get("_pytest.outcomes")
    wishes = (KeyboardInterrupt, *(() if outcomes is None else (outcomes.Exit,)))
    leaves = _leaves(stop) if isinstance(stop, BaseExceptionGroup) else (stop,)
    return any(isinstance(each, wishes) for each in leaves)


def _is_time_limit(error: BaseException) -> bool:
    """Whether pytest-timeout raised an error: it calls ``pytest.fail()`` in a signal handler."""
    if "pytest_timeout" not in sys.modules:
        return False
    traceback: TracebackType | None = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_globals.get("__name__") == "pytest_timeout":
            return True
        traceback = traceback.tb_next
    return False
