"""Items: the hooks of pytest that surround a property, and how a run's options reach it.

``--replay`` runs only the properties that a token was made for. How ``--budget`` is shared is in
``sharing``; what watches or shows a run is in ``html_report`` and ``output``.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest

from _shortlex_pytest import STDERR, is_property
from shortlex.core.raised import notes_of
from shortlex.core.shown import encoded
from shortlex.errors import DidNotReproduce
from shortlex.plugin.fixtures import CaseFixtures, case_fixtures, case_subtests
from shortlex.plugin.output import forget_output, monitor_of, observe_into
from shortlex.plugin.sharing import Sharing
from shortlex.property.session import Session, active
from shortlex.runner.interrupts import gate
from shortlex.runner.observer import Observers
from shortlex.runner.result import Result
from shortlex.settings import Verbosity, settings
from shortlex.system.genuine import monotonic

if TYPE_CHECKING:
    from shortlex.plugin.html_report import Recorder
    from shortlex.plugin.output import StatisticsPage
from collections.abc import Sequence

from shortlex.property.session import key_of

_FIXTURES = pytest.StashKey[CaseFixtures]()
_STATISTICS = pytest.StashKey[list[str]]()
_ADVICE = pytest.StashKey[list[str]]()


class PropertyHooks:
    """The hooks, registered when the first property is collected."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._count = 0
        self._sharing: Sharing | None = None
        self._monitor = monitor_of(config, config.stash.get(STDERR, None))
        self._is_unreported = False
        """Whether a property has run, and pytest has not yet got the report on it."""
        if path := config.getoption("shortlex_observe"):
            observe_into(path, config)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._count = sum(map(is_property, session.items))
        budget = self._config.getoption("budget")
        if budget is not None:
            worker: dict[str, Any] = getattr(self._config, "workerinput", {})
            self._sharing = Sharing(budget, self._count, worker.get("workercount", 1))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Generator[None, Any, Any]:
        result = yield
        if self._sharing is not None:
            self._sharing.use_up(session)
        return result

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        # With --setup-only there are no cases, and fixtures are only shown.
        if not is_property(item) or self._config.getoption("setuponly", False):
            return
        if isinstance(item, pytest.Function) and (fixtures := case_fixtures(item)) is not None:
            item.stash[_FIXTURES] = fixtures
            fixtures.defer()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        if not is_property(item):
            return (yield)
        __tracebackhide__ = True
        session = self._session_for(item)
        token = active.set(session)
        _tell_context(item, session)
        started = monotonic()
        self._let_interrupts_through()
        # Making the report takes a while. Ctrl-C waits for that: else nothing would be shown.
        gate.guard()
        self._is_unreported = True
        try:
            return (yield)
        except (KeyboardInterrupt, pytest.exit.Exception):
            gate.release()  # no report is made
            self._is_unreported = False
            raise
        except DidNotReproduce:
            if self._config.getoption("replay") and self._count > 1:
                pytest.skip("the case of --replay does not fail here")
            raise
        except pytest.fail.Exception as error:
            if error.pytrace:
                raise
            # pytest shows nothing but the message, so the report goes there.
            lines = [str(error.msg), *notes_of(error)]
            raise pytest.fail.Exception("\n".join(lines), pytrace=False) from None
        finally:
            if self._is_unreported:
                gate.close()
            active.reset(token)
            if self._sharing is not None:
                self._sharing.spend(item, monotonic() - started)

    def _let_interrupts_through(self) -> None:
        """Raise a Ctrl-C that came while the last report was made."""
        if self._is_unreported:
            self._is_unreported = False
            if gate.release():
                raise KeyboardInterrupt

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> Generator[None, Any, Any]:
        result = yield
        if report.when == "call":
            self._let_interrupts_through()
        return result

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        # A plugin may run a test several times before pytest gets a report.
        self._let_interrupts_through()
        # Also for a test that was skipped before its call.
        if self._sharing is not None and is_property(item):
            self._sharing.pass_on()

    def _session_for(self, item: pytest.Item) -> Session:
        """What this run asks of one property."""
        fixtures = item.stash.get(_FIXTURES, None)
        config = self._config
        item.stash[_STATISTICS], item.stash[_ADVICE] = [], []
        changes = _changes(config)

        def change(own: settings) -> settings:
            return settings(own, **changes) if changes else own

        def begin_report(options: settings) -> None:
            if options.verbosity < Verbosity.verbose:
                forget_output(config)
            if fixtures is not None:
                fixtures.expect_report()

        watchers, sharing = self._watchers_of(item), self._sharing

        def keep(result: Result, options: settings) -> None:
            if sharing is not None:
                sharing.see(item, result, options)
            for watcher in watchers:
                watcher.keep(result, options)

        return Session(
            name=item.nodeid,
            parameters=getattr(getattr(item, "callspec", None), "params", ()),
            options=change,
            seed=_number(config.getoption("shortlex_seed")),
            token=config.getoption("replay"),
            seconds=None if sharing is None else sharing.share(),
            rounds=0 if sharing is None else sharing.rounds,
            wrap=None if fixtures is None else fixtures.wrap,
            async_backend=lambda: getattr(item, "funcargs", {}).get("anyio_backend"),
            on_report=begin_report,
            on_result=keep,
            observer=Observers(*(each.observer for each in watchers)) if watchers else None,
            on_advice=item.stash[_ADVICE].extend,
            monitor=self._monitor,
        )

    def _watchers_of(self, item: pytest.Item) -> list[StatisticsPage | Recorder]:
        """What records one property, as the options ask."""
        found: list[StatisticsPage | Recorder] = []
        if self._config.getoption("shortlex_statistics"):
            from shortlex.plugin.output import StatisticsPage

            lines = item.stash[_STATISTICS]
            found.append(StatisticsPage(item, item.stash.get(_FIXTURES, None), lines))
        if self._config.getoption("shortlex_report"):
            from shortlex.plugin.html_report import Recorder

            found.append(Recorder(item))
        return found

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if self._sharing is not None and is_property(item):
            vars(report)["shortlex_rounds"] = self._sharing.rounds
            if call.excinfo is not None:
                self._sharing.leave_out(item)
        if call.when == "call":
            # Attributes of a report are also sent from the workers of xdist.
            for name, key in (("statistics", _STATISTICS), ("advice", _ADVICE)):
                if lines := item.stash.get(key, None):
                    vars(report)[f"shortlex_{name}"] = lines
                    # For JUnit XML, which has it in the element of the test.
                    item.user_properties.append((f"shortlex {name}", "\n".join(lines)))
        if self._config.getoption("shortlex_report") and is_property(item):
            from shortlex.plugin.html_report import RECORD

            is_call = call.when == "call"
            vars(report)["shortlex_record"] = item.stash.get(RECORD, "") if is_call else ""
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_report_to_serializable(self) -> Generator[None, Any, Any]:
        # xdist cannot send lone surrogates: the worker would die, and the report would be lost.
        return _encodable((yield))

    @pytest.hookimpl(tryfirst=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: Any
    ) -> object | None:
        if fixturedef.argname != "subtests" or not is_property(request.node):
            return None
        return case_subtests(fixturedef, request)


def _tell_context(item: pytest.Item, session: Session) -> None:
    """Make a session known to a test that runs in a context which was copied before.

    A unittest.IsolatedAsyncioTestCase copies the context when it is made.
    """
    test = getattr(getattr(item, "obj", None), "__self__", None)
    context = getattr(test, "_asyncioTestContext", None)
    if context is not None:
        context.run(active.set, session)


def _changes(config: pytest.Config) -> dict[str, Any]:
    """The settings that the command line changes for all properties."""
    changes: dict[str, Any] = {}
    if verbosity := config.getoption("shortlex_verbosity"):
        changes["verbosity"] = verbosity
    if config.getoption("usepdb", False):
        # A debugger opens where one error was raised; a group of errors has no such place.
        changes["report_multiple_bugs"] = False
    return changes


def _encodable(data: Any) -> Any:
    """The same data, with lone surrogates in texts escaped."""
    if isinstance(data, str):
        return data.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(data, dict):
        return {_encodable(key): _encodable(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return type(data)(map(_encodable, data))
    return data


def _number(seed: str | None) -> int | None:
    """The seed from the command line as a number; other texts are hashed."""
    if seed is None:
        return None
    return int(seed) if seed.isdecimal() and len(seed) < 20 else crc32(encoded(seed))


def made_by(token: str, properties: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The properties with the token's mark; all of them if none matches."""
    from shortlex.core.token import mark_of, parse_token

    mark = parse_token(token).mark
    return [item for item in properties if mark_of(_key_of(item)) == mark] or list(properties)


def _key_of(item: Any) -> str:
    test = item.obj
    owner = type(getattr(test, "__self__", None))
    return key_of(getattr(test, "__func__", test), owner, item.nodeid)
