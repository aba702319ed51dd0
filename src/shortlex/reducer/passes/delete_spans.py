"""Pass: delete the elements of collections.

Size: one sweep handles large parts, growing runs and equal neighbours.
"""

from __future__ import annotations

from functools import partial

from shortlex.core.sizes import MORE
from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import is_sibling, max_refusals, without_elements
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import longest

MANY = 200
"""More elements than this are first deleted in large parts only: those that are left may be equal
once they are made simplest."""

PARTS = 64


def delete_spans(problem: Problem) -> Offers:
    """Delete whole elements, outermost first, from the last to the first.

    Why: removing a list element means removing the choice to continue *and* the element's own
    choices. A span brackets exactly those: ``[(1 7) (1 0) 0] -> [(1 7) 0]``. Runs of siblings
    grow while they are accepted, so that a thousand useless elements cost some twenty candidates.
    Guarantee: at a fixed point no single element can be removed, unless it stands before two
    hundred elements that cannot be removed.
    Cost: at most one candidate per element that stays, and a logarithm per run that goes; where
    there are more than two hundred, also one for each sixty-fourth part that stays.
    Leaves to others: an element whose removal needs something else changed (delete_and_repair).
    """
    depth = 0
    while any(span.depth >= depth for span in problem.best.spans):
        before = None
        while len(_elements(problem.best, depth)) > MANY and problem.best is not before:
            before = problem.best
            yield from _sweep(problem, depth, unit=len(_elements(before, depth)) // PARTS)
        yield from _sweep(problem, depth, unit=1)
        depth += 1


def _sweep(problem: Problem, depth: int, unit: int) -> Offers:
    """Delete from the last element to the first, in runs of ``unit`` elements or more."""
    best, elements = problem.best, _elements(problem.best, depth)
    end, refused, left = len(elements), None, max_refusals(best)
    while end >= unit and left > 0:
        # Elements before a deleted run stay as they were, so their count says where to go on.
        content = _content(best, elements[end - unit : end])
        taken = 0
        # Deleting an equal neighbour of a refused run would give the same case.
        if content != refused:
            left -= 1
            taken = yield from longest(partial(_without_run, problem, depth, end, unit))
        refused = content
        end -= (taken + 1) * unit
        if problem.best is not best:
            best, elements = problem.best, _elements(problem.best, depth)
            end, refused, left = min(end, len(elements)), None, max_refusals(best)


def _content(trace: Trace, run: list[Span]) -> tuple[object, ...]:
    return (run[0].parent, *trace.choices[run[0].start : run[-1].end])


def _elements(trace: Trace, depth: int) -> list[Span]:
    return [span for span in trace.spans if span.is_element and span.depth == depth]


def _without_run(
    problem: Problem, depth: int, end: int, unit: int, taken: int, more: int
) -> Candidate | None:
    """The best without ``more`` units of siblings, after ``taken`` before ``end`` have gone."""
    best, taken, more = problem.best, taken * unit, more * unit
    elements = _elements(best, depth)
    stop = end - taken
    if not more <= stop <= len(elements):
        return None
    first, last = elements[stop - more], elements[stop - 1]
    if first.parent != last.parent or more > _spare(best, elements, last):
        return None
    return without_elements(best, first, last)


def _spare(trace: Trace, elements: list[Span], one: Span) -> int:
    """How many siblings a collection can lose. Below its minimum size it draws new ones instead."""
    siblings = (span for span in elements if is_sibling(span, one))
    return sum(trace.domains[span.start] is MORE for span in siblings)
