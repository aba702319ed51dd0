"""Pass: lower equal choices together."""

from __future__ import annotations

from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_simplest, is_structure
from shortlex.reducer.lowering import lower_equal
from shortlex.reducer.problem import Offers, Problem

Group = tuple[int, ...]
"""The positions of choices that are equal."""


def lower_duplicates(problem: Problem) -> Offers:
    """Lower all choices of the same kind and value together, with one minimiser.

    Why: if two values must be equal, neither can be lowered alone: ``[(1 977) 0] 977 ->
    [(1 100) 0] 100``.
    Guarantee: at a fixed point no group of equal choices can be lowered by one step.
    Cost: as lower_choices, per group of equal choices.
    Leaves to others: values that differ by a constant (lower_together).
    """
    met: set[Group] = set()
    best, groups = problem.best, iter(_groups(problem.best))
    while group := next(groups, None):
        met.add(group)
        yield from lower_equal(problem, group)
        if problem.best is not best:
            # A group that became equal to another one is new.
            best = problem.best
            groups = iter([each for each in _groups(best) if each not in met])


def _groups(trace: Trace) -> list[Group]:
    """Choices that are equal and not the simplest, most frequent first."""
    found: dict[tuple[str, object], list[int]] = {}
    for position, (choice, domain) in enumerate(zip(trace.choices, trace.domains, strict=True)):
        # Equal flags or equal branches mean nothing.
        if domain.count == 2 or is_structure(trace, position) or is_simplest(trace, position):
            continue
        found.setdefault((domain.kind, choice), []).append(position)
    groups = [tuple(positions) for positions in found.values() if len(positions) > 1]
    return sorted(groups, key=len, reverse=True)
