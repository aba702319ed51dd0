"""Pass: replace the whole by one of its parts."""

from __future__ import annotations

from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import replaced
from shortlex.reducer.problem import Offers, Problem


def promote_descendants(problem: Problem) -> Offers:
    """Replace a span by one inside it with the same label, smallest first.

    Why: in recursive data the failure often needs only a subtree:
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
    """Shorter spans with the same label inside it, one for each distinct content."""
    outer = trace.spans[number]
    found: dict[tuple[object, ...], Span] = {}
    # By number: islice would walk over all the spans before it.
    for following in range(number + 1, len(trace.spans)):
        span = trace.spans[following]
        if span.start >= outer.end:
            break
        if span.label == outer.label and 0 < span.length < outer.length:
            found.setdefault(trace.choices[span.start : span.end], span)
    return sorted(found.values(), key=lambda span: span.length)
