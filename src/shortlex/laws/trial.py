"""Trial: a strategy under examination, what is expected of it, and the cases it made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from marshal import dumps
from random import Random
from typing import Any

from shortlex.control import current
from shortlex.core.case import Case, RandomCase, RecordedCase
from shortlex.core.domain import Choice
from shortlex.core.source import ReplaySource, SimplestSource, Source
from shortlex.errors import Overrun, Rejected, TooDeep, UnsatisfiedAssumption
from shortlex.laws.sameness import is_same
from shortlex.strategies.strategy import SearchStrategy

LIMIT = 10_000
"""How many choices a random case may make."""

SCALES = (1.0, 0.1, 1.0, 0.5)
"""Sizes of the random cases, in turn: those that tests grow through."""

REFUSALS = (Rejected, UnsatisfiedAssumption, Overrun)
"""How a case ends that has no value."""

WIDEST = 300
"""Longer texts are cut in messages."""


@dataclass(frozen=True)
class Drawn:
    """A value, and the choices that it was made of."""

    value: Any
    choices: Sequence[Choice]

    def has_choices_of(self, other: Drawn) -> bool:
        """Compared as bytes, which tell True from 1 and 0.0 from -0.0."""
        return dumps(list(self.choices), 2) == dumps(list(other.choices), 2)

    def __str__(self) -> str:
        return f"{shown(self.value)} made of the choices {shown(list(self.choices))}"


def shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= WIDEST else f"{text[:WIDEST]} ..."


@dataclass(frozen=True)
class Trial:
    """What ``check_strategy`` was told, and what was drawn."""

    strategy: SearchStrategy[Any]
    of_type: type | tuple[type, ...] | None
    satisfies: Callable[[Any], object] | None
    simplest: object
    max_rejected: float
    namespace: Mapping[str, Any]
    key: Callable[[Any], object] | None
    allow_shared: bool
    cases: int

    @cached_property
    def attempts(self) -> list[Drawn | None]:
        """Random cases, always the same; None where a case was rejected or too large."""
        return [draw_random(self.strategy, seed) for seed in range(self.cases)]

    @cached_property
    def drawn(self) -> list[Drawn]:
        return [each for each in self.attempts if each is not None]

    def is_same(self, left: Any, right: Any) -> bool:
        """Whether two values are the same by the key."""
        return (
            is_same(left, right) if self.key is None else is_same(self.key(left), self.key(right))
        )

    def misfit(self, value: Any) -> str:
        """What is wrong with a value; nothing if it is as expected."""
        if self.of_type is not None and not isinstance(value, self.of_type):
            return f"is {type(value).__name__}, not {_names(self.of_type)}"
        if self.satisfies is not None and not self.satisfies(value):
            return "does not satisfy the condition"
        return ""


def _names(types: type | tuple[type, ...]) -> str:
    return " or ".join(each.__name__ for each in (types if isinstance(types, tuple) else (types,)))


def draw_random(strategy: SearchStrategy[Any], seed: int) -> Drawn | None:
    """The value of a light case; of every four cases one repeats itself."""
    case = RandomCase(Random(seed), SCALES[seed % len(SCALES)], LIMIT)
    if seed % 4 == 2:
        case.heard = {}
    return _draw(strategy, case)


def draw_replayed(strategy: SearchStrategy[Any], choices: Sequence[Choice]) -> Drawn | None:
    """The value that choices make in a recorded case."""
    return draw_recorded(strategy, ReplaySource(choices))[0]


def draw_simplest(strategy: SearchStrategy[Any]) -> Drawn | None:
    """The value of the simplest case."""
    return draw_recorded(strategy, SimplestSource())[0]


def draw_recorded(
    strategy: SearchStrategy[Any], source: Source
) -> tuple[Drawn | None, RecordedCase]:
    """A value, and the case with all that was recorded of it."""
    case = RecordedCase(source, 10 * LIMIT)
    return _draw(strategy, case), case


def _draw(strategy: SearchStrategy[Any], case: Case) -> Drawn | None:
    try:
        return Drawn(draw_in(strategy, case), list(case.choices))
    except REFUSALS:
        return None
    except Exception as error:
        error.add_note(f"Drawing from {shown(strategy)}, after the choices {shown(case.choices)}.")
        raise


def draw_in(strategy: SearchStrategy[Any], case: Case) -> Any:
    """Draw as a test does."""
    token = current.set(case)
    try:
        return case.draw(strategy)
    except RecursionError:
        raise TooDeep from None
    finally:
        current.reset(token)
