"""Pass: replace two numbers by one."""

from __future__ import annotations

from shortlex.core.integer import Integer
from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import distance_at, integer_at, is_sibling, with_value, without_elements
from shortlex.reducer.problem import Candidate, Offers, Problem


def join_numbers(problem: Problem) -> Offers:
    """Delete an element that is a number, and add the number to the element before it.

    Why: if only a sum matters, one number is enough: ``[(1 600) (1 401) 0] -> [(1 1001) 0]``. If
    the sum is beyond the limits of its domain, the limits are tried instead.
    Guarantee: at a fixed point no two neighbouring numbers can be joined.
    Cost: at most two candidates per pair of neighbours.
    Leaves to others: sums that need two numbers (redistribute).
    """
    number = len(problem.best.spans) - 1
    while number > 0:
        pair = _pair(problem.best, number)
        if pair is not None:
            yield _joined(problem.best, *pair)
        number -= 1


def _pair(trace: Trace, number: int) -> tuple[Span, Span] | None:
    """An element and the one before it, if both are numbers and not at their targets."""
    if number >= len(trace.spans):
        return None
    last = trace.spans[number]
    if not _is_number(trace, last):
        return None
    before = [span for span in trace.spans[:number] if is_sibling(span, last)]
    return (before[-1], last) if before and _is_number(trace, before[-1]) else None


def _is_number(trace: Trace, span: Span) -> bool:
    """Whether an element is the choice to continue and a number that is not at its target."""
    return span.is_element and span.length == 2 and distance_at(trace, span.end - 1) != 0


def _joined(trace: Trace, first: Span, last: Span) -> list[Candidate]:
    position = first.end - 1
    domain = trace.domains[position]
    assert isinstance(domain, Integer), "other kinds have no distance"
    total = integer_at(trace, position) + integer_at(trace, last.end - 1)
    values = [total] if domain.contains(total) else [domain.maximum, domain.minimum]
    return [
        without_elements(trace, last, last, with_value(trace, [position], value))
        for value in values
        if value is not None
    ]
