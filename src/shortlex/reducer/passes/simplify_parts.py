"""Pass: make the parts of a huge case the simplest, once it is no longer huge."""

from __future__ import annotations

from shortlex.reducer.passes.simplify_choices import raised_choices, simplify_halves
from shortlex.reducer.problem import Offers, Problem

MIN_RAISED = 100
"""Fewer choices are lowered one by one."""


def simplify_parts(problem: Problem) -> Offers:
    """Set halves of many choices to their simplest, then quarters, and so on.

    Why: when simplify_choices met a huge case, it tried all choices at once or nothing. What is
    left when no more can be deleted may still be thousands of choices, of which a few matter:
    ``(5) (900) (7) ... -> (0) (900) (0) ...`` in the logarithm of their number, not one by one.
    Guarantee: at a fixed point none of the parts tried can be simplified, if they have more than a
    hundred choices that are not simplest.
    Cost: two candidates per choice that matters and halving.
    Leaves to others: fewer choices (simplify_choices), single ones (lower_choices).
    """
    raised = raised_choices(problem.best)
    if len(raised) > MIN_RAISED:
        yield from simplify_halves(problem, raised)
