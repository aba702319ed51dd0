"""Insist: reduce a test that fails only sometimes, running each candidate until it is decided.

Rounds of reduction, each more patient than the one before: the first refuses what does not soon
fail and finds the way down cheaply, the last makes sure. What was learnt of a case in one round
is taken up in the next. An accepted case is tentative. It is confirmed at the end of a round, and
every so many steps on the way; if it does not hold, the reduction goes back to the last case that
did. Only confirmed cases become the best of a bug, so the failure is never lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import monotonic

from shortlex.core.case import RecordedCase, key_of
from shortlex.core.foreseen import Ending, Foreseen
from shortlex.core.order import simpler
from shortlex.core.outcome import Outcome
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.core.trace import Trace
from shortlex.reducer.budget import Budget, OutOfBudget
from shortlex.reducer.history import History, Tally
from shortlex.runner.foresight import NOT_SIMPLER, key_of_arguments
from shortlex.runner.hunt import Bug, Hunt
from shortlex.runner.sequential import Rule, confirming, decide

OnStep = Callable[[str, Trace], None]

WRONG_ACCEPT = 0.1
"""How likely a candidate is accepted that fails no more often than settings allow."""

WRONG_REFUSE = (0.5, 0.25, 0.1)
"""How likely a candidate is refused that fails as often as the best, by round."""

MOST = 200
"""A candidate that is not decided after so many runs is refused."""

KNOWN = 8
"""The start is run until it has failed so often: the rate is what all others are held against."""

STRIDE = 10
"""After so many steps the best is confirmed."""

SETBACKS = 10
"""A reduction that had to go back so often is at its end."""


class _Setback(Exception):  # noqa: N818  # no error: the round begins again further back
    """The best case of a round does not fail often enough."""


class _Record:
    """What all runs of one case, or of all cases with equal arguments, came to."""

    __slots__ = ("error", "failures", "is_refused", "runs")

    def __init__(self) -> None:
        self.failures = 0
        self.runs = 0
        self.error: BaseException | None = None
        self.is_refused = False
        """It could not be confirmed, which settles it."""

    def decide(self, rule: Rule) -> bool | None:
        return False if self.is_refused else decide(rule, self.failures, self.runs)

    def add(self, trace: Trace, *, failed: bool) -> None:
        self.runs += 1
        if failed:
            self.failures += 1
            self.error = trace.error


def insist(hunt: Hunt, bug: Bug, budget: Budget, on_step: OnStep | None = None) -> None:
    """Reduce one bug as far as the budget goes."""
    history = bug.history = History(bug.best)
    insistence = _Insistence(hunt, bug, budget, history, on_step)
    started = monotonic()
    try:
        insistence.reduce()
    except OutOfBudget:
        history.stopped_early = "the budget was spent"
    except KeyboardInterrupt:
        history.stopped_early = "it was interrupted"
        raise
    finally:
        history.calls = insistence.calls
        history.seconds = monotonic() - started


class _Insistence:
    """The reduction of one bug."""

    def __init__(
        self, hunt: Hunt, bug: Bug, budget: Budget, history: History, on_step: OnStep | None
    ) -> None:
        assert hunt.options.min_failure_rate is not None, "only for tests that fail sometimes"
        self.hunt = hunt
        self.bug = bug
        self.budget = budget
        self.history = history
        self.on_step = on_step
        self.limit = hunt.options.min_failure_rate
        self.records: dict[int, _Record] = {}
        self.calls_before = hunt.statistics.replays
        self.confirmed_steps = 0
        """How many steps the history had when the best was confirmed."""
        self.failed = self.ran = 0.0
        """How often cases failed while they were confirmed, and ran; the latest count most."""
        self.rule = Rule(self.limit, 2 * self.limit, WRONG_ACCEPT, WRONG_REFUSE[0], MOST)

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
            self.history.stopped_early = "it fails too rarely"
            return
        if start is not bug.best:
            bug.others, bug.best = [bug.best], start
            self.history.start = start
        patience = 0
        for wrong_refuse in WRONG_REFUSE:
            self._set_rule(wrong_refuse)
            if self.rule.passes_to_refuse > patience:
                patience = self.rule.passes_to_refuse
                self._round(wrong_refuse)

    def _round(self, wrong_refuse: float) -> None:
        """Reduce until nothing simpler is accepted, and what was is confirmed."""
        from shortlex.reducer.problem import Problem
        from shortlex.reducer.reduce import reduce

        setbacks = 0
        while setbacks < SETBACKS:
            self._set_rule(wrong_refuse)
            problem = Problem(
                self.bug.best,
                self._run_candidate,
                random=Random(self.hunt.seed),
                budget=self.budget,
                order=self.hunt.order,
                on_step=self._accept,
            )
            try:
                reduce(problem)
                if problem.history.stopped_early:
                    raise OutOfBudget
                self._confirm_best(problem.best)
            except _Setback:
                setbacks += 1
                continue
            except OutOfBudget:
                if problem.best is not self.bug.best:
                    self.bug.tentative = problem.best
                raise
            finally:
                self._count(problem.history)
            return

    def _set_rule(self, wrong_refuse: float) -> None:
        high = min(0.95, max(2 * self.limit, self.failed / max(1.0, self.ran)))
        self.rule = Rule(self.limit, high, WRONG_ACCEPT, wrong_refuse, MOST)

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
        self, choices: Sequence[object], best: Trace, random: Random | None
    ) -> Trace:
        """Run what the reducer offers until it is decided."""
        if len(self.history.steps) - self.confirmed_steps >= STRIDE:
            self._confirm_best(best)
        fill = None if random is None else RandomSource(random)
        case = RecordedCase(ReplaySource(choices, fill), best.size)  # type: ignore[arg-type]  # what fits no domain is replaced
        key = self._watch(case, best)
        trace = self.hunt.run(case)
        if not trace.was_run or (not key and not self._is_open(trace)):
            return trace
        record = self._record_of(key[0] if key else None, trace)
        return self._decide(case, trace, best, record)

    def _watch(self, case: RecordedCase, best: Trace) -> list[int | None]:
        """End the case before its body if that is decided; gives what the body is reached with.

        It is filled in when all arguments are drawn: with their key, or None if they have none.
        """
        keys: list[int | None] = []

        def look(values: Sequence[object]) -> None:
            if self.hunt.order is simpler and not simpler(case, best):  # type: ignore[arg-type]  # has what is compared
                raise Foreseen(NOT_SIMPLER)
            key = key_of_arguments(values)
            record = None if key is None else self.records.get(key)
            if record is not None:
                verdict = record.decide(self.rule)
                if verdict is not None:
                    raise Foreseen(self._ending(record, is_accepted=verdict))
            keys.append(key)

        case.on_arguments = look
        return keys

    def _ending(self, record: _Record, *, is_accepted: bool) -> Ending:
        if is_accepted:
            return Ending(Outcome.INTERESTING, self.bug.best.origin, record.error)
        return Ending(Outcome.VALID)

    def _is_open(self, trace: Trace) -> bool:
        """Whether a case that never said that its arguments are drawn may yet end otherwise."""
        return trace.outcome in (Outcome.VALID, Outcome.INTERESTING)

    def _record_of(self, key: int | None, trace: Trace) -> _Record:
        if key is None:
            key = key_of(list(trace.choices))
        if key not in self.records:
            self.records[key] = _Record()
        return self.records[key]

    def _decide(self, case: RecordedCase, trace: Trace, best: Trace, record: _Record) -> Trace:
        """Run a case again and again. Gives a failing trace of it if it is accepted."""
        choices, failing = trace.choices, None
        while True:
            failed = self._is_same_failure(trace)
            record.add(trace, failed=failed)
            if failed:
                if not self.hunt.order(trace, best):
                    return trace
                if failing is None:
                    # What a run draws after the point of failure is not part of the failure.
                    choices, failing = trace.choices, trace
            elif trace.is_interesting:
                # Another bug, which the hunt knows by now.
                return trace
            verdict = record.decide(self.rule)
            if verdict is False:
                return case.trace(Outcome.VALID)
            if verdict is True and failing is not None:
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
            self._set_rule(self.rule.wrong_refuse)
            return
        del self.history.steps[self.confirmed_steps :]
        raise _Setback

    def _confirm(self, trace: Trace, *, at_least: int = 0) -> bool:
        """Whether a case fails more often than the limit, with the confidence of ``sequential``.

        For the rate, it is run on until it has failed ``at_least`` so often.
        """
        rule = confirming(self.limit)
        keys: list[int | None] = []
        failures = runs = 0
        verdict = None
        while verdict is None or (verdict and failures < at_least):
            self.budget.spend()
            case = RecordedCase(ReplaySource(trace.choices))
            case.on_arguments = lambda values: keys.append(key_of_arguments(values))
            failures += self._is_same_failure(self.hunt.run(case))
            runs += 1
            if verdict is None:
                verdict = decide(rule, failures, runs)
        if verdict:
            self._learn_rate(failures, runs)
        else:
            self._record_of(keys[0] if keys else None, trace).is_refused = True
        return verdict

    def _learn_rate(self, failures: int, runs: int) -> None:
        # The last run was a failure because it was the last: it tells nothing. What was learnt
        # before is of other cases, so the latest counts most.
        weight = min(1.0, KNOWN / max(1.0, self.failed))
        self.failed = weight * self.failed + failures - 1
        self.ran = weight * self.ran + runs - 1
