"""Parts: what is known about the parts of a value besides the value itself.

Which span of a case made a part, which call made it, and which parts are the same object. A report
writes the call if a value has no usable repr, and comments on the rest.
"""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

from shortlex.core.case import RecordedCase
from shortlex.core.shown import ordinary_type
from shortlex.strategies.collections import Elements, Tuples
from shortlex.strategies.drawn_calls import Builds
from shortlex.strategies.mappings import Dictionaries, FixedDictionaries
from shortlex.strategies.strategy import Filtered, Mapped

MAX_COMMENTS = 3
"""How many pairs of names are shown."""

MAX_PARTS = 10_000
"""How many parts are looked at, to bound the time."""

MAX_KEY = 40
"""How many characters a key of a dict may take in the name of a part."""

_CHANGEABLE = (list, dict, set, bytearray)


class Call(NamedTuple):
    """A value was made by ``target(*args, **kwargs)``."""

    target: Callable[..., object]
    args: tuple[object, ...]
    kwargs: Mapping[str, object]


def calls_of(case: RecordedCase) -> dict[int, Call]:
    """How the values of a case were made."""
    return {i: Call(target, args, kw) for i, (_, target, args, kw) in case.calls.items()}


def constructor_arguments(value: Any) -> dict[str, object] | None:
    """The keyword arguments that make a dataclass, attrs class or named tuple; None for others."""
    kind = type(value)
    if is_dataclass(kind):
        names = {each.name: each.name for each in fields(kind) if each.init}
    elif hasattr(kind, "__attrs_attrs__"):
        initial = [each for each in kind.__attrs_attrs__ if each.init]
        names = {
            getattr(each, "alias", None) or each.name.lstrip("_"): each.name for each in initial
        }
    elif issubclass(kind, tuple) and isinstance(getattr(kind, "_fields", None), tuple):
        names = {name: name for name in value._fields}
    else:
        return None
    try:
        arguments = {argument: getattr(value, name) for argument, name in names.items()}
        # Fails for a custom __init__, and for an InitVar, whose value is not kept.
        inspect.signature(kind).bind(**arguments)
    except RecursionError:
        raise  # the stack is full, which says nothing about the class
    except Exception:  # a field that was deleted, or a property that raises
        return None
    return arguments


Places = dict[object, int]
"""The number of the span that made what is at each place.

A place is a position in a sequence; ("element", id) in a set; ("key", position) or ("value",
position) in a dictionary; ("given", position or name) in the call that made a value; or the name of
an argument of a call that makes an equal value.
"""


def places_within(case: RecordedCase, number: int, value: object) -> Places:
    """The places in ``value``, which was made by the span ``number``.

    This works only for strategies whose values have a known structure. A user's function may put
    its draws anywhere, and they cannot be recognised there: equal small numbers are one object.
    """
    while True:
        drawn, strategy = case.values[number]
        if drawn is not value:
            return {}
        inside = case.draws_within(number)
        # A strategy such as one_of() returns the value of another strategy unchanged.
        handed_on = [each for each in inside if case.values[each][0] is value]
        if len(inside) != 1 or not handed_on:
            return _places(case, _structure_of(strategy), inside, value)
        (number,) = handed_on


def _structure_of(strategy: Any) -> Any:
    """The strategy that builds the value, below its filters."""
    strategy = strategy.resolved()
    while isinstance(strategy, Filtered):
        strategy = strategy.base.resolved()
    return strategy


def _places(case: RecordedCase, strategy: Any, inside: list[int], value: Any) -> Places:
    drawn = [case.values[number][0] for number in inside]
    if isinstance(strategy, (Elements, Tuples)) and _are_same(drawn, list(value)):
        return dict(enumerate(inside))
    if isinstance(strategy, Mapped) and ordinary_type(value) in (set, frozenset):
        # Elements of a set differ, so their identities tell them apart.
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
    """The arguments as given, and also by name if the value's own class was called."""
    if id(value) not in case.calls:
        return {}
    # From the actual call: optional arguments may have been left out.
    _, target, args, kwargs = case.calls[id(value)]
    drawn = [case.values[number][0] for number in inside]
    if not _are_same(drawn, [*args, *kwargs.values()]):
        return {}
    given: list[Any] = [*range(len(args)), *kwargs]
    places: Places = {("given", each): number for each, number in zip(given, inside, strict=True)}
    if target is type(value):
        names = _parameters(target)
        for each, number in zip(given, inside, strict=True):
            if not isinstance(each, int):
                places[each] = number
            elif each < len(names):
                places[names[each]] = number
    return places


def _parameters(target: Any) -> list[str]:
    """The names of the positional parameters; none if they are not known."""
    try:
        parameters = inspect.signature(target).parameters.values()
    except (ValueError, TypeError):  # many types written in C have no signature
        return []
    by_position = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [each.name for each in parameters if each.kind in by_position]


def _are_same(drawn: list[Any], there: list[Any]) -> bool:
    return len(drawn) == len(there) and all(a is b for a, b in zip(drawn, there, strict=True))


def alias_comments(arguments: Mapping[str, object]) -> list[str]:
    """A comment such as ``# x[0] is y`` for each part that also has another name.

    ``[[0], [0]]`` in a report may stand for two lists or for one list that occurs twice. A body
    that changes its arguments, or asks ``is``, can tell the difference.
    """
    names: dict[int, str] = {}
    comments: list[str] = []
    waiting = deque((name, value) for name, value in arguments.items())
    for _ in range(MAX_PARTS):
        if not waiting or len(comments) > MAX_COMMENTS:
            break
        name, value = waiting.popleft()
        if ordinary_type(value) in _CHANGEABLE:
            first = names.setdefault(id(value), name)
            if first != name:
                comments.append(f"# {first} is {name}")
                continue
        waiting += _parts(name, value)
    if len(comments) > MAX_COMMENTS:
        comments[MAX_COMMENTS:] = ["# and more parts are the same object"]
    return comments


def _parts(name: str, value: Any) -> Iterator[tuple[str, object]]:
    """The parts of a built-in container, with their names."""
    kind = type(value)  # not isinstance(), which a value can deceive
    if kind is list or kind is tuple:
        for place, part in enumerate(value[:MAX_PARTS]):
            yield f"{name}[{place}]", part
    elif kind is dict:
        for key, part in value.items():
            if ordinary_type(key) in (int, str, bytes, bool, float, type(None)):
                text = ascii(key) if type(key) is not int or abs(key) < 10**MAX_KEY else ""
                if 0 < len(text) <= MAX_KEY:
                    yield f"{name}[{text}]", part
