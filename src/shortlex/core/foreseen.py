"""Foreseen: ends a case before its body, because its ending is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from shortlex.core.trace import Outcome
from shortlex.errors import StopCase


class Ending(NamedTuple):
    """How a case ended, without its choices."""

    outcome: Outcome
    origin: object = None
    error: BaseException | None = None
    reason: object = ""


DRAWN = Ending(Outcome.INVALID, reason="only its arguments were wanted")


class Foreseen(StopCase):
    """The body need not be run: this is how it would end."""

    def __init__(self, ending: Ending) -> None:
        super().__init__()
        self.ending = ending


def end_before_body(values: Sequence[object] = ()) -> NoReturn:
    """For ``on_arguments`` of a case of which only the arguments are wanted."""
    raise Foreseen(DRAWN)
