"""Pass: let a collection end earlier, so that its last elements belong to what follows."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.core.sizes import MORE
from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_sibling
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_ENDS = 16
"""At most this many collections lose elements, and as many later ones their ends."""

MAX_MOVED = 8
"""At most this many elements leave a collection."""


def end_earlier(problem: Problem) -> Offers:
    """Let a collection end earlier, so that its last elements belong to what follows.

    Why: elements may do as well in the next collection, or one of the ends may be left out:
    ``[(1 5) (1 7) 0] [0] -> [(1 5) 0] [(1 7) 0]``.
    Guarantee: at a fixed point none of the first sixteen collections can hand over any of its last
    eight elements to what follows, even if one of the next sixteen ends is left out.
    Cost: one candidate per such group of elements, and one for each later end.
    Leaves to others: parts of a later element that fit into an empty collection (move_into).
    """
    number = 0
    while number < min(MAX_ENDS, len(ends := _ends_in(problem.best))):
        if (yield _shortened(problem.best, ends[number : number + MAX_ENDS + 1])) is None:
            number += 1


def _ends_in(trace: Trace) -> list[int]:
    """The positions of choices that end a collection."""
    choices = trace.choices
    return [i for i, d in enumerate(trace.domains) if d is MORE and choices[i] is False]


def _shortened(trace: Trace, ends: list[int]) -> Iterator[Candidate]:
    """The case with the first end at an earlier place, and without any or one of the others."""
    choices, end = trace.choices, ends[0]
    # Outer spans come first, and no span around the collection ends here.
    last = next((span for span in trace.spans if span.is_element and span.end == end), None)
    if last is None:
        return
    elements = [span for span in trace.spans if is_sibling(span, last) and span.end <= end]
    for span in reversed(elements[-MAX_MOVED:]):
        before = (*choices[: span.start], False, *choices[span.start : end])
        # Without a later end it is shorter, so that comes first.
        for other in ends[1:]:
            yield (*before, *choices[end + 1 : other], *choices[other + 1 :])
        yield (*before, *choices[end + 1 :])
