"""Pass: lower several numbers by the same amount."""

from __future__ import annotations

from itertools import combinations

from shortlex.core.domain import Domain
from shortlex.core.trace import Trace
from shortlex.reducer.edits import distance_at, numbers_in, raised_numbers
from shortlex.reducer.lowering import lower_by_offset
from shortlex.reducer.problem import Offers, Problem

MAX_PAIRED = 3
"""Up to this many numbers are also lowered in pairs: more have too many pairs."""


def lower_together(problem: Problem) -> Offers:
    """Subtract the same offset from all integers of a kind.

    Why: if a difference matters, lowering one number breaks it, and single steps would lower the
    two in turns, one by one: ``1000 1001 -> 0 1``.
    Guarantee: at a fixed point no group of one kind can be lowered by one.
    Cost: two candidates per group that stays, one for each number in it, and one more if they are
    two; some twenty per group that is lowered; one per kind.
    Leaves to others: numbers that must move apart (redistribute), pairs among many (the search by
    random edits).
    """
    for group in _groups(problem.best):
        yield from lower_by_offset(problem, group)
    for group in _kinds(problem.best):
        yield from _shift_group(problem, group)


def _groups(trace: Trace) -> list[list[int]]:
    """Integers that are not at their target: those of one domain, then pairs if there are few."""
    raised = raised_numbers(trace)
    groups = [group for group in _by_domain(trace, raised) if len(group) > 2]
    return groups + [list(pair) for pair in combinations(raised, 2) if len(raised) <= MAX_PAIRED]


def _kinds(trace: Trace) -> list[list[int]]:
    """All integers of one domain, including those at their target."""
    return [group for group in _by_domain(trace, numbers_in(trace)) if len(group) > 1]


def _by_domain(trace: Trace, positions: list[int]) -> list[list[int]]:
    groups: dict[Domain, list[int]] = {}
    for position in positions:
        groups.setdefault(trace.domains[position], []).append(position)
    return list(groups.values())


def _shift_group(problem: Problem, group: list[int]) -> Offers:
    """Move all by the distance of the first one that is not at its target."""
    best = problem.best
    numbers = set(numbers_in(best))
    # An offer that was accepted for another kind may have changed these positions.
    if not numbers.issuperset(group):
        return
    offset = next((distance_at(best, i) for i in group if distance_at(best, i)), 0)
    if offset:
        choices = list(best.choices)
        for position in group:
            choices[position] -= offset  # type: ignore[operator]  # integers
        yield [choices]
