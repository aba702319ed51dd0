"""Execute: run a test function on one recorded case, and say how it ended."""

from __future__ import annotations

import sys
from collections.abc import Callable
from os.path import basename
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
    """Run ``test`` on ``case``. What is no failure of the test, such as Ctrl-C, is raised."""
    token = current.set(case)
    try:
        try:
            test(case)
        except BaseExceptionGroup as group:
            ending = decisive(group)
            if ending is group:
                raise
            raise ending from None
    except Overrun as overrun:
        return case.trace(Outcome.OVERRUN, reason=str(overrun))
    except (Rejected, UnsatisfiedAssumption) as rejection:
        return case.trace(Outcome.INVALID, reason=reason_of(rejection))
    except Interesting as found:
        return case.trace(Outcome.INTERESTING, origin=found.origin)
    except Foreseen as foreseen:
        # Whoever foresaw it, and whether or not the test said where its body begins.
        case.has_begun = False
        return case.trace(**foreseen.ending._asdict())
    except BaseException as error:
        if not is_failure(error):
            raise
        return case.trace(Outcome.INTERESTING, origin=origin_of(error), error=error)
    finally:
        current.reset(token)
    return case.trace(Outcome.VALID)


def reason_of(rejection: Rejected | UnsatisfiedAssumption) -> object:
    """Why a case was invalid: a strategy or a text. Not made into words, which takes long."""
    if isinstance(rejection, Rejected):
        return rejection.reason
    file, line = place_of(rejection)
    return f"{rejection} at {basename(file)}:{line}"


def decisive(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """What decides how a case ended of all that a group of tasks raised; mostly the group itself.

    That one task drew too much, met no assumption or skipped the test is no failure of the test,
    whatever its end did to the others.
    """
    for each in group.exceptions:
        error = decisive(each) if isinstance(each, BaseExceptionGroup) else each
        if isinstance(error, (StopCase, UnsatisfiedAssumption)) or not is_failure(error):
            return error
    return group


def is_failure(error: BaseException) -> bool:
    """Whether an error means that the test failed, rather than that it should stop."""
    # Whoever raises one of these has imported its module, so nothing need be imported here.
    outcomes = sys.modules.get("_pytest.outcomes")
    if isinstance(error, Exception):
        unittest_case = sys.modules.get("unittest.case")
        return not (
            (unittest_case is not None and isinstance(error, unittest_case.SkipTest))
            or (outcomes is not None and isinstance(error, outcomes.Exit))
        )
    if isinstance(error, BaseExceptionGroup):
        return all(map(is_failure, error.exceptions))
    if isinstance(error, (SystemExit, GeneratorExit)):
        return True
    # pytest.fail() raises outside of Exception; pytest.xfail() raises a kind of the same.
    return (
        outcomes is not None
        and isinstance(error, outcomes.Failed)
        and not isinstance(error, outcomes.XFailed)
    )
