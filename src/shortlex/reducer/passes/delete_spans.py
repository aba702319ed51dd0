"""Pass: delete the elements of collections."""

from __future__ import annotations

from shortlex.core.case import MUST
from shortlex.core.span import Span
from shortlex.core.trace import Trace
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import longest


def delete_spans(problem: Problem) -> Offers:
    """Delete whole elements, outermost first, from the last to the first.

    Why: removing a list element means removing the choice to continue *and* the element's own
    choices. A span brackets exactly those: ``[(1 7) (1 0) 0] -> [(1 7) 0]``. Runs of siblings
    grow while that works, so that a thousand useless elements cost some twenty candidates.
    Guarantee: at a fixed point no single element can be removed.
    Cost: at most one candidate per element that stays, and a logarithm per run that goes.
    Leaves to others: an element whose removal needs something else changed (delete_and_repair).
    """
    depth = 0
    while any(span.depth >= depth for span in problem.best.spans):
        position = len(_elements(problem.best, depth))
        while position > 0:
            position = min(position, len(_elements(problem.best, depth)))
            if position == 0:
                break
            before = len(_elements(problem.best, depth))

            def without(count: int, position: int = position, before: int = before) -> Candidate | None:
                elements = _elements(problem.best, depth)
                stop = position - (before - len(elements))
                return _without_run(problem.best, elements, stop, count)

            taken = yield from longest(without)
            position -= taken + 1
        depth += 1


def _elements(trace: Trace, depth: int) -> list[Span]:
    return [span for span in trace.spans if span.is_element and span.depth == depth]


def _without_run(
    trace: Trace, elements: list[Span], stop: int, count: int
) -> Candidate | None:
    """The choices without ``count`` siblings, the last of which is the one before ``stop``."""
    if stop < count or stop > len(elements):
        return None
    first, last = elements[stop - count], elements[stop - 1]
    if first.parent != last.parent or trace.domains[last.start] is MUST:
        # At its least size a collection would only draw the element again.
        return None
    return trace.choices[: first.start] + trace.choices[last.end :]
