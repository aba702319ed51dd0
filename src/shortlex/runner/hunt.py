"""Hunt: the state of one run: what was explored, and the bugs found so far."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from math import inf
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from shortlex.core.case import Case, RecordedCase, key_of
from shortlex.core.constants import NO_CONSTANTS, Constants
from shortlex.core.domain import Choice
from shortlex.core.front import Front
from shortlex.core.mutation import Pool
from shortlex.core.order import Simpler, simpler
from shortlex.core.source import ReplaySource
from shortlex.core.trace import DUPLICATE, Ending, Outcome, Trace
from shortlex.errors import DeadlineExceeded
from shortlex.reducer.budget import Budget
from shortlex.reducer.history import History
from shortlex.runner.case_count import Share
from shortlex.runner.execute import Test, execute, reason_of
from shortlex.runner.flaky.confirmation import Confirmation, confirmation_of
from shortlex.runner.foresight import Foresight
from shortlex.runner.interrupts import gate
from shortlex.runner.keeper import Keeper
from shortlex.runner.observer import Observer
from shortlex.runner.result import Failure, Statistics
from shortlex.runner.shared_random import Seeding
from shortlex.settings import Phase, settings
from shortlex.system.genuine import monotonic, os, prepare_imports

if TYPE_CHECKING:
    from shortlex.runner.rarity import Quota

InChild = Callable[[], tuple[Test, settings]]
"""Makes the test and its settings for running cases in child processes."""

MAX_BUGS = 5
"""How many bugs are reduced and kept: the simplest. If the type or the line of an error depends on
the input, every case is a bug of its own."""

MAX_EARLY = 8
"""How many cases from before the first failure are kept, to see whether they still pass."""


UNWRITTEN_RUNS = 4
"""A case that fails only because its values were written must pass this often without that."""


class Early(NamedTuple):
    """A case that was run before any failed."""

    choices: Sequence[Choice]
    is_seeded: bool
    """Whether the shared random generators were seeded for it."""


def new_seed() -> int:
    """A seed that no earlier run had."""
    return int.from_bytes(os.urandom(8), "big")


class Unfinished(NamedTuple):
    """A case that was running when something stopped the whole test."""

    choices: Sequence[Choice]
    has_begun: bool
    """Whether all arguments were drawn, and the body was running."""


class Bug:
    """One origin of failures, with its simplest case so far."""

    def __init__(self, trace: Trace, seconds: float) -> None:
        self.best: Trace = trace
        self.seconds: float = seconds
        """How long the best case ran."""
        self.history: History | None = None
        """The history of its reduction, once begun."""
        self.reduced_since: float = 0.0
        """When its reduction began, for the progress line."""
        self.others: list[Trace] = []
        """In a test that fails only sometimes, the cases to fall back to, in order."""
        self.is_confirmed: bool = False
        """In such a test, whether the best was shown to fail often enough."""
        self.tentative: Trace | None = None
        """In such a test, a simpler case than the best that was not confirmed for lack of time."""
        self.place: str = ""
        """Where the best was kept, if it is known from an earlier run."""
        self.is_reduced: bool = False
        """Whether an earlier run has reduced it to the end."""


class Hunt:
    """The test, how to run it, and what was found."""

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
        self.confirmation: Confirmation = confirmation_of(options)
        self.seeding: Seeding = Seeding(test, is_wanted=self.confirmation.is_exact)
        self.options: settings = options
        if seed is None:
            seed = 0 if options.derandomize else new_seed()
        self.seed: int = seed
        self.random: Random = Random(seed)
        self.constants: Constants = NO_CONSTANTS
        """Constants of the code under test."""
        self.order: Simpler = order
        self.observer: Observer | None = observer
        self.keeper: Keeper | None = None
        """Keeps failures for the next run."""
        self.first: Sequence[Sequence[Choice]] = ()
        """Cases to run before all others."""
        self.in_child: InChild | None = None
        """For a test that may kill its process."""
        self.share: Share | Quota | None = share
        """Time for more cases than settings ask for."""
        self.statistics: Statistics = Statistics()
        self.wanted: int = options.max_examples
        """How many valid cases are enough, by what is known now."""
        if share is not None:
            self.wanted = share.begin(self.statistics, options.max_examples)
        self.foresight: Foresight = Foresight(order)
        self.explored: set[int] = set()
        """Keys of the cases that were run."""
        self.early: deque[Early] = deque(maxlen=MAX_EARLY)
        """Some of the random cases that were run before the first failure, the latest last."""
        self.simplest: Early | None = None
        """The simplest case, if it was run and did not fail."""
        self.recent: deque[Sequence[Choice]] = deque(maxlen=MAX_EARLY)
        """The choices of the last cases that were valid."""
        self.pool: Pool = Pool()
        """Valid cases of which mutants are made."""
        self.known_mutants: int = 0
        """How many mutants in a row were run before."""
        self.front: Front = Front()
        """The cases with the highest targets."""
        self.front_keeper: Keeper | None = None
        """Keeps the front for the next run."""
        self.is_recalled: bool = False
        """Whether the front of an earlier run was run."""
        self.has_climbed: bool = False
        """Whether the search for higher targets has begun."""
        self.bugs: dict[object, Bug] = {}
        self._left_out: set[int] = set()
        """Hashes of the origins of other bugs, which are only counted."""
        self.flaky: Failure | None = None
        """A case that failed and then did not: it ends the search, and cannot be reduced."""
        self.unseeded: Trace | None = None
        """A failure of the case in which the test first used a shared random generator."""
        self.skip: BaseException | None = None
        """The first skip of a case. The test is skipped if no case fails."""
        self.stopped_by: BaseException | None = None
        """What ended the run after a failure was found, such as Ctrl-C. It is raised at the end."""
        self.unfinished: Unfinished | None = None
        """The choices of the case whose body was running when something stopped the run."""
        self.budget: Budget | None = None
        """The budget of the reductions, once begun."""
        self._phase, self._entered = "", 0.0
        self.calls_at_first_bug: int = 0
        self.calls_at_last_bug: int = 0

    def isolate(self) -> None:
        """Continue in child processes, if possible."""
        if self.in_child is not None and not self.options.is_isolated:
            test, self.options = self.in_child()
            self.seeding.replace(test)

    @property
    def test(self) -> Test:
        """The test, as it has to be called now."""
        return self.seeding.test

    @property
    def is_climb_due(self) -> bool:
        """Whether a search for higher targets should follow the random cases."""
        is_wanted = Phase.target in self.options.phases
        return is_wanted and bool(self.front.best) and not self.has_climbed

    @property
    def keeps_notes(self) -> bool:
        """Whether an observer reads the notes of cases."""
        return self.observer is not None and self.observer.reads_notes

    def enter(self, phase: str) -> None:
        """Begin a phase and end the one before; the phase '' ends the last one."""
        prepare_imports()
        now, phases = monotonic(), self.statistics.phases
        if self._phase:
            phases[self._phase] = phases.get(self._phase, 0.0) + now - self._entered
        self._phase, self._entered = phase, now
        if self.observer is not None and phase:
            self.observer.see_phase(phase)

    def announce(self, case: Case) -> None:
        """Tell the observer that a case is about to run."""
        if self.observer is not None:
            self.observer.see_start(case)

    def run(self, case: RecordedCase, *, is_new: bool = False) -> Trace:
        """Run one recorded case; a failure is added to the bugs.

        A new case is a generated one. Its first run is no replay, but goes to ``count``.
        """
        started = monotonic()
        trace = self._execute(case, is_new=is_new)
        if self.seeding.notice():
            # It was not seeded, so it may end differently next time. Later cases are seeded.
            first, trace = trace, self._execute(RecordedCase(ReplaySource(trace.choices)))
            if first.is_interesting and not isinstance(first.error, DeadlineExceeded):
                self.unseeded = first
        if isinstance(trace.error, DeadlineExceeded):
            # Slow once may be the machine's fault: it must be slow again.
            started = monotonic()
            trace = self._execute(RecordedCase(ReplaySource(trace.choices)))
        if trace.outcome is Outcome.INVALID and trace.error is not None and self.skip is None:
            self.skip = trace.error
        if trace.is_interesting:
            is_new = trace.origin not in self.bugs
            with gate.closed() if is_new else nullcontext():
                # If the body was not run, its time is not known.
                self.add_bug(trace, monotonic() - started if trace.was_run else inf)
            if self.observer is not None and is_new and trace.origin in self.bugs:
                self.observer.see_bug(case, trace)
        return trace

    def run_unless_known(
        self,
        case: RecordedCase,
        best: Trace | None = None,
        *,
        ending: Ending | None = None,
        is_new: bool = False,
    ) -> Trace:
        """Run one recorded case, but not its body if it is not simpler or its ending is known.

        With ``ending``, a light run of it has just shown how it ends.
        """
        self.foresight.watch(case, best, ending)
        trace = self.run(case, is_new=is_new)
        case.on_arguments = None  # it knows the case: a cycle, and large
        self.foresight.learn(trace)
        return trace

    def _execute(self, case: RecordedCase, *, is_new: bool = False) -> Trace:
        case.keeps_notes = self.keeps_notes
        self.announce(case)
        try:
            trace = execute(self.test, case)
        except BaseException:
            self.leave_unfinished(case.choices, has_begun=case.has_begun)
            raise
        if case.has_written_objects and trace.is_interesting:
            passing = self.run_unwritten(case.choices)
            trace = trace if passing is None else passing
        if not is_new:
            self.statistics.replays += trace.was_run
        if self.observer is not None and trace.reason is not DUPLICATE.reason:
            case.ending = trace.reason if trace.error is None else trace.error
            self.observer.see_case(case, trace.outcome)
        return trace

    def run_unwritten(self, choices: Sequence[Choice]) -> Trace | None:
        """Run a case again that failed after its values were written down. The trace if it passes.

        Whoever watches must not make a test fail, and writing an object may load or change it. But
        the test may be flaky instead. So the case must pass every time without the writing.
        """
        if not self.confirmation.is_exact:
            return None
        for _ in range(UNWRITTEN_RUNS):
            trace = execute(self.test, RecordedCase(ReplaySource(choices)))
            if trace.outcome is not Outcome.VALID:
                return None
        return trace

    def leave_unfinished(self, choices: Sequence[Choice], *, has_begun: bool) -> None:
        """Remember the case that was running when something stopped the run."""
        self.unfinished = Unfinished(choices, has_begun)

    def end_as_flaky(self, failure: Failure) -> None:
        """End the search because of a case that failed and then did not."""
        self.flaky = failure

    def remember(self, choices: Sequence[Choice]) -> None:
        """Remember a random case that is about to run; its choices are still empty."""
        if not self.bugs:
            self.early.append(Early(choices, self.seeding.is_on))

    def forget(self, choices: Sequence[Choice]) -> None:
        """Forget the last random case, because it did not pass."""
        if self.early and self.early[-1].choices is choices:
            self.early.pop()

    def count(self, trace: Trace) -> None:
        """Count a generated case, as opposed to one offered by a reduction."""
        statistics = self.statistics
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
            if trace.targets and trace.outcome is Outcome.VALID:
                self.front.add(trace.targets, trace.choices)

    def count_skip(self, skip: BaseException) -> None:
        """Count a generated case that skipped."""
        self.skip = skip if self.skip is None else self.skip
        self.statistics.skips += 1
        self.statistics.count_rejection(reason_of(skip))

    def stop(self, ending: BaseException) -> None:
        """End the run. The first reason is raised at the end."""
        if self.stopped_by is None:
            self.stopped_by = ending

    def forget_bug(self, trace: Trace) -> None:
        """Drop the bug whose best case this is. What earlier runs have kept stays."""
        bug = self.bugs.get(trace.origin)
        if bug is not None and bug.best is trace:
            del self.bugs[trace.origin]
            if self.keeper is not None:
                self.keeper.forget(trace.origin)

    def add_bug(self, trace: Trace, seconds: float) -> None:
        """Add a failure of a new origin, or a simpler case of a known one."""
        bug = self.bugs.get(trace.origin)
        if bug is None:
            prepare_imports()
            if self.bugs and not self.options.report_multiple_bugs:
                return
            if len(self.bugs) < MAX_BUGS:
                self._admit(trace, seconds)
                self._keep(trace)
            else:
                self._choose_simplest(trace, seconds)
        elif self.confirmation.does_replace(self, bug, trace):
            bug.best = trace
            # If its body was not run again, it has just taken as long as this.
            bug.seconds = bug.seconds if seconds == inf else seconds
            self._keep(trace)

    def _admit(self, trace: Trace, seconds: float) -> None:
        self.bugs[trace.origin] = Bug(trace, seconds)
        self._left_out.discard(hash(trace.origin))
        self.calls_at_last_bug = self.statistics.calls
        self.calls_at_first_bug = self.calls_at_first_bug or self.statistics.calls

    def _choose_simplest(self, trace: Trace, seconds: float) -> None:
        """Count one bug too many, or let it replace a bug that is not yet reduced.

        It is not saved at once: every case may be simpler than the one before.
        """
        waiting = [bug for bug in self.bugs.values() if bug.history is None and not bug.place]
        worst = max(waiting, key=lambda bug: (bug.best.cost, bug.best.size), default=None)
        if worst is None or not self.order(trace, worst.best):
            self._left_out.add(hash(trace.origin))
            return
        self.forget_bug(worst.best)
        self._left_out.add(hash(worst.best.origin))
        self._admit(trace, seconds)

    @property
    def bugs_left_out(self) -> int:
        """How many bugs there are besides those that are reduced."""
        return len(self._left_out)

    def _keep(self, trace: Trace) -> None:
        if self.keeper is not None:
            self.keeper.see(trace)
