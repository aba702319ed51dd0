"""Exact: a failing case must fail every time, or else the test is reported as flaky."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from shortlex.core.case import RecordedCase, key_of
from shortlex.core.domain import Choice
from shortlex.core.order import simpler, size_limit
from shortlex.core.shown import shown
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.core.trace import Ending, Foreseen, Outcome, Trace
from shortlex.core.trial_case import TrialCase
from shortlex.errors import DeadlineExceeded, Flaky, Interesting, ProcessDied, ShortlexException
from shortlex.reducer.budget import Budget
from shortlex.runner.execute import call_of, execute, execute_lightly
from shortlex.runner.flaky.confirmation import Confirmation, OnStep
from shortlex.runner.flaky.flaky_errors import (
    check_generation,
    flaky_by_state,
    flaky_failure,
    recovered,
    recovered_error,
)
from shortlex.runner.flaky.measure import FEW_RUNS, observe, replaying, size_of
from shortlex.runner.origin import origin_of_ending
from shortlex.runner.result import Failure
from shortlex.system.genuine import monotonic

if TYPE_CHECKING:
    from shortlex.reducer.progress import Progress
    from shortlex.runner.hunt import Bug, Hunt

MIN_RUNS, MAX_RUNS = 3, 20
"""How often a reduced case is run to verify that it always fails: at least, and at most if runs are
cheap."""

MAX_EARLY_RUNS = 9
"""How many cases from before the failure are rerun, to see whether they still pass."""


class Exact(Confirmation):
    """For tests in which a case always ends in the same way, or should."""

    is_exact: bool = True
    replays: int = 1

    def confirm(
        self, hunt: Hunt, choices: Sequence[Choice], ending: BaseException, *, has_drawn_all: bool
    ) -> None:
        """Replay a failing random case with everything recorded, and add it to the bugs.

        If it now ends differently, it is flaky, unless it was only slow once, which is not a
        failure. If everything was drawn before the body began, the body is not run: whether the
        failure repeats is checked at the end, when the simplest case is run.
        """
        case = RecordedCase(ReplaySource(choices))
        error = None if isinstance(ending, Interesting) else ending
        if has_drawn_all and not isinstance(ending, DeadlineExceeded):
            case.on_arguments = partial(
                _end, Ending(Outcome.INTERESTING, origin_of_ending(ending), error)
            )
        trace = hunt.run(case)
        check_generation(choices, trace, error)
        is_same = trace.is_interesting and trace.origin == origin_of_ending(ending)
        if not is_same and not isinstance(ending, DeadlineExceeded):
            hunt.forget_bug(trace)
            if origin_of_ending(ending) in hunt.bugs:
                return  # one report is enough; whether the bug always fails is checked at the end
            hunt.end_as_flaky(_flaky_at_once(hunt, trace, origin_of_ending(ending), error))

    def does_replace(self, hunt: Hunt, bug: Bug, trace: Trace) -> bool:
        return hunt.order(trace, bug.best)

    def reduce(
        self,
        hunt: Hunt,
        bug: Bug,
        budget: Budget,
        on_step: OnStep | None,
        progress: Progress | None = None,
    ) -> None:
        # Most tests pass, so the reducer is imported by the first one that fails.
        from shortlex.reducer.problem import Problem
        from shortlex.reducer.reduce import reduce

        started, observer = monotonic(), hunt.observer
        candidates = Candidates(hunt, bug, budget)
        problem = Problem(
            bug.best,
            candidates.run,
            attempt=candidates.try_lightly if candidates.can_be_tried else None,
            random=Random(
                f"{shown(hunt.seed)} {progress.runs}" if progress and progress.runs else hunt.seed
            ),
            budget=budget,
            order=hunt.order,
            refused=hunt.explored,
            progress=progress,
            on_step=on_step,
            on_offer=None if observer is None else observer.see_offer,
        )
        if observer is not None:
            observer.see_reduction(bug.best)
        history = bug.history = problem.history
        try:
            # The hunt keeps the simplest case, so each accepted step already is the bug's best.
            reduce(problem)
        except BaseException:
            history.stopped_early = "interrupt"
            raise
        finally:
            history.seconds = monotonic() - started

    def verify(self, hunt: Hunt, bug: Bug, seconds: float) -> Failure | None:
        """Run the simplest case of a bug several times. Returns a failure if it is flaky.

        The reduction accepts a case that fails once, so the case may fail only sometimes.
        """
        best = bug.best
        if is_at_the_limit(best.error):
            return None
        end = monotonic() + seconds
        runs = 1  # the one for the report comes later
        while runs < MIN_RUNS or (runs < MAX_RUNS and monotonic() < end):
            runs += 1
            trace = _execute(hunt, RecordedCase(ReplaySource(best.choices)))
            if not _is_same(trace, best):
                return _flaky(hunt, bug, trace)
        return _verify_state(hunt, bug, seconds)

    def run_for_report(self, hunt: Hunt, bug: Bug) -> Failure:
        """Run the simplest case for the last time, with notes; it must fail as before."""
        best = bug.best
        case = RecordedCase(ReplaySource(best.choices))
        case.keeps_notes = True
        trace = _execute(hunt, case)
        if _is_same(trace, best):
            try:
                check_generation(best.choices, trace, best.error)
            except Flaky as flaky:
                return Failure(flaky, best, case, bug.history)
            failure = Failure(trace.error, trace, case, bug.history)
            return recovered(hunt.test, failure, lambda: replaying(hunt, best))
        if is_at_the_limit(best.error):
            return Failure(best.error, best, case, bug.history)
        return _flaky(hunt, bug, trace)


def confirm_unseeded(hunt: Hunt) -> None:
    """Report a failure that was not met again once the shared random generators were seeded.

    It may have depended on random numbers, or on state that the case itself has changed.
    """
    failed = hunt.unseeded
    if failed is None or hunt.bugs or hunt.flaky is not None:
        return
    again = hunt.run(RecordedCase(ReplaySource(failed.choices)))
    if not hunt.bugs:
        hunt.end_as_flaky(_flaky_at_once(hunt, again, failed.origin, failed.error))


def _flaky_at_once(
    hunt: Hunt, again: Trace, origin: object, error: BaseException | None
) -> Failure:
    """The failure for a case that ended differently when it was run again."""
    # For the report: the arguments are the same, however a run ends.
    seen = observe(hunt, again, origin, again)
    error = recovered_error(hunt.test, error, lambda: replaying(hunt, again), runs=FEW_RUNS)
    return Failure(flaky_failure(error, again, seen.rate, seen.others), again, seen.case)


def _end(ending: Ending, values: Sequence[object]) -> None:
    raise Foreseen(ending)


def _verify_state(hunt: Hunt, bug: Bug, seconds: float) -> Failure | None:
    """Rerun cases that passed before the first failure. Returns a failure if they fail now.

    State that cases leave behind can make a failure repeatable, but only in this process.
    """
    best = bug.best
    if isinstance(best.error, ShortlexException):
        return None  # its message says what is wrong
    end = monotonic() + seconds
    simplest = [] if hunt.simplest is None else [hunt.simplest]
    for each in [*simplest, *reversed(hunt.early)][:MAX_EARLY_RUNS]:
        if each.is_seeded != hunt.seeding.is_on:
            continue  # it saw other random numbers at that time
        trace = _execute(hunt, RecordedCase(ReplaySource(each.choices), size_of(each.choices)))
        # A case that was too large or rejected by a strategy was not run to its end.
        is_whole = key_of(list(trace.choices)) == key_of(list(each.choices))
        if is_whole and _is_same(trace, best):
            error = flaky_by_state(_own_error(hunt, bug), call_of(hunt.test, trace))
            case = RecordedCase(ReplaySource(best.choices))
            case.keeps_notes = True
            _execute(hunt, case)
            return Failure(error, best, case, bug.history)
        if monotonic() > end:
            break
    return None


def is_at_the_limit(error: BaseException | None) -> bool:
    """Whether a case fails because it takes too much time or is nested too deeply.

    Such a case is near a limit of the machine, so it may not fail every time.
    """
    if isinstance(error, ProcessDied):
        return error.how == "time"
    return isinstance(error, (DeadlineExceeded, RecursionError))


def _execute(hunt: Hunt, case: RecordedCase) -> Trace:
    hunt.announce(case)
    hunt.statistics.replays += 1
    return execute(hunt.test, case)


def _is_same(trace: Trace, best: Trace) -> bool:
    return trace.is_interesting and trace.origin == best.origin


def _flaky(hunt: Hunt, bug: Bug, trace: Trace) -> Failure:
    """The failure for a bug that fails only sometimes; the run of ``trace`` ended differently."""
    best = bug.best
    seen = observe(hunt, best, best.origin, trace)
    error = flaky_failure(_own_error(hunt, bug), trace, seen.rate, seen.others)
    return Failure(error, best, seen.case, bug.history)


def _own_error(hunt: Hunt, bug: Bug) -> BaseException | None:
    best = bug.best
    return recovered_error(hunt.test, best.error, lambda: replaying(hunt, best), runs=FEW_RUNS)


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
        self._failed: tuple[Sequence[Any], Ending] | None = None
        """The last candidate, if it failed lightly, and its ending, if the body drew nothing."""

    def run(self, choices: Sequence[Any], best: Trace | None, random: Random | None) -> Trace:
        """Run a candidate, unless its ending is known or there is no time left."""
        fill = None if random is None else RandomSource(random)
        limit = UPHILL * size_limit(self._bug.best) if best is None else size_limit(best)
        case = RecordedCase(ReplaySource(choices, fill), limit)
        self._keep_time(case)
        failed, self._failed = self._failed, None
        ending = failed[1] if failed is not None and failed[0] is choices else None
        return self._hunt.run_unless_known(case, best, ending=ending)

    def try_lightly(self, choices: Sequence[Any], best: Trace | None) -> TrialCase:
        """Run a candidate so that only its ending is known, and not if it is not simpler."""
        hunt, started = self._hunt, monotonic()
        limit = UPHILL * size_limit(self._bug.best) if best is None else size_limit(best)
        case = TrialCase(choices, limit)
        self._keep_time(case)
        hunt.foresight.watch(case, best)
        try:
            ending = execute_lightly(hunt.test, case)
        except BaseException:
            hunt.leave_unfinished(case.choices, has_begun=case.has_begun)
            raise
        case.on_arguments = None  # it knows the case: a cycle
        hunt.statistics.replays += case.has_begun
        case.fails = ending.outcome is Outcome.INTERESTING
        if ending.outcome is Outcome.INVALID:
            case.refused_at = len(case.choices)
        # Slow once may be the machine's fault.
        is_certain = not isinstance(ending.error, DeadlineExceeded)
        if case.has_begun and is_certain and not (case.cost or case.output):
            hunt.foresight.learn_ending(ending)
            if case.fails and case.drawn == len(case.choices):
                self._failed = choices, ending
                self._bug.seconds = min(self._bug.seconds, monotonic() - started)
        return case

    def _keep_time(self, case: RecordedCase) -> None:
        if self._budget.seconds is not None:
            case.keep_time(self._budget.check_time)
