"""Drawable: what a case can draw from."""

from __future__ import annotations

from typing import Any, Protocol

from shortlex.errors import InvalidArgument


class Drawable(Protocol):
    """What ``Case.draw`` takes: in practice a strategy."""

    @property
    def label(self) -> str: ...

    def do_draw(self, case: Any, /) -> Any: ...


def check_drawable(strategy: object) -> None:
    """Raise unless ``strategy`` is one."""
    if hasattr(strategy, "do_draw") and not isinstance(strategy, type):
        return
    hint = ""
    if isinstance(strategy, (list, tuple, range)):
        hint = f" To choose one of its elements, draw from sampled_from({strategy!r})."
    elif callable(strategy):
        hint = " Did you forget to call it?"
    raise InvalidArgument(f"Cannot draw from {strategy!r}: it is not a strategy.{hint}") from None
