"""Pass: lower several numbers by the same amount."""

from __future__ import annotations

from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import lowest

WINDOW = 4
"""Pairs are tried with this many numbers that follow."""


def lower_together(problem: Problem) -> Offers:
    """Subtract one offset from all integers of a kind, or from two that stand near.

    Why: where a difference matters lowering one number breaks it, and step by step the two would
    walk down in turns: ``1000 1001 -> 0 1``.
    Guarantee: at a fixed point no group of one kind, and no near pair, can be lowered by one.
    Cost: one candidate per group that stays, some twenty per group that is lowered.
    Leaves to others: numbers that must move apart (redistribute).
    """
    by_domain: dict[object, list[int]] = {}
    for position in _raised(problem.best):
        by_domain.setdefault(problem.best.domains[position], []).append(position)
    groups = [group for group in by_domain.values() if len(group) > 2]
    raised = _raised(problem.best)
    groups += [[a, b] for i, a in enumerate(raised) for b in raised[i + 1 : i + 1 + WINDOW]]
    for group in groups:
        yield from _lower_group(problem, group)


def _raised(trace: Trace) -> list[int]:
    """Integers that are not at their target."""
    return [
        position
        for position, domain in enumerate(trace.domains)
        if isinstance(domain, Integer) and trace.choices[position] != domain.target
    ]


def _distance(trace: Trace, position: int) -> int:
    """How far an integer is from its target, with its sign."""
    domain, choice = trace.domains[position], trace.choices[position]
    return choice - domain.target if isinstance(domain, Integer) else 0  # type: ignore[operator]  # an int


def _lower_group(problem: Problem, group: list[int]) -> Offers:
    best = problem.best
    if group[-1] >= len(best.choices):
        return
    distances = [_distance(best, position) for position in group]
    if not all(distances):
        return
    nearest = min(map(abs, distances))

    def lowered(kept: int) -> Candidate:
        """The numbers with all but ``kept`` of the common distance taken away."""
        offset = nearest - kept
        choices = list(best.choices)
        for position, distance in zip(group, distances, strict=True):
            choices[position] -= offset if distance > 0 else -offset  # type: ignore[operator]  # ints
        return choices

    if (yield [lowered(0)]) is None and nearest > 1 and (yield [lowered(nearest - 1)]) is not None:
        yield from lowest(lowered, 1, nearest - 1)
