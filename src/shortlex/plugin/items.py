"""Items: the hooks of pytest that surround a property."""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest

from _shortlex_pytest import is_property
from shortlex.errors import DidNotReproduce
from shortlex.plugin.fixtures import CaseFixtures, per_case_names
from shortlex.plugin.output import forget_output
from shortlex.plugin.showing import monitor_of
from shortlex.runner.observer import Observers
from shortlex.runner.result import Result
from shortlex.session import Session, active
from shortlex.settings import Verbosity, settings

if TYPE_CHECKING:
    from shortlex.plugin.recording import Recorder
    from shortlex.plugin.sharing import Sharing
    from shortlex.plugin.statistics_page import StatisticsPage

_FIXTURES = pytest.StashKey[CaseFixtures]()
_STATISTICS = pytest.StashKey[list[str]]()
_ADVICE = pytest.StashKey[list[str]]()


class PropertyHooks:
    """Registered with the first property, for the rest of the run."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._count = 0
        self._sharing: Sharing | None = None
        self._monitor = monitor_of(config)
        if path := config.getoption("shortlex_observe"):
            from shortlex.plugin.observations import observe_into

            observe_into(path, config)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._count = sum(map(is_property, session.items))
        budget = self._config.getoption("budget")
        if budget is not None:
            from shortlex.plugin.sharing import Sharing

            worker: dict[str, Any] = getattr(self._config, "workerinput", {})
            self._sharing = Sharing(budget, self._count, worker.get("workercount", 1))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        # With --setup-only there are no cases, and fixtures are only shown.
        if not is_property(item) or self._config.getoption("setuponly", False):
            return
        if isinstance(item, pytest.Function) and (names := per_case_names(item)):
            fixtures = item.stash[_FIXTURES] = CaseFixtures(item, names)
            fixtures.defer()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        if not is_property(item):
            return (yield)
        __tracebackhide__ = True
        token = active.set(self._session_for(item))
        started = monotonic()
        try:
            return (yield)
        except DidNotReproduce:
            if self._config.getoption("replay") and self._count > 1:
                pytest.skip("the case of --replay does not fail here")
            raise
        finally:
            active.reset(token)
            if self._sharing is not None:
                self._sharing.spend(monotonic() - started)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        # Also after a test that was skipped before it was called.
        if self._sharing is not None and is_property(item):
            self._sharing.pass_on()

    def _session_for(self, item: pytest.Item) -> Session:
        """What this run asks of one property."""
        fixtures = item.stash.get(_FIXTURES, None)
        config = self._config
        changes = _changes(config)

        def change(own: settings) -> settings:
            return settings(own, **changes) if changes else own

        def begin_report(options: settings) -> None:
            if options.verbosity < Verbosity.verbose:
                forget_output(config)
            if fixtures is not None:
                fixtures.expect_report()

        watchers = self._watchers_of(item)

        def keep(result: Result, options: settings) -> None:
            for watcher in watchers:
                watcher.keep(result, options)

        return Session(
            name=item.nodeid,
            options=change,
            seed=_number(config.getoption("shortlex_seed")),
            token=config.getoption("replay"),
            seconds=None if self._sharing is None else self._sharing.share(),
            wrap=None if fixtures is None else fixtures.wrap,
            async_backend=lambda: getattr(item, "funcargs", {}).get("anyio_backend"),
            on_report=begin_report,
            on_result=keep,
            observer=Observers(*(each.observer for each in watchers)) if watchers else None,
            on_advice=lambda lines: item.stash.setdefault(_ADVICE, []).extend(lines),
            monitor=self._monitor,
        )

    def _watchers_of(self, item: pytest.Item) -> list[StatisticsPage | Recorder]:
        """Those who write about one property, as the options ask."""
        found: list[StatisticsPage | Recorder] = []
        if self._config.getoption("shortlex_statistics"):
            from shortlex.plugin.statistics_page import StatisticsPage

            lines = item.stash.setdefault(_STATISTICS, [])
            found.append(StatisticsPage(item, item.stash.get(_FIXTURES, None), lines))
        if self._config.getoption("shortlex_report"):
            from shortlex.plugin.recording import Recorder

            found.append(Recorder(item))
        return found

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if call.when == "call":
            # What hangs on a report also arrives from the processes of xdist.
            for name, key in (("statistics", _STATISTICS), ("advice", _ADVICE)):
                if lines := item.stash.get(key, None):
                    vars(report)[f"shortlex_{name}"] = lines
        if self._config.getoption("shortlex_report") and is_property(item):
            from shortlex.plugin.recording import RECORD

            is_call = call.when == "call"
            vars(report)["shortlex_record"] = item.stash.get(RECORD, "") if is_call else ""
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: Any
    ) -> object | None:
        if fixturedef.argname != "subtests" or not is_property(request.node):
            return None
        if not fixturedef.func.__module__.startswith(("_pytest.", "pytest_subtests")):
            return None  # somebody's own, of the same name
        from shortlex.plugin.subtests import CaseSubtests

        subtests = CaseSubtests()
        request.addfinalizer(subtests.finish)
        fixturedef.cached_result = (subtests, fixturedef.cache_key(request), None)
        return subtests


def _changes(config: pytest.Config) -> dict[str, Any]:
    """The settings that this run has for all properties."""
    changes: dict[str, Any] = {}
    if verbosity := config.getoption("shortlex_verbosity"):
        changes["verbosity"] = verbosity
    if config.getoption("usepdb", False):
        # A debugger opens where one error was raised; several at once have no such place.
        changes["report_multiple_bugs"] = False
    return changes


def _number(seed: str | None) -> int | None:
    """A seed from the command line: a number, or whatever else."""
    if seed is None:
        return None
    return int(seed) if seed.isdecimal() else crc32(seed.encode())
