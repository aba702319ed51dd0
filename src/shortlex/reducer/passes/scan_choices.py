"""Pass: try values of a number that no search would come upon."""

from __future__ import annotations

from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.edits import distance_at, is_structure, with_value
from shortlex.reducer.problem import Offers, Problem

MOST = 32
"""So many small values are tried in all, over the numbers that are left."""

FEW = 8
"""The same where there is no end of values."""

DIVISORS = (2, 3, 5, 10)


def scan_choices(problem: Problem) -> Offers:
    """Try two steps less, quotients, and the first values in order.

    Why: where it is not size that matters, searching by halves finds nothing: ``300 -> 100`` if
    only the remainder by a hundred counts, ``837 -> 25`` if a number is scrambled first.
    Guarantee: at a fixed point none of these values would do.
    Cost: five candidates per number, and thirty-two in all; eight where values have no end.
    Leaves to others: values that go on from some number upward (lower_choices).
    """
    position = len(problem.best) - 1
    while position >= 0:
        values = [] if problem.is_settled(position) else _values(problem.best, position)
        if values:
            # Once, even if accepted: two steps at a time would be a long way down.
            yield [with_value(problem.best, [position], value) for value in values]
        position -= 1


def _values(trace: Trace, position: int) -> list[int]:
    domain, distance = trace.domains[position], distance_at(trace, position)
    if not isinstance(domain, Integer) or is_structure(trace, position) or abs(distance) < 2:
        return []
    others = sum(abs(distance_at(trace, i)) > 1 for i in range(len(trace)))
    index = domain.index_of(domain.target + distance)
    sign = 1 if distance > 0 else -1
    tried = [domain.target + distance - 2 * sign]
    tried += [domain.target + sign * (abs(distance) // divisor) for divisor in DIVISORS]
    most = MOST if domain.count is not None else FEW
    tried += [domain.value_at(i) for i in range(1, min(index, most // others + 1))]
    return [each for each in dict.fromkeys(tried) if domain.contains(each)]
