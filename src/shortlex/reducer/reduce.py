"""Reduce: the loop. Run the passes of the schedule until none of them finds anything simpler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shortlex.core.trace import Trace
from shortlex.reducer.budget import OutOfBudget
from shortlex.reducer.problem import Candidate, Offers, Pass, Problem
from shortlex.reducer.schedule import SCHEDULE, Schedule

SLICE = 6
"""So many calls may be refused to a costly pass before the next has its turn."""

GENEROUS = 24
"""The same once it has found something."""

PATIENCE = 48
"""So many calls may be refused to the costly passes in all, and a quarter of those made."""


def reduce(problem: Problem, schedule: Schedule | None = None) -> Trace:
    """The simplest trace that the passes reach. Anytime: ``problem.best`` is always valid."""
    cheap, costly = schedule or SCHEDULE
    try:
        exhaust(problem, cheap)
        while explore(problem, costly):
            exhaust(problem, cheap)
    except OutOfBudget as stop:
        problem.history.stopped_early = stop.lacking
        problem.history.seconds_allowed = problem.budget.seconds
    else:
        problem.progress.is_finished = True
    return problem.best


def exhaust(problem: Problem, passes: Sequence[Pass]) -> None:
    """Run passes one after the other until all are refused everything on the same trace."""
    done: set[Pass] = set()
    while len(done) < len(passes):
        for one in passes:
            if one in done:
                continue
            start = problem.best
            run_pass(problem, one)
            if problem.best is start:
                done.add(one)
            else:
                done = set()


def explore(problem: Problem, passes: Sequence[Pass]) -> bool:
    """Run passes by turns, a few calls each; whether one of them found something simpler.

    What they find is rare, and mostly among their first offers. To prove that there is nothing
    would take most of all calls, so patience ends.
    """
    history = problem.history
    end = history.calls + PATIENCE + history.calls // 4
    turns = [Turn(problem, one) for one in passes]
    while turns and history.calls < end:
        for turn in turns:
            turn.run(SLICE)
            if turn.has_improved:
                return True
        turns = [turn for turn in turns if not turn.is_over]
    return False


def run_pass(problem: Problem, one: Pass) -> None:
    """Let a pass make all its offers."""
    Turn(problem, one).run(None)


class Turn:
    """A pass under way, which can be left and gone on with while the best stays the same."""

    def __init__(self, problem: Problem, one: Pass) -> None:
        self.has_improved = False
        self.is_over = False
        self._problem = problem
        self._name = one.__name__
        self._offers: Offers = one(problem)
        self._candidates: Iterator[tuple[int, Candidate]] = iter(())

    def run(self, patience: int | None) -> None:
        """Go on until the pass ends, or so many calls were refused in a row."""
        history = self._problem.history
        calls = history.calls
        while not self.is_over:
            accepted = None
            for position, candidate in self._candidates:
                if self._problem.accepts(candidate, self._name):
                    accepted, self.has_improved, calls = position, True, history.calls
                    patience = None if patience is None else GENEROUS
                    break
                if patience is not None and history.calls - calls >= patience:
                    return
            self._ask(accepted)

    def _ask(self, accepted: int | None) -> None:
        problem = self._problem
        problem.is_asking = True
        try:
            self._candidates = enumerate(self._offers.send(accepted))
        except StopIteration:
            self.is_over = True
        finally:
            problem.is_asking = False
        # Also where there is nothing new in the offer.
        problem.budget.check_time()
