"""Pass: lower several numbers by the same amount."""

from __future__ import annotations

from shortlex.core.domain import Domain
from shortlex.core.trace import Trace
from shortlex.reducer.edits import distance_at, numbers_in
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import descend

WINDOW = 4
"""Pairs are tried with this many numbers that follow."""


def lower_together(problem: Problem) -> Offers:
    """Subtract one offset from all integers of a kind, or from two that stand near.

    Why: where a difference matters lowering one number breaks it, and step by step the two would
    walk down in turns: ``1000 1001 -> 0 1``.
    Guarantee: at a fixed point no group of one kind, and no near pair, can be lowered by one.
    Cost: two candidates per group that stays, some twenty per group that is lowered; one per kind.
    Leaves to others: numbers that must move apart (redistribute).
    """
    for group in _groups(problem.best):
        yield from _lower_group(problem, group)
    for group in _kinds(problem.best):
        yield from _shift_group(problem, group)


def _groups(trace: Trace) -> list[list[int]]:
    """Integers that are not at their target: those of one domain, then pairs."""
    raised = [position for position in numbers_in(trace) if distance_at(trace, position)]
    by_domain: dict[Domain, list[int]] = {}
    for position in raised:
        by_domain.setdefault(trace.domains[position], []).append(position)
    groups = [group for group in by_domain.values() if len(group) > 2]
    return groups + [[a, b] for i, a in enumerate(raised) for b in raised[i + 1 : i + 1 + WINDOW]]


def _kinds(trace: Trace) -> list[list[int]]:
    """All integers of one domain, those at their target too."""
    by_domain: dict[Domain, list[int]] = {}
    for position in numbers_in(trace):
        by_domain.setdefault(trace.domains[position], []).append(position)
    return [group for group in by_domain.values() if len(group) > 1]


def _shift_group(problem: Problem, group: list[int]) -> Offers:
    """Move all by what takes the first that is not at its target there."""
    best = problem.best
    if group[-1] >= len(best):
        return
    offset = next((distance_at(best, i) for i in group if distance_at(best, i)), 0)
    if offset:
        choices = list(best.choices)
        for position in group:
            choices[position] -= offset  # type: ignore[operator]  # integers
        yield [choices]


def _lower_group(problem: Problem, group: list[int]) -> Offers:
    best = problem.best
    if group[-1] >= len(best):
        return
    distances = {position: distance_at(best, position) for position in group}
    nearest = min(map(abs, distances.values()))
    if nearest == 0 or len(set(distances.values())) == 1:
        # Equal ones are lowered by lower_duplicates.
        return
    since = len(problem.history.steps)

    def lowered(kept: int) -> Candidate:
        """The numbers with all but ``kept`` of the common distance taken away."""
        choices = list(best.choices)
        for position, distance in distances.items():
            away = abs(distance) - nearest + kept
            target: int = best.domains[position].simplest
            choices[position] = target + away if distance > 0 else target - away
        return choices

    if (yield [lowered(0)]) is None:
        yield from descend(lowered, 1, nearest)
        problem.settle(group, since)
