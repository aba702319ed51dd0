"""Pass: start from a smaller failure, if one is easy to find."""

from __future__ import annotations

from shortlex.reducer.problem import Fresh, Offers, Problem

MIN_SIZE = 64
"""Smaller cases are reduced quickly without this."""

TRIES = 2
"""The pass ends after this many refused random cases in a row."""


def start_afresh(problem: Problem) -> Offers:
    """Before anything else, draw a few random cases of at most half the size of the best.

    Why: if a tenth of all cases fail, a failure of a thousand choices was bad luck, and the next
    one may have ten. No pass can do as much in one step.
    Guarantee: none: it depends on luck.
    Cost: two candidates for a large start, and two more whenever one is accepted.
    Leaves to others: everything that is not luck.
    """
    if problem.history.steps:
        return
    refused = 0
    while problem.best.size >= MIN_SIZE and refused < TRIES:
        refused = refused + 1 if (yield [Fresh(())]) is None else 0
