"""Pass: delete spans that are not elements of a collection."""

from __future__ import annotations

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
        if number < len(problem.best.spans):
            span, choices = problem.best.spans[number], problem.best.choices
            if span.length and not span.is_element and span.length < len(choices):
                yield [choices[: span.start] + choices[span.end :]]
        number -= 1
