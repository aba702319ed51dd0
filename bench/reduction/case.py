"""Case: one bug with its generator and its ideal counterexample, for any library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
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

    accepts: Callable[[Any], bool] | None = None
    """What else is as good as the ideal, where the order in which a library draws decides."""

    size: Callable[[Any], float] | None = None
    """How large a value is, for the mean sizes."""

    is_big: Callable[[Any], bool] | None = None
    """Which failing values may be the start: the others are passed over until one is found."""

    start: Callable[[Random], list[Any]] | None = None
    """The choices to begin with, for a bug that is not looked for. Both libraries draw numbers,
    texts and flags in the same order and ask before each element of a list whether it is there,
    so that one sequence does for both."""

    max_examples: int = 20_000

    @property
    def has_ideal(self) -> bool:
        return self.ideal is not None or self.accepts is not None

    def is_ideal(self, value: Any) -> bool:
        if self.accepts is not None and self.accepts(value):
            return True
        return self.ideal is not None and is_same(value, self.ideal)

    def size_of(self, value: Any) -> float:
        return float(self.size(value) if self.size is not None else len(repr(value)))


def is_same(a: Any, b: Any) -> bool:
    """Equal, and of the same types: ``0`` is neither ``False`` nor ``0.0``."""
    if type(a) is not type(b) or a != b:
        return False
    return not isinstance(a, (list, tuple)) or all(map(is_same, a, b))


CASES: dict[str, Case] = {}


def add(
    name: str, make: Callable[[Strategies], Any], fails: Callable[[Any], bool], **more: Any
) -> None:
    """Register a case."""
    assert name not in CASES, name
    CASES[name] = Case(name, make, fails, **more)


def listed(*elements: list[Any]) -> list[Any]:
    """The choices that make a list, from those of its elements."""
    return [choice for element in elements for choice in (True, *element)] + [False]
