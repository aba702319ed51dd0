"""Pass: make many choices the simplest at once."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.trace import Trace
from shortlex.reducer.edits import has_branches, is_simplest, is_structure
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_HALVED = 1000
"""At the start of a reduction, more choices than this are simplified all at once or not at all."""

MAX_HALVED_IN_TREES = 32
"""The same for a tree, whose halves are not trees."""

MAX_UNHALVED = 8
"""A run of up to this many choices is not halved again: lower_choices takes them one by one."""


def simplify_choices(problem: Problem) -> Offers:
    """Set all choices to their simplest; if that is refused, halves of them, and so on.

    Why: most of a large case does not matter, and that part should go first and at once:
    ``[(1 5) (1 900) (1 7) 0] -> [(1 0) (1 0) (1 0) 0]`` if only the length matters. Besides, if
    elements are equal, one refused deletion shows that none of them can be deleted.
    Guarantee: at a fixed point neither all choices nor any of the parts tried can be simplified.
    Cost: two candidates per choice that matters and halving; one if none matters.
    Leaves to others: the halves of a huge case (simplify_parts), single choices (lower_choices).
    """
    raised = raised_choices(problem.best)
    is_tree = has_branches(problem.best) and not _has_elements(problem.best)
    most = MAX_HALVED_IN_TREES if is_tree else MAX_HALVED
    if len(raised) > most and not problem.history.steps:
        # All or nothing: a huge case is slow to run, and half a tree is not a tree. First let
        # delete_spans and simplify_spans make it shorter.
        yield [_simplified(problem.best, raised)]
    elif len(raised) > 2:
        yield from simplify_halves(problem, raised)


def simplify_halves(problem: Problem, positions: Sequence[int]) -> Offers:
    """Set the choices at some positions to their simplest, or else halves of them, and so on."""
    if (
        positions[-1] < len(problem.best)
        and (yield [_simplified(problem.best, positions)]) is not None
    ):
        return
    if len(positions) > MAX_UNHALVED:
        middle = len(positions) // 2
        # From the back, because an accepted candidate may move everything that follows.
        yield from simplify_halves(problem, positions[middle:])
        yield from simplify_halves(problem, positions[:middle])


def _has_elements(trace: Trace) -> bool:
    return any(span.is_element for span in trace.spans)


def raised_choices(trace: Trace) -> list[int]:
    """The positions of choices that are not simplest."""
    return [
        position
        for position in range(len(trace))
        if not is_structure(trace, position) and not is_simplest(trace, position)
    ]


def _simplified(trace: Trace, positions: Sequence[int]) -> Candidate:
    choices = list(trace.choices)
    for position in positions:
        choices[position] = trace.domains[position].simplest
    return choices
