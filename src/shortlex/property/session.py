"""Session: what the test runner, such as the pytest plugin, asks of a property, and is shown of it.

The plugin sets a session around the call of a property, and ``@given`` reads it. They share nothing
else, so a test that is called directly needs no plugin, and has no session.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from types import CodeType
from typing import TYPE_CHECKING, Any

from shortlex.settings import Verbosity, settings
from shortlex.system.environment import IS_CI, project_directory

if TYPE_CHECKING:
    from shortlex.report.progress_line import Monitor, View
    from shortlex.runner.execute import Test
    from shortlex.runner.observer import Observer
    from shortlex.runner.result import Result

Body = Callable[..., Any]
Wrap = Callable[[Body], Body]


class Session:
    """What is asked of one call of a property. None means that nothing is asked."""

    def __init__(
        self,
        *,
        name: str | None = None,
        parameters: Collection[str] = (),
        options: Callable[[settings], settings] | None = None,
        seed: int | None = None,
        token: str | None = None,
        seconds: float | None = None,
        rounds: int = 0,
        wrap: Wrap | None = None,
        async_backend: Callable[[], object] | None = None,
        on_report: Callable[[settings], None] | None = None,
        on_result: Callable[[Result, settings], None] | None = None,
        observer: Observer | None = None,
        on_advice: Callable[[Sequence[str]], None] | None = None,
        monitor: Monitor | None = None,
    ) -> None:
        self.name = name
        """The node id with its parameters, which differs between calls of the same test."""
        self.parameters = parameters
        """The arguments that ``parametrize`` gives, by name: reports show them."""
        self.options = options
        """Maps the test's own settings to those to use."""
        self.seed = seed
        """The seed of random cases, unless the test has its own."""
        self.token = token
        """The token of the only case to run."""
        self.seconds = seconds
        """The seconds for running cases, which may be more than ``max_examples``."""
        self.rounds = rounds
        """How often it has been run before: a fixed seed makes other cases in each round."""
        self.wrap = wrap
        """Wraps the body in what is set up and torn down for each case."""
        self.async_backend = async_backend
        """Returns the backend of an async test from anyio's fixture; called for each case."""
        self.on_report = on_report
        """Called before cases are run for the report: their output is the one to show."""
        self.on_result = on_result
        """Called with the result of the run, before the verdict."""
        self.observer = observer
        """Called for every case when it has run."""
        self.on_advice = on_advice
        """Shows the user advice about a passing test, a line for each problem."""
        self.monitor = monitor
        """Shows the progress of the test."""

    def announce_report(self, options: settings) -> None:
        """Announce that the next run is for the report."""
        if self.on_report is not None:
            self.on_report(options)

    def show_advice(self, lines: Sequence[str]) -> None:
        """Show the user advice about a test; on standard error if nothing else is asked."""
        from shortlex.report.advice import print_advice

        (self.on_advice or print_advice)(lines)


active: ContextVar[Session | None] = ContextVar("shortlex session", default=None)


_lines: dict[str, int] = {}
"""The line of each test that was called directly, by node id: several tests may share a name."""


def key_of(test: Any, owner: type, node: str | None) -> str:
    """The key of a test in the database, which is the same on every machine.

    ``owner`` is the class of its first argument. Under pytest the key is ``node``, the node id. A
    test that is called directly has the same key, if it is the first of its name in a file of the
    project. Otherwise its key is its module, its name and its line, preceded by the node id of the
    pytest test that calls it, if any.
    """
    if node is not None:
        return node
    name, module, short = test.__qualname__, test.__module__, test.__name__
    if getattr(owner, short, None) is test:
        # An inherited test counts as a different test in each class.
        name, module = f"{owner.__qualname__}.{short}", owner.__module__
    caller, line = _running_node(), _line_of(test)
    if caller is None and (file := _file_of(module)) is not None and _is_at(test, module, name):
        node = f"{file}::{name.replace('.', '::')}"
        if _lines.setdefault(node, line) == line:
            return node
    key = f"{module}.{name}:{line}"
    return key if caller is None else f"{caller} {key}"


def _running_node() -> str | None:
    """The node id of the test that pytest is running in this process, if any."""
    # The variable is also set in processes that a test starts, where pytest does not run.
    if "_pytest.runner" not in sys.modules:
        return None
    return os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0] or None


def _file_of(module: str) -> str | None:
    """The file of a module as pytest names it, if it is in the project."""
    file: object = getattr(sys.modules.get(module), "__file__", None)
    if not isinstance(file, str):
        return None
    project = os.path.join(project_directory(), "")
    file = os.path.abspath(file)
    return file.removeprefix(project).replace(os.sep, "/") if file.startswith(project) else None


def _is_at(test: object, module: str, name: str) -> bool:
    """Whether a module has the test under this name, perhaps below other decorators."""
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    while found is not test and found is not None:
        found = getattr(found, "__wrapped__", None)
    return found is test


def _line_of(test: Any) -> int:
    while hasattr(test, "__wrapped__"):
        test = test.__wrapped__
    code = getattr(test, "__code__", None)
    return code.co_firstlineno if isinstance(code, CodeType) else 0


def watched(name: str, options: settings, session: Session) -> AbstractContextManager[View | None]:
    """Show progress in this block, if somebody can see it. Gives the view to tell of the run."""
    monitor = _monitor_of(options, session)
    if monitor is None:
        return nullcontext()
    from shortlex.report.progress_line import View

    return monitor.watch(View(session.name or name))


def _monitor_of(options: settings, session: Session) -> Monitor | None:
    """The monitor that shows the progress of a test; usually None."""
    if options.verbosity is not Verbosity.normal:
        # When all cases are printed, there is no need for progress.
        return None
    if session.monitor is not None or "PYTEST_CURRENT_TEST" in os.environ:
        # pytest captures our stderr; only its plugin knows where to write.
        return session.monitor
    if not IS_CI and not (sys.stderr is not None and sys.stderr.isatty()):
        return None
    from shortlex.report.progress_line import monitor_of_stderr

    return monitor_of_stderr()


def advise(
    name: str,
    test: Test,
    options: settings,
    session: Session,
    result: Result,
    leaks: Mapping[str, int],
) -> Result:
    """Tell the user about problems of a test. Returns the result with health and advice.

    ``leaks`` counts the tasks that its cases left running.
    """
    is_suspicious = not result.failures and result.statistics.is_suspicious(options.max_choices)
    has_idle_rules = not result.failures and bool(result.statistics.idle_rules)
    if not leaks and not is_suspicious and not has_idle_rules:
        # Most tests have no problems, and need not pay for the imports.
        return result
    from shortlex.report.advice import advice_lines
    from shortlex.runner.health import examine

    if is_suspicious:
        result = result._replace(health=examine(test, options, result))
    lines = advice_lines(session.name or name, result, options, leaks)
    if options.verbosity > Verbosity.quiet:
        session.show_advice(lines)
    return result._replace(advice=lines)
