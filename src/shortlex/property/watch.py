"""Watch: runs a test and shows progress and advice."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from shortlex.property.session import Session
from shortlex.runner.execute import Test
from shortlex.runner.hunt import Hunt
from shortlex.runner.observer import Observer
from shortlex.runner.result import Result
from shortlex.runner.run import run
from shortlex.runner.time_share import Share
from shortlex.settings import Verbosity, settings
from shortlex.system.ci import IS_CI

if TYPE_CHECKING:
    from shortlex.report.progress_line import Monitor
    from shortlex.runner.rarity import Quota


def run_watched(
    name: str,
    test: Test,
    options: settings,
    session: Session,
    *,
    seed: int | None,
    observer: Observer | None,
    key: str,
    on_start: Callable[[Hunt], None],
    quota: Quota | None = None,
) -> Result:
    """Run a test, and show its progress if somebody can see it.

    A quota already knows how much time the session has.
    """
    share: Share | Quota | None = quota
    if share is None and session.seconds is not None:
        share = Share(session.seconds)
    run_it = partial(
        run,
        test,
        options,
        seed=seed,
        observer=observer,
        key=key,
        share=share,
        before_report=partial(session.announce_report, options),
    )
    monitor = _monitor_of(options, session)
    if monitor is None:
        return run_it(on_start=on_start)
    from shortlex.report.progress_line import View

    view = View(session.name or name)

    def see_start(hunt: Hunt) -> None:
        on_start(hunt)
        view.see_start(hunt)

    with monitor.watch(view):
        return run_it(on_step=view.see_step, on_start=see_start)


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
