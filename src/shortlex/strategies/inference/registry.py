"""Registry: the strategies that users registered for types."""

from __future__ import annotations

from _thread import allocate_lock
from collections.abc import Callable
from types import NoneType
from typing import Any, get_origin

from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.strategy import SearchStrategy

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
