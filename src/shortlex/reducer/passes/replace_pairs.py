"""Pass: replace two elements by one, if there are few values to choose from."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.core.integer import Integer
from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import is_sibling, with_value, without_elements
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_ALTERNATIVES = 12
"""Domains of at most this many values name things rather than count them."""

MAX_ELEMENTS = 16
"""Longer collections are left to other passes."""


def replace_pairs(problem: Problem) -> Offers:
    """Delete an element that is one of a few alternatives, and try all others in the one before.

    Why: in a list of steps, one step may do what two did: ``[(1 move A to B) (1 move B to C) 0]``
    becomes ``[(1 move A to C) 0]``, though neither of the two can be deleted.
    Guarantee: at a fixed point no two neighbours can be replaced by one, in a short collection.
    Cost: one candidate per pair of neighbours and alternative.
    Leaves to others: numbers that count something (join_numbers).
    """
    number = len(problem.best.spans) - 1
    while number > 0:
        if number >= len(problem.best.spans) or (
            (yield _replaced(problem.best, problem.best.spans[number])) is None
        ):
            number -= 1


def _replaced(trace: Trace, last: Span) -> Iterator[Candidate]:
    if not _is_alternative(trace, last):
        return
    siblings = [span for span in trace.spans if is_sibling(span, last)]
    place = siblings.index(last)
    if (
        place == 0
        or len(siblings) > MAX_ELEMENTS
        or not _is_alternative(trace, siblings[place - 1])
    ):
        return
    first = siblings[place - 1]
    domain = trace.domains[first.end - 1]
    # Keeping one of the two would mean deleting the other.
    known = {trace.choices[first.end - 1], trace.choices[last.end - 1]}
    for index in range(domain.count or 0):
        value = domain.value_at(index)
        if value not in known:
            changed = with_value(trace, [first.end - 1], value)
            yield without_elements(trace, last, last, changed)


def _is_alternative(trace: Trace, span: Span) -> bool:
    """Whether an element is the choice to continue, and one of a few values."""
    domain = trace.domains[span.end - 1] if span.is_element and span.length == 2 else None
    return (
        isinstance(domain, Integer)
        and domain.count is not None
        and 2 < domain.count <= MAX_ALTERNATIVES
    )
