"""Pass: replace a part by one of the choices in it, behind one or two small decisions."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.core.domain import Choice
from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import distance_at, is_simplest, is_structure, replaced
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_SPANS = 16
"""This many parts are replaced, the outer ones first."""

MAX_KEPT = 2
"""This many choices of each part are kept, one at a time."""

MAX_DECISIONS = 6
"""A decision takes this many of its first values."""


def regrow_spans(problem: Problem) -> Offers:
    """Replace a part by one of the choices in it, behind one or two small decisions.

    Why: what matters may be a leaf, and another alternative makes just that leaf: ``{'A': None} ->
    'A'``, or ``[True 1 (True 'A' [False 0]) False] -> [False 3 'A']`` in choices.
    Guarantee: none: only the two heaviest choices of a part are kept.
    Cost: at most 2 * 6 * 7 candidates for each of sixteen parts of three choices or more.
    Leaves to others: parts that fit as they are (promote_descendants, switch_branches).
    """
    number = 0
    while number < min(MAX_SPANS, len(spans := _spans_in(problem.best))):
        if (yield _regrown(problem.best, spans[number])) is None:
            number += 1


def _spans_in(trace: Trace) -> list[Span]:
    spans = [span for span in trace.spans if span.length > 2 and not span.is_element]
    return list({(span.start, span.end): span for span in spans}.values())


def _regrown(trace: Trace, span: Span) -> Iterator[Candidate]:
    # The first decision is made anew, so it is not what matters.
    inside = [i for i in range(span.start + 1, span.end) if not is_structure(trace, i)]
    matter = [i for i in inside if not is_simplest(trace, i)]
    matter.sort(key=lambda i: _weight_at(trace, i), reverse=True)
    domain = trace.domains[span.start]
    count = MAX_DECISIONS if domain.count is None else min(domain.count, MAX_DECISIONS)
    first = [domain.value_at(i) for i in range(count)]
    for position in matter[:MAX_KEPT]:
        for decision in first:
            for decisions in _decisions(decision, span):
                content = (*decisions, trace.choices[position])
                yield replaced(trace, span.start, span.end, content)


def _weight_at(trace: Trace, position: int) -> tuple[int, int]:
    """How much a choice is likely to matter: a text more than a number, and a number by its size.

    A decision, which is made anew, is a small number or a flag.
    """
    choice = trace.choices[position]
    distance = abs(distance_at(trace, position))
    return trace.domains[position].size_of(choice) + (type(choice) is float), distance


def _decisions(first: Choice, span: Span) -> Iterator[tuple[Choice, ...]]:
    yield (first,)
    if span.length > 3:
        for second in range(MAX_DECISIONS):
            yield first, second
