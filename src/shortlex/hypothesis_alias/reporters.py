"""Reporters: printing, as ``hypothesis.reporting`` has it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from shortlex.settings import Verbosity, settings

__all__ = [
    "current_verbosity",
    "debug_report",
    "default",
    "report",
    "reporter",
    "verbose_report",
    "with_reporter",
]

Reporter = Callable[[object], object]


def default(value: object) -> None:
    """Print a line."""
    sys.stdout.write(f"{value}\n")


_reporter: ContextVar[Reporter] = ContextVar("shortlex reporter", default=default)


def reporter() -> Reporter:
    """What ``report`` calls."""
    return _reporter.get()


@contextmanager
def with_reporter(new: Reporter) -> Iterator[None]:
    """Let ``report`` call another function."""
    token = _reporter.set(new)
    try:
        yield
    finally:
        _reporter.reset(token)


def current_verbosity() -> Verbosity:
    """How much the settings in force print."""
    return settings.default.verbosity


def report(text: object) -> None:
    """Print a line, unless nothing is to be printed."""
    _report_from(Verbosity.normal, text)


def verbose_report(text: object) -> None:
    """Print a line if every case is printed."""
    _report_from(Verbosity.verbose, text)


def debug_report(text: object) -> None:
    """Print a line if the reduction is printed."""
    _report_from(Verbosity.debug, text)


def _report_from(verbosity: Verbosity, text: object) -> None:
    if current_verbosity() >= verbosity:
        reporter()(text() if callable(text) else text)
