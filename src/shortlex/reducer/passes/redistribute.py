"""Pass: move value from earlier numbers to later ones.

Size: half of it decides which numbers give and which take.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import inf

from shortlex.core.domain import Domain
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_branch
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import descend

WINDOW = 8
"""A number is paired with this many numbers that follow."""

LARGEST = 1e300
"""Numbers farther from their target than this cannot be added to a float."""


def redistribute(problem: Problem) -> Offers:
    """Lower one number and raise a later one by the same amount, so that their sum stays.

    Why: if a sum matters, neither number can be lowered alone, but earlier ones count more:
    ``600 401 -> 1 1000``. Equal numbers give and take together, since one is often the limit of
    the other: ``4 4 6 6 -> 2 2 8 8``.
    Guarantee: at a fixed point no number can give one step to one of the last eight numbers of its
    own domain behind it, or of the next eight of other domains.
    Cost: two candidates per pair that stays, some twenty per pair that changes.
    Leaves to others: sums with weights, products (trade_numbers).
    """
    first = 0
    while first < len(problem.best):
        for second in _takers(problem.best, first):
            yield from _move(problem, [first], [second])
        first += 1
    for givers, takers in _groups(problem.best):
        yield from _move(problem, givers, takers)


def _number_at(trace: Trace, position: int) -> int | float | None:
    choice = trace.choices[position]
    is_number = isinstance(trace.domains[position], Integer | Float)
    if not is_number or not isinstance(choice, int | float) or is_branch(trace, position):
        return None
    return choice


def _takers(trace: Trace, first: int) -> list[int]:
    """Numbers behind another: the last ones of its domain, which likely add up, then the next."""
    if _number_at(trace, first) in (None, trace.domains[first].simplest):
        return []
    behind = [i for i in range(first + 1, len(trace)) if _number_at(trace, i) is not None]
    alike = [i for i in behind if trace.domains[i] == trace.domains[first]]
    others = [i for i in behind if trace.domains[i] != trace.domains[first]]
    return [*reversed(alike[-WINDOW:]), *others[:WINDOW]]


def _groups(trace: Trace) -> list[tuple[list[int], list[int]]]:
    """Equal numbers that are not simplest, each with other numbers behind the first of them."""
    by_value: dict[int | float, list[int]] = {}
    for position in range(len(trace)):
        number = _number_at(trace, position)
        if number is not None:
            by_value.setdefault(number, []).append(position)
    givers = [
        group
        for number, group in by_value.items()
        if len(group) > 1 and number != trace.domains[group[0]].simplest
    ]
    pairs = [
        (group, takers)
        for group in givers[:WINDOW]
        for takers in islice(by_value.values(), WINDOW)
        if takers is not group and takers[0] > group[0]
    ]
    # The first ones of a group may also give to the rest of it.
    return (
        pairs + [(group[:i], group[i:]) for group in givers for i in range(1, len(group))][:WINDOW]
    )


def _room(domain: Domain, number: int | float, sign: int) -> int | float:
    """How much a number can grow within its domain."""
    assert isinstance(domain, Integer | Float), "only numbers take"
    limit = domain.maximum if sign > 0 else domain.minimum
    return inf if limit is None else abs(limit - number)


def _move(problem: Problem, givers: Sequence[int], takers: Sequence[int]) -> Offers:
    best = problem.best
    if max(givers[-1], takers[-1]) >= len(best):
        return
    giver, taker = _number_at(best, givers[0]), _number_at(best, takers[0])
    if giver is None or taker is None:
        return
    target: int | float = best.domains[givers[0]].simplest
    sign, distance = 1 if giver > target else -1, abs(giver - target)
    room = min(distance, _room(best.domains[takers[0]], taker, sign))
    if not 1 <= room <= LARGEST:
        return
    whole = int(distance)
    least = whole - int(room)

    def moved(kept: int) -> Candidate:
        amount = sign * (whole - kept)
        choices = list(best.choices)
        for position in givers:
            choices[position] = giver - amount
        for position in takers:
            choices[position] = taker + amount
        return choices

    since = len(problem.history.steps)
    # All at once first: often the earlier number is not needed at all.
    if (yield [moved(least)]) is None:
        yield from descend(moved, least + 1, whole)
    problem.settle([*givers, *takers], len(problem.history.steps) - since - 1)
