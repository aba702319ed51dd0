"""Probe: a plugin of pytest that writes down what became of each test, and what its call cost.

It is copied into the environments under test, so it imports nothing of this project. A line of
JSON for each test is written as soon as the test has ended, since a suite may crash or hang.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from pathlib import Path
from time import process_time
from typing import Any

import pytest

LONGEST_STORY = 20_000
"""At most this many characters are kept of the report of a failure."""

_RANK = {"passed": 0, "xfailed": 1, "xpassed": 1, "skipped": 2, "failed": 3}


class Probe:
    """What is known of the test that runs."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._outcome, self._seconds, self._story = "passed", 0.0, ""

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, None, None]:
        started = process_time()
        yield
        self._seconds = process_time() - started

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        outcome = report.outcome
        if hasattr(report, "wasxfail"):
            outcome = "xfailed" if report.skipped else "xpassed"  # type: ignore[assignment]
        if _RANK[outcome] >= _RANK[self._outcome]:
            self._outcome = outcome
        if report.failed and not self._story:
            self._story = str(report.longrepr)[-LONGEST_STORY:]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, None, None]:
        self._outcome, self._seconds, self._story = "passed", 0.0, ""
        yield
        self._write(
            test=item.nodeid,
            outcome=self._outcome,
            seconds=self._seconds,
            is_property=_is_property(item),
            story=self._story,
        )

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            story = str(report.longrepr)[-LONGEST_STORY:]
            self._write(
                test=report.nodeid, outcome="error", seconds=0.0, is_property=False, story=story
            )

    def _write(self, **fields: object) -> None:
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(fields) + "\n")


def _is_property(item: Any) -> bool:
    test = getattr(item, "obj", None)
    return bool(getattr(test, "is_hypothesis_test", False))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Probe(Path(os.environ["SUITES_PROBE"])))
