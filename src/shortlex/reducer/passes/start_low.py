"""Pass: lower one choice and try all simple continuations.

Size: enumerating the simple continuations takes a function of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.core.domain import Choice
from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_simplest, is_structure, with_value
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_CHOICES = 16
"""Longer cases are left alone: their simple continuations are too many to try."""

MAX_CONTINUATIONS = 30
"""This many candidates are tried for each lowered choice."""


def start_low(problem: Problem) -> Offers:
    """Lower a choice, and enumerate the simplest continuations in order of their weight.

    Why: sometimes the simplest case has nothing in common with the one at hand: ``AAAAA`` and
    ``ABC`` may both fail, and no single step leads from one to the other.
    Guarantee: none of the first thirty continuations fails behind a choice that is lowered by one
    or two, if lowering it is known to change how many choices follow.
    Cost: sixty candidates per such choice of a small case.
    Leaves to others: everything that a single step can reach.
    """
    position = 0
    while position < len(problem.best) <= MAX_CHOICES:
        accepted = None
        for prefix in _prefixes(problem.best, position) if _shapes(problem, position) else ():
            accepted = yield _continued(problem.best, prefix)
            if accepted is not None:
                break
        if accepted is None:
            position += 1


def _shapes(problem: Problem, position: int) -> bool:
    """Whether lowering a choice is known to change how many choices follow."""
    best = problem.best
    domain = best.domains[position]
    if is_structure(best, position) or is_simplest(best, position) or domain.kind != "integer":
        return False
    index = domain.index_of(best.choices[position])
    lowered = with_value(best, [position], domain.value_at(index - 1))
    return index < 64 and problem.length_of(lowered) not in (None, len(best))


def _prefixes(trace: Trace, position: int) -> list[tuple[Choice, ...]]:
    domain = trace.domains[position]
    index = domain.index_of(trace.choices[position])
    # Lower by two first: that is the simpler result.
    values = [domain.value_at(i) for i in (index - 2, index - 1) if i >= 0]
    return [(*trace.choices[:position], value) for value in values]


def _continued(trace: Trace, prefix: tuple[Choice, ...]) -> Iterator[Candidate]:
    """The prefix followed by small numbers, smallest sum first."""
    rest = len(trace) - len(prefix)
    tried = 0
    for weight in range(1, 4):
        for indexes in _sums(rest, weight):
            if tried >= MAX_CONTINUATIONS:
                return
            tried += 1
            behind = trace.domains[len(prefix) :]
            yield (
                *prefix,
                *(
                    domain.value_at(min(index, (domain.count or index + 1) - 1))
                    for domain, index in zip(behind, indexes, strict=True)
                ),
            )


def _sums(length: int, total: int) -> Iterator[tuple[int, ...]]:
    """All tuples of this length with this sum, in order."""
    if length == 0:
        if total == 0:
            yield ()
        return
    for first in range(total + 1):
        for rest in _sums(length - 1, total - first):
            yield (first, *rest)
