"""Pass: delete an element and let the numbers that point behind it point one less far."""

from __future__ import annotations

from shortlex.core.integer import Integer
from shortlex.core.span import Span
from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_sibling, without_elements
from shortlex.reducer.problem import Candidate, Offers, Problem


def shift_indexes(problem: Problem) -> Offers:
    """Delete the k-th of several siblings, and lower every integer above k by one.

    Why: where numbers are positions in a list, deleting an element changes what all behind it
    mean: ``[(1 0) (1 2) (1 1) 0] -> [(1 1) (1 0) 0]``.
    Guarantee: at a fixed point no element can be deleted with all positions behind it mended.
    Cost: one candidate per element that has an integer above its number.
    Leaves to others: numbers that mean something else (delete_and_repair).
    """
    number = len(problem.best.spans) - 1
    while number >= 0:
        if number < len(problem.best.spans) and problem.best.spans[number].is_element:
            candidate = _without(problem.best, problem.best.spans[number])
            if candidate is not None:
                yield [candidate]
        number -= 1


def _without(trace: Trace, span: Span) -> Candidate | None:
    siblings = [other for other in trace.spans if is_sibling(other, span)]
    place = siblings.index(span)
    choices = list(trace.choices)
    is_shifted = False
    for position, domain in enumerate(trace.domains):
        choice = choices[position]
        if isinstance(domain, Integer) and isinstance(choice, int) and choice > place:
            choices[position] = choice - 1
            is_shifted = True
    return without_elements(trace, span, span, choices) if is_shifted else None
