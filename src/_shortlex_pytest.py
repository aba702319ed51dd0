"""The part of the pytest plugin that is needed before there is a property.

pytest imports this at the start of every run, so it is small, and does not import shortlex until a
property is collected or an option asks for it. The rest is in ``shortlex.plugin``.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec
from typing import Any

import pytest

HOOKS = "shortlex-properties"
PUBLISHING = "shortlex-publishing"
SUMMARY = "shortlex-summary"
IDLE = "shortlex-idle-decorators"

STDERR = pytest.StashKey[tuple[int, bool]]()
"""The descriptor of stderr before pytest captures it, and whether pytest prints to a terminal."""

HOME = "SHORTLEX_HOME"
"""The environment variable that names our directory; see ``shortlex.system.environment``."""

MARKER = (
    "shortlex(fixtures='case'): a property, made by @given. With fixtures='once' its "
    "function-scoped fixtures are set up once for all cases, instead of for each case."
)


class PlainImports:
    """Imports shortlex as Python does, not as pytest does.

    pytest rewrites the assertions of every module that is installed together with a plugin. For us
    that is useless work on the whole library, repeated in each run if it cannot write its cache.
    """

    def find_spec(self, name: str, path: Any = None, target: object = None) -> ModuleSpec | None:
        if name.partition(".")[0] != "shortlex":
            return None
        return PathFinder.find_spec(name, path)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    imports = PlainImports()
    sys.meta_path.insert(0, imports)

    def forget() -> None:
        # Otherwise it keeps all of pytest alive until Python exits. A test may have removed it.
        if imports in sys.meta_path:
            sys.meta_path.remove(imports)

    early_config.add_cleanup(forget)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("shortlex", "properties, with shortlex")
    add = group.addoption
    add("--shortlex-profile", metavar="NAME", help="load the settings profile of this name")
    add(
        "--shortlex-seed",
        metavar="SEED",
        help="seed of the random cases: the same seed, the same cases",
    )
    add(
        "--shortlex-verbosity",
        choices=("quiet", "normal", "verbose", "debug"),
        help="how much properties print, whatever their settings say",
    )
    add(
        "--shortlex-statistics",
        action="store_true",
        help="show statistics of each property: its cases, and where its time went",
    )
    add(
        "--shortlex-report",
        metavar="FILE",
        help="write an HTML page about all properties: their failures, the reductions, and the "
        "generated values. Needs shortlex[report]",
    )
    add(
        "--shortlex-observe",
        metavar="DIR",
        help="write every case as a line of JSON to files in this directory, for tools like Tyche",
    )
    add(
        "--replay",
        metavar="TOKEN",
        help="run only the case of this token, which is at the end of a failure report",
    )
    add(
        "--budget",
        metavar="TIME",
        type=parse_duration,
        help="run more cases until this time is used up, such as 90s, 10m or 1h30m; all properties "
        "share it",
    )
    parser.addini("shortlex_profile", "the settings profile to load", default="")
    parser.addini(
        "shortlex_fixtures",
        "when function-scoped fixtures of a property are set up: `case`, the default, or `once`",
        default="",
    )


def parse_duration(text: str) -> float:
    """The seconds of ``1h30m``, ``10m``, ``90s`` or ``90``."""
    number = r"(\d+(?:\.\d+)?)"
    parts = re.fullmatch(rf"(?:{number}h)?(?:{number}m)?(?:{number}s?)?", text)
    if not text or parts is None:
        raise ArgumentTypeError(f"{text!r}: must be a time such as 90s, 10m or 1h30m")
    hours, minutes, seconds = (float(part or 0) for part in parts.groups())
    return 3600 * hours + 60 * minutes + seconds


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", MARKER)
    profile = config.getoption("shortlex_profile") or config.getini("shortlex_profile")
    if profile:
        _or_usage_error("", lambda: _load_profile(config, profile))
    _name_home(config)
    token = config.getoption("replay")
    if token is not None:
        _or_usage_error(f"--replay {token}: ", lambda: _check_token(token))
    if config.getoption("dist", "no") != "no":
        # pytest-xdist: workers collect the properties, and only their reports come here.
        _summarise(config)
    if config.pluginmanager.has_plugin("anyio"):
        config.pluginmanager.register(_AnyioMarks(), "shortlex-anyio")
    _keep_stderr(config)
    is_told_of_all = not hasattr(config, "workerinput") and not config.option.collectonly
    if config.getoption("shortlex_report") and is_told_of_all:
        _publish(config, config.getoption("shortlex_report"))


def _keep_stderr(config: pytest.Config) -> None:
    """Remember stderr before pytest captures it, to show progress there."""
    try:
        kept = os.dup(2)
    except OSError:  # it is closed
        return
    config.stash[STDERR] = kept, os.isatty(1)
    config.add_cleanup(lambda: os.close(kept))


def _publish(config: pytest.Config, name: str) -> None:
    """Write a page about this run, in the process that gets the reports of all tests."""
    missing = [each for each in ("jinja2", "matplotlib", "pygments") if find_spec(each) is None]
    if missing:
        raise pytest.UsageError(
            f"--shortlex-report needs {' and '.join(missing)}: pip install 'shortlex[report]'"
        )
    path = config.invocation_params.dir / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise pytest.UsageError(f"--shortlex-report {name}: {error}") from None
    if path.is_dir():
        raise pytest.UsageError(f"--shortlex-report {name}: is a directory, not a file.")
    from shortlex.plugin.html_report import Publishing

    config.pluginmanager.register(Publishing(config, path), PUBLISHING)


def _load_profile(config: pytest.Config, name: str) -> None:
    from shortlex import settings

    before = settings.get_current_profile_name()
    settings.load_profile(name)
    config.add_cleanup(lambda: settings.load_profile(before))


def _check_token(token: str) -> None:
    from shortlex.core.token import parse_token

    parse_token(token)


def _name_home(config: pytest.Config) -> None:
    """Keep failures in the root of the project, wherever pytest was started."""
    if os.environ.get(HOME):
        return
    os.environ[HOME] = str(config.rootpath / ".shortlex")

    def forget() -> None:
        os.environ.pop(HOME, None)

    config.add_cleanup(forget)


def _or_usage_error(said: str, action: Callable[[], None]) -> None:
    from shortlex.errors import ShortlexException

    try:
        action()
    except ShortlexException as error:
        raise pytest.UsageError(f"{said}{error}") from None


def pytest_report_teststatus(
    report: pytest.TestReport, config: pytest.Config
) -> tuple[str, str, str] | None:
    if report.when != "call" or not report.passed or not getattr(report, "shortlex_rounds", 0):
        return None
    # With --budget, a property that passes several times is one passed test.
    return "", "", "PASSED" if config.option.verbose > 0 else ""


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.getoption("budget") is not None:
        from shortlex.plugin.sharing import merge_rounds

        merge_rounds(session.config)


def pytest_report_header(config: pytest.Config) -> str | None:
    if config.option.verbose < 1:
        return None
    said = []
    # This line alone is no reason to import it.
    module = sys.modules.get("shortlex.settings")
    if module is not None:
        active = module.settings
        changed = active.default.show_changed()
        name = active.get_current_profile_name()
        said.append(f"profile {name!r} ({changed})" if changed else f"profile {name!r}")
    for name in ("shortlex_seed", "replay", "budget"):
        value = config.getoption(name)
        if value is not None:
            said.append(f"{name.removeprefix('shortlex_')} {value}")
    return "shortlex: " + ", ".join(said) if said else None


def _mark_of(obj: object, name: str) -> object:
    """What one of our decorators has left on an object; None if it has left nothing.

    The object can be anything in a test module, and may raise any error when it is asked.
    """
    try:
        return getattr(obj, name, None)
    except Exception:
        return None


def is_property(item: object) -> bool:
    """Whether a collected test was made by ``@given``."""
    return _mark_of(_mark_of(item, "obj"), "is_shortlex_test") is True


def idle_decorators(item: object) -> tuple[str, ...]:
    """The decorators of a test that do nothing, because it has no ``@given``."""
    names = _mark_of(_mark_of(item, "obj"), "_shortlex_decorators")
    return names if type(names) is tuple and not is_property(item) else ()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if any(map(idle_decorators, items)) and not config.pluginmanager.has_plugin(IDLE):
        config.pluginmanager.register(_IdleDecorators(), IDLE)
    properties = [item for item in items if is_property(item)]
    if not properties:
        return
    if not config.pluginmanager.has_plugin(HOOKS):
        from shortlex.plugin.items import PropertyHooks

        config.pluginmanager.register(PropertyHooks(config), HOOKS)
        _summarise(config)
    for item in properties:
        if item.get_closest_marker("shortlex") is None:
            item.add_marker("shortlex")
    token = config.getoption("replay")
    if token is not None:
        from shortlex.plugin.items import made_by

        chosen = made_by(token, properties)
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen


class _AnyioMarks:
    """An async property that is marked for anyio runs on its backends, as other tests do."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_pycollect_makeitem(self, collector: Any, obj: object) -> None:
        if _mark_of(obj, "is_shortlex_test") is not True:
            return
        if not getattr(getattr(obj, "shortlex", None), "is_async", False):
            return
        own = {mark.name for mark in getattr(obj, "pytestmark", ())}
        if "anyio" in own or collector.get_closest_marker("anyio") is not None:
            pytest.mark.usefixtures("anyio_backend")(obj)


class _IdleDecorators:
    """Fails tests that have decorators of shortlex, but not ``@given``."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> None:
        if names := list(dict.fromkeys(idle_decorators(item))):
            given = " and ".join(names)
            pytest.fail(
                f"{item.name} has {given}, but not @given, so {given} would do nothing. Add "
                f"@given(...), or remove {given}.",
                pytrace=False,
            )


def _summarise(config: pytest.Config) -> None:
    if not config.pluginmanager.has_plugin(SUMMARY):
        config.pluginmanager.register(_Summary(), SUMMARY)


class _Summary:
    """Prints the statistics and advice of all properties at the end of the run."""

    def __init__(self) -> None:
        self._statistics: list[tuple[str, list[str]]] = []
        self._advice: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        lines = getattr(report, "shortlex_statistics", None)
        if lines is not None:
            self._statistics.append((report.nodeid, lines))
        self._advice += getattr(report, "shortlex_advice", ())

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self._statistics:
            terminalreporter.section("shortlex statistics")
        for name, lines in self._statistics:
            terminalreporter.line(f"{name}:")
            for line in lines:
                terminalreporter.line(f"  {line}")
        if self._advice:
            terminalreporter.section("shortlex advice")
        for line in dict.fromkeys(self._advice):
            terminalreporter.line(line)
