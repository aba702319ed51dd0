"""Pass: try values of a number that no search would find."""

from __future__ import annotations

from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.edits import distance_at, is_structure, with_value
from shortlex.reducer.problem import Offers, Problem

MAX_VALUES = 32
"""This many small values are tried in all, shared by the numbers that are left."""

MAX_UNBOUNDED_VALUES = 8
"""The same for numbers in domains without bounds."""

DIVISORS = (2, 3, 5, 10)


def scan_choices(problem: Problem) -> Offers:
    """Try two steps down, quotients, and the first values in order.

    Why: if it is not size that matters, bisection finds nothing: ``300 -> 100`` if only the
    remainder by a hundred counts, ``837 -> 25`` if a number is scrambled first.
    Guarantee: at a fixed point none of these values would do.
    Cost: five candidates per number, and thirty-two in all; eight in domains without bounds.
    Leaves to others: numbers that fail from some limit upward (lower_choices).
    """
    position = len(problem.best) - 1
    while position >= 0:
        values = [] if problem.is_settled(position) else _values(problem.best, position)
        if values:
            # Only once, even if accepted: going down in steps of two would take long.
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
    most = MAX_VALUES if domain.count is not None else MAX_UNBOUNDED_VALUES
    tried += [domain.value_at(i) for i in range(1, min(index, most // others + 1))]
    return [each for each in dict.fromkeys(tried) if domain.contains(each)]
