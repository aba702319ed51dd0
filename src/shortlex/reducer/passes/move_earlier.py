"""Pass: move a choice to an earlier place."""

from __future__ import annotations

from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_structure, without
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_CHOICES = 24
"""Longer cases are left alone: there are too many pairs to try."""


def move_earlier(problem: Problem) -> Offers:
    """Move one choice before an earlier, greater one from the same domain.

    Why: a generator that marks no spans still has parts that can be swapped:
    ``2 0 (2 0 1 1) 1 -> 2 0 1 (2 0 1 1)``, the empty child of a tree before the other.
    Guarantee: at a fixed point no choice of a small case can be moved before a greater one of its
    domain.
    Cost: one candidate per pair of choices in the wrong order.
    Leaves to others: spans (sort_siblings).
    """
    source = 1
    while source < len(problem.best) <= MAX_CHOICES:
        candidates = _moved(problem.best, source)
        if not candidates or (yield candidates) is None:
            source += 1


def _moved(trace: Trace, source: int) -> list[Candidate]:
    if is_structure(trace, source):
        return []
    domain, choice = trace.domains[source], trace.choices[source]
    key = domain.sort_key(choice)
    rest = without(trace, source, source + 1)
    return [
        (*rest[:place], choice, *rest[place:])
        # Leftmost first, which is the simplest result.
        for place in range(source)
        if trace.domains[place] == domain and domain.sort_key(trace.choices[place]) > key
    ]
