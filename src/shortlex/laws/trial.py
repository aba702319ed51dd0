"""Trial: a strategy that is checked, the cases it made, and whether values are the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from marshal import dumps
from random import Random
from typing import Any

from shortlex.control import current
from shortlex.core.case import Case, RandomCase, RecordedCase
from shortlex.core.domain import Choice
from shortlex.core.mood import MOODS
from shortlex.core.source import ReplaySource, SimplestSource, Source
from shortlex.errors import Overrun, Rejected, TooDeep, UnsatisfiedAssumption
from shortlex.strategies.strategy import SearchStrategy

MAX_CHOICES = 10_000
"""How many choices a random case may make."""

SCALES = (1.0, 0.1, 1.0, 0.5)
"""Scales of the random cases, in turn: a test's cases grow through these."""

REFUSALS = (Rejected, UnsatisfiedAssumption, Overrun)
"""How a case without a value ends."""

MAX_CHARACTERS = 300
"""Longer texts are cut in messages."""

MUTABLE = (list, dict, set, bytearray)


@dataclass(frozen=True)
class Drawn:
    """A value, and the choices that made it."""

    value: Any
    choices: Sequence[Choice]

    def has_choices_of(self, other: Drawn) -> bool:
        """Whether the choices are equal as bytes, which tell True from 1 and 0.0 from -0.0."""
        return dumps(list(self.choices), 2) == dumps(list(other.choices), 2)

    def __str__(self) -> str:
        return f"{shown(self.value)} made from the choices {shown(list(self.choices))}"


def shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS]} ..."


@dataclass(frozen=True)
class Trial:
    """The arguments of ``check_strategy``, and the values drawn."""

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
        """Random cases, always the same; None if a case was rejected or too large."""
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
        """What is wrong with a value; empty if it is as expected."""
        if self.of_type is not None and not isinstance(value, self.of_type):
            return f"is {type(value).__name__}, not {_names(self.of_type)}"
        if self.satisfies is not None and not self.satisfies(value):
            return "does not satisfy the condition"
        return ""


def _names(types: type | tuple[type, ...]) -> str:
    return " or ".join(each.__name__ for each in (types if isinstance(types, tuple) else (types,)))


def draw_random(strategy: SearchStrategy[Any], seed: int) -> Drawn | None:
    """The value of a light case; one of every four cases has a mood."""
    case = RandomCase(Random(seed), SCALES[seed % len(SCALES)], MAX_CHOICES)
    if seed % 4 == 2:
        case.mood = MOODS[-1 - seed % len(MOODS)]
    return _draw(strategy, case)


def draw_replayed(strategy: SearchStrategy[Any], choices: Sequence[Choice]) -> Drawn | None:
    """The value that these choices make in a recorded case."""
    return draw_recorded(strategy, ReplaySource(choices))[0]


def draw_simplest(strategy: SearchStrategy[Any]) -> Drawn | None:
    """The value of the simplest case."""
    return draw_recorded(strategy, SimplestSource())[0]


def draw_recorded(
    strategy: SearchStrategy[Any], source: Source
) -> tuple[Drawn | None, RecordedCase]:
    """A value, and the recorded case."""
    case = RecordedCase(source, 10 * MAX_CHOICES)
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


def is_same(left: Any, right: Any) -> bool:
    """Whether values are equal and of the same types throughout; nan is nan, and 0.0 is not -0.0.

    Objects that cannot be compared are the same if they have the same repr or the same attributes.
    """
    if left is right:
        return True
    if type(left) is not type(right):
        return False
    if isinstance(left, (float, complex)):
        return repr(left) == repr(right)
    if type(left) in (list, tuple):
        return len(left) == len(right) and all(map(is_same, left, right))
    if type(left) is dict:
        return is_same([*left.items()], [*right.items()])
    return _is_equal(left, right) or repr(left) == repr(right) or _is_alike(left, right)


def _is_equal(left: Any, right: Any) -> bool:
    try:
        return bool(left == right)
    except Exception:
        return False  # such as arrays, whose comparison is an array


def _is_alike(left: Any, right: Any) -> bool:
    """Whether two objects without their own ``__eq__`` have the same attributes."""
    kind: Any = type(left)
    can_compare = kind.__eq__ is not object.__eq__
    return not can_compare and hasattr(left, "__dict__") and is_same(vars(left), vars(right))


def mutables_in(value: Any) -> Iterator[Any]:
    """Every list, dictionary, set and bytearray in a value, through containers and dataclasses."""
    waiting, seen = [value], set()
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, MUTABLE):
            yield each
        if isinstance(each, dict):
            waiting += [*each.keys(), *each.values()]
        elif isinstance(each, (list, tuple, set, frozenset)):
            waiting += each
        elif is_dataclass(each) and not isinstance(each, type):
            waiting += [getattr(each, field.name, None) for field in fields(each)]
