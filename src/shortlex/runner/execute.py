"""Execute: run a test function on one recorded case, and say how it ended."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from os.path import basename
from types import TracebackType
from typing import Any

from shortlex.control import current
from shortlex.core.case import Case, RecordedCase
from shortlex.core.foreseen import Foreseen
from shortlex.core.outcome import Outcome
from shortlex.core.trace import Trace
from shortlex.errors import Interesting, Overrun, Rejected, StopCase, UnsatisfiedAssumption
from shortlex.runner.origin import origin_of, place_of

Test = Callable[[Case], Any]


def execute(test: Test, case: RecordedCase) -> Trace:
    """Run ``test`` on ``case``, and say how it ended.

    An exception that ends the whole run, such as Ctrl-C, is raised. A case that skips is invalid;
    its trace has the skip as its error.
    """
    token = current.set(case)
    try:
        test(case)
    except BaseException as error:
        return _trace_of(case, error)
    finally:
        current.reset(token)
    return case.trace(Outcome.VALID) if case.stopped_by is None else _trace_of(case, None)


def _trace_of(case: RecordedCase, raised: BaseException | None) -> Trace:
    ending = ending_of(case, raised)
    case.stopped_by = None  # it refers to the case, by way of frames
    if isinstance(ending, Overrun):
        return case.trace(Outcome.OVERRUN, reason=str(ending))
    if isinstance(ending, (Rejected, UnsatisfiedAssumption)):
        return case.trace(Outcome.INVALID, reason=reason_of(ending))
    if isinstance(ending, Interesting):
        return case.trace(Outcome.INTERESTING, origin=ending.origin)
    if isinstance(ending, Foreseen):
        # Whoever foresaw it, and whether or not the test said where its body begins.
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

    Mostly that is what the test raised. But a test may catch the exception by which a case was
    stopped, or raise another one on the way out; and tasks that run together raise groups.
    """
    if isinstance(raised, BaseExceptionGroup):
        raised = decisive(raised)
    if case.stopped_by is not None and (raised is None or not is_stop(raised)):
        return case.stopped_by
    return raised


def reason_of(rejection: BaseException) -> object:
    """Why a case was invalid: a strategy or a text. Not made into words, which takes long."""
    if isinstance(rejection, Rejected):
        return rejection.reason
    file, line = place_of(rejection)
    what = rejection if isinstance(rejection, UnsatisfiedAssumption) else "a skip"
    return f"{what} at {basename(file)}:{line}"


def decisive(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """What decides how a case ended of all that a group of tasks raised; mostly the group itself.

    That one task drew too much or met no assumption is no failure of the test, whatever its end
    did to the others. But a task that skips does not undo the failure of another.
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


# Whoever raises an exception has imported its module, so what follows imports nothing.


def is_failure(error: BaseException) -> bool:
    """Whether an error means that the test failed, rather than that it skips or should stop."""
    return not (isinstance(error, StopCase) or is_skip(error) or is_stop(error))


def is_skip(error: BaseException) -> bool:
    """Whether an error means that the case says nothing: a skip, or ``pytest.xfail()``."""
    unittest_case = sys.modules.get("unittest.case")
    if unittest_case is not None and isinstance(error, unittest_case.SkipTest):
        return True
    outcomes = sys.modules.get("_pytest.outcomes")
    # pytest.xfail() raises a kind of what pytest.fail() raises.
    return outcomes is not None and isinstance(error, (outcomes.Skipped, outcomes.XFailed))


def is_stop(error: BaseException) -> bool:
    """Whether an error means that the whole test should end now: Ctrl-C, a time limit, and others.

    Everything outside of ``Exception`` means that, except for what is known to be a failure.
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


def _is_time_limit(error: BaseException) -> bool:
    """Whether pytest-timeout raised an error: it says so by ``pytest.fail()``, from a signal."""
    if "pytest_timeout" not in sys.modules:
        return False
    traceback: TracebackType | None = error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_globals.get("__name__") == "pytest_timeout":
            return True
        traceback = traceback.tb_next
    return False
