"""Pass: replace a span by another one with the same label."""

from __future__ import annotations

from heapq import nsmallest

from shortlex.core.domain import Choice
from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import Keys, keys_of, replaced, size_of
from shortlex.reducer.problem import Offers, Problem

MAX_SUBSTITUTES = 12
"""At most this many different spans are tried in the place of one."""

MAX_CHOICES = 2000
"""Longer cases are left alone: comparing all their spans takes long and rarely pays."""

Weight = tuple[int, Keys]
"""Simpler spans weigh less: by size, then by choices."""

Contents = dict[Weight, tuple[Choice, ...]]


def substitute_spans(problem: Problem) -> Offers:
    """Replace a span by another with the same label that is shorter, or as long and simpler.

    Why: a value that works in one place often works in another, and may already be simple there:
    ``[(1 9 9 9) (1 1) 0] -> [(1 1) (1 1) 0]``.
    Guarantee: at a fixed point no span can be replaced by one of the simplest with its label.
    Cost: at most twelve candidates per span.
    Leaves to others: spans with a label of their own (simplify_spans, lower_choices).
    """
    if len(problem.best) > MAX_CHOICES:
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
        # Otherwise the same number again: a still simpler span may do in its place.
        if accepted is None:
            number += 1


def _weight(trace: Trace, span: Span) -> Weight:
    return size_of(trace, span), keys_of(trace, span)


def _simplest_by_label(trace: Trace) -> dict[str, Contents]:
    """The simplest distinct contents for each label, simplest first."""
    found: dict[str, Contents] = {}
    for span in trace.spans:
        if span.length:
            content = trace.choices[span.start : span.end]
            found.setdefault(span.label, {})[_weight(trace, span)] = content
    return {
        label: {weight: contents[weight] for weight in nsmallest(MAX_SUBSTITUTES, contents)}
        for label, contents in found.items()
    }
