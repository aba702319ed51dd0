"""Statistical: a case counts as failing if it fails in more than a given share of its runs.

When such a case is reduced, each candidate is run until it is clear whether it fails often enough.
An accepted case is tentative: one failure in a few runs may be chance. The best case is confirmed
every few steps and at the end; if that fails, the reduction goes back to the last confirmed case.
Only confirmed cases become the best of a bug, so the failure is never lost.

There are two rounds. The second tries again, with more runs, what the first has refused; earlier
runs of a case still count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from shortlex.core.case import RecordedCase, key_of
from shortlex.core.domain import Choice
from shortlex.core.order import Simpler, simpler, size_limit
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.core.trace import Ending, Foreseen, Outcome, Trace
from shortlex.errors import DeadlineExceeded, Interesting
from shortlex.random_state import Random
from shortlex.reducer.budget import Budget, OutOfBudget
from shortlex.reducer.history import History, Tally
from shortlex.runner.flaky.confirmation import Confirmation, OnStep
from shortlex.runner.flaky.flaky_errors import check_draws, recovered
from shortlex.runner.flaky.measure import FEW_RUNS, measure, replaying, size_of
from shortlex.runner.flaky.sequential import Rule, confirming, decide, runs_to_meet
from shortlex.runner.foresight import NOT_SIMPLER, key_of_arguments
from shortlex.runner.origin import origin_of_ending
from shortlex.runner.result import Failure
from shortlex.system.genuine import monotonic

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
        reduce_flaky(hunt, bug, self.min_rate, budget, on_step)

    def verify(self, hunt: Hunt, bug: Bug, seconds: float) -> Failure | None:
        """Do nothing: a case of such a test may pass, and its rate is measured for the report."""
        return None

    def run_for_report(self, hunt: Hunt, bug: Bug) -> Failure:
        failure = measure(hunt, bug, self.min_rate)
        return recovered(hunt.test, failure, lambda: replaying(hunt, failure.trace), runs=FEW_RUNS)


WRONG_ACCEPT = 0.5
"""The probability of accepting a candidate that fails too rarely for the settings.

It is high, but only near the limit, and the next confirmation takes the candidate back. Being
strict with each candidate takes a third more runs, with no better results.
"""

STRICT_WRONG_ACCEPT = 0.1
"""The same after a confirmation that failed."""

WRONG_REFUSE = (0.2, 0.05)
"""The probability of refusing a candidate that fails as often as the best, for each round."""

MAX_CANDIDATE_RUNS = 100
"""A candidate that is undecided after this many runs is refused."""

MAX_RATE = 0.9
"""The highest rate that candidates are compared with: few runs cannot tell higher rates apart."""

MIN_START_FAILURES = 8
"""The start is run until it has failed this often: candidates are compared with its rate."""

STEPS_PER_CONFIRMATION = 10
"""The best case is confirmed whenever this many more steps were accepted."""

MAX_SETBACKS = 5
"""A reduction ends after it had to go back this often."""


class _Setback(Exception):  # noqa: N818  # not an error: the round restarts from an earlier case
    """The best case of a round does not fail often enough."""


def reduce_flaky(
    hunt: Hunt, bug: Bug, limit: float, budget: Budget, on_step: OnStep | None = None
) -> None:
    """Reduce one bug as far as the budget goes."""
    reduction = _FlakyReduction(hunt, bug, limit, budget, on_step)
    started = monotonic()
    try:
        reduction.reduce()
    except OutOfBudget as stop:
        reduction.history.stopped_early = stop.lacking
        reduction.history.seconds_allowed = budget.seconds
    except BaseException:
        reduction.history.stopped_early = "interrupt"
        raise
    finally:
        history = reduction.history
        history.calls = reduction.calls if bug.is_confirmed else 0
        history.seconds = monotonic() - started


class _FlakyReduction:
    """The reduction of one bug."""

    def __init__(
        self, hunt: Hunt, bug: Bug, limit: float, budget: Budget, on_step: OnStep | None
    ) -> None:
        self.hunt = hunt
        self.bug = bug
        self.budget = budget
        self.history = bug.history = History(bug.best)
        self.on_step = on_step
        self.limit = limit
        self.evidence = Evidence(hunt.order)
        self.calls_before = hunt.statistics.replays
        self.confirmed_steps = 0
        """How many steps the history had when the best was last confirmed."""
        self.wrong_accept = WRONG_ACCEPT
        self.setbacks = 0
        self.failed = self.ran = 0.0
        """How many confirming runs failed, and how many there were; the latest have most weight."""
        self.rule = self._rule(WRONG_REFUSE[0])

    @property
    def calls(self) -> int:
        """How often the test was run in this reduction."""
        return self.hunt.statistics.replays - self.calls_before

    def reduce(self) -> None:
        """Find a start that fails often enough, then reduce it in rounds."""
        bug = self.bug
        starts = [bug.best, *bug.others]
        bug.others = []
        start = next(
            (each for each in starts if self._confirm(each, at_least=MIN_START_FAILURES)), None
        )
        if start is None:
            self.history.stopped_early = "seldom"
            return
        bug.is_confirmed = True
        if start is not bug.best:
            bug.others, bug.best = [bug.best], start
            self.history = bug.history = History(start)
        for wrong_refuse in WRONG_REFUSE:
            self._round(wrong_refuse)

    def _round(self, wrong_refuse: float) -> None:
        """Reduce until no simpler case is accepted, and the best is confirmed."""
        from shortlex.reducer.problem import Problem
        from shortlex.reducer.reduce import reduce

        observer = self.hunt.observer
        while self.setbacks < MAX_SETBACKS:
            self.rule = self._rule(wrong_refuse)
            problem = Problem(
                self.bug.best,
                self._run_candidate,
                random=Random(self.hunt.seed),
                budget=self.budget,
                order=self.hunt.order,
                on_step=self._accept,
                on_offer=None if observer is None else observer.see_offer,
            )
            if observer is not None:
                observer.see_reduction(self.bug.best)
            try:
                reduce(problem)
                if problem.history.stopped_early:
                    raise OutOfBudget(
                        "calls" if problem.history.stopped_early == "calls" else "seconds"
                    )
                self._confirm_best(problem.best)
            except _Setback:
                continue
            except OutOfBudget:
                if problem.best is not self.bug.best:
                    self.bug.tentative = problem.best
                raise
            finally:
                self._count(problem.history)
            return

    def _rule(self, wrong_refuse: float) -> Rule:
        """The rule for candidates: it compares them with the rate of the latest confirmed cases."""
        high = min(MAX_RATE, self.failed / max(1.0, self.ran))
        high = max(high, min(0.95, 2 * self.limit))
        return Rule(self.limit, high, self.wrong_accept, wrong_refuse, MAX_CANDIDATE_RUNS)

    def _accept(self, name: str, trace: Trace) -> None:
        self.history.calls = self.calls
        self.history.accept(name, trace)
        if self.on_step is not None:
            self.on_step(name, trace)

    def _count(self, history: History) -> None:
        """Add the tallies of one round."""
        self.history.offers += history.offers
        for name, tally in history.tallies.items():
            self.history.tallies.setdefault(name, Tally()).calls += tally.calls

    # Candidates

    def _run_candidate(
        self, choices: Sequence[object], best: Trace | None, random: Random | None
    ) -> Trace:
        """Run a candidate until it is decided. Steps uphill are not worth the runs."""
        if best is None:
            case = RecordedCase(ReplaySource(()))
            case.arguments_wanted()
            return case.trace(Outcome.VALID)
        if len(self.history.steps) - self.confirmed_steps >= STEPS_PER_CONFIRMATION:
            self._confirm_best(best)
        fill = None if random is None else RandomSource(random)
        case = RecordedCase(ReplaySource(choices, fill), size_limit(best))  # type: ignore[arg-type]  # what fits no domain is replaced
        keys = self.evidence.watch(case, best, self.rule)
        trace = self.hunt.run(case)
        # A case that was too large or invalid is assumed to be so in every run.
        is_open = trace.outcome > Outcome.INVALID and self.hunt.order(trace, best)
        if not trace.was_run or not (keys or is_open):
            return trace
        return self._decide(case, trace, best, self.evidence.record_of(keys, trace))

    def _decide(self, case: RecordedCase, trace: Trace, best: Trace, record: Trials) -> Trace:
        """Run a case repeatedly. Returns a failing trace of it if it is accepted."""
        choices, failing = trace.choices, None
        while True:
            failed = self._is_same_failure(trace)
            record.add(trace, failed=failed)
            if failed and not self.hunt.order(trace, best):
                return trace
            if failed and failing is None:
                # From now on, replay the failing run: draws of passing runs do not matter.
                choices, failing = trace.choices, trace
            verdict = record.decide(self.rule)
            if verdict is False:
                return case.trace(Outcome.VALID)
            if verdict and failing is not None:
                return failing
            self.budget.spend()
            case = RecordedCase(ReplaySource(choices), size_limit(best))
            trace = self.hunt.run(case)

    def _is_same_failure(self, trace: Trace) -> bool:
        return trace.is_interesting and trace.origin == self.bug.best.origin

    # The best

    def _confirm_best(self, best: Trace) -> None:
        """Make this case the best of the bug, or go back to the last confirmed one."""
        if best is self.bug.best:
            return
        if self._confirm(best):
            self.bug.others.insert(0, self.bug.best)
            self.bug.best = best
            self.confirmed_steps = len(self.history.steps)
            self.rule = self._rule(self.rule.wrong_refuse)
            return
        self.history.go_back(self.confirmed_steps)
        self.wrong_accept = STRICT_WRONG_ACCEPT
        self.setbacks += 1
        raise _Setback

    def _confirm(self, trace: Trace, *, at_least: int = 0) -> bool:
        """Whether a case fails more often than the limit, with the confidence ``SURE``.

        To estimate its rate, it is run until it has failed at least ``at_least`` times.
        """
        rule = confirming(self.limit)
        keys: Keys = []
        failures = runs = 0
        verdict = None
        while verdict is None or (verdict and failures < at_least and runs < rule.most):
            self.budget.spend()
            case = replaying(self.hunt, trace)
            case.on_arguments = lambda values: keys.append(key_of_arguments(values))
            failures += self._is_same_failure(self.hunt.run(case))
            runs += 1
            if verdict is None:
                verdict = decide(rule, failures, runs)
        if verdict:
            self._learn_rate(failures, runs)
        else:
            self.evidence.record_of(keys, trace).is_refused = True
        return verdict

    def _learn_rate(self, failures: int, runs: int) -> None:
        # We stopped at a failure, so the last run is biased and does not count. Earlier counts
        # are from other cases, so the latest have most weight.
        weight = min(1.0, MIN_START_FAILURES / max(1.0, self.failed))
        self.failed = weight * self.failed + failures - 1
        self.ran = weight * self.ran + runs - 1


Keys = list[int | None]
"""Holds the key of a case's arguments, or None if they have no key, once they are drawn."""


class Trials:
    """The results of all runs of one case, or of all cases with equal arguments."""

    __slots__ = ("error", "failures", "is_refused", "runs")

    def __init__(self) -> None:
        self.failures = 0
        self.runs = 0
        self.error: BaseException | None = None
        self.is_refused = False
        """Whether it could not be confirmed, which is final."""

    def decide(self, rule: Rule) -> bool | None:
        return False if self.is_refused else decide(rule, self.failures, self.runs)

    def add(self, trace: Trace, *, failed: bool) -> None:
        self.runs += 1
        if failed:
            self.failures += 1
            self.error = trace.error


class Evidence:
    """Trials by arguments if they are plain data, or else by choices."""

    def __init__(self, order: Simpler) -> None:
        # Another order may depend on what the body does, so only this one can be foreseen.
        self._can_compare = order is simpler
        self._records: dict[int, Trials] = {}

    def watch(self, case: RecordedCase, best: Trace, rule: Rule) -> Keys:
        """End a case before its body if it is not simpler than the best, or already decided."""
        keys: Keys = []

        def look(values: Sequence[object]) -> None:
            if self._can_compare and not simpler(case, best):  # type: ignore[arg-type]  # has what is compared
                raise Foreseen(NOT_SIMPLER)
            key = key_of_arguments(values)
            record = None if key is None else self._records.get(key)
            if record is not None and (verdict := record.decide(rule)) is not None:
                accepted = Ending(Outcome.INTERESTING, best.origin, record.error)
                raise Foreseen(accepted if verdict else Ending(Outcome.VALID))
            keys.append(key)

        case.on_arguments = look
        return keys

    def record_of(self, keys: Keys, trace: Trace) -> Trials:
        """The record of a case; equal arguments share it, unless the body has output or cost."""
        key = keys[0] if keys and not (trace.output or trace.cost) else None
        return self._records.setdefault(
            key_of(list(trace.choices)) if key is None else key, Trials()
        )
