"""Output: what a run shows besides its report: progress, prints, statistics, cases as JSON."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from shortlex.report.progress_line import Monitor, screen_of

if TYPE_CHECKING:
    from shortlex.plugin.fixtures import CaseFixtures
    from shortlex.runner.result import Result
    from shortlex.settings import settings


def forget_output(config: pytest.Config) -> None:
    """Drop what was printed and logged so far, so that only the next case is shown."""
    capture: Any = config.pluginmanager.getplugin("capturemanager")
    if capture is not None and capture.is_globally_capturing():
        capture.read_global_capture()
    logging: Any = config.pluginmanager.getplugin("logging-plugin")
    if logging is not None:
        logging.report_handler.reset()


def forget_records(config: pytest.Config) -> None:
    """Drop the records of ``caplog``: a case must not see those of the case before."""
    logging: Any = config.pluginmanager.getplugin("logging-plugin")
    if logging is not None and logging.caplog_handler.records:
        logging.caplog_handler.clear()


def monitor_of(config: pytest.Config, stderr: tuple[int, bool] | None) -> Monitor | None:
    """The monitor, which bypasses pytest's capturing; None if nobody would see it.

    ``stderr`` is its descriptor, and whether pytest writes to the same terminal.
    """
    if stderr is None:
        return None
    descriptor, is_shared = stderr
    stream = os.fdopen(descriptor, "w", encoding="utf-8", errors="replace", closefd=False)
    writer = config.get_terminal_writer()

    def column() -> int:
        # The column where pytest's own output ends, if it is on the same terminal.
        return writer.width_of_current_line if is_shared else 0

    screen = screen_of(stream, os.environ, column)
    return None if screen is None else Monitor(screen)


def observe_into(path: str, config: pytest.Config) -> None:
    """Write every case to files in a directory, until pytest ends."""
    from shortlex.property.observe import observe
    from shortlex.report.observation import Directory

    try:
        directory = Directory(os.path.join(config.invocation_params.dir, path))
        directory.make()
    except OSError as error:
        raise pytest.UsageError(f"--shortlex-observe {path}: {error}") from None
    observation = observe(directory)
    config.add_cleanup(directory.close)
    config.add_cleanup(observation.stop)


MIN_DRAW_SECONDS = 0.2
"""Minimum seconds for drawing cases again to measure draw times. A slow test gets more: a tenth of
its own time."""


class StatisticsPage:
    """Watches the cases of one property, and writes lines about them for the terminal."""

    def __init__(self, item: pytest.Item, fixtures: CaseFixtures | None, lines: list[str]) -> None:
        from shortlex.runner.observer import Survey

        self.observer = Survey()
        self._item = item
        self._fixtures = fixtures
        self._lines = lines

    def keep(self, result: Result, options: settings) -> None:
        from shortlex.report.statistics import fixtures_line, statistics_lines, survey_lines
        from shortlex.runner.health import sample_draws

        lines = statistics_lines(result, options, has_survey=True)
        tested = getattr(getattr(self._item, "obj", None), "shortlex", None)
        draws, names = None, ()
        if tested is not None and result.statistics.tried:
            # Only for drawing: the body is not run, so its other arguments are not needed.
            test = tested.test_function((), {})
            patience = max(MIN_DRAW_SECONDS, result.statistics.seconds / 10)
            draws = sample_draws(test, options.max_choices, result.seed, patience)
            names = tuple(tested.strategies)
        lines += survey_lines(result, self.observer, draws, names)
        if self._fixtures is not None and self._fixtures.cases:
            lines.append(fixtures_line(self._fixtures.cases, self._fixtures.seconds))
        self._lines[:] = lines
