"""Pass: put a part in the place of the whole."""

from __future__ import annotations

from shortlex.core.span import Span
from shortlex.core.trace import Trace
from shortlex.reducer.edits import replaced
from shortlex.reducer.problem import Offers, Problem


def promote_descendants(problem: Problem) -> Offers:
    """Replace a span by one inside it that has the same label, the smallest first.

    Why: in recursive data the failure often needs a subtree only:
    ``1 (1 0 0) 0 -> (1 0 0)``.
    Guarantee: at a fixed point no span can be replaced by a descendant of its kind.
    Cost: one candidate per pair of a span and a like descendant that differ in length.
    Leaves to others: parts of another label (switch_branches).
    """
    number = 0
    while number < len(problem.best.spans):
        best, outer = problem.best, problem.best.spans[number]
        accepted = yield (
            replaced(best, outer.start, outer.end, best.choices[span.start : span.end])
            for span in _descendants(best, number)
        )
        if accepted is None:
            number += 1


def _descendants(trace: Trace, number: int) -> list[Span]:
    """Like spans further in, shorter than the whole, one for each different content."""
    outer = trace.spans[number]
    found: dict[tuple[object, ...], Span] = {}
    # By number: to skip to it with islice would walk over all that stand before.
    for following in range(number + 1, len(trace.spans)):
        span = trace.spans[following]
        if span.start >= outer.end:
            break
        if span.label == outer.label and 0 < span.length < outer.length:
            found.setdefault(trace.choices[span.start : span.end], span)
    return sorted(found.values(), key=lambda span: span.length)
