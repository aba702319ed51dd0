"""Pass: delete short runs of choices anywhere."""

from __future__ import annotations

from shortlex.reducer.edits import without
from shortlex.reducer.problem import Offers, Problem

LONGEST = 8


def delete_runs(problem: Problem) -> Offers:
    """Delete up to eight choices in a row, wherever they stand, last first.

    Why: a generator that marks no spans still repeats itself: ``1 7 1 0 0 -> 1 7 0`` when the
    ``1 0`` goes.
    Guarantee: at a fixed point no run of up to eight choices can be removed.
    Cost: at most eight candidates per choice.
    Leaves to others: runs whose removal must be repaired (delete_and_repair).
    """
    for length in range(1, LONGEST + 1):
        position = len(problem.best) - length
        while position >= 0:
            if position + length <= len(problem.best):
                yield [without(problem.best, position, position + length)]
            position -= 1
