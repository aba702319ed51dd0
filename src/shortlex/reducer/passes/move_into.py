"""Pass: move part of an element into an empty collection before it."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.core.sizes import MORE
from shortlex.core.trace import Span, Trace
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_MOVES = 64
"""This many moves are tried for each empty collection."""


def move_into(problem: Problem) -> Offers:
    """Give an empty collection the inner part of a later element, and delete that element.

    Why: what matters may also work in a simpler place: ``[0] [(1 9 7 5) 0] -> [(1 5) 0] [0]`` if
    only the ``5`` counts, and either list may hold it.
    Guarantee: at a fixed point none of the first sixty-four such parts would do in an empty
    collection.
    Cost: one candidate per pair of an empty collection and a part of a later element that is
    shorter than the whole by more than one choice, at most sixty-four per collection.
    Leaves to others: parts that fit in place of the whole (promote_descendants).
    """
    position = 0
    while position < len(problem.best):
        if not _is_end(problem.best, position) or (yield _moved(problem.best, position)) is None:
            position += 1


def _is_end(trace: Trace, position: int) -> bool:
    return trace.domains[position] is MORE and trace.choices[position] is False


def _moved(trace: Trace, position: int) -> Iterator[Candidate]:
    choices, left = trace.choices, MAX_MOVES
    for number, element in enumerate(trace.spans):
        if not element.is_element or element.start <= position:
            continue
        for part in _parts(trace, number):
            left -= 1
            if left < 0:
                return
            yield (
                *choices[:position],
                True,
                *choices[part.start : part.end],
                False,
                *choices[position + 1 : element.start],
                *choices[element.end :],
            )


def _parts(trace: Trace, number: int) -> Iterator[Span]:
    """Parts inside an element that are shorter than it by more than the choice to continue."""
    element = trace.spans[number]
    for span in trace.spans[number + 1 :]:
        if span.start >= element.end:
            return
        if 0 < span.length < element.length - 1:
            yield span
