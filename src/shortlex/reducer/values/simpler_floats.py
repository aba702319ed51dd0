"""Simpler floats: whole numbers before fractions, small before large, finite before infinite."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Iterator

from shortlex.core.floating import Float
from shortlex.reducer.search import Attempts, descend

PRECISION = {16: 11, 32: 24, 64: 53}
"""All whole numbers up to 2 to this power are floats; all floats beyond it are whole."""

PLACES = (0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
"""The numbers of binary places to which a number is rounded."""


def simpler_floats(domain: Float, value: float) -> Attempts[float]:
    """Try the simplest; a whole number near by; fewer binary places; a smaller whole part.

    An infinity or nan is first replaced by a finite edge of the domain, or not at all.
    """
    if domain.index_of(value) == 0 or (yield [domain.simplest]) is not None:
        return
    if not math.isfinite(value):
        value = yield from _try(domain, value, (1.0, -1.0, *domain.edges()))
    if math.isfinite(value):
        value = yield from _try(domain, value, _rounded(value))
        yield from _smaller_whole_part(domain, value)


def _try(
    domain: Float, value: float, others: Iterable[float]
) -> Generator[list[float], int | None, float]:
    """The simplest of the others that is accepted and simpler than the value, or the value."""
    limit = domain.index_of(value)
    indexes = {domain.index_of(each) for each in others if domain.contains(each)}
    # Index 0 is left out: the simplest of all was refused before.
    simpler = [domain.value_at(index) for index in sorted(indexes) if 0 < index < limit]
    position = yield simpler
    return value if position is None else simpler[position]


def _rounded(value: float) -> Iterator[float]:
    """Numbers near ``value`` with fewer binary places, and the same without the sign."""
    magnitude = abs(value)
    yield magnitude
    if magnitude.is_integer():
        return
    for places in PLACES:
        scaled = math.ldexp(magnitude, places)
        for whole in (math.floor(scaled), math.ceil(scaled)):
            near = math.ldexp(whole, -places)
            yield near
            yield -near


def _smaller_whole_part(domain: Float, value: float) -> Attempts[float]:
    precision = PRECISION[domain.width]
    fraction, whole = math.modf(abs(value))

    def at(rank: int) -> float:
        return math.copysign(_whole_at(rank, precision) + fraction, value)

    least = _rank_of(math.floor(_least_magnitude(domain, value)), precision)
    if not domain.contains(at(least)):
        least += 1
    yield from descend(at, least if fraction else max(least, 1), _rank_of(whole, precision))


def _least_magnitude(domain: Float, value: float) -> float:
    """The least magnitude of the domain on the side of ``value``."""
    bound = domain.minimum if value > 0.0 else domain.maximum
    return 0.0 if bound is None else max(0.0, math.copysign(1.0, value) * bound)


def _rank_of(whole: float, precision: int) -> int:
    """The rank of a whole float among all of them: the number itself, until floats have gaps."""
    if whole <= 1 << precision:
        return int(whole)
    fraction, exponent = math.frexp(whole)
    return ((exponent - precision) << (precision - 1)) + int(math.ldexp(fraction, precision))


def _whole_at(rank: int, precision: int) -> float:
    """The inverse of ``_rank_of``."""
    if rank <= 1 << precision:
        return float(rank)
    half = 1 << (precision - 1)
    exponent, rest = divmod(rank - half, half)
    return math.ldexp(half + rest, exponent)
