"""Pass: delete something and adjust the number that counts it.

Size: two kinds of deletions share the way in which runs grow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from shortlex.core.boolean import Boolean
from shortlex.core.integer import Integer
from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import (
    closes_up,
    cut_out,
    distance_at,
    is_sibling,
    is_structure,
    with_value,
    without_elements,
)
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import Search, longest

MAX_WIDTH = 6
"""Elements of up to this many choices are found even if no span marks them."""

MAX_REGIONS = 64
"""This many regions of one width are tried with each number."""

Steps = Search[Candidate]

Removal = Callable[[Candidate], Candidate]


def delete_and_repair(problem: Problem) -> Offers:
    """Lower one integer, or flip one flag, and delete a region before or after it.

    Why: a length, an index or a parity that is drawn first prevents deleting what it counts:
    ``3 (5) (6) (900) -> 1 (900)``. If lowering the number saves choices, as many are deleted
    elsewhere instead of at the end. If it saves none, the number may count the elements of a
    collection, and some of those are deleted. Runs grow as long as that is accepted.
    Guarantee: at a fixed point no number can be lowered by one while one element is deleted, or as
    many choices as the lowering saves, among the last sixty-four.
    Cost: one candidate per number or flag, and one per region that stays, of sixty-four at most.
    Leaves to others: several numbers that refer to the same thing (shift_indexes).
    """
    position = 0
    while position < len(problem.best):
        best = problem.best
        changed = _changed(best, position, 1)
        if changed is not None:
            if (yield [changed]) is not None:
                # Lowering alone is enough here, and lower_choices searches better.
                return
            # The refused run shows how many choices the lowered number asks for.
            saved = len(best) - (problem.length_of(changed) or len(best))
            if saved > 0 and isinstance(best.domains[position], Integer):
                yield from _delete_choices(problem, position, saved)
            else:
                position = yield from _delete_elements(problem, position)
        position += 1


def _changed(trace: Trace, position: int, steps: int) -> Candidate | None:
    """The choices with a number ``steps`` nearer to its target, or with a flag flipped."""
    domain, distance = trace.domains[position], distance_at(trace, position)
    if isinstance(domain, Integer) and steps <= abs(distance):
        lowered = domain.target + distance - (steps if distance > 0 else -steps)
        return with_value(trace, [position], lowered)
    is_flag = isinstance(domain, Boolean) and not is_structure(trace, position)
    if is_flag and domain.count == 2 and steps == 1:
        return with_value(trace, [position], not trace.choices[position])
    return None


def _delete_choices(problem: Problem, position: int, saved: int) -> Offers:
    """Delete as many choices as are saved, or a unit that repeats itself, for each step."""
    for width in (saved, *(width for width in range(1, MAX_WIDTH + 1) if width != saved)):
        end, left = len(problem.best), MAX_REGIONS
        while end - width > position and left > 0:
            best = problem.best
            if width == saved or closes_up(best, end - width, end):
                left -= 1
                removals = [
                    partial(cut_out, start=start, end=end)
                    for start in range(end - width, position, -width)
                ]
                end -= width * (yield from _delete(best, position, removals))
            # The accepted case may be shorter than the candidate.
            end = min(end - 1, len(problem.best))


def _delete_elements(problem: Problem, position: int) -> Steps:
    """Delete elements of collections that do not contain the number, before or after it."""
    end = len(_elements(problem.best, position))
    least = max(0, end - MAX_REGIONS)
    while end > least and position < len(problem.best):
        best = problem.best
        elements = _elements(best, position)[:end]
        last = elements[-1]
        siblings = [span for span in elements if is_sibling(span, last)][::-1]
        removals = [partial(without_elements, best, span, last) for span in siblings]
        taken = yield from _delete(best, position, removals)
        # The deleted elements were before the number, so it has moved.
        if taken and last.end <= position:
            position += len(problem.best) - len(best)
        end = min(end - taken - 1, len(_elements(problem.best, position)))
    return position


def _elements(trace: Trace, position: int) -> list[Span]:
    """The elements of collections that do not contain the number."""
    elements = [span for span in trace.spans if span.is_element]
    around = {span.parent for span in elements if span.start <= position < span.end}
    return [span for span in elements if span.parent not in around]


def _delete(trace: Trace, position: int, removals: Sequence[Removal]) -> Steps:
    """Offer the k-th removal with the number lowered by k steps; return how many were accepted."""

    def make(taken: int, more: int) -> Candidate | None:
        steps = taken + more
        changed = _changed(trace, position, steps) if steps <= len(removals) else None
        return None if changed is None else removals[steps - 1](changed)

    return longest(make)
