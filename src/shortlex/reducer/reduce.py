"""Reduce: the loop. Run the passes of the schedule until none of them finds anything simpler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shortlex.core.trace import Trace
from shortlex.reducer.budget import OutOfBudget
from shortlex.reducer.problem import Candidate, Offers, Pass, Problem
from shortlex.reducer.schedule import SCHEDULE

Schedule = Sequence[Sequence[Pass]]

SLICE = 6
"""So many calls in a row may be refused to a costly pass before the next has its turn."""

GENEROUS = 24
"""The same for a pass that has found something."""

PATIENCE = 48
"""So many calls may be refused to the costly passes in all, and a quarter of those made."""


def reduce(problem: Problem, schedule: Schedule | None = None) -> Trace:
    """The simplest trace that the passes reach. Anytime: ``problem.best`` is always valid."""
    cheap, *costly = SCHEDULE if schedule is None else schedule
    try:
        improved = True
        while improved:
            _exhaust(problem, cheap)
            improved = _explore(problem, [one for tier in costly for one in tier])
    except OutOfBudget:
        problem.history.stopped_early = "the budget was spent"
    return problem.best


def _exhaust(problem: Problem, passes: Sequence[Pass]) -> None:
    """Run cheap passes one after the other until all are refused everything on one trace."""
    done: dict[Pass, Trace] = {}
    while True:
        before = problem.best
        for one in passes:
            if done.get(one) is not problem.best:
                start = problem.best
                run_pass(problem, one)
                if problem.best is start:
                    done[one] = start
        if problem.best is before:
            return


def _explore(problem: Problem, passes: Sequence[Pass]) -> bool:
    """Run costly passes by turns, a few calls each, until one finds something simpler.

    What they find is rare and mostly among their first offers; proving that there is nothing
    would take most of the calls.
    """
    history = problem.history
    end = history.calls + PATIENCE + history.calls // 4
    turns = [Turn(problem, one) for one in passes]
    while turns and history.calls < end:
        for turn in turns:
            turn.run(min(SLICE, end - history.calls))
            if turn.improved:
                return True
        turns = [turn for turn in turns if not turn.ended]
    return False


def run_pass(problem: Problem, one: Pass) -> None:
    """Let a pass make all its offers."""
    Turn(problem, one).run(None)


class Turn:
    """A pass under way, which can be left and gone on with as long as the best stays the same."""

    def __init__(self, problem: Problem, one: Pass) -> None:
        self.improved = False
        self.ended = False
        self._problem = problem
        self._name = one.__name__
        self._offers: Offers = one(problem)
        self._candidates: Iterator[tuple[int, Candidate]] = iter(())
        self._advance(None)

    def run(self, patience: int | None) -> None:
        """Go on until the pass ends, or so many calls were refused in a row."""
        history = self._problem.history
        calls = history.calls
        while not self.ended:
            accepted = None
            for position, candidate in self._candidates:
                if self._problem.accepts(candidate, self._name):
                    accepted, self.improved, calls = position, True, history.calls
                    patience = None if patience is None else GENEROUS
                    break
                if patience is not None and history.calls - calls >= patience:
                    return
            self._advance(accepted)

    def _advance(self, accepted: int | None) -> None:
        try:
            self._candidates = enumerate(self._offers.send(accepted))
        except StopIteration:
            self.ended = True
