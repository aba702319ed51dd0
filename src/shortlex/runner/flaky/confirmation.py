"""Confirmation: when a failure counts: if it repeats every time, or if it repeats often enough.

``exact`` is for tests that must always fail in the same way, ``statistical`` for those that may
fail only sometimes. Each has everything that differs between the two.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from shortlex.core.domain import Choice
from shortlex.core.trace import Trace
from shortlex.reducer.budget import Budget
from shortlex.runner.result import Failure
from shortlex.settings import settings

if TYPE_CHECKING:
    from shortlex.reducer.progress import Progress
    from shortlex.runner.hunt import Bug, Hunt

OnStep = Callable[[str, Trace], None]


class Confirmation(ABC):
    """What differs between a test that must fail every time and one that may fail sometimes."""

    is_exact: bool
    """Whether a case must end in the same way every time. If so, the shared random generators are
    seeded; otherwise a test that should fail only sometimes would fail always or never."""

    replays: int
    """How often a known failure is run before it counts as passing."""

    @abstractmethod
    def confirm(
        self, hunt: Hunt, choices: Sequence[Choice], ending: BaseException, *, has_drawn_all: bool
    ) -> None:
        """Replay a failing random case with everything recorded, and add it to the bugs.

        ``has_drawn_all`` says that everything was drawn before the body began.
        """

    @abstractmethod
    def does_replace(self, hunt: Hunt, bug: Bug, trace: Trace) -> bool:
        """Whether a new failure of a known bug becomes its best case at once."""

    @abstractmethod
    def reduce(
        self,
        hunt: Hunt,
        bug: Bug,
        budget: Budget,
        on_step: OnStep | None,
        progress: Progress | None = None,
    ) -> None:
        """Reduce one bug as far as the budget goes."""

    @abstractmethod
    def verify(self, hunt: Hunt, bug: Bug, seconds: float) -> Failure | None:
        """Run the simplest case of a bug several times. Returns a failure if it is flaky."""

    @abstractmethod
    def run_for_report(self, hunt: Hunt, bug: Bug) -> Failure:
        """Run the simplest case of a bug for the last time, with notes."""


def confirmation_of(options: settings) -> Confirmation:
    """What the settings ask for."""
    if options.min_failure_rate is None:
        from shortlex.runner.flaky.exact import Exact

        return Exact()
    from shortlex.runner.flaky.statistical import Statistical

    return Statistical(options.min_failure_rate)
