"""Case: one bug with its generator and its ideal counterexample, for any library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

# A module of strategies. The two libraries share names, not types, so there is no better one.
Strategies = Any


@dataclass(frozen=True)
class Case:
    """A line of the benchmark."""

    name: str
    make: Callable[[Strategies], Any]
    """The strategy for the one argument of the test."""

    fails: Callable[[Any], bool]
    ideal: Any = None
    """The smallest failing value; None where none is agreed."""

    size: Callable[[Any], float] | None = None
    """How large a value is, for the mean sizes."""

    is_big: Callable[[Any], bool] | None = None
    """Which failing values may be the start: the others are passed over until one is found."""

    seeds: int = 100
    max_examples: int = 20_000


CASES: dict[str, Case] = {}


def add(
    name: str, make: Callable[[Strategies], Any], fails: Callable[[Any], bool], **more: Any
) -> None:
    """Register a case."""
    assert name not in CASES, name
    CASES[name] = Case(name, make, fails, **more)
