"""Execute: run a test function on one recorded case, and say how it ended."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from shortlex.control import current
from shortlex.core.case import Case, RecordedCase
from shortlex.core.outcome import Outcome
from shortlex.core.trace import Trace
from shortlex.errors import Interesting, Overrun, Rejected, UnsatisfiedAssumption
from shortlex.runner.origin import origin_of

Test = Callable[[Case], Any]


def execute(test: Test, case: RecordedCase) -> Trace:
    """Run ``test`` on ``case``. What is no failure of the test, such as Ctrl-C, is raised."""
    token = current.set(case)
    try:
        test(case)
    except Overrun:
        return case.trace(Outcome.OVERRUN)
    except (Rejected, UnsatisfiedAssumption) as rejection:
        return case.trace(Outcome.INVALID, reason=reason_of(rejection))
    except Interesting as found:
        return case.trace(Outcome.INTERESTING, origin=found.origin)
    except BaseException as error:
        if not is_failure(error):
            raise
        return case.trace(Outcome.INTERESTING, origin=origin_of(error), error=error)
    finally:
        current.reset(token)
    return case.trace(Outcome.VALID)


def reason_of(rejection: Rejected | UnsatisfiedAssumption) -> str:
    """Why a case was invalid, in words."""
    reason = rejection.reason if isinstance(rejection, Rejected) else rejection
    return str(reason)


def is_failure(error: BaseException) -> bool:
    """Whether an error means that the test failed, rather than that it should stop."""
    if isinstance(error, Exception):
        return not _is_skip(error)
    if isinstance(error, (SystemExit, GeneratorExit)):
        return True
    # pytest.fail() raises outside of Exception. Its name is enough: nothing need be imported.
    kind = type(error)
    return kind.__module__ == "_pytest.outcomes" and kind.__name__ == "Failed"


def _is_skip(error: Exception) -> bool:
    unittest_case = sys.modules.get("unittest.case")
    return unittest_case is not None and isinstance(error, unittest_case.SkipTest)
