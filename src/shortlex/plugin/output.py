"""Output: what pytest captured of cases that are of no interest."""

from __future__ import annotations

from typing import Any

import pytest


def forget_output(config: pytest.Config) -> None:
    """Drop what was printed and logged so far, so that only the next case is shown."""
    capture: Any = config.pluginmanager.getplugin("capturemanager")
    if capture is not None and capture.is_globally_capturing():
        capture.read_global_capture()
    logging: Any = config.pluginmanager.getplugin("logging-plugin")
    if logging is not None:
        logging.report_handler.reset()


def forget_records(config: pytest.Config) -> None:
    """Drop what ``caplog`` has, which a case must not see of the one before."""
    logging: Any = config.pluginmanager.getplugin("logging-plugin")
    if logging is not None and logging.caplog_handler.records:
        logging.caplog_handler.clear()
