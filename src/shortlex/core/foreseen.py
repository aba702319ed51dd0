"""Foreseen: ends a case before its body, because its ending is known.

This is how a case ends that is a duplicate of an earlier one, a candidate that is not simpler or
was refused before, or of which only the arguments are wanted. The ending says which.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from shortlex.core.trace import Outcome, Trace
from shortlex.errors import StopCase


class Ending(NamedTuple):
    """How a case ended, without its choices."""

    outcome: Outcome
    origin: object = None
    error: BaseException | None = None
    reason: object = ""


PASSED = Ending(Outcome.VALID)

REJECTED = Ending(Outcome.INVALID)

OVERRUN = Ending(Outcome.OVERRUN)

DRAWN = Ending(Outcome.INVALID, reason="only its arguments were wanted")

DUPLICATE = Ending(Outcome.INVALID, reason="its choices are those of an earlier case")


def ending_in(trace: Trace) -> Ending:
    """How the case of a trace ended."""
    return Ending(trace.outcome, trace.origin, trace.error, trace.reason)


class Foreseen(StopCase):
    """The body need not be run: this is how it would end."""

    # Not set in __init__, which would cost a call: in a small space, most cases are duplicates.
    @property
    def ending(self) -> Ending:
        """How the case would end."""
        ending: Ending = self.args[0]
        return ending


def end_before_body(values: Sequence[object] = ()) -> NoReturn:
    """For ``on_arguments`` of a case of which only the arguments are wanted."""
    raise Foreseen(DRAWN)
