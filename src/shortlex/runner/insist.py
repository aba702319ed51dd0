"""Insist: reduce a test that fails only sometimes, running each candidate until it is decided.

An accepted case is tentative: one failure in a few runs may have been luck. It is confirmed every
so many steps, and at the end; if it does not hold, the reduction goes back to the last case that
did. Only confirmed cases become the best of a bug, so the failure is never lost.

There are two rounds. The first finds the way down, the second asks again, with more patience, what
the first refused; the runs that a case has had are not forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import monotonic

from shortlex.core.case import RecordedCase
from shortlex.core.outcome import Outcome
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.core.trace import Trace
from shortlex.reducer.budget import Budget, OutOfBudget
from shortlex.reducer.history import History, Tally
from shortlex.runner.evidence import Evidence, Keys, Record
from shortlex.runner.foresight import key_of_arguments
from shortlex.runner.hunt import Bug, Hunt
from shortlex.runner.measure import replaying
from shortlex.runner.sequential import Rule, confirming, decide

OnStep = Callable[[str, Trace], None]

WRONG_ACCEPT = 0.5
"""How likely a candidate is accepted that fails no more often than settings allow.

That is much, but near this limit only, and the next confirmation takes it back. Being strict with
each candidate takes a third more runs, and ends no better.
"""

STRICT = 0.1
"""The same after a confirmation that failed."""

WRONG_REFUSE = (0.2, 0.05)
"""How likely a candidate is refused that fails as often as the best, by round."""

MOST = 100
"""A candidate that is not decided after so many runs is refused."""

HIGHEST = 0.9
"""A rate above this cannot be told from this one in the few runs that there are."""

KNOWN = 8
"""The start is run until it has failed so often: the rate is what all others are held against."""

STRIDE = 10
"""After so many steps the best is confirmed."""

SETBACKS = 5
"""A reduction that had to go back so often is at its end."""


class _Setback(Exception):  # noqa: N818  # no error: the round begins again further back
    """The best case of a round does not fail often enough."""


def insist(hunt: Hunt, bug: Bug, budget: Budget, on_step: OnStep | None = None) -> None:
    """Reduce one bug as far as the budget goes."""
    insistence = _Insistence(hunt, bug, budget, on_step)
    started = monotonic()
    try:
        insistence.reduce()
    except OutOfBudget as stop:
        insistence.history.stopped_early = stop.lacking
        insistence.history.seconds_allowed = budget.seconds
    except BaseException:
        insistence.history.stopped_early = "interrupt"
        raise
    finally:
        history = insistence.history
        history.calls = insistence.calls if bug.is_confirmed else 0
        history.seconds = monotonic() - started


class _Insistence:
    """The reduction of one bug."""

    def __init__(self, hunt: Hunt, bug: Bug, budget: Budget, on_step: OnStep | None) -> None:
        assert hunt.options.min_failure_rate is not None, "only for tests that fail sometimes"
        self.hunt = hunt
        self.bug = bug
        self.budget = budget
        self.history = bug.history = History(bug.best)
        self.on_step = on_step
        self.limit = hunt.options.min_failure_rate
        self.evidence = Evidence(hunt.order)
        self.calls_before = hunt.statistics.replays
        self.confirmed_steps = 0
        """How many steps the history had when the best was confirmed."""
        self.wrong_accept = WRONG_ACCEPT
        self.setbacks = 0
        self.failed = self.ran = 0.0
        """How often cases failed while they were confirmed, and ran; the latest count most."""
        self.rule = self._rule(WRONG_REFUSE[0])

    @property
    def calls(self) -> int:
        """How often the test was run in this reduction."""
        return self.hunt.statistics.replays - self.calls_before

    def reduce(self) -> None:
        """Find a start that fails often enough, then round after round."""
        bug = self.bug
        starts = [bug.best, *bug.others]
        bug.others = []
        start = next((each for each in starts if self._confirm(each, at_least=KNOWN)), None)
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
        """Reduce until nothing simpler is accepted, and what was is confirmed."""
        from shortlex.reducer.problem import Problem
        from shortlex.reducer.reduce import reduce

        observer = self.hunt.observer
        while self.setbacks < SETBACKS:
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
        """How candidates are judged now: against the rate of the latest confirmed cases."""
        high = min(HIGHEST, self.failed / max(1.0, self.ran))
        high = max(high, min(0.95, 2 * self.limit))
        return Rule(self.limit, high, self.wrong_accept, wrong_refuse, MOST)

    def _accept(self, name: str, trace: Trace) -> None:
        self.history.calls = self.calls
        self.history.accept(name, trace)
        if self.on_step is not None:
            self.on_step(name, trace)

    def _count(self, history: History) -> None:
        """Add up what the passes did in one round."""
        self.history.offers += history.offers
        for name, tally in history.tallies.items():
            self.history.tallies.setdefault(name, Tally()).calls += tally.calls

    # Candidates

    def _run_candidate(
        self, choices: Sequence[object], best: Trace | None, random: Random | None
    ) -> Trace:
        """Run what the reducer offers until it is decided. A step uphill is not worth the runs."""
        if best is None:
            case = RecordedCase(ReplaySource(()))
            case.arguments_wanted()
            return case.trace(Outcome.VALID)
        if len(self.history.steps) - self.confirmed_steps >= STRIDE:
            self._confirm_best(best)
        fill = None if random is None else RandomSource(random)
        case = RecordedCase(ReplaySource(choices, fill), best.size)  # type: ignore[arg-type]  # what fits no domain is replaced
        keys = self.evidence.watch(case, best, self.rule)
        trace = self.hunt.run(case)
        # Where arguments are not told from the body, what was too large or not valid stays so.
        is_open = trace.outcome > Outcome.INVALID and self.hunt.order(trace, best)
        if not trace.was_run or not (keys or is_open):
            return trace
        return self._decide(case, trace, best, self.evidence.record_of(keys, trace))

    def _decide(self, case: RecordedCase, trace: Trace, best: Trace, record: Record) -> Trace:
        """Run a case again and again. Gives a failing trace of it if it is accepted."""
        choices, failing = trace.choices, None
        while True:
            failed = self._is_same_failure(trace)
            record.add(trace, failed=failed)
            if failed and not self.hunt.order(trace, best):
                return trace
            if failed and failing is None:
                # What a run draws that does not fail is not part of the failure.
                choices, failing = trace.choices, trace
            verdict = record.decide(self.rule)
            if verdict is False:
                return case.trace(Outcome.VALID)
            if verdict and failing is not None:
                return failing
            self.budget.spend()
            case = RecordedCase(ReplaySource(choices), best.size)
            trace = self.hunt.run(case)

    def _is_same_failure(self, trace: Trace) -> bool:
        return trace.is_interesting and trace.origin == self.bug.best.origin

    # The best

    def _confirm_best(self, best: Trace) -> None:
        """Make this the best of the bug, or go back to what was."""
        if best is self.bug.best:
            return
        if self._confirm(best):
            self.bug.others.insert(0, self.bug.best)
            self.bug.best = best
            self.confirmed_steps = len(self.history.steps)
            self.rule = self._rule(self.rule.wrong_refuse)
            return
        self.history.go_back(self.confirmed_steps)
        self.wrong_accept = STRICT
        self.setbacks += 1
        raise _Setback

    def _confirm(self, trace: Trace, *, at_least: int = 0) -> bool:
        """Whether a case fails more often than the limit, with the confidence of ``sequential``.

        For the rate, it is run on until it has failed ``at_least`` so often.
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
        # The last run was a failure because it was the last: it tells nothing. What was learnt
        # before is of other cases, so the latest counts most.
        weight = min(1.0, KNOWN / max(1.0, self.failed))
        self.failed = weight * self.failed + failures - 1
        self.ran = weight * self.ran + runs - 1
