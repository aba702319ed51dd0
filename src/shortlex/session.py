"""Session: what whoever runs the tests wants of them, such as the pytest plugin.

The plugin sets one around the call of a property; ``@given`` reads it. Nothing else is said from
the one to the other, so a test that is called directly needs no plugin, and has no session.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shortlex.runner.result import Result
    from shortlex.settings import settings

Body = Callable[..., Any]


class Session:
    """One call of one property. What is None is not asked for."""

    def __init__(
        self,
        *,
        name: str | None = None,
        options: Callable[[settings], settings] | None = None,
        seed: int | None = None,
        token: str | None = None,
        wrap: Callable[[Body], Body] | None = None,
        on_result: Callable[[Result, settings], None] | None = None,
    ) -> None:
        self.name = name
        """Tells this call apart from others of the same test: the node id, with its parameters."""
        self.options = options
        """Makes of the test's own settings those to use."""
        self.seed = seed
        """For random cases; what the test itself says goes first."""
        self.token = token
        """Run the case of this token, and nothing else."""
        self.wrap = wrap
        """Makes of the body what is called for each case: to set up and tear down around it."""
        self.on_result = on_result
        """Is told how the run ended, before the verdict."""


active: ContextVar[Session | None] = ContextVar("shortlex session", default=None)
