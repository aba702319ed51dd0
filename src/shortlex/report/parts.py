"""Parts: which span of a case made which part of a value that is written.

Only where a strategy says how its values are put together: what a function made of its draws may
have them in any order, and equal numbers are the same object.
"""

from __future__ import annotations

import inspect
from typing import Any

from shortlex.core.case import RecordedCase
from shortlex.strategies.building import Builds
from shortlex.strategies.collections import Elements, Tuples
from shortlex.strategies.mappings import Dictionaries, FixedDictionaries
from shortlex.strategies.strategy import Filtered, Mapped

Places = dict[object, int]
"""By place, the number of the span that made what stands there.

A place is a position; in a set ("element", identity); in a dictionary ("key", position) or
("value", position); in the call that made a value ("given", position or name); in one that would
make an equal one, the name of the argument.
"""


def places_within(case: RecordedCase, number: int, value: object) -> Places:
    """The places in ``value``, which the span of that number made."""
    while True:
        drawn, strategy = case.values[number]
        if drawn is not value:
            return {}
        inside = case.draws_within(number)
        # A choice between alternatives hands on what it chose.
        handed_on = [each for each in inside if case.values[each][0] is value]
        if len(inside) != 1 or not handed_on:
            return _places(case, _structure_of(strategy), inside, value)
        (number,) = handed_on


def _structure_of(strategy: Any) -> Any:
    """The strategy that puts the value together."""
    strategy = strategy.resolved()
    while isinstance(strategy, Filtered):
        strategy = strategy.base.resolved()
    return strategy


def _places(case: RecordedCase, strategy: Any, inside: list[int], value: Any) -> Places:
    drawn = [case.values[number][0] for number in inside]
    if isinstance(strategy, (Elements, Tuples)) and _are_same(drawn, list(value)):
        return dict(enumerate(inside))
    if isinstance(strategy, Mapped) and type(value) in (set, frozenset):
        # They differ, so they are told apart by what they are.
        by_identity = {id(each): number for each, number in zip(drawn, inside, strict=True)}
        if isinstance(_structure_of(strategy.base), Elements) and len(by_identity) == len(value):
            return {("element", key): number for key, number in by_identity.items()}
    if isinstance(strategy, FixedDictionaries) and _are_same(drawn, list(value.values())):
        return {("value", place): number for place, number in enumerate(inside)}
    if isinstance(strategy, Dictionaries) and isinstance(value, dict):
        pairs = [each for pair in value.items() for each in pair]
        if _are_same(drawn, pairs):
            sides = ("key", "value")
            return {(sides[i % 2], i // 2): number for i, number in enumerate(inside)}
    if isinstance(strategy, Builds):
        return _arguments(case, inside, value)
    return {}


def _arguments(case: RecordedCase, inside: list[int], value: Any) -> Places:
    """As they were given; and by name, where what was called is what the value is an object of."""
    if id(value) not in case.calls:
        return {}
    # By what was given in this call: some arguments may be left out.
    _, target, args, kwargs = case.calls[id(value)]
    drawn = [case.values[number][0] for number in inside]
    if not _are_same(drawn, [*args, *kwargs.values()]):
        return {}
    given: list[Any] = [*range(len(args)), *kwargs]
    places: Places = {("given", each): number for each, number in zip(given, inside, strict=True)}
    if target is type(value):
        names = list(inspect.signature(target).parameters)
        for each, number in zip(given, inside, strict=True):
            places[names[each] if isinstance(each, int) else each] = number
    return places


def _are_same(drawn: list[Any], there: list[Any]) -> bool:
    return len(drawn) == len(there) and all(a is b for a, b in zip(drawn, there, strict=True))
