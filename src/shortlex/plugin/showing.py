"""Showing: how far a property is, on the terminal that pytest prints to."""

from __future__ import annotations

import os

import pytest

from _shortlex_pytest import STDERR
from shortlex.report.progress_line import Monitor, screen_of


def monitor_of(config: pytest.Config) -> Monitor | None:
    """What shows it, past the capturing of pytest; None if nobody would see it."""
    if STDERR not in config.stash:
        return None
    descriptor, is_shared = config.stash[STDERR]
    stream = os.fdopen(descriptor, "w", encoding="utf-8", errors="replace", closefd=False)
    writer = config.get_terminal_writer()

    def column() -> int:
        # Where what pytest has printed so far ends, if it is on the same terminal.
        return writer.width_of_current_line if is_shared else 0

    screen = screen_of(stream, os.environ, column)
    return None if screen is None else Monitor(screen)
