"""Pass: put the value that fills an array into a few cells only."""

from __future__ import annotations

from functools import partial

from shortlex.core.bulk import IS_FILLED, SINGLE_SIZE, Bulk
from shortlex.core.domain import Choice
from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import replaced
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import lowest


def empty_fills(problem: Problem) -> Offers:
    """Fill an array with the simplest value, and put the other one into its first cells.

    Why: an array of equal elements is a short case, but one element is easier to see than a million
    of them: ``(1 4.0) [0] -> 0 [(1 0 4.0) 0]``.
    Guarantee: at a fixed point the value of all cells cannot be that of the first ones
    only, of which there are 64 at most.
    Cost: up to ten candidates per array that is filled with another value than the simplest.
    Leaves to others: the simplest value for all cells (simplify_spans).
    """
    position = 0
    while position < len(problem.best):
        fill = _fill_at(problem.best, position)
        if fill is not None:
            make = partial(_with_cells, problem.best, position, fill)
            most = _weight(problem.best, fill) // SINGLE_SIZE
            if (yield [make(most)]) is not None:
                yield from lowest(make, 0, most)
        position += 1


def _fill_at(trace: Trace, position: int) -> Span | None:
    """The span of the value that fills an array, if the choice at a position says there is one."""
    if trace.domains[position] is not IS_FILLED or not trace.choices[position]:
        return None
    return next((span for span in trace.spans if span.start == position + 1), None)


def _weight(trace: Trace, fill: Span) -> int:
    """How much the value adds to the size of the case besides itself."""
    weight = trace.choices[fill.end - 1] if fill.length else ""
    return len(weight) if isinstance(weight, str) else 0


def _with_cells(trace: Trace, position: int, fill: Span, count: int) -> Candidate:
    """The value in the first ``count`` cells."""
    end = fill.end
    bulk: tuple[Choice, ...] = ()
    if end < len(trace) and isinstance(trace.domains[end], Bulk):
        bulk = (trace.choices[end],)
    value = trace.choices[fill.start : fill.end - 1]
    cells = [each for place in range(count) for each in (True, place, *value)]
    return replaced(trace, position, end + len(bulk), (False, *bulk, *cells))
