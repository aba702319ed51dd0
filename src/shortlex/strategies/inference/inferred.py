"""Inferred: the strategy that stands for a type until it is drawn from.

``Scope`` keeps one ``Inferred`` for each type. The type is looked up when the strategy is first
needed, by the functions that ``types`` lists. ``REGISTRY`` has the strategies that users
registered.
"""

from __future__ import annotations

import threading
from _thread import allocate_lock
from collections.abc import Callable, Sequence
from types import NoneType
from typing import Any, ForwardRef, TypeVar, get_origin
from weakref import WeakValueDictionary

from shortlex.core.domain import Domain
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument, ResolutionFailed
from shortlex.strategies.describe import describe_type
from shortlex.strategies.lazy import Lazy
from shortlex.strategies.recursion import Deferred
from shortlex.strategies.strategy import SearchStrategy

T = TypeVar("T")


Registered = SearchStrategy[Any] | Callable[[Any], Any]
"""A strategy, or a function from the type to a strategy or to NotImplemented."""


class Registry:
    """Entries by type. Reading needs no lock, because the mapping is replaced, never changed."""

    def __init__(self) -> None:
        self.entries: dict[Any, Registered] = {}
        self.version = 0
        """Increases with every registration; strategies inferred before are then forgotten."""
        self._lock = allocate_lock()

    def add(self, thing: Any, entry: Registered) -> None:
        with self._lock:
            self.entries = {**self.entries, NoneType if thing is None else thing: entry}
            self.version += 1

    def remove(self, thing: Any) -> None:
        """Forget the entry of a type. It raises KeyError if there is none."""
        with self._lock:
            kept = dict(self.entries)
            del kept[NoneType if thing is None else thing]
            self.entries = kept
            self.version += 1

    def strategy_of(self, thing: Any) -> SearchStrategy[Any] | None:
        """The strategy registered for a type, or for ``Box`` if the type is ``Box[int]``."""
        for key in (thing, get_origin(thing) or thing):
            try:
                entry = self.entries.get(NoneType if key is None else key)
            except TypeError:  # not hashable
                continue
            if entry is not None:
                return _strategy_from(entry, thing, key)
        return None

    def subtypes_of(self, cls: type) -> list[Any]:
        """The registered subtypes of a class, without subtypes of other registered ones."""
        below = [each for each in self.entries if _is_below(each, cls)]
        return [
            each
            for each in below
            if not any(_is_below(each, other) for other in below if other is not each)
        ]


REGISTRY = Registry()


def _is_below(thing: Any, cls: type) -> bool:
    try:
        return isinstance(thing, type) and thing is not cls and issubclass(thing, cls)
    except TypeError:  # a protocol without runtime checks
        return False


def _strategy_from(entry: Registered, thing: Any, key: Any) -> SearchStrategy[Any] | None:
    if isinstance(entry, SearchStrategy):
        return entry
    strategy = entry(thing)
    if strategy is NotImplemented:
        return None
    if not isinstance(strategy, SearchStrategy):
        raise InvalidArgument(
            f"register_type_strategy({shown(key)}, {shown(entry)}): for {shown(thing)} the "
            f"function returned {shown(strategy)}. It must return a strategy, or NotImplemented if "
            "it has none."
        )
    return strategy


class Scope:
    """Names that annotations may use besides those of their module, and what was inferred so far.

    A type that contains itself is met again while it is being looked up. It must then get the very
    strategy that is being made, so strategies are kept here.
    """

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names
        self._lock = allocate_lock()
        # Weak, because tests define thousands of classes.
        self._known: WeakValueDictionary[Any, Inferred[Any]] = WeakValueDictionary()
        self._version = REGISTRY.version

    def infer(self, thing: Any) -> SearchStrategy[Any]:
        """The strategy of a type: the same one every time, until something is registered."""
        return self.share(Inferred(ForwardRef(thing) if isinstance(thing, str) else thing, self))

    def share(self, inferred: Inferred[Any]) -> Inferred[Any]:
        """The strategy that already stands for the same type, or this one if there is none."""
        thing = inferred.thing
        # With the repr, because `int | str` equals `str | int` but reduces differently.
        key = (thing, shown(thing))
        try:
            hash(key)
        except TypeError:  # unhashable metadata of an Annotated
            return inferred
        with self._lock:
            if self._version != REGISTRY.version:
                self._version, self._known = REGISTRY.version, WeakValueDictionary()
            return self._known.setdefault(key, inferred)


NO_NAMES = Scope({})


LookUp = Callable[[Any, Scope], SearchStrategy[Any] | None]

LOOK_UPS: list[LookUp] = []
"""The functions that are asked for the strategy of a type; the first answer counts.

``types`` fills the list, because the functions themselves need what is here.
"""


def resolve(thing: Any, scope: Scope) -> SearchStrategy[Any]:
    """The strategy of a type. Raises an error that says what to do if there is none."""
    for look_up in LOOK_UPS:
        strategy = look_up(thing, scope)
        if strategy is not None:
            return strategy
    raise ResolutionFailed(
        f"from_type({describe_type(thing)}): no strategy is known for it. Say which to use with "
        f"register_type_strategy({describe_type(get_origin(thing) or thing)}, ...)."
    )


class _UnderWay(threading.local):
    """The strategies that this thread is looking up, and those it is resolving."""

    def __init__(self) -> None:
        self.strategies: list[Inferred[Any]] = []
        self.asked: list[Inferred[Any]] = []


_UNDER_WAY = _UnderWay()


class Inferred(Deferred[T]):
    """The strategy that was found for a type."""

    def __init__(self, thing: Any, scope: Scope) -> None:
        super().__init__(self.define)
        self.thing = thing
        self.scope = scope

    def define(self) -> SearchStrategy[T]:
        # Something may have been registered since it was made. A type that contains itself must
        # still use a single strategy.
        shared = self.scope.share(self)
        if shared is not self:
            return shared
        _UNDER_WAY.strategies.append(self)
        try:
            return resolve(self.thing, self.scope)
        finally:
            _UNDER_WAY.strategies.pop()

    def resolved(self) -> SearchStrategy[T]:
        if _is_among(self, _UNDER_WAY.asked):
            # The answer requires looking at everything in it, and that has come back to itself.
            return self
        _UNDER_WAY.asked.append(self)
        try:
            return super().resolved()
        finally:
            _UNDER_WAY.asked.pop()

    def do_validate(self) -> None:
        super().do_validate()
        # As in Lazy: this leaves no layer on the hot path.
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


def _is_among(strategy: SearchStrategy[Any], others: Sequence[SearchStrategy[Any]]) -> bool:
    return any(strategy is other for other in others)


def first_failure(strategy: SearchStrategy[Any]) -> ResolutionFailed | None:
    """Why a strategy cannot be used, if it contains one of an unknown type."""
    seen: dict[int, SearchStrategy[Any]] = {}
    waiting = [strategy]
    while waiting:
        each = waiting.pop()
        # Strategies that are being looked up are skipped: the answer would depend on the question.
        is_under_way = _is_among(each, _UNDER_WAY.strategies) or (
            isinstance(each, Lazy) and each.is_under_way
        )
        if id(each) in seen or is_under_way:
            continue
        seen[id(each)] = each
        try:
            waiting += each.parts()
        except ResolutionFailed as error:
            return error
    return None
