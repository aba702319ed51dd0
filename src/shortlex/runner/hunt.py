"""Hunt: the state of one run: what was explored, and the bugs found so far."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from math import inf
from random import Random
from time import monotonic
from typing import TYPE_CHECKING

from shortlex.core.case import Case, RecordedCase, key_of
from shortlex.core.domain import Choice
from shortlex.core.order import Simpler, simpler
from shortlex.core.outcome import Outcome
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.errors import DeadlineExceeded
from shortlex.reducer.budget import Budget
from shortlex.reducer.history import History
from shortlex.runner.execute import Test, execute, reason_of
from shortlex.runner.foresight import Foresight
from shortlex.runner.keeper import Keeper
from shortlex.runner.observer import Observer
from shortlex.runner.result import Failure, Statistics
from shortlex.runner.seeding import Seeding
from shortlex.runner.share import Share
from shortlex.settings import settings

if TYPE_CHECKING:
    from shortlex.runner.rarity import Quota

InChild = Callable[[], tuple[Test, settings]]
"""Makes the test, and its settings, as they are to be where a case may kill its process."""

OTHERS = 3
"""So many other failing cases are kept of a bug that shows only sometimes."""


class Bug:
    """One origin of failures, by the simplest case so far."""

    def __init__(self, trace: Trace, seconds: float) -> None:
        self.best = trace
        self.seconds = seconds
        """How long the best case ran."""
        self.history: History | None = None
        """How its reduction goes, once begun."""
        self.reduced_since = 0.0
        """When it began, for those who look on."""
        self.others: list[Trace] = []
        """In a test that fails only sometimes, what to fall back to, in this order."""
        self.is_confirmed = False
        """In such a test, whether the best was shown to fail often enough."""
        self.tentative: Trace | None = None
        """In such a test, what is simpler than the best but was not confirmed for lack of time."""
        self.place = ""
        """Where the best was kept, if it is known from an earlier run."""
        self.is_reduced = False
        """Whether an earlier run has reduced it to the end."""


class Hunt:
    """The test, how to run it, and what came of it."""

    def __init__(
        self,
        test: Test,
        options: settings,
        *,
        seed: int | None,
        order: Simpler = simpler,
        observer: Observer | None = None,
        share: Share | Quota | None = None,
    ) -> None:
        # What should fail only sometimes would always fail, or never.
        self.seeding = Seeding(test, is_wanted=options.min_failure_rate is None)
        self.options = options
        if seed is None:
            seed = 0 if options.derandomize else int.from_bytes(os.urandom(8), "big")
        self.seed = seed
        self.random = Random(seed)
        self.order = order
        self.observer = observer
        self.keeper: Keeper | None = None
        """Keeps failures for the next run."""
        self.first: Sequence[Sequence[Choice]] = ()
        """Cases to run before all others."""
        self.in_child: InChild | None = None
        """For a test that may kill its process."""
        self.share = share
        """Time for more cases than settings ask for."""
        self.statistics = Statistics()
        self.wanted = options.max_examples
        """So many valid cases are enough, as things stand."""
        if share is not None:
            self.wanted = share.begin(self.statistics, options.max_examples)
        self.foresight = Foresight(order)
        self.explored: set[int] = set()
        """Keys of the cases that were run."""
        self.bugs: dict[object, Bug] = {}
        self.flaky: Failure | None = None
        """A case that failed and then did not: it ends the search, and cannot be reduced."""
        self.skip: BaseException | None = None
        """The first skip of a case. The test is skipped if no case fails."""
        self.stopped_by: BaseException | None = None
        """What ended the run after a failure was found, such as Ctrl-C. It is raised in the end."""
        self.budget: Budget | None = None
        """What the reductions may spend, once begun."""
        self._phase, self._entered = "", 0.0
        self.calls_at_first_bug = 0
        self.calls_at_last_bug = 0

    def isolate(self) -> None:
        """Go on in child processes, if that is possible."""
        if self.in_child is not None and not self.options.is_isolated:
            test, self.options = self.in_child()
            self.seeding.replace(test)

    @property
    def test(self) -> Test:
        """The test, as it has to be called now."""
        return self.seeding.test

    @property
    def keeps_notes(self) -> bool:
        """Whether somebody who watches reads what cases say of themselves."""
        return self.observer is not None and self.observer.reads_notes

    def enter(self, phase: str) -> None:
        """A phase begins, and the one before is over; nothing comes after the phase ''."""
        now, phases = monotonic(), self.statistics.phases
        if self._phase:
            phases[self._phase] = phases.get(self._phase, 0.0) + now - self._entered
        self._phase, self._entered = phase, now
        if self.observer is not None and phase:
            self.observer.see_phase(phase)

    def announce(self, case: Case) -> None:
        """A case is about to be run."""
        if self.observer is not None:
            self.observer.see_start(case)

    def run(self, case: RecordedCase) -> Trace:
        """Run one recorded case; a failure is added to the bugs."""
        started = monotonic()
        trace = self._execute(case)
        if self.seeding.notice():
            # It was not seeded, so it need not end the same way again. Those to come will.
            trace = self._execute(RecordedCase(ReplaySource(trace.choices)))
        if isinstance(trace.error, DeadlineExceeded):
            # Slow once may be the machine's fault: it must be slow again.
            started = monotonic()
            trace = self._execute(RecordedCase(ReplaySource(trace.choices)))
        if trace.outcome is Outcome.INVALID and trace.error is not None:
            self.skip = self.skip or trace.error
        if trace.is_interesting:
            is_new = trace.origin not in self.bugs
            # How long a body takes that was not run is not known.
            self.add_bug(trace, monotonic() - started if trace.was_run else inf)
            if self.observer is not None and is_new and trace.origin in self.bugs:
                self.observer.see_bug(case, trace)
        return trace

    def run_unless_known(self, case: RecordedCase, best: Trace | None = None) -> Trace:
        """Run one recorded case, but not its body if the ending is known or no simpler."""
        self.foresight.watch(case, best)
        trace = self.run(case)
        case.on_arguments = None  # it knows the case: a cycle, and large
        self.foresight.learn(trace)
        return trace

    def _execute(self, case: RecordedCase) -> Trace:
        case.keeps_notes = self.keeps_notes
        self.announce(case)
        trace = execute(self.test, case)
        self.statistics.replays += trace.was_run
        if self.observer is not None:
            case.ending = trace.error or trace.reason
            self.observer.see_case(case, trace.outcome)
        return trace

    def count(self, trace: Trace) -> None:
        """Count a case that was generated, rather than offered by a reduction."""
        statistics = self.statistics
        statistics.replays -= 1
        self.explored.add(key_of(list(trace.choices)))
        if trace.outcome is Outcome.OVERRUN:
            statistics.count_overrun(trace.reason)
        elif trace.outcome is Outcome.INVALID:
            if trace.error is not None:
                self.count_skip(trace.error)
            else:
                statistics.count_rejection(trace.reason)
        else:
            statistics.valid += 1
            statistics.count_case(trace.events, trace.targets)

    def count_skip(self, skip: BaseException) -> None:
        """Count a case that was generated, and skipped."""
        self.skip = self.skip or skip
        self.statistics.skips += 1
        self.statistics.count_rejection(reason_of(skip))

    def stop(self, ending: BaseException) -> None:
        """The run has to end. The first reason is the one that is raised."""
        self.stopped_by = self.stopped_by or ending

    def forget_bug(self, trace: Trace) -> None:
        """Drop the bug of a case that turned out to be flaky, unless it was known before."""
        bug = self.bugs.get(trace.origin)
        if bug is not None and bug.best is trace:
            del self.bugs[trace.origin]
            if self.keeper is not None:
                self.keeper.forget(trace.origin)

    def add_bug(self, trace: Trace, seconds: float) -> None:
        """A failure of a new origin, or a simpler case of a known one."""
        bug = self.bugs.get(trace.origin)
        if bug is None:
            if self.bugs and not self.options.report_multiple_bugs:
                return
            self.bugs[trace.origin] = Bug(trace, seconds)
            self.calls_at_last_bug = self.statistics.calls
            self.calls_at_first_bug = self.calls_at_first_bug or self.statistics.calls
            self._keep(trace)
        elif self.options.min_failure_rate is not None:
            # One failure says little of the rate: insist() decides what becomes the best.
            if bug.history is None and len(bug.others) < OTHERS:
                bug.others.append(trace)
        elif self.order(trace, bug.best):
            bug.best, bug.seconds = trace, seconds
            self._keep(trace)

    def _keep(self, trace: Trace) -> None:
        if self.keeper is not None:
            self.keeper.see(trace)
