"""Foreseen: ends a case before its body, because its ending is known."""

from __future__ import annotations

from typing import NamedTuple

from shortlex.core.trace import Outcome
from shortlex.errors import StopCase


class Ending(NamedTuple):
    """How a case ended, without its choices."""

    outcome: Outcome
    origin: object = None
    error: BaseException | None = None
    reason: object = ""


class Foreseen(StopCase):
    """The body need not be run: this is how it would end."""

    def __init__(self, ending: Ending) -> None:
        super().__init__()
        self.ending = ending
