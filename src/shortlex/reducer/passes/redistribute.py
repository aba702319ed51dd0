"""Pass: move value from an earlier number to a later one."""

from __future__ import annotations

from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import lowest

WINDOW = 8
"""A number is paired with this many numbers that follow."""


def redistribute(problem: Problem) -> Offers:
    """Lower one number and change a later one by as much, so that their sum stays.

    Why: where a sum matters neither number can be lowered alone, but earlier ones count more:
    ``600 401 -> 1 1000``.
    Guarantee: at a fixed point no near pair can give up one step of the first.
    Cost: two candidates per pair that stays, some twenty per pair that changes.
    Leaves to others: sums with weights, products.
    """
    first = 0
    while first < len(problem.best.choices):
        for second in _numbers_after(problem.best, first):
            yield from _move(problem, first, second)
        first += 1


def _is_number(trace: Trace, position: int) -> bool:
    return isinstance(trace.domains[position], (Integer, Float))


def _numbers_after(trace: Trace, first: int) -> list[int]:
    if not _is_number(trace, first) or trace.choices[first] == trace.domains[first].simplest:
        return []
    numbers = [i for i in range(first + 1, len(trace.choices)) if _is_number(trace, i)]
    return numbers[:WINDOW]


def _move(problem: Problem, first: int, second: int) -> Offers:
    best = problem.best
    if second >= len(best.choices) or not _is_number(best, first) or not _is_number(best, second):
        return
    giver, taker = best.choices[first], best.choices[second]
    target = best.domains[first].simplest
    distance = abs(giver - target)  # type: ignore[operator]  # both are numbers
    if distance == 0 or distance != distance or distance > 1e300 or int(distance) == 0:
        return
    sign = 1 if giver > target else -1  # type: ignore[operator]  # both are numbers
    whole = int(distance)

    def moved(kept: int) -> Candidate:
        amount = sign * (whole - kept)
        choices = list(best.choices)
        choices[first] = type(giver)(giver - amount)  # type: ignore[call-arg, operator]  # numbers
        choices[second] = type(taker)(taker + amount)  # type: ignore[call-arg, operator]  # numbers
        return choices

    if (yield [moved(0)]) is None and whole > 1 and (yield [moved(whole - 1)]) is not None:
        yield from lowest(moved, 1, whole - 1)
