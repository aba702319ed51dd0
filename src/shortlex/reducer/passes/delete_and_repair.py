"""Pass: delete something and mend the number that knew of it."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.core.boolean import Boolean
from shortlex.core.domain import Choice
from shortlex.core.trace import Trace
from shortlex.reducer.edits import distance_at, is_simplest, is_structure, with_value
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
    while position < len(problem.best):
        best, value = problem.best, _lower_value(problem.best, position)
        if value is None:
            position += 1
            continue
        lowered = with_value(best, [position], value)
        if (yield [lowered]) is not None:
            # It can be lowered alone, then: lower_choices goes further in one leap.
            position += 1
            continue
        saved = len(best) - (problem.length_of(lowered) or len(best))
        if (yield _repaired(best, lowered, position, saved)) is None:
            position += 1


def _lower_value(trace: Trace, position: int) -> Choice | None:
    """One step nearer to the target, for a number or a flag that is not there yet."""
    distance = distance_at(trace, position)
    if distance:
        target: int = trace.domains[position].simplest
        return target + distance - (1 if distance > 0 else -1)
    is_flag = isinstance(trace.domains[position], Boolean) and not is_structure(trace, position)
    return False if is_flag and not is_simplest(trace, position) else None


def _repaired(best: Trace, lowered: Candidate, position: int, saved: int) -> Iterator[Candidate]:
    """The lowered choices without one region, which does not hold the number itself."""
    regions = {
        (span.start, span.end)
        for span in best.spans
        if span.length and (span.end <= position or span.start > position)
    }
    if saved > 0:
        last = len(best) - saved
        regions.update((start, start + saved) for start in range(position + 1, last + 1))
    for start, end in sorted(regions, reverse=True):
        yield (*lowered[:start], *lowered[end:])
