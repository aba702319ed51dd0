"""Pass: make a whole span simplest."""

from __future__ import annotations

from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import is_simplest, replaced
from shortlex.reducer.problem import ANYTHING, Offers, Problem

LARGE = 1000
"""In cases of more choices than this, spans are taken level by level: each level may take away a
large part of the whole, and then the rest is faster to run."""

MAX_LEVELS = 32
"""At most this many levels are taken so."""


def simplify_spans(problem: Problem) -> Offers:
    """Replace the whole content of a span by the simplest, outermost first.

    Why: what does not matter should look as if it does not, and often that is a large part: an
    argument, a subtree. If the simplest content takes fewer choices than the span had, the rest
    would be read at the wrong place. So the refused run shows how many it took, and the next
    candidate leaves out the others: ``1 (1 0 1 0 0) 0 -> 1 (0) 0``.
    Guarantee: at a fixed point no span can be made simplest with its surroundings unchanged.
    Cost: at most two candidates per span.
    Leaves to others: spans that matter but could be simpler (lower_choices).
    """
    depth = 0
    while len(problem.best) > LARGE and depth < MAX_LEVELS:
        numbers = [i for i, span in enumerate(problem.best.spans) if span.depth == depth]
        # From the back, because the spans before one that changes keep their numbers.
        for number in reversed(numbers):
            if number < len(problem.best.spans):
                yield from _simplify(problem, number)
        depth += 1
    number = 0
    while number < len(problem.best.spans):
        yield from _simplify(problem, number)
        number += 1


def _simplify(problem: Problem, number: int) -> Offers:
    best, span = problem.best, problem.best.spans[number]
    if span.is_element or span.length < 2:
        # delete_spans deletes elements, and lower_choices lowers single choices.
        return
    if all(is_simplest(best, position) for position in range(span.start, span.end)):
        return
    candidate = replaced(best, span.start, span.end, [ANYTHING] * span.length)
    if (yield [candidate]) is not None:
        return
    taken = _length_in(problem.trace_of(candidate), number, span)
    if taken < span.length:
        yield [replaced(best, span.start, span.end, [ANYTHING] * taken)]


def _length_in(trace: Trace | None, number: int, span: Span) -> int:
    """The length of a span in another run; its own length if it is not there."""
    if trace is None or number >= len(trace.spans):
        return span.length
    # Everything before it is the same. Where it would begin there may be another span, or none.
    same = trace.spans[number]
    return same.length if same.start == span.start else span.length
