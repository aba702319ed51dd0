"""Inferring: the strategy that stands for a type until somebody draws from it.

``Scope`` keeps one for each type, ``Inferred`` is that one. How a type is looked up is said in
``types``, which is asked when the strategy is first needed.
"""

from __future__ import annotations

import threading
from _thread import allocate_lock
from collections.abc import Sequence
from types import NoneType
from typing import Any, ForwardRef, TypeVar
from weakref import WeakValueDictionary

from shortlex.core.domain import Domain
from shortlex.errors import ResolutionFailed
from shortlex.strategies.describe import describe_argument
from shortlex.strategies.recursion import Deferred
from shortlex.strategies.registry import REGISTRY
from shortlex.strategies.strategy import SearchStrategy

T = TypeVar("T")


class Scope:
    """Names that annotations may use beside those of their module; and what was inferred so far.

    A type that contains itself is met again while it is being looked at. It must then be given
    the very strategy that is being made, so what is made is kept here.
    """

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names
        self._lock = allocate_lock()
        # Not kept longer than somebody uses them: tests define classes by the thousand.
        self._known: WeakValueDictionary[Any, Inferred[Any]] = WeakValueDictionary()
        self._version = REGISTRY.version

    def infer(self, thing: Any) -> SearchStrategy[Any]:
        """The strategy of a type: the same one every time, until something is registered."""
        if isinstance(thing, str):
            thing = ForwardRef(thing)
        # With the repr, since `int | str` equals `str | int` but does not reduce to the same.
        key = (thing, repr(thing))
        try:
            hash(key)
        except TypeError:  # something in the metadata of an Annotated
            return Inferred(thing, self)
        with self._lock:
            if self._version != REGISTRY.version:
                self._version, self._known = REGISTRY.version, WeakValueDictionary()
            found = self._known.get(key)
            if found is None:
                found = self._known[key] = Inferred(thing, self)
            return found


NO_NAMES = Scope({})


class _UnderWay(threading.local):
    """The strategies that this thread is looking up, and those it asks what they stand for."""

    def __init__(self) -> None:
        self.strategies: list[Inferred[Any]] = []
        self.asked: list[Inferred[Any]] = []


_UNDER_WAY = _UnderWay()


class Inferred(Deferred[T]):
    """What was found for a type."""

    def __init__(self, thing: Any, scope: Scope) -> None:
        super().__init__(self.define)
        self.thing = thing
        self.scope = scope

    def define(self) -> SearchStrategy[T]:
        from shortlex.strategies.types import resolve

        _UNDER_WAY.strategies.append(self)
        try:
            return resolve(self.thing, self.scope)
        finally:
            _UNDER_WAY.strategies.pop()

    def resolved(self) -> SearchStrategy[T]:
        if _is_among(self, _UNDER_WAY.asked):
            # To answer, everything in it is looked at: it has come back to itself.
            return self
        _UNDER_WAY.asked.append(self)
        try:
            return super().resolved()
        finally:
            _UNDER_WAY.asked.pop()

    def do_validate(self) -> None:
        super().do_validate()
        # As in Lazy: no layer is left on the hot path.
        if not self.is_empty:
            self.do_draw = (  # type: ignore[method-assign]  # the point of it
                self._draw_smaller if self.is_recursive else self.resolved().do_draw
            )

    def single_domain(self) -> Domain | None:
        return None if self.is_recursive else self.defined.single_domain()

    def value_of(self, choice: Any) -> Any:
        return self.defined.value_of(choice)

    def count_at_most(self) -> int | None:
        return None if self.is_recursive else self.defined.count_at_most()

    def __repr__(self) -> str:
        return f"from_type({describe_type(self.thing)})"


def describe_type(thing: object) -> str:
    """A type as it is written: classes by their name."""
    if thing is NoneType:
        return "None"
    return describe_argument(thing) if isinstance(thing, type) else repr(thing)


def _is_among(strategy: SearchStrategy[Any], others: Sequence[SearchStrategy[Any]]) -> bool:
    return any(strategy is other for other in others)


def first_failure(strategy: SearchStrategy[Any]) -> ResolutionFailed | None:
    """Why a strategy cannot be used, if it is made of one whose type is not known."""
    seen: dict[int, SearchStrategy[Any]] = {}
    waiting = [strategy]
    while waiting:
        each = waiting.pop()
        # What is being looked up is not asked: the answer would depend on the question.
        if id(each) in seen or _is_among(each, _UNDER_WAY.strategies):
            continue
        seen[id(each)] = each
        try:
            waiting += each.parts()
        except ResolutionFailed as error:
            return error
    return None
