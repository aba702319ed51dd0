"""Registry: the strategies that users gave for types."""

from __future__ import annotations

from _thread import allocate_lock
from collections.abc import Callable
from types import NoneType
from typing import Any, get_origin

from shortlex.errors import InvalidArgument
from shortlex.strategies.strategy import SearchStrategy

Entry = SearchStrategy[Any] | Callable[[Any], Any]
"""A strategy, or a function from the type to one; or to NotImplemented, where it has none."""


class Registry:
    """Entries by type. Reading needs no lock: what is read is never changed, only replaced."""

    def __init__(self) -> None:
        self.entries: dict[Any, Entry] = {}
        self.version = 0
        """Goes up with every registration: what was inferred before it is then forgotten."""
        self._lock = allocate_lock()

    def add(self, thing: Any, entry: Entry) -> None:
        with self._lock:
            self.entries = {**self.entries, NoneType if thing is None else thing: entry}
            self.version += 1

    def strategy_of(self, thing: Any) -> SearchStrategy[Any] | None:
        """What was registered for a type, or for the ``Box`` of ``Box[int]``."""
        for key in (thing, get_origin(thing) or thing):
            try:
                entry = self.entries.get(NoneType if key is None else key)
            except TypeError:  # not hashable
                continue
            if entry is not None:
                return _strategy_from(entry, thing, key)
        return None

    def subtypes_of(self, cls: type) -> list[Any]:
        """The registered types below a class, without those that are below another of them."""
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
    except TypeError:  # protocols that cannot be asked
        return False


def _strategy_from(entry: Entry, thing: Any, key: Any) -> SearchStrategy[Any] | None:
    if isinstance(entry, SearchStrategy):
        return entry
    strategy = entry(thing)
    if strategy is NotImplemented:
        return None
    if not isinstance(strategy, SearchStrategy):
        raise InvalidArgument(
            f"register_type_strategy({key!r}, {entry!r}): for {thing!r} the function returned "
            f"{strategy!r}. It must return a strategy, or NotImplemented if it has none."
        )
    return strategy
