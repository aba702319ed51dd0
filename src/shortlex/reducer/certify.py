"""Certify: at the end of a reduction, makes sure that no part can be left out by itself.

Elements and letters were tried by cheap passes, which run to their end. Other spans are the work of
a costly pass, which may have had no turn. For a state machine, no step may be left out: the passes
have tried that for nearly all steps, and what they tried is not run again. But they may have
stopped earlier in a case of many steps, and a report says only what was checked.
"""

from __future__ import annotations

from shortlex.core.sizes import MORE
from shortlex.core.trace import STEP
from shortlex.reducer.edits import without_elements
from shortlex.reducer.passes.delete_referrers import delete_referrers
from shortlex.reducer.passes.delete_regions import delete_regions
from shortlex.reducer.problem import Offers, Problem
from shortlex.reducer.turn import run_pass


def certify(problem: Problem) -> bool:
    """Try to leave out each region and step; return whether a simpler case was found."""
    best = problem.best
    steps = [span for span in best.spans if span.label == STEP]
    run_pass(problem, delete_regions)
    for one in (leave_out_steps, delete_referrers) if steps else ():
        run_pass(problem, one)
    problem.history.needed_steps = len(steps) if problem.best is best else 0
    return problem.best is not best


def leave_out_steps(problem: Problem) -> Offers:
    """Leave out each step alone, the last first, until one can be."""
    best = problem.best
    for span in reversed(best.spans):
        is_step = span.label == STEP and best.domains[span.start] is MORE
        if is_step and (yield [without_elements(best, span, span)]) is not None:
            return
