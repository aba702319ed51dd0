"""Pass: raise one choice so that the rest gets shorter."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.core.boolean import Boolean
from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_structure, next_span
from shortlex.reducer.problem import Candidate, Offers, Problem


def raise_to_shorten(problem: Problem) -> Offers:
    """Raise one number, and let the rest be replayed, simplest, or gone.

    Why: the way to the shortest case sometimes leads uphill: ``2 [(1 9) (1 5) 0] -> 90 [0]``
    where a product matters, or a flag that ends the drawing.
    Guarantee: at a fixed point none of a few larger values of any choice leads to anything
    simpler.
    Cost: at most twelve candidates per number or flag.
    Leaves to others: lowering the raised number again (lower_choices).
    """
    position = 0
    while position < len(problem.best):
        if (yield _raised(problem.best, position)) is None:
            position += 1


def _raised(trace: Trace, position: int) -> Iterator[Candidate]:
    before, after = trace.choices[:position], trace.choices[position + 1 :]
    span = next_span(trace, position + 1)
    for value in _larger(trace, position):
        yield (*before, value)
        yield (*before, value, *after)
        # Without what came next: the element or argument that the larger value makes up for.
        if span is not None and span.length:
            between = trace.choices[position + 1 : span.start]
            yield (*before, value, *between, *trace.choices[span.end :])


def _larger(trace: Trace, position: int) -> list[int]:
    domain, choice = trace.domains[position], trace.choices[position]
    if isinstance(domain, Boolean) and not is_structure(trace, position):
        return [True] if choice is False and domain.count == 2 else []
    if isinstance(domain, Integer) and isinstance(choice, int):
        top = domain.maximum if domain.maximum is not None else 2 * abs(choice) + 1000
        values = dict.fromkeys([choice + 1, 2 * choice, 10 * choice, top])
        return [value for value in values if value > choice and domain.contains(value)]
    return []
