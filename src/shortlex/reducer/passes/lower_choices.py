"""Pass: lower single choices."""

from __future__ import annotations

from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_simplest, is_structure
from shortlex.reducer.lowering import lower_equal
from shortlex.reducer.problem import Candidate, Offers, Problem


def lower_choices(problem: Problem) -> Offers:
    """Make each choice as simple as its kind allows, all at once where that works.

    Why: what remains after deletion is often larger than it need be: ``[(1 977) 0] -> [(1 1) 0]``.
    First everything together, then halves, quarters and so on: a thousand choices that do not
    matter cost one candidate.
    Guarantee: at a fixed point no choice can be set to the next simpler value of its kind.
    Cost: two candidates per choice that stays, some twenty per choice that is lowered.
    Leaves to others: choices that can only change together (lower_duplicates, lower_together,
    redistribute), and those that decide how many elements there are (delete_spans).
    """
    yield from _simplify_together(problem)
    position = len(problem.best) - 1
    while position >= 0:
        if position < len(problem.best) and not is_structure(problem.best, position):
            yield from lower_equal(problem, [position])
        position -= 1


def _simplify_together(problem: Problem) -> Offers:
    """Set runs of choices to their simplest: all, halves, quarters; single ones come later."""
    raised = _raised(problem.best)
    length = len(raised)
    while length > 1:
        start = 0
        while len(run := raised[start : start + length]) > 1:
            if (yield [_simplified(problem.best, run)]) is None:
                start += length
            else:
                # What became simplest drops out of the list, so the next run begins here too.
                raised = _raised(problem.best)
        length //= 2


def _raised(trace: Trace) -> list[int]:
    """The positions of what could be simpler."""
    return [
        position
        for position in range(len(trace))
        if not is_structure(trace, position) and not is_simplest(trace, position)
    ]


def _simplified(trace: Trace, positions: list[int]) -> Candidate:
    choices = list(trace.choices)
    for position in positions:
        choices[position] = trace.domains[position].simplest
    return choices
