"""Statistical: a case counts as failing if it fails in more than a given share of its runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shortlex.core.case import RecordedCase
from shortlex.core.domain import Choice
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Outcome, Trace
from shortlex.errors import DeadlineExceeded, Interesting
from shortlex.reducer.budget import Budget
from shortlex.runner.crashes.recover import recovered
from shortlex.runner.flaky.confirmation import Confirmation, OnStep
from shortlex.runner.flaky.flaky_errors import check_draws
from shortlex.runner.flaky.measure import FEW_RUNS, measure, replaying, size_of
from shortlex.runner.flaky.sequential import runs_to_meet
from shortlex.runner.origin import origin_of_ending
from shortlex.runner.result import Failure

if TYPE_CHECKING:
    from shortlex.reducer.progress import Progress
    from shortlex.runner.hunt import Bug, Hunt

MAX_RECORDINGS = 20
"""How often a failing case is run again, at most, until all its draws are recorded."""

MAX_OTHERS = 3
"""How many other failing cases are kept for a bug."""


class Statistical(Confirmation):
    """For tests that fail only sometimes."""

    is_exact: bool = False

    def __init__(self, min_rate: float) -> None:
        self.min_rate: float = min_rate
        self.replays: int = runs_to_meet(min_rate)

    def confirm(
        self, hunt: Hunt, choices: Sequence[Choice], ending: BaseException, *, has_drawn_all: bool
    ) -> None:
        """Add a failing random case to the bugs, whether or not it fails again."""
        origin = origin_of_ending(ending)
        error = None if isinstance(ending, Interesting) else ending
        for _ in range(MAX_RECORDINGS):
            # A run that passes may draw more than one that fails: the rest does not matter.
            case = RecordedCase(ReplaySource(choices), size_of(choices))
            trace = hunt.run(case)
            check_draws(choices, trace, error)
            is_same = trace.is_interesting and trace.origin == origin
            if is_same or isinstance(ending, DeadlineExceeded):
                return
            if len(trace) >= len(choices):
                break
        # The trace of a passing run, with the error of the failing one: their choices are the same.
        hunt.add_bug(case.trace(Outcome.INTERESTING, origin=origin, error=error), 0.0)

    def does_replace(self, hunt: Hunt, bug: Bug, trace: Trace) -> bool:
        # One failure says little about the rate: the reduction decides which case is the best.
        if bug.history is None and len(bug.others) < MAX_OTHERS:
            bug.others.append(trace)
        return False

    def reduce(
        self,
        hunt: Hunt,
        bug: Bug,
        budget: Budget,
        on_step: OnStep | None,
        progress: Progress | None = None,
    ) -> None:
        from shortlex.runner.flaky.reduce_flaky import reduce_flaky

        reduce_flaky(hunt, bug, self.min_rate, budget, on_step)

    def verify(self, hunt: Hunt, bug: Bug, seconds: float) -> Failure | None:
        """Nothing: that a case may pass is expected, and its rate is measured for the report."""
        return None

    def run_for_report(self, hunt: Hunt, bug: Bug) -> Failure:
        failure = measure(hunt, bug, self.min_rate)
        return recovered(hunt.test, failure, lambda: replaying(hunt, failure.trace), runs=FEW_RUNS)
