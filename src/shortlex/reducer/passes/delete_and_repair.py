"""Pass: delete something and mend the number that knew of it.

Size: what goes differs with what the number is, and both ways share how runs grow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from shortlex.core.boolean import Boolean
from shortlex.core.integer import Integer
from shortlex.core.span import Span
from shortlex.core.trace import Trace
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

WIDEST = 6
"""Elements of so many choices are found where nobody marked them."""

MOST = 64
"""So many regions of one width are tried with each number."""

Steps = Search[Candidate]

Removal = Callable[[Candidate], Candidate]


def delete_and_repair(problem: Problem) -> Offers:
    """Lower one integer, or flip one flag, and delete a region before or after it.

    Why: a length, an index or a parity that was drawn by itself forbids to delete what it speaks
    of: ``3 (5) (6) (900) -> 1 (900)``. If lowering the number saves choices, so many are deleted
    elsewhere instead of at the end; if it saves none, it may speak of the elements of a
    collection, some of which go. Runs grow while that works.
    Guarantee: at a fixed point no number can be lowered by one together with the deletion of
    one element, or of as many choices as the lowering saves, among the last sixty-four.
    Cost: one candidate per number or flag, and one per region that stays, of sixty-four at most.
    Leaves to others: several numbers that know of the same thing (shift_indexes).
    """
    position = 0
    while position < len(problem.best):
        best = problem.best
        changed = _changed(best, position, 1)
        if changed is not None:
            if (yield [changed]) is not None:
                # Then lowering alone does it, and lower_choices searches better.
                return
            saved = len(best) - (problem.length_of(changed) or len(best))
            if saved > 0 and isinstance(best.domains[position], Integer):
                yield from _delete_choices(problem, position, saved)
            else:
                position = yield from _delete_elements(problem, position)
        position += 1


def _changed(trace: Trace, position: int, steps: int) -> Candidate | None:
    """With a number so many steps nearer to its target, or a flag the other way round."""
    domain, distance = trace.domains[position], distance_at(trace, position)
    if isinstance(domain, Integer) and steps <= abs(distance):
        lowered = domain.target + distance - (steps if distance > 0 else -steps)
        return with_value(trace, [position], lowered)
    is_flag = isinstance(domain, Boolean) and not is_structure(trace, position)
    if is_flag and domain.count == 2 and steps == 1:
        return with_value(trace, [position], not trace.choices[position])
    return None


def _delete_choices(problem: Problem, position: int, saved: int) -> Offers:
    """As many choices as are saved, or something else that repeats itself, for each step."""
    for width in (saved, *(width for width in range(1, WIDEST + 1) if width != saved)):
        end, left = len(problem.best), MOST
        while end - width > position and left > 0:
            best = problem.best
            if width == saved or closes_up(best, end - width, end):
                left -= 1
                removals = [
                    partial(cut_out, start=start, end=end)
                    for start in range(end - width, position, -width)
                ]
                end -= width * (yield from _delete(best, position, removals))
            # What was accepted may be shorter than what was asked for.
            end = min(end - 1, len(problem.best))


def _delete_elements(problem: Problem, position: int) -> Steps:
    """Elements of collections that do not hold the number, which may stand behind them."""
    end = len(_elements(problem.best, position))
    least = max(0, end - MOST)
    while end > least and position < len(problem.best):
        best = problem.best
        elements = _elements(best, position)[:end]
        last = elements[-1]
        siblings = [span for span in elements if is_sibling(span, last)][::-1]
        removals = [partial(without_elements, best, span, last) for span in siblings]
        taken = yield from _delete(best, position, removals)
        if taken and last.end <= position:
            position += len(problem.best) - len(best)
        end = min(end - taken - 1, len(_elements(problem.best, position)))
    return position


def _elements(trace: Trace, position: int) -> list[Span]:
    """Those of collections that the number is no part of."""
    elements = [span for span in trace.spans if span.is_element]
    around = {span.parent for span in elements if span.start <= position < span.end}
    return [span for span in elements if span.parent not in around]


def _delete(trace: Trace, position: int, removals: Sequence[Removal]) -> Steps:
    """The k-th removal, if the number takes k steps; how many steps could be taken."""

    def make(taken: int, more: int) -> Candidate | None:
        steps = taken + more
        changed = _changed(trace, position, steps) if steps <= len(removals) else None
        return None if changed is None else removals[steps - 1](changed)

    return longest(make)
