"""Reduce: the loop. Run the passes of the schedule until none of them finds anything simpler."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.trace import Trace
from shortlex.reducer.budget import OutOfBudget
from shortlex.reducer.problem import Pass, Problem
from shortlex.reducer.schedule import SCHEDULE

Schedule = Sequence[Sequence[Pass]]

PATIENCE = 24
"""So many calls in a row may be refused to a pass of a costly tier, and a quarter of those made."""


def reduce(problem: Problem, schedule: Schedule | None = None) -> Trace:
    """The simplest trace that the passes reach. Anytime: ``problem.best`` is always valid."""
    try:
        _reduce(problem, SCHEDULE if schedule is None else schedule)
    except OutOfBudget as stop:
        problem.history.stopped_early = stop.lacking
        problem.history.seconds_allowed = problem.budget.seconds
    else:
        problem.progress.is_finished = True
    return problem.best


def _reduce(problem: Problem, schedule: Schedule) -> None:
    # Passes that were refused everything on the present best need not be asked about it again.
    done: set[Pass] = set()
    tier = 0
    while tier < len(schedule):
        before = problem.best
        for one in schedule[tier]:
            if one in done:
                continue
            start = problem.best
            run_pass(problem, one, patience=None if tier == 0 else PATIENCE)
            if problem.best is start:
                done.add(one)
                continue
            done.clear()
            if tier:
                # What a costly pass has opened up is for the cheap ones.
                break
        # Costly tiers are reached only while the cheap ones find nothing.
        tier = tier + 1 if problem.best is before else 0


def run_pass(problem: Problem, one: Pass, patience: int | None = None) -> None:
    """Let a pass make all its offers, or as many as there is patience for."""
    name = one.__name__
    offers = one(problem)
    calls = problem.history.calls
    accepted: int | None = None
    while True:
        problem.is_asking = True
        try:
            candidates = offers.send(accepted)
        except StopIteration:
            return
        finally:
            problem.is_asking = False
        accepted = problem.consider(candidates, name)
        if accepted is not None:
            calls = problem.history.calls
        elif patience is not None and problem.history.calls - calls > patience + calls // 4:
            offers.close()
            return
