"""Pass: move an element out of the element that it is in, to the place before that."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.core.trace import Trace
from shortlex.reducer.edits import without_elements
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_MOVES = 64
"""This many moves are tried."""


def move_out(problem: Problem) -> Offers:
    """Move an element out of the element that it is in, to the place before that.

    Why: the case is as long, but what comes first is plainer, and what is left behind is often
    empty and can go: ``[[32]] -> [32, []]`` if a list must have a list in it and be worth 32.
    Guarantee: at a fixed point none of the first sixty-four such moves would do.
    Cost: one candidate per element in another, at most sixty-four; again after each move.
    Leaves to others: elements that take the place of the one around them (promote_descendants).
    """
    for _ in range(MAX_MOVES):
        if (yield _moved_out(problem.best)) is None:
            return


def _moved_out(trace: Trace) -> Iterator[Candidate]:
    left = MAX_MOVES
    around: dict[int, int] = {}
    for number, span in enumerate(trace.spans):
        # The innermost element around a span; a span that is not an element has that of its parent.
        outer = around[number] = _element_at(trace, span.parent, around)
        if not span.is_element or outer < 0:
            continue
        left -= 1
        if left < 0:
            return
        start, moved = trace.spans[outer].start, trace.choices[span.start : span.end]
        rest = without_elements(trace, span, span)
        yield (*rest[:start], *moved, *rest[start:])


def _element_at(trace: Trace, number: int, around: dict[int, int]) -> int:
    """A span if it is an element, or else the innermost element around it; -1 if there is none."""
    if number < 0 or trace.spans[number].is_element:
        return number
    return around[number]
