"""Pass: lower a number by a multiple of a small stride."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.core.integer import Integer
from shortlex.reducer.edits import distance_at, is_structure, with_value
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import lowest

STRIDES = range(2, 13)
"""One step is lower_choices' own."""


def stride_choices(problem: Problem) -> Offers:
    """Take two to twelve steps down, and then as many more of the same stride as possible.

    Why: where only every seventh number will do, a single step finds nothing, and neither does a
    search by halves: ``1004 -> 3`` if the remainder by seven must be three.
    Guarantee: at a fixed point no number can be lowered by two to twelve.
    Cost: eleven candidates per number that stays, some twenty more per number that is lowered.
    Leaves to others: numbers at which a search has ended (lower_choices).
    """
    position = len(problem.best) - 1
    while position >= 0:
        if _is_open(problem, position):
            yield from _stride(problem, position)
        position -= 1


def _is_open(problem: Problem, position: int) -> bool:
    """Whether there is a number at a position at which no search has ended."""
    if problem.is_settled(position) or is_structure(problem.best, position):
        return False
    return isinstance(problem.best.domains[position], Integer)


def _stride(problem: Problem, position: int) -> Offers:
    best, distance = problem.best, distance_at(problem.best, position)
    sign = 1 if distance > 0 else -1

    def kept(steps: int) -> Candidate:
        return with_value(best, [position], best.domains[position].simplest + sign * steps)

    def strides() -> Iterator[Candidate]:
        return (kept(abs(distance) - stride) for stride in STRIDES if stride <= abs(distance))

    accepted = yield strides()
    if accepted is None:
        return
    stride = STRIDES[accepted]
    turns, rest = divmod(abs(distance) - stride, stride)
    since = len(problem.history.steps)
    yield from lowest(lambda turn: kept(rest + stride * turn), 0, turns)
    # To hit upon one number says nothing: every tenth may do.
    problem.settle([position], len(problem.history.steps) - since - 1)
