"""Pass: lower two of many numbers by the same amount."""

from __future__ import annotations

from shortlex.reducer.edits import raised_numbers
from shortlex.reducer.lowering import lower_by_offset
from shortlex.reducer.problem import Offers, Problem

WINDOW = 4
"""A number is paired with this many numbers that follow."""


def lower_pairs(problem: Problem) -> Offers:
    """Subtract the same offset from two integers near each other.

    Why: if two numbers among many must keep their distance, neither one of them nor all numbers
    together can be lowered: ``3 1000 1001 5 -> 3 0 1 5``.
    Guarantee: at a fixed point no number can be lowered by one together with one of the next four
    that are not at their target.
    Cost: five candidates per pair that stays, some twenty per pair that is lowered.
    Leaves to others: groups of one kind (lower_together), equal numbers (lower_duplicates).
    """
    raised = raised_numbers(problem.best)
    for place, first in enumerate(raised):
        for second in raised[place + 1 : place + 1 + WINDOW]:
            yield from lower_by_offset(problem, [first, second])
