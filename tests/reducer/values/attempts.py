"""Attempts: drive a minimiser of values, and check on the way what all of them promise."""

from collections.abc import Callable
from typing import Any, NamedTuple

from shortlex.core.domain import Domain
from shortlex.reducer.values import simpler_values


class Ended(NamedTuple):
    """Where a minimiser ended, and what it offered until then."""

    value: Any
    offers: list[Any]


def minimised(domain: Domain, value: Any, accepts: Callable[[Any], bool]) -> Ended:
    """Accept what can be accepted.

    Every offer is a member of the domain, simpler than the value accepted last.
    """
    offers: list[Any] = []
    attempts = simpler_values(domain, value)
    position = None
    try:
        while True:
            candidates = attempts.send(position)
            position = None
            for number, candidate in enumerate(candidates):
                assert domain.contains(candidate), candidate
                assert domain.index_of(candidate) < domain.index_of(value), (candidate, value)
                offers.append(candidate)
                assert len(offers) < 10_000, "it does not end"
                if accepts(candidate):
                    position, value = number, candidate
                    break
    except StopIteration:
        return Ended(value, offers)
