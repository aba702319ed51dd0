"""Pass: make a whole span the simplest it can be."""

from __future__ import annotations

from shortlex.core.span import Span
from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_simplest, replaced
from shortlex.reducer.problem import ANYTHING, Offers, Problem


def simplify_spans(problem: Problem) -> Offers:
    """Replace all that one span holds by the simplest, outermost first.

    Why: what does not matter should look as if it does not, and usually it is much: an argument,
    a subtree. If the simplest takes fewer choices than the span had, the rest would be read at
    the wrong place, so the run that was refused is asked how many it took:
    ``1 (1 0 1 0 0) 0 -> 1 (0) 0``.
    Guarantee: at a fixed point no span can be made simplest with its surroundings unchanged.
    Cost: at most two candidates per span.
    Leaves to others: spans that must be something but could be less (lower_choices).
    """
    number = 0
    while number < len(problem.best.spans):
        best, span = problem.best, problem.best.spans[number]
        number += 1
        if span.is_element or span.length < 2:
            # Elements are deleted rather, and single choices lowered.
            continue
        if all(is_simplest(best, position) for position in range(span.start, span.end)):
            continue
        candidate = replaced(best, span.start, span.end, [ANYTHING] * span.length)
        if (yield [candidate]) is not None:
            continue
        taken = _length_in(problem.trace_of(candidate), number - 1, span)
        if taken < span.length:
            yield [replaced(best, span.start, span.end, [ANYTHING] * taken)]


def _length_in(trace: Trace | None, number: int, span: Span) -> int:
    """How long a span is in another run; as long as it was, if it is not there."""
    if trace is None or number >= len(trace.spans):
        return span.length
    # All before it is the same. Where it would begin there may be another, or none.
    same = trace.spans[number]
    return same.length if same.start == span.start else span.length
