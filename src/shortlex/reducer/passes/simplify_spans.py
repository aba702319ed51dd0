"""Pass: make a whole span the simplest it can be."""

from __future__ import annotations

from shortlex.core.trace import Trace
from shortlex.reducer.problem import ANYTHING, Candidate, Offers, Problem


def simplify_spans(problem: Problem) -> Offers:
    """Replace all that one span holds by the simplest, outermost first.

    Why: what does not matter should look as if it does not, and usually it is much: an argument,
    a subtree. If the simplest takes fewer choices than the span had, the rest would be read at
    the wrong place, so the run that was refused is asked how many it took:
    ``1 (1 0 1 0 0) 0 -> 1 (0) 0``.
    Guarantee: at a fixed point no span can be made simplest with its surroundings unchanged.
    Cost: at most two candidates per span.
    Leaves to others: spans that must be something but could be less (lower_choices).
    """
    order = sorted(range(len(problem.best.spans)), key=lambda i: problem.best.spans[i].depth)
    for number in order:
        if number >= len(problem.best.spans):
            continue
        span = problem.best.spans[number]
        if _is_simplest(problem.best, span.start, span.end):
            continue
        choices = problem.best.choices
        candidate: Candidate = (
            *choices[: span.start],
            *[ANYTHING] * span.length,
            *choices[span.end :],
        )
        if (yield [candidate]) is not None:
            continue
        trace = problem.trace_of(candidate)
        if trace is None or number >= len(trace.spans):
            continue
        taken = trace.spans[number].length
        if trace.spans[number].start == span.start and taken < span.length:
            yield [(*choices[: span.start], *[ANYTHING] * taken, *choices[span.end :])]


def _is_simplest(trace: Trace, start: int, end: int) -> bool:
    return all(
        trace.domains[i].sort_key(trace.choices[i])
        == trace.domains[i].sort_key(trace.domains[i].simplest)
        for i in range(start, end)
    )
