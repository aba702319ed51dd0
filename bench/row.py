"""Row: one line of the tables of the generation benchmark."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from bench.shapes import Shape

# A module of strategies. The two libraries share names, not types, so there is no better one.
Strategies = Any


@dataclass(frozen=True)
class Row:
    """One line of the tables."""

    name: str
    describe: str
    make: Callable[[Strategies], tuple[Any, ...]]
    """The strategies of the test's arguments."""

    bare: Callable[[Random], Any] | None
    """The argument by hand, a tuple of them when there are several; None where nobody would."""

    shape: Shape
    simple: bool = False
    """Whether "at most five times a bare loop" is promised here."""

    most_cases: int | None = None
    """Cases in one call at most, well below the size of a small space."""
