"""Repetition: the choices to go on, and what a turn can say of its element."""

from __future__ import annotations

from shortlex.core.boolean import Boolean

MORE = Boolean(0.85)
"""The choice to go on with a collection. Its probability only serves sources that sample it."""

MUST = Boolean(1.0)
"""The choice to go on where there is no choice: it keeps every element the same shape, so that
any of them can be deleted, and not only those above the least size."""


class Repeat:
    """One turn of a repetition; the element drawn in it can be taken back."""

    __slots__ = ("is_rejected",)

    def __init__(self) -> None:
        self.is_rejected = False

    def reject(self) -> None:
        self.is_rejected = True
