"""Pass: move value from an earlier number to a later one."""

from __future__ import annotations

from itertools import islice

from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import descend

WINDOW = 8
"""A number is paired with this many numbers that follow."""

LARGEST = 1e300
"""Beyond this distance a number could not be added to a float."""


def redistribute(problem: Problem) -> Offers:
    """Lower one number and change a later one by as much, so that their sum stays.

    Why: where a sum matters neither number can be lowered alone, but earlier ones count more:
    ``600 401 -> 1 1000``.
    Guarantee: at a fixed point no near pair can give up one step of the first.
    Cost: two candidates per pair that stays, some twenty per pair that changes.
    Leaves to others: sums with weights, products.
    """
    first = 0
    while first < len(problem.best):
        for second in _numbers_behind(problem.best, first):
            yield from _move(problem, first, second)
        first += 1


def _number_at(trace: Trace, position: int) -> int | float | None:
    choice = trace.choices[position]
    is_number = isinstance(trace.domains[position], Integer | Float)
    return choice if is_number and isinstance(choice, int | float) else None


def _numbers_behind(trace: Trace, first: int) -> list[int]:
    if _number_at(trace, first) is None:
        return []
    behind = range(first + 1, len(trace))
    return list(islice((i for i in behind if _number_at(trace, i) is not None), WINDOW))


def _move(problem: Problem, first: int, second: int) -> Offers:
    best = problem.best
    if second >= len(best):
        return
    giver, taker = _number_at(best, first), _number_at(best, second)
    if giver is None or taker is None:
        return
    target: int | float = best.domains[first].simplest
    distance = abs(giver - target)
    if not 1 <= distance <= LARGEST:
        return
    sign, whole = 1 if giver > target else -1, int(distance)
    if best.domains[second].nearest(taker + sign) == taker:
        # At its limit, or so large that one more makes no difference.
        return

    def moved(kept: int) -> Candidate:
        amount = sign * (whole - kept)
        choices = list(best.choices)
        choices[first], choices[second] = giver - amount, taker + amount
        return choices

    if (yield [moved(0)]) is None:
        yield from descend(moved, 1, whole)
