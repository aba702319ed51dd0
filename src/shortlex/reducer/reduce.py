"""Reduce: the loop. Run the passes of the schedule until none of them finds anything simpler."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.trace import Trace
from shortlex.reducer.budget import OutOfBudget
from shortlex.reducer.problem import Pass, Problem
from shortlex.reducer.schedule import SCHEDULE

Schedule = Sequence[Sequence[Pass]]

PATIENCE = 5
"""So often in a row a tier may find something simpler, but no shorter, before the next is asked."""


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
    tier = crawled = 0
    while tier < len(schedule):
        before = problem.best
        for one in schedule[tier]:
            start = problem.best
            if done.get(one) is not start:
                run_pass(problem, one)
                done[one] = start
        # Costly tiers are reached only while the cheap ones find nothing; or next to nothing, as
        # where two numbers go down in turns, step by step, that only a later pass lowers together.
        crawled = crawled + 1 if before.size == problem.best.size else 0
        if problem.best is before or crawled > PATIENCE:
            tier, crawled = tier + 1, 0
        else:
            tier = 0


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
