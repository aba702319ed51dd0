"""Pass: delete discarded regions."""

from __future__ import annotations

from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import replaced_all, without
from shortlex.reducer.problem import Candidate, Offers, Problem


def delete_discarded(problem: Problem) -> Offers:
    """Delete every discarded region at once, or one at a time.

    Why: values that a generator drew and threw away do not affect anything that follows:
    ``[(7 refused) 8] -> [8]``.
    Guarantee: at a fixed point no discarded region can be removed.
    Cost: one candidate, and one more per discarded region if that is refused.
    Leaves to others: all regions that were used.
    """
    regions = _outermost(problem.best)
    nothing: list[Candidate] = [()] * len(regions)
    if len(regions) > 1 and (yield [replaced_all(problem.best, regions, nothing)]) is not None:
        return
    number = 0
    while number < len(problem.best.spans):
        span = problem.best.spans[number]
        accepted = None
        if _is_waste(span):
            accepted = yield [without(problem.best, span.start, span.end)]
        if accepted is None:
            number += 1


def _is_waste(span: Span) -> bool:
    return span.is_discarded and span.length > 0


def _outermost(trace: Trace) -> list[Span]:
    """The discarded spans that are in no other."""
    found: list[Span] = []
    for span in filter(_is_waste, trace.spans):
        if not found or span.start >= found[-1].end:
            found.append(span)
    return found
