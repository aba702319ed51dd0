"""Simpler floats: whole numbers before fractions, small before large, finite before not."""

from __future__ import annotations

import math
from collections.abc import Iterator

from shortlex.core.floating import Float
from shortlex.reducer.search import lowest
from shortlex.reducer.values.attempt import Attempts

MOST_WHOLE = 2.0**53
"""Above this every float is whole, and they are searched by their index instead."""


def simpler_floats(domain: Float, value: float) -> Attempts[float]:
    """The simplest; a whole number near by; fewer binary places; a smaller whole part."""
    if domain.index_of(value) == 0:
        return
    simplest: float = domain.simplest
    if (yield [simplest]) is not None:
        return
    if not math.isfinite(value):
        larger = [each for each in (1.0, -1.0, *domain.edges()) if math.isfinite(each)]
        ordered = _simpler_members(domain, value, [*larger, abs(value)])
        position = yield ordered
        if position is None:
            return
        value = ordered[position]
    rounded = _simpler_members(domain, value, list(_rounded(value)))
    position = yield rounded
    if position is not None:
        value = rounded[position]
    yield from _smaller_whole_part(domain, value)


def _simpler_members(domain: Float, value: float, candidates: list[float]) -> list[float]:
    """Those that are members and simpler than ``value``, simplest first, each once."""
    limit = domain.index_of(value)
    indexes = {domain.index_of(each) for each in candidates if domain.contains(each)}
    return [domain.value_at(index) for index in sorted(indexes) if index < limit]


def _rounded(value: float) -> Iterator[float]:
    """Numbers near ``value`` with fewer binary places, and the same without the sign."""
    yield abs(value)
    magnitude = abs(value)
    if magnitude >= MOST_WHOLE:
        return
    for places in (0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32):
        scaled = math.ldexp(magnitude, places)
        for whole in (math.floor(scaled), math.ceil(scaled)):
            near = math.ldexp(whole, -places)
            yield near
            yield -near


def _smaller_whole_part(domain: Float, value: float) -> Attempts[float]:
    sign = math.copysign(1.0, value)
    magnitude = abs(value)
    if magnitude >= MOST_WHOLE:
        yield from _lower_index(domain, value)
        return
    whole = math.floor(magnitude)
    fraction = magnitude - whole

    def at(number: int) -> float:
        return domain.nearest(sign * (number + fraction))

    smallest = 0 if fraction else 1
    if whole > smallest and (yield [at(whole - 1)]) is not None:
        yield from lowest(at, smallest, whole - 1)


def _lower_index(domain: Float, value: float) -> Attempts[float]:
    """Very large numbers: the index has every float once, in order."""
    index = domain.index_of(value)
    if (yield [domain.value_at(index - 1)]) is not None:
        yield from lowest(domain.value_at, 1, index - 1)
