"""Session: what whoever runs the tests wants of them, such as the pytest plugin.

The plugin sets one around the call of a property; ``@given`` reads it. Nothing else is said from
the one to the other, so a test that is called directly needs no plugin, and has no session.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shortlex.report.progress_line import Monitor
    from shortlex.runner.observer import Observer
    from shortlex.runner.result import Result
    from shortlex.settings import settings

Body = Callable[..., Any]
Wrap = Callable[[Body], Body]


class Session:
    """One call of one property. What is None is not asked for."""

    def __init__(
        self,
        *,
        name: str | None = None,
        options: Callable[[settings], settings] | None = None,
        seed: int | None = None,
        token: str | None = None,
        seconds: float | None = None,
        wrap: Wrap | None = None,
        async_backend: Callable[[], object] | None = None,
        on_report: Callable[[settings], None] | None = None,
        on_result: Callable[[Result, settings], None] | None = None,
        observer: Observer | None = None,
        on_advice: Callable[[Sequence[str]], None] | None = None,
        monitor: Monitor | None = None,
    ) -> None:
        self.name = name
        """Tells this call apart from others of the same test: the node id, with its parameters."""
        self.options = options
        """Makes of the test's own settings those to use."""
        self.seed = seed
        """For random cases; what the test itself says goes first."""
        self.token = token
        """Run the case of this token, and nothing else."""
        self.seconds = seconds
        """Time to run cases in: more of them than settings ask for, if it is enough for more."""
        self.wrap = wrap
        """Makes of the body what is called for each case: to set up and tear down around it."""
        self.async_backend = async_backend
        """What the fixture of anyio says that runs an async test, asked for each case."""
        self.on_report = on_report
        """Is told before cases are run for the report: what they do is what is shown."""
        self.on_result = on_result
        """Is told how the run ended, before the verdict."""
        self.observer = observer
        """Is told of every case as it is run."""
        self.on_advice = on_advice
        """Tells the user what a test that passed suffers from, a line for each."""
        self.monitor = monitor
        """Shows how far the test is."""

    def announce_report(self, options: settings) -> None:
        """What is run next, is run for the report."""
        if self.on_report is not None:
            self.on_report(options)


active: ContextVar[Session | None] = ContextVar("shortlex session", default=None)


def key_of(test: Any, owner: type, node: str | None) -> str:
    """What the database knows a test by: the same in and out of pytest, and on every machine.

    ``owner`` is the class of its first argument; ``node`` is what pytest knows it by.
    """
    name, place, short = test.__qualname__, test.__module__, test.__name__
    if getattr(owner, short, None) is test:
        # An inherited test is another one in each class.
        name, place = f"{owner.__qualname__}.{short}", owner.__module__
    _, _, inside = (node or "").partition("::")
    _, bracket, parameters = inside.partition("[")
    return f"{place}.{name}{bracket}{parameters}"
