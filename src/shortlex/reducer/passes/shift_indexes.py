"""Pass: delete an element and lower the numbers that point behind it."""

from __future__ import annotations

from shortlex.core.integer import Integer
from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import is_sibling, without_elements
from shortlex.reducer.problem import Candidate, Offers, Problem


def shift_indexes(problem: Problem) -> Offers:
    """Delete the k-th of several siblings, and lower every integer above k by one.

    Why: if numbers are positions in a list, deleting an element changes the meaning of all
    positions behind it: ``[(1 0) (1 2) (1 1) 0] -> [(1 1) (1 0) 0]``.
    Guarantee: at a fixed point no element can be deleted with all positions behind it lowered.
    Cost: one candidate per element with an integer above its position.
    Leaves to others: numbers that mean something else (delete_and_repair).
    """
    best, largest = problem.best, _largest(problem.best)
    number = len(best.spans) - 1
    while number >= 0:
        if problem.best is not best:
            best, largest = problem.best, _largest(problem.best)
        if number < len(best.spans) and best.spans[number].is_element:
            yield _without(best, best.spans[number], largest)
        number -= 1


def _largest(trace: Trace) -> int:
    """The largest integer. Elements at or behind that position are not pointed at."""
    pairs = zip(trace.domains, trace.choices, strict=True)
    return max([int(choice) for domain, choice in pairs if isinstance(domain, Integer)], default=0)


def _without(trace: Trace, span: Span, largest: int) -> list[Candidate]:
    if not largest:
        return []
    place = sum(is_sibling(other, span) for other in trace.spans if other.start < span.start)
    if place >= largest:
        return []
    choices = [
        int(choice) - 1 if isinstance(domain, Integer) and int(choice) > place else choice
        for choice, domain in zip(trace.choices, trace.domains, strict=True)
    ]
    return [without_elements(trace, span, span, choices)]
