"""Reduce: the loop. Run the passes of the schedule until none of them finds anything simpler."""

from __future__ import annotations

from collections import deque
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

SLICE = 4
"""A costly pass may be refused this many calls before the next one has its turn."""

PATIENCE = 36
"""The costly passes may be refused this many calls in all, plus a quarter of all calls so far."""

LITTLE_PATIENCE = 20
"""The same, if calls are slow."""

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
    if not problem.is_quick:
        # Only what is likely to find something is worth the calls.
        found = explore(problem, schedule.costly) or climb(problem)
        return found or combine(problem, schedule.few_attempts)
    return (
        explore(problem, schedule.costly + schedule.rare)
        or climb(problem)
        or insist(problem, schedule.insistent)
        or combine(problem, schedule.attempts)
        or restart(problem, schedule.cheap)
    )


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
    patience = PATIENCE if problem.is_quick else LITTLE_PATIENCE
    end = history.calls + patience + history.calls // 4
    turns = deque(Turn(problem, one) for one in passes)
    while turns and history.calls < end:
        turn = turns.popleft()
        turn.run(SLICE)
        if turn.has_improved:
            return True
        if not turn.is_over:
            turns.append(turn)
    return False


def insist(problem: Problem, passes: Sequence[Pass]) -> bool:
    """Give passes many tries; return whether one found something simpler."""
    for one in passes:
        turn = Turn(problem, one)
        turn.run(INSISTENCE)
        if turn.has_improved:
            return True
    return False
