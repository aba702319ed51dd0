"""Pass: begin with a smaller failure, if one is easily found."""

from __future__ import annotations

from shortlex.reducer.problem import Fresh, Offers, Problem

LARGE = 64
"""A smaller case is soon reduced."""

TRIES = 2
"""So many random cases in a row may be refused."""


def start_afresh(problem: Problem) -> Offers:
    """Draw a few cases at random, half as large as the best at the most, before anything else.

    Why: where a tenth of all cases fail, a failure of a thousand choices was bad luck, and the next
    has ten: that is more than any pass can do in one step.
    Guarantee: none: it depends on luck.
    Cost: two candidates for a large start, and two more whenever one is accepted.
    Leaves to others: everything that is not luck.
    """
    if problem.history.steps:
        return
    refused = 0
    while problem.best.size >= LARGE and refused < TRIES:
        refused = refused + 1 if (yield [Fresh(())]) is None else 0
