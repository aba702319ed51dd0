"""Methods: what a test that is a method has besides its arguments."""

from __future__ import annotations

from typing import Any

from shortlex.control import NOBODY, current_self
from shortlex.core.case import Case
from shortlex.errors import InvalidArgument
from shortlex.strategies.strategy import SearchStrategy


class Runner(SearchStrategy[Any]):
    """The instance whose method the test is."""

    known_empty = False

    def __init__(self, default: Any) -> None:
        self.default = default

    def do_draw(self, case: Case) -> Any:
        instance = current_self.get()
        if instance is not NOBODY:
            return instance
        if self.default is ...:
            raise InvalidArgument(
                "runner(): this test is not a method, so there is no instance. Make it a method "
                "of a class, or give a value to use instead: runner(default=None)."
            )
        return self.default

    def __repr__(self) -> str:
        return f"runner({'' if self.default is ... else f'default={self.default!r}'})"


def runner(*, default: Any = ...) -> SearchStrategy[Any]:
    """The instance of which the test is a method: what it has as ``self``.

    So strategies can be made of what the instance has: ``runner().flatmap(...)``. ``default`` is
    for a test that is no method, where this is an error otherwise. It is one value, and
    reduces to nothing else.
    """
    return Runner(default)
