"""Reduce: the loop. Run the passes of the schedule until none of them finds anything simpler."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.trace import Trace
from shortlex.reducer.budget import OutOfBudget
from shortlex.reducer.problem import Pass, Problem
from shortlex.reducer.schedule import SCHEDULE

Schedule = Sequence[Sequence[Pass]]


def reduce(problem: Problem, schedule: Schedule = SCHEDULE) -> Trace:
    """The simplest trace that the passes reach. Anytime: ``problem.best`` is always valid."""
    try:
        _reduce(problem, schedule)
    except OutOfBudget:
        problem.history.stopped_early = "the budget was spent"
    return problem.best


def _reduce(problem: Problem, schedule: Schedule) -> None:
    # A pass that was refused everything on a trace need not be asked again about that trace.
    done: dict[Pass, Trace] = {}
    tier = 0
    while tier < len(schedule):
        before = problem.best
        for one in schedule[tier]:
            if done.get(one) is problem.best:
                continue
            run_pass(problem, one)
            done[one] = problem.best if problem.best is before else before
        # Costly tiers are reached only while the cheap ones find nothing.
        tier = tier + 1 if problem.best is before else 0


def run_pass(problem: Problem, one: Pass) -> None:
    """Let one pass make all its offers."""
    name = one.__name__
    offers = one(problem)
    try:
        candidates = next(offers)
        while True:
            candidates = offers.send(problem.consider(candidates, name))
    except StopIteration:
        return
