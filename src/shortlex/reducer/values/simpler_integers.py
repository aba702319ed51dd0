"""Simpler integers: nearer to the target, above rather than below."""

from __future__ import annotations

from shortlex.core.integer import Integer
from shortlex.reducer.search import plunge
from shortlex.reducer.values.attempt import Attempts

FEW = 8
"""A domain of so many values is tried whole, so that nothing need be monotone; up to this distance
the next two values are, on whichever side they are."""


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

    if domain.count is not None and domain.count <= FEW:
        yield [domain.value_at(index) for index in range(1, domain.index_of(value))]
        return
    if distance <= FEW:
        # The other side is so near that what is simpler there may do as well.
        index = domain.index_of(value)
        position = yield [domain.value_at(i) for i in range(index - 1, max(0, index - 3), -1)]
        if position is not None:
            yield [domain.value_at(i) for i in range(1, index - 1 - position)]
        return
    # One is what most numbers can be that need not be what they are, but must be something.
    if (yield [at(1)]) is None:
        yield from plunge(at, 2, distance, sign * target)


def one_less(domain: Integer, value: int) -> Attempts[int]:
    """One step, for a number that could not be lowered before; if it can be now, all of it."""
    distance = value - domain.target
    if 0 < abs(distance) <= FEW:
        index = domain.index_of(value)
        less = [domain.value_at(i) for i in (index - 1, index - 2) if i >= 0]
    else:
        less = [value - 1 if distance > 0 else value + 1] if distance else []
    position = yield less
    if position is not None:
        yield from simpler_integers(domain, less[position])
