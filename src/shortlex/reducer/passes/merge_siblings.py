"""Pass: join a collection with the one that follows."""

from __future__ import annotations

from shortlex.core.sizes import MORE
from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_structure, without
from shortlex.reducer.problem import Offers, Problem


def merge_siblings(problem: Problem) -> Offers:
    """Delete the end of one collection together with the beginning of the next.

    Why: two short lists are worse than one: ``[(1 (1 7) 0) (1 (1 8) 0) 0]`` becomes
    ``[(1 (1 7) (1 8) 0) 0]`` when the inner ``0`` and the ``1`` after it go.
    Guarantee: at a fixed point no two neighbouring collections can be joined.
    Cost: one candidate per end of a collection that is followed by another element.
    Leaves to others: collections with something between them (delete_runs).
    """
    position = len(problem.best) - 2
    while position >= 0:
        if _is_seam(problem.best, position):
            yield [without(problem.best, position, position + 2)]
        position -= 1


def _is_seam(trace: Trace, position: int) -> bool:
    """Whether a collection ends here and the next choice begins another element."""
    return (
        position + 1 < len(trace)
        and trace.domains[position] is MORE
        and not trace.choices[position]
        and is_structure(trace, position + 1)
        and trace.choices[position + 1] is True
    )
