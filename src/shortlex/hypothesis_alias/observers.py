"""Observers: callbacks for each case, as ``hypothesis.internal.observability`` has them.

A callback gets what ``shortlex.observe`` gives: a dictionary, with its keys as attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from shortlex.property.observe import observe

__all__ = [
    "add_observability_callback",
    "observability_enabled",
    "remove_observability_callback",
    "with_observability_callback",
]

Callback = Callable[..., object]

_active: dict[Callback, Any] = {}


class Record(dict[str, Any]):
    """A record, whose entries are attributes, too."""

    def __getattr__(self, name: str) -> Any:
        if name not in self:
            raise AttributeError(f"an observation has no {name!r}; it has {', '.join(self)}")
        found = self[name]
        return Record(found) if isinstance(found, dict) else found


def add_observability_callback(callback: Callback, /, *, all_threads: bool = False) -> None:
    """Call a function with every case from now on."""
    if callback not in _active:
        _active[callback] = observe(lambda record: callback(Record(record)))


def remove_observability_callback(callback: Callback, /) -> None:
    """Stop calling it."""
    if (observation := _active.pop(callback, None)) is not None:
        observation.stop()


@contextmanager
def with_observability_callback(
    callback: Callback, /, *, all_threads: bool = False
) -> Iterator[None]:
    """Call a function with every case of this block."""
    add_observability_callback(callback)
    try:
        yield
    finally:
        remove_observability_callback(callback)


def observability_enabled() -> bool:
    """Whether any function is called."""
    return bool(_active)
