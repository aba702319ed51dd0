"""Pass: delete something and mend the number that knew of it."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.core.boolean import Boolean
from shortlex.core.domain import Choice
from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.edits import closes_up, distance_at, is_structure, with_value
from shortlex.reducer.problem import Candidate, Offers, Problem

WIDEST = 6
"""Elements of so many choices are found where nobody marked them."""

MOST = 64
"""So many regions are tried with each number."""


def delete_and_repair(problem: Problem) -> Offers:
    """Lower one integer, or flip one flag, and delete a region before or after it.

    Why: a length, an index or a parity that was drawn by itself forbids to delete what it speaks
    of: ``3 (5) (6) (900) -> 1 (900)``. If lowering the number saves choices, so many are deleted
    elsewhere instead of at the end; if it saves none, it may speak of the elements of a
    collection, one of which goes.
    Guarantee: at a fixed point no number can be lowered by one together with the deletion of
    one element, or of as many choices as the lowering saves.
    Cost: one candidate per pair of a number and a region of the right size.
    Leaves to others: several numbers that know of the same thing (shift_indexes).
    """
    position = 0
    while position < len(problem.best):
        best, value = problem.best, _other_value(problem.best, position)
        if value is None:
            position += 1
            continue
        changed = with_value(best, [position], value)
        if (yield [changed]) is not None:
            # Then lowering alone does it, and lower_choices searches better.
            return
        saved = len(best) - (problem.length_of(changed) or len(best))
        if saved > 0 and isinstance(best.domains[position], Integer):
            offers = _without_choices(best, changed, position + 1, saved)
        else:
            offers = _without_elements(best, changed, position)
        if (yield offers) is None:
            position += 1


def _other_value(trace: Trace, position: int) -> Choice | None:
    """A number one step nearer to its target, or a flag the other way round."""
    domain, choice = trace.domains[position], trace.choices[position]
    distance = distance_at(trace, position)
    if distance and isinstance(domain, Integer):
        return domain.target + distance - (1 if distance > 0 else -1)
    is_flag = isinstance(domain, Boolean) and not is_structure(trace, position)
    return not choice if is_flag and domain.count == 2 else None


def _without_choices(
    best: Trace, changed: Candidate, start: int, saved: int
) -> Iterator[Candidate]:
    """Without as many choices as were saved, or without something else that repeats itself."""
    left = MOST
    for width in (saved, *(width for width in range(1, WIDEST + 1) if width != saved)):
        for place in range(len(changed) - width, start - 1, -1):
            if left > 0 and (width == saved or closes_up(best, place, place + width)):
                left -= 1
                yield (*changed[:place], *changed[place + width :])


def _without_elements(best: Trace, changed: Candidate, position: int) -> Iterator[Candidate]:
    """Without one element of a collection that does not hold the number itself."""
    elements = [
        span for span in best.spans if span.is_element and not span.start <= position < span.end
    ]
    for span in elements[: -MOST - 1 : -1]:
        yield (*changed[: span.start], *changed[span.end :])
