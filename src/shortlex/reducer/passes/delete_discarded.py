"""Pass: delete what was thrown away."""

from __future__ import annotations

from shortlex.reducer.problem import Offers, Problem


def delete_discarded(problem: Problem) -> Offers:
    """Delete every discarded region at once, or one at a time.

    Why: what a generator drew and threw away changes nothing that follows:
    ``[(7 refused) 8] -> [8]``.
    Guarantee: at a fixed point no discarded region can be removed.
    Cost: one candidate, and one more per discarded region if that is refused.
    Leaves to others: everything that was used.
    """
    spans = [span for span in problem.best.spans if span.is_discarded and span.length]
    if not spans:
        return
    choices = problem.best.choices
    kept = [
        choice
        for position, choice in enumerate(choices)
        if not any(span.start <= position < span.end for span in spans)
    ]
    if (yield [kept]) is not None:
        return
    for span in reversed(spans):
        choices = problem.best.choices
        yield [choices[: span.start] + choices[span.end :]]
