"""Pass: join a collection with the one that follows."""

from __future__ import annotations

from shortlex.core.case import MORE
from shortlex.core.trace import Trace
from shortlex.reducer.problem import Offers, Problem


def merge_siblings(problem: Problem) -> Offers:
    """Delete the end of one collection together with the beginning of the next.

    Why: two short lists are worse than one: ``[(1 (1 7) 0) (1 (1 8) 0) 0]`` becomes
    ``[(1 (1 7) (1 8) 0) 0]`` when the inner ``0`` and the ``1`` after it go.
    Guarantee: at a fixed point no two neighbouring collections can be joined.
    Cost: one candidate per end of a collection that another element follows.
    Leaves to others: collections with something between them (delete_runs).
    """
    position = len(problem.best.choices) - 2
    while position >= 0:
        best = problem.best
        if _is_seam(best, position):
            yield [best.choices[:position] + best.choices[position + 2 :]]
        position -= 1


def _is_seam(trace: Trace, position: int) -> bool:
    """Whether a collection ends here and the next choice begins another element."""
    if position + 1 >= len(trace.choices):
        return False
    return (
        trace.domains[position] is MORE
        and not trace.choices[position]
        and trace.domains[position + 1] is MORE
        and trace.choices[position + 1] is True
    )
