"""Publishing: the HTML report, in the process that hears of all tests and writes the file."""

from __future__ import annotations

import os
import platform
import shlex
import sys
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from shortlex.report.html.entries import BROKEN, Entry, Facts
from shortlex.report.html.property_record import parse_record
from shortlex.report.html.texts import printable
from shortlex.settings import settings

MOST_TEXT = 20_000
"""So many characters of what pytest says of a test, and of what the test printed."""


class Publishing:
    """Hears of every property, and writes the page when the run is over, however it ended."""

    def __init__(self, config: pytest.Config, path: Path) -> None:
        self._config = config
        self._path = path
        self._entries: dict[str, Entry] = {}
        self._started = datetime.now()
        self._clock = monotonic()
        self._said = ""

    def add_interrupted(self, name: str, record: str) -> None:
        """A property in which Ctrl-C came: pytest makes no report of it."""
        self._entries[name] = Entry(name, "interrupted", 0.0, parse_record(record))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        record = getattr(report, "shortlex_record", None)
        if record is None or (report.when != "call" and report.passed):
            return
        before = self._entries.get(report.nodeid)
        if report.when == "teardown" and before is not None and before.status in BROKEN:
            return  # what failed first says more
        entry = Entry(
            report.nodeid,
            _status_of(report),
            report.duration,
            parse_record(record) if record else before and before.record,
            printable(report.longreprtext, MOST_TEXT),
            [(title, printable(text, MOST_TEXT)) for title, text in report.sections],
            [printable(line, MOST_TEXT) for line in getattr(report, "shortlex_advice", ())],
        )
        self._entries[report.nodeid] = entry

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        try:
            self._write()
        except Exception as error:
            # Whatever is wrong, with a disk or with a library: the tests were run, and how they
            # ended must be told.
            what = f"{type(error).__name__}: {error}"
            self._said = f"shortlex: the HTML report could not be written: {what}"
        else:
            self._said = f"shortlex: the HTML report is in {self._path}"

    def _write(self) -> None:
        # Not imported before the tests are over: none should find a module that it did not load.
        from shortlex.report.html.page import page_bytes

        page = page_bytes(self._facts(), self._entries.values())
        # Whoever looks at the file meanwhile sees the one before, and never half of this one.
        beside = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        try:
            beside.write_bytes(page)
            os.replace(beside, self._path)
        finally:
            beside.unlink(missing_ok=True)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        terminalreporter.line(self._said)

    def _facts(self) -> Facts:
        arguments = self._config.invocation_params.args
        return Facts(
            command=printable(shlex.join(["pytest", *map(str, arguments)]), MOST_TEXT),
            started=f"{self._started:%Y-%m-%d %H:%M}",
            seconds=monotonic() - self._clock,
            profile=settings.get_current_profile_name(),
            seed=self._config.getoption("shortlex_seed") or "",
            versions=[
                ("Shortlex", sys.modules["shortlex"].__version__),
                ("Python", f"{platform.python_version()} on {sys.platform}"),
                ("pytest", pytest.__version__),
            ],
        )


def _status_of(report: pytest.TestReport) -> str:
    if report.failed:
        return "failed" if report.when == "call" else "error"
    if report.skipped:
        return "xfailed" if hasattr(report, "wasxfail") else "skipped"
    return "passed"
