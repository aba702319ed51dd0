"""Pass: delete spans that are not elements of a collection."""

from __future__ import annotations

from shortlex.reducer.edits import closes_up, without
from shortlex.reducer.problem import Offers, Problem


def delete_regions(problem: Problem) -> Offers:
    """Delete any span with everything in it, last first.

    Why: some generators label their regions but do not say which of them are repetitions:
    ``(1 5) (1 6) (0) -> (1 6) (0)``.
    Guarantee: at a fixed point no labelled region can be removed.
    Cost: one candidate per span that is not an element.
    Leaves to others: elements of collections (delete_spans).
    """
    number = len(problem.best.spans) - 1
    while number >= 0:
        # The spans before a deleted one stay, so the number only needs to go down.
        if number < len(problem.best.spans):
            span = problem.best.spans[number]
            if (
                not span.is_element
                and 0 < span.length < len(problem.best)
                and closes_up(problem.best, span.start, span.end)
            ):
                yield [without(problem.best, span.start, span.end)]
        number -= 1
