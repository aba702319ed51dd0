"""Pass: delete spans that are not elements of a collection."""

from __future__ import annotations

from shortlex.reducer.edits import closes_up, without
from shortlex.reducer.problem import Offers, Problem


def delete_regions(problem: Problem) -> Offers:
    """Delete any span with all that it holds, last first.

    Why: generators that only label their regions repeat themselves in ways that nobody told us:
    ``(1 5) (1 6) (0) -> (1 6) (0)``.
    Guarantee: at a fixed point no labelled region can be removed.
    Cost: one candidate per span that is no element.
    Leaves to others: elements of collections (delete_spans).
    """
    number = len(problem.best.spans) - 1
    while number >= 0:
        # The spans before a deleted one stay, so the number only ever goes down.
        if number < len(problem.best.spans):
            span = problem.best.spans[number]
            if (
                not span.is_element
                and 0 < span.length < len(problem.best)
                and closes_up(problem.best, span.start, span.end)
            ):
                yield [without(problem.best, span.start, span.end)]
        number -= 1
