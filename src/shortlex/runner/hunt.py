"""Hunt: the state of one run: what was explored, and the bugs found so far."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from shortlex.core.case import Case, RecordedCase, key_of
from shortlex.core.order import Simpler, simpler
from shortlex.core.outcome import Outcome
from shortlex.core.trace import Trace
from shortlex.runner.execute import Test, execute
from shortlex.runner.result import Statistics
from shortlex.settings import Phase, settings

Observer = Callable[[Case, Outcome], None]


class Bug:
    """One origin of failures: the case by which it was found, and the simplest so far."""

    def __init__(self, trace: Trace) -> None:
        self.first = trace
        self.best = trace
        self.is_reduced = False


class Hunt:
    """The test, how to run it, and what came of it."""

    def __init__(
        self,
        test: Test,
        options: settings,
        *,
        seed: int,
        order: Simpler = simpler,
        observer: Observer | None = None,
    ) -> None:
        self.test = test
        self.options = options
        self.seed = seed
        self.random = Random(seed)
        self.order = order
        self.observer = observer
        self.statistics = Statistics()
        self.explored: set[int] = set()
        """Keys of the cases that were run."""
        self.bugs: dict[object, Bug] = {}
        self.calls_at_first_bug = 0
        self.calls_at_last_bug = 0

    def wants(self, phase: Phase) -> bool:
        return phase in self.options.phases

    def run(self, case: RecordedCase) -> Trace:
        """Run one recorded case; a failure is added to the bugs."""
        case.keeps_notes = self.observer is not None
        self.statistics.replays += 1
        trace = execute(self.test, case)
        if trace.is_interesting:
            self.add_bug(trace)
        if self.observer is not None:
            self.observer(case, trace.outcome)
        return trace

    def count(self, trace: Trace) -> None:
        """Count a case that was generated, rather than offered by a reduction."""
        self.statistics.replays -= 1
        self.explored.add(key_of(list(trace.choices)))
        statistics = self.statistics
        if trace.outcome is Outcome.OVERRUN:
            statistics.overruns += 1
        elif trace.outcome is Outcome.INVALID:
            statistics.invalid += 1
            statistics.rejections[trace.reason] += 1
        else:
            statistics.valid += 1
        statistics.count_case(trace.events, trace.targets)

    def add_bug(self, trace: Trace) -> None:
        """A failure of a new origin, or a simpler case of a known one."""
        bug = self.bugs.get(trace.origin)
        if bug is None:
            if self.bugs and not self.options.report_multiple_bugs:
                return
            self.bugs[trace.origin] = Bug(trace)
            self.calls_at_last_bug = self.statistics.calls
            self.calls_at_first_bug = self.calls_at_first_bug or self.statistics.calls
        elif self.order(trace, bug.best):
            bug.best = trace
