"""Lowering: let the minimiser of a kind loose on choices of the best trace."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.reducer.edits import with_value
from shortlex.reducer.problem import Offers, Problem
from shortlex.reducer.values import simpler_values


def lower_equal(problem: Problem, positions: Sequence[int]) -> Offers:
    """Lower the choices at some positions, which are equal, and keep them so."""
    best = problem.best
    attempts = simpler_values(best.domains[positions[0]], best.choices[positions[0]])
    accepted, since = None, len(problem.history.steps)
    try:
        while True:
            values = attempts.send(accepted)
            best = problem.best
            # What was accepted may be too short to go on with.
            if positions[-1] >= len(best):
                return
            accepted = yield [with_value(best, positions, value) for value in values]
    except StopIteration:
        problem.settle(positions, since)
