"""Watch: shows the progress of a test, and advice about its problems."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from shortlex.property.session import Session
from shortlex.runner.execute import Test
from shortlex.runner.result import Result
from shortlex.settings import Verbosity, settings
from shortlex.system.ci import IS_CI

if TYPE_CHECKING:
    from shortlex.report.progress_line import Monitor, View


def watched(name: str, options: settings, session: Session) -> AbstractContextManager[View | None]:
    """In this block progress is shown, if somebody can see it. Gives what is told of the run."""
    monitor = _monitor_of(options, session)
    if monitor is None:
        return nullcontext()
    from shortlex.report.progress_line import View

    return monitor.watch(View(session.name or name))


def _monitor_of(options: settings, session: Session) -> Monitor | None:
    """The monitor that shows the progress of a test; usually None."""
    if options.verbosity is not Verbosity.normal:
        # When all cases are printed, there is no need for progress.
        return None
    if session.monitor is not None or "PYTEST_CURRENT_TEST" in os.environ:
        # pytest captures our stderr; only its plugin knows where to write.
        return session.monitor
    if not IS_CI and not (sys.stderr is not None and sys.stderr.isatty()):
        return None
    from shortlex.report.progress_line import monitor_of_stderr

    return monitor_of_stderr()


def advise(
    name: str,
    test: Test,
    options: settings,
    session: Session,
    result: Result,
    leaks: Mapping[str, int],
) -> Result:
    """Tell the user about problems of a test. Returns the result with health and advice.

    ``leaks`` counts the tasks that its cases left running.
    """
    is_suspicious = not result.failures and result.statistics.is_suspicious(options.max_choices)
    if not leaks and not is_suspicious:
        # Most tests have no problems, and need not pay for the imports.
        return result
    from shortlex.report.advice import advice_lines, print_advice
    from shortlex.runner.health import examine

    if is_suspicious:
        result = result._replace(health=examine(test, options, result))
    lines = advice_lines(session.name or name, result, options, leaks)
    if options.verbosity > Verbosity.quiet:
        (session.on_advice or print_advice)(lines)
    return result._replace(advice=lines)
