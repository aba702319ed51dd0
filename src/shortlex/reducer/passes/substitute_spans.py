"""Pass: put a like span in the place of another."""

from __future__ import annotations

from shortlex.core.trace import Trace
from shortlex.reducer.problem import Candidate, Offers, Problem

MOST = 12
"""A span is replaced by this many different others at the most."""


def substitute_spans(problem: Problem) -> Offers:
    """Replace a span by another of the same label that is shorter, or simpler and as long.

    Why: a value that works in one place often works in another, and is simple already:
    ``[(1 9 9 9) (1 1) 0] -> [(1 1) (1 1) 0]``.
    Guarantee: at a fixed point no span can be replaced by one of the simplest like ones.
    Cost: at most twelve candidates per span.
    Leaves to others: spans without a like (simplify_spans, lower_choices).
    """
    number = 0
    while number < len(problem.best.spans):
        candidates = _substitutes(problem.best, number)
        if not candidates or (yield candidates) is None:
            number += 1


def _substitutes(trace: Trace, number: int) -> list[Candidate]:
    span = trace.spans[number]
    if not span.length:
        return []
    here = trace.choices[span.start : span.end]
    found: dict[tuple[object, ...], object] = {}
    for other in trace.spans:
        content = trace.choices[other.start : other.end]
        # Inside or around itself it is promote_descendants' business.
        overlaps = other.start < span.end and span.start < other.end
        if other.label != span.label or overlaps or not 0 < len(content) <= len(here):
            continue
        key = _key(trace, other.start, other.end)
        if key < _key(trace, span.start, span.end):
            found[content] = key
    ordered = sorted(found, key=lambda content: found[content])  # type: ignore[arg-type, return-value]  # keys compare
    before, after = trace.choices[: span.start], trace.choices[span.end :]
    return [before + content + after for content in ordered[:MOST]]  # type: ignore[misc]  # choices


def _key(trace: Trace, start: int, end: int) -> tuple[int, list[object]]:
    positions = range(start, end)
    size = sum(trace.domains[i].size_of(trace.choices[i]) for i in positions)
    return size, [(trace.domains[i].kind, trace.domains[i].sort_key(trace.choices[i])) for i in positions]
