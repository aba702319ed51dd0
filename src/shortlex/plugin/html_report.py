"""HTML report: properties are recorded where they run; one process writes the page."""

from __future__ import annotations

import platform
import shlex
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from _shortlex_pytest import PUBLISHING
from shortlex.report.html.property_record import (
    BROKEN,
    Census,
    Facts,
    PropertyEntry,
    parse_property_record,
    printable,
    record_text,
)
from shortlex.runner.result import Result
from shortlex.settings import settings
from shortlex.system.genuine import io, monotonic, os

MAX_TEXT = 20_000
"""How many characters are kept of pytest's report of a test, and of the test's output."""


class Publishing:
    """Collects the reports of all properties, and writes the page when the run is over."""

    def __init__(self, config: pytest.Config, path: Path) -> None:
        self._config = config
        self._path = path
        self._entries: dict[str, PropertyEntry] = {}
        self._started = datetime.now()
        self._clock = monotonic()
        self._said = ""

    def add_interrupted(self, name: str, record: str) -> None:
        """Add a property that was stopped by Ctrl-C, which pytest does not report."""
        self._entries[name] = PropertyEntry(name, "interrupted", 0.0, parse_property_record(record))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        record = getattr(report, "shortlex_record", None)
        if record is None or (report.when != "call" and report.passed):
            return
        before = self._entries.get(report.nodeid)
        if report.when == "teardown" and before is not None and before.status in BROKEN:
            return  # the first failure says more
        entry = PropertyEntry(
            report.nodeid,
            _status_of(report),
            report.duration,
            parse_property_record(record) if record else before and before.record,
            printable(report.longreprtext, MAX_TEXT),
            [(title, printable(text, MAX_TEXT)) for title, text in report.sections],
            [printable(line, MAX_TEXT) for line in getattr(report, "shortlex_advice", ())],
        )
        self._entries[report.nodeid] = entry

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        try:
            self._write()
        except Exception as error:
            # Whatever is wrong, with a disk or a library, must not hide the outcome of the tests.
            what = f"{type(error).__name__}: {error}"
            self._said = f"shortlex: the HTML report could not be written: {what}"
        else:
            self._said = f"shortlex: the HTML report is in {self._path}"

    def _write(self) -> None:
        # Imported after the tests: they should not see modules that they did not import.
        from shortlex.report.html.page import page_bytes

        page = page_bytes(self._facts(), self._entries.values())
        # Readers of the file see the previous page until this one is complete.
        beside = str(self._path.with_name(f".{self._path.name}.{os.getpid()}"))
        try:
            with io.open(beside, "wb") as file:
                file.write(page)
            os.replace(beside, self._path)
        except BaseException:
            try:
                os.unlink(beside)
            except OSError:
                pass  # it was not created
            raise

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        terminalreporter.line(self._said)

    def _facts(self) -> Facts:
        arguments = self._config.invocation_params.args
        return Facts(
            command=printable(shlex.join(["pytest", *map(str, arguments)]), MAX_TEXT),
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


RECORD = pytest.StashKey[str]()


class Recorder:
    """Watches one property, and stores the record on its item."""

    def __init__(self, item: pytest.Item) -> None:
        self._item = item
        self.observer = Census()

    def keep(self, result: Result, options: settings) -> None:
        item = self._item
        tested = getattr(getattr(item, "obj", None), "shortlex", None)
        # Only for drawing: the body is not run, so its other arguments are not needed.
        test = None if tested is None else tested.test_function((), {})
        record = item.stash[RECORD] = record_text(result, options, test, self.observer, item.nodeid)
        publishing = item.config.pluginmanager.getplugin(PUBLISHING)
        if result.stopped_by is not None and publishing is not None:
            publishing.add_interrupted(item.nodeid, record)
