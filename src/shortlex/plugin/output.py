"""Output: what a run shows besides its report: progress, captured output, every case as JSON."""

from __future__ import annotations

import os
from typing import Any

import pytest

from shortlex.report.progress_line import Monitor, screen_of


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
    from shortlex.report.jsonlines import Directory

    try:
        directory = Directory(os.path.join(config.invocation_params.dir, path))
        directory.make()
    except OSError as error:
        raise pytest.UsageError(f"--shortlex-observe {path}: {error}") from None
    observation = observe(directory)
    config.add_cleanup(directory.close)
    config.add_cleanup(observation.stop)
