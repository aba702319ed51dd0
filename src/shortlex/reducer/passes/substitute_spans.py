"""Pass: put a like span in the place of another."""

from __future__ import annotations

from heapq import nsmallest

from shortlex.core.domain import Choice
from shortlex.core.span import Span
from shortlex.core.trace import Trace
from shortlex.reducer.edits import Keys, keys_of, replaced, size_of
from shortlex.reducer.problem import Offers, Problem

MOST = 12
"""A span is replaced by this many different others at the most."""

LONGEST = 2000
"""To weigh all spans of a longer case takes long, and rarely pays."""

Weight = tuple[int, Keys]
"""What is simpler weighs less: its size, then its choices."""

Contents = dict[Weight, tuple[Choice, ...]]


def substitute_spans(problem: Problem) -> Offers:
    """Replace a span by another of the same label that is shorter, or simpler and as long.

    Why: a value that works in one place often works in another, and is simple already:
    ``[(1 9 9 9) (1 1) 0] -> [(1 1) (1 1) 0]``.
    Guarantee: at a fixed point no span can be replaced by one of the simplest like ones.
    Cost: at most twelve candidates per span.
    Leaves to others: spans without a like (simplify_spans, lower_choices).
    """
    if len(problem.best) > LONGEST:
        return
    best, simplest = problem.best, _simplest_by_label(problem.best)
    number = 0
    while number < len(problem.best.spans):
        if problem.best is not best:
            best, simplest = problem.best, _simplest_by_label(problem.best)
        span = best.spans[number]
        weight = _weight(best, span)
        accepted = yield [
            replaced(best, span.start, span.end, content)
            for other, content in simplest.get(span.label, {}).items()
            if other < weight
        ]
        if accepted is None:
            number += 1


def _weight(trace: Trace, span: Span) -> Weight:
    return size_of(trace, span), keys_of(trace, span)


def _simplest_by_label(trace: Trace) -> dict[str, Contents]:
    """For each label the simplest different contents, simplest first."""
    found: dict[str, Contents] = {}
    for span in trace.spans:
        if span.length:
            content = trace.choices[span.start : span.end]
            found.setdefault(span.label, {})[_weight(trace, span)] = content
    return {
        label: {weight: contents[weight] for weight in nsmallest(MOST, contents)}
        for label, contents in found.items()
    }
