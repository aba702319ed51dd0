"""Pass: lower a number by a multiple of a small stride."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.core.integer import Integer
from shortlex.reducer.edits import distance_at, with_value
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import lowest

STRIDES = range(2, 13)
"""From 2, because lower_choices tries one step itself."""


def stride_choices(problem: Problem) -> Offers:
    """Lower by two to twelve steps, and then by as many more of the same stride as possible.

    Why: if only every seventh number will do, neither a single step nor bisection finds one:
    ``1004 -> 3`` if the remainder by seven must be three.
    Guarantee: at a fixed point no number can be lowered by two, or, where bisection did not do well
    before, by three to twelve.
    Cost: eleven candidates per number that stays, some twenty more per number that is lowered.
    Leaves to others: lowering the number further (lower_choices).
    """
    position = len(problem.best) - 1
    while position >= 0:
        if position < len(problem.best) and isinstance(problem.best.domains[position], Integer):
            yield from _stride(problem, position)
        position -= 1


def _stride(problem: Problem, position: int) -> Offers:
    best, distance = problem.best, distance_at(problem.best, position)
    sign = 1 if distance > 0 else -1

    def kept(steps: int) -> Candidate:
        return with_value(best, [position], best.domains[position].simplest + sign * steps)

    def strides() -> Iterator[Candidate]:
        # Where bisection did well, at most every second number is refused.
        most = min(abs(distance), 2 if problem.is_settled(position) else STRIDES[-1])
        return (kept(abs(distance) - stride) for stride in STRIDES if stride <= most)

    accepted = yield strides()
    if accepted is None:
        return
    stride = STRIDES[accepted]
    turns, rest = divmod(abs(distance) - stride, stride)
    since = len(problem.history.steps)
    yield from lowest(lambda turn: kept(rest + stride * turn), 0, turns)
    # Finding a single number says nothing: it may be every tenth that will do.
    problem.settle([position], len(problem.history.steps) - since - 1)
