"""Pass: delete something and mend the number that knew of it."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.core.boolean import Boolean
from shortlex.core.case import MORE, MUST
from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.problem import Candidate, Offers, Problem


def delete_and_repair(problem: Problem) -> Offers:
    """Lower one integer (or flip one boolean) and delete a region before or after it.

    Why: a length, an index or a parity that was drawn by itself forbids to delete what it speaks
    of: ``3 (5) (900) (6) -> 1 (900)``.
    Guarantee: at a fixed point no number can be lowered by one together with the deletion of
    one span, or of as many choices as the lowering saves.
    Cost: one candidate per pair of a number and a region of the right size.
    Leaves to others: several numbers that know of the same thing.
    """
    position = 0
    while position < len(problem.best.choices):
        lowered = _lowered(problem.best, position)
        if lowered is None:
            position += 1
            continue
        probe: Candidate = lowered
        if (yield [probe]) is not None:
            continue
        trace = problem.trace_of(probe)
        best = problem.best
        saved = len(best.choices) - len(trace.choices) if trace is not None else 0
        accepted = yield _repaired(best, lowered, position, saved)
        if accepted is None:
            position += 1


def _lowered(trace: Trace, position: int) -> Candidate | None:
    """The choices with one number a step nearer to its target, if it is not there yet."""
    domain, choice = trace.domains[position], trace.choices[position]
    if domain is MORE or domain is MUST or choice == domain.simplest:
        return None
    if isinstance(domain, Integer) and isinstance(choice, int):
        step = 1 if choice > domain.target else -1
        return (*trace.choices[:position], choice - step, *trace.choices[position + 1 :])
    if isinstance(domain, Boolean):
        return (*trace.choices[:position], False, *trace.choices[position + 1 :])
    return None


def _repaired(
    best: Trace, lowered: Candidate, position: int, saved: int
) -> Iterator[Candidate]:
    """The lowered choices without one region, which does not hold the number itself."""
    regions = {
        (span.start, span.end)
        for span in best.spans
        if span.length and (span.end <= position or span.start > position)
    }
    if saved > 0:
        last = len(best.choices) - saved
        regions.update((start, start + saved) for start in range(position + 1, last + 1))
    for start, end in sorted(regions, reverse=True):
        yield (*lowered[:start], *lowered[end:])
