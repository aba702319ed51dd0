"""What the tests of strategies are written with; their laws are in ``shortlex.laws``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from marshal import dumps
from random import Random
from typing import Any

import pytest

from shortlex import find
from shortlex import strategies as st
from shortlex.control import current
from shortlex.core.case import Case, RandomCase, RecordedCase
from shortlex.core.domain import Choice
from shortlex.core.mood import MOODS
from shortlex.core.source import ReplaySource, SimplestSource
from shortlex.errors import InvalidArgument, Overrun, Rejected, UnsatisfiedAssumption
from shortlex.laws.trial import is_same

LIMIT = 10_000
"""How many choices a light case may make here."""


@dataclass(frozen=True)
class Drawn:
    """A value and the choices that it was made of."""

    value: Any
    choices: list[Choice]

    @property
    def key(self) -> bytes:
        """Tells True from 1 and 0.0 from -0.0."""
        return dumps(self.choices, 2)


def draw_light(
    strategy: st.SearchStrategy[Any], seed: int, *, scale: float = 1.0, echo: bool = False
) -> Drawn | None:
    """A random value, or None if the case was invalid or too large."""
    case = RandomCase(Random(seed), scale, LIMIT)
    if echo:
        case.mood = MOODS[-1 - seed % len(MOODS)].special
    try:
        value = run(strategy, case)
    except (Rejected, UnsatisfiedAssumption, Overrun):
        return None
    return Drawn(value, list(case.choices))


def draw_replayed(strategy: st.SearchStrategy[Any], choices: list[Choice]) -> Drawn:
    """The value that choices make."""
    case = RecordedCase(ReplaySource(choices))
    return Drawn(run(strategy, case), case.choices)


def draw_simplest(strategy: st.SearchStrategy[Any]) -> Any:
    """The value of the simplest case."""
    return run(strategy, RecordedCase(SimplestSource(), 100_000))


def run(strategy: st.SearchStrategy[Any], case: Case) -> Any:
    token = current.set(case)
    try:
        return case.draw(strategy)
    finally:
        current.reset(token)


def find_simplest(strategy: st.SearchStrategy[Any], condition: Callable[[Any], object]) -> Any:
    """The simplest value that satisfies a condition, found the same way every time."""
    return find(strategy, condition, random=Random(0))


def values_of(strategy: st.SearchStrategy[Any], count: int = 200, **options: Any) -> list[Any]:
    """Random values of a strategy, always the same ones; cases without one are left out."""
    drawn = [draw_light(strategy, seed, **options) for seed in range(count)]
    return [each.value for each in drawn if each is not None]


def share_rejected(strategy: st.SearchStrategy[Any], count: int = 200) -> float:
    return 1.0 - len(values_of(strategy, count)) / count


def check_refused(make: Callable[[], st.SearchStrategy[Any]], *words: str) -> None:
    """A bad argument is named when the strategy is first used, and not before."""
    for use in (_validate, _draw):
        strategy = make()
        for _ in range(2):
            with pytest.raises(InvalidArgument) as caught:
                use(strategy)
            assert [word for word in words if word not in str(caught.value)] == []


def check_too_few(make: Callable[[], st.SearchStrategy[Any]], *words: str) -> None:
    """Too few different values are named when it is first used. In a case, they end that case:
    they may depend on what was drawn before.
    """
    with pytest.raises(InvalidArgument) as refused:
        make().validate()
    with pytest.raises(Rejected) as rejected:
        _draw(make())
    for said in (str(refused.value), str(rejected.value)):
        assert [word for word in words if word not in said] == []


def _validate(strategy: st.SearchStrategy[Any]) -> None:
    strategy.validate()


def _draw(strategy: st.SearchStrategy[Any]) -> None:
    run(strategy, RandomCase(Random(0), 1.0, LIMIT))


def check_replay(strategy: st.SearchStrategy[Any], seed: int, scale: float, *, echo: bool) -> None:
    """The choices of a light case, replayed, make an equal value by the very same choices."""
    drawn = draw_light(strategy, seed, scale=scale, echo=echo)
    if drawn is not None:
        again = draw_replayed(strategy, drawn.choices)
        assert again.key == drawn.key
        assert is_same(again.value, drawn.value)


def leaves_of(value: Any) -> list[Any]:
    """What a value is made of that is no collection."""
    if isinstance(value, (list, tuple, set, frozenset)):
        return [leaf for each in value for leaf in leaves_of(each)]
    if isinstance(value, dict):
        return [leaf for each in value.values() for leaf in leaves_of(each)]
    return [value]
