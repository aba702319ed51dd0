"""Candidates: runs what the reducer offers, recorded or lightly, within the budget."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from shortlex.core.case import RecordedCase
from shortlex.core.order import simpler, size_limit
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.core.trace import Outcome, Trace
from shortlex.core.trial_case import TrialCase
from shortlex.errors import DeadlineExceeded
from shortlex.reducer.budget import Budget
from shortlex.runner.execute import execute_lightly

if TYPE_CHECKING:
    from shortlex.runner.hunt import Bug, Hunt

UPHILL = 4
"""A candidate that need not be simpler than the best may be this many times as large.

Without a limit, a generator that draws until something fits may go on for ever.
"""


class Candidates:
    """Runs the candidates of one reduction."""

    def __init__(self, hunt: Hunt, bug: Bug, budget: Budget) -> None:
        self._hunt = hunt
        self._bug = bug
        self._budget = budget
        self.can_be_tried = not hunt.options.is_isolated and hunt.order is simpler
        """Whether there are light runs. Another process, or another order, needs recorded ones."""

    def run(self, choices: Sequence[Any], best: Trace | None, random: Random | None) -> Trace:
        """Run a candidate, unless its ending is known or there is no time left."""
        fill = None if random is None else RandomSource(random)
        limit = UPHILL * size_limit(self._bug.best) if best is None else size_limit(best)
        case = RecordedCase(ReplaySource(choices, fill), limit)
        self._keep_time(case)
        return self._hunt.run_unless_known(case, best)

    def try_lightly(self, choices: Sequence[Any], best: Trace | None) -> bool | None:
        """Whether a candidate seems to fail; None if its body was not run."""
        hunt, foresight = self._hunt, self._hunt.foresight
        limit = UPHILL * size_limit(self._bug.best) if best is None else size_limit(best)
        case = TrialCase(choices, limit)
        self._keep_time(case)
        foresight.watch(case, best)
        ending = execute_lightly(hunt.test, case)
        case.on_arguments = None  # it knows the case: a cycle
        hunt.statistics.replays += case.has_begun
        fails = ending.outcome is Outcome.INTERESTING
        # Slow once may be the machine's fault.
        is_certain = not isinstance(ending.error, DeadlineExceeded)
        if case.has_begun and is_certain and not (case.cost or case.output):
            foresight.learn_ending(ending)
        return fails if case.has_begun or fails else None

    def _keep_time(self, case: RecordedCase) -> None:
        if self._budget.seconds is not None:
            case.keep_time(self._budget.check_time)
