"""Climb: leave a local minimum by a step uphill, and look whether another way down leads lower."""

from __future__ import annotations

from shortlex.core.trace import Trace
from shortlex.reducer.edits import distance_at, integer_at, numbers_in, with_value
from shortlex.reducer.passes.delete_and_repair import delete_and_repair
from shortlex.reducer.passes.lower_choices import lower_choices
from shortlex.reducer.problem import Candidate, Pass, Problem
from shortlex.reducer.turn import Turn

DOWN: tuple[Pass, ...] = (lower_choices, delete_and_repair)
"""How to go down again: what the other numbers allow now, and what they no longer need."""

PATIENCE = 12
"""So many calls in a row may be refused to each of these."""

MOST = 6
"""So many numbers are raised."""


def climb(problem: Problem) -> bool:
    """Raise one of several numbers that decide how much is drawn, and lower the others.

    Where a product is a length neither factor can be lowered, and to raise one makes the case
    longer at first: ``5 5 [25 elements] -> 6 5 [30] -> 6 4 [24]``. Whether that led to a simpler
    case. Only such numbers are worth it, and only if there are two of them.
    """
    best, numbers = problem.best, numbers_in(problem.best)
    shaping = [position for position in numbers if _is_shaping(problem, position)]
    # Of a number at its target nothing is known, but it may be a factor too.
    lowest = [position for position in numbers if not distance_at(best, position)]
    raised = [*shaping, *lowest][:MOST] if len(shaping) > 1 else []
    return any(_climb_at(problem, best, position) for position in raised)


def _is_shaping(problem: Problem, position: int) -> bool:
    """Whether a number is known to decide how many choices follow."""
    best, distance = problem.best, distance_at(problem.best, position)
    if not distance:
        return False
    less = integer_at(best, position) - (1 if distance > 0 else -1)
    return problem.length_of(with_value(best, [position], less)) not in (None, len(best))


def _climb_at(problem: Problem, best: Trace, position: int) -> bool:
    raised = integer_at(best, position) + 1
    if not best.domains[position].contains(raised):
        return False
    start = problem.beyond(with_value(best, [position], raised), "climb")
    if start is None:
        return False

    def keeps_raised(candidate: Candidate) -> bool:
        return position < len(candidate) and candidate[position] == raised

    fork = problem.fork(start, keeps_raised)
    before = None
    while fork.best is not before:
        before = fork.best
        for one in DOWN:
            Turn(fork, one).run(PATIENCE)
    return problem.adopt(fork, "climb")
