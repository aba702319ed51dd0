"""Simpler integers: nearer to the target, above rather than below."""

from __future__ import annotations

from shortlex.core.integer import Integer
from shortlex.reducer.search import lowest
from shortlex.reducer.values.attempt import Attempts

FEW = 8
"""Up to this distance every simpler value is tried, so that nothing need be monotone."""


def simpler_integers(domain: Integer, value: int) -> Attempts[int]:
    """The simplest; the same distance above; then ever nearer on the side where it is."""
    target = domain.target
    if value == target:
        return
    if (yield [target]) is not None:
        return
    above = 2 * target - value
    if value < target and domain.contains(above) and (yield [above]) is not None:
        value = above
    sign = 1 if value > target else -1
    distance = abs(value - target)

    def at(number: int) -> int:
        return target + sign * number

    if distance <= FEW:
        yield [domain.value_at(index) for index in range(1, domain.index_of(value))]
        return
    if (yield [at(1)]) is not None:
        return
    # One step is the question whether to search at all; two steps see past a parity.
    position = yield [at(distance - 1), at(distance - 2)]
    if position is not None:
        yield from lowest(at, 2, distance - 1 - position)
