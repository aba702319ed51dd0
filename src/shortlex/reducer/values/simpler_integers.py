"""Simpler integers: nearer to the target, above rather than below."""

from __future__ import annotations

from shortlex.core.integer import Integer
from shortlex.reducer.search import Attempts, plunge

MAX_EXHAUSTIVE = 8
"""Domains of up to this many values are tried completely, so that failures need not be monotone.
Up to this distance from the target, the next two values are tried, on whichever side they are."""


def simpler_integers(domain: Integer, value: int) -> Attempts[int]:
    """Try the simplest; the same distance above; then nearer and nearer values on the same side."""
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

    if domain.count is not None and domain.count <= MAX_EXHAUSTIVE:
        yield [domain.value_at(index) for index in range(1, domain.index_of(value))]
        return
    if distance <= MAX_EXHAUSTIVE:
        # The other side is so near that simpler values there may do as well.
        index = domain.index_of(value)
        position = yield [domain.value_at(i) for i in range(index - 1, max(0, index - 3), -1)]
        if position is not None:
            yield [domain.value_at(i) for i in range(1, index - 1 - position)]
        return
    # Most numbers that must not be 0, but are otherwise free, can be 1.
    if (yield [at(1)]) is None:
        yield from plunge(at, 2, distance, sign * target)


def one_less(domain: Integer, value: int) -> Attempts[int]:
    """One step, for a number that could not be lowered before. If it can now, search again."""
    distance = value - domain.target
    if 0 < abs(distance) <= MAX_EXHAUSTIVE:
        index = domain.index_of(value)
        less = [domain.value_at(i) for i in (index - 1, index - 2) if i >= 0]
        # On one side only, the second of them is two steps away.
        less = [each for each in less if abs(each - domain.target) >= abs(distance) - 1]
    else:
        less = [value - 1 if distance > 0 else value + 1] if distance else []
    position = yield less
    if position is not None:
        yield from simpler_integers(domain, less[position])
