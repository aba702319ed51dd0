"""Outcomes: worst to best."""

from itertools import pairwise

from shortlex.core.outcome import Outcome


def test_outcomes_are_ordered_from_worst_to_best():
    worst_to_best = [Outcome.OVERRUN, Outcome.INVALID, Outcome.VALID, Outcome.INTERESTING]
    assert list(Outcome) == sorted(Outcome) == worst_to_best
    assert all(worse < better for worse, better in pairwise(worst_to_best))
