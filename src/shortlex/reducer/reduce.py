"""Reduce: the loop. Run the passes of the schedule until none of them finds anything simpler."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.trace import Trace
from shortlex.reducer.budget import OutOfBudget
from shortlex.reducer.certify import certify
from shortlex.reducer.climb import climb
from shortlex.reducer.combine import combine
from shortlex.reducer.problem import Pass, Problem
from shortlex.reducer.restart import restart
from shortlex.reducer.schedule import SCHEDULE, Schedule
from shortlex.reducer.turn import Turn, run_pass

SLICE = 6
"""A costly pass may be refused this many calls before the next one has its turn."""

PATIENCE = 36
"""The costly passes may be refused this many calls in all, plus a sixth of all calls so far."""

INSISTENCE = 150
"""Where calls are quick, an insistent pass may be refused this many calls in a row."""


def reduce(problem: Problem, schedule: Schedule | None = None) -> Trace:
    """The simplest trace that the passes reach. ``problem.best`` is valid at any time before."""
    schedule = schedule or SCHEDULE
    try:
        exhaust(problem, schedule.cheap)
        while escape(problem, schedule) or certify(problem):
            exhaust(problem, schedule.cheap)
    except OutOfBudget as stop:
        problem.history.stopped_early = stop.lacking
        problem.history.seconds_allowed = problem.budget.seconds
    else:
        problem.progress.is_finished = True
    return problem.best


def escape(problem: Problem, schedule: Schedule) -> bool:
    """Leave a minimum of the cheap passes; return whether a simpler case was found."""
    if explore(problem, schedule.costly) or climb(problem) or insist(problem, schedule.insistent):
        return True
    attempts = schedule.attempts if problem.is_quick else schedule.few_attempts
    return combine(problem, attempts) or restart(problem, schedule.cheap)


def exhaust(problem: Problem, passes: Sequence[Pass]) -> None:
    """Run passes one after the other until none finds anything simpler than the same trace."""
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
    """Run passes in turns of a few calls; return whether one found something simpler.

    They rarely find anything, and then mostly among their first offers. Proving that there is
    nothing to find would take most of all calls, so patience is limited.
    """
    history = problem.history
    end = history.calls + PATIENCE + history.calls // 6
    turns = [Turn(problem, one) for one in passes]
    while turns and history.calls < end:
        for turn in turns:
            turn.run(SLICE)
            if turn.has_improved:
                return True
        turns = [turn for turn in turns if not turn.is_over]
    return False


def insist(problem: Problem, passes: Sequence[Pass]) -> bool:
    """Where calls are quick, give passes many tries; return whether one found something simpler."""
    for one in passes if problem.is_quick else ():
        turn = Turn(problem, one)
        turn.run(INSISTENCE)
        if turn.has_improved:
            return True
    return False
