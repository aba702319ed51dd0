"""Foresight: what need not be run, because its ending is known or does not matter.

Two things are known when all arguments of a test are drawn and its body has not begun: whether
the case can still be simpler than the best, and whether the body has met these very arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from marshal import dumps
from types import NoneType

from shortlex.core.case import RecordedCase
from shortlex.core.foreseen import Ending, Foreseen
from shortlex.core.order import Simpler, simpler
from shortlex.core.outcome import Outcome
from shortlex.core.trace import Trace

NOT_SIMPLER = Ending(Outcome.INVALID, reason="not simpler than the best case")

_BYTES = b"s"
"""How a byte string begins when written, and every other buffer too: an array, a bytearray."""

_ATOMS = {int, bool, float, complex, str, bytes, NoneType}


class Foresight:
    """Endings by arguments, for those that are plain data."""

    def __init__(self, order: Simpler) -> None:
        # Another order may look at what the body does, so only this one can be told before.
        self._can_compare = order is simpler
        self._endings: dict[int | None, Ending] = {}
        self._key: int | None = None

    def watch(self, case: RecordedCase, best: Trace | None = None) -> None:
        """End ``case`` before its body if its ending is known or it is no simpler than ``best``."""
        self._key = None
        case.on_arguments = lambda values: self._look(case, best, values)

    def _look(self, case: RecordedCase, best: Trace | None, values: Sequence[object]) -> None:
        # What the body still draws only adds to the size, so a case that is no simpler now will
        # not be.
        if best is not None and self._can_compare and not simpler(case, best):  # type: ignore[arg-type]  # has what is compared
            raise Foreseen(NOT_SIMPLER)
        self._key = key_of_arguments(values)
        if self._key in self._endings:
            raise Foreseen(self._endings[self._key])

    def learn(self, trace: Trace) -> None:
        """Keep how the case that was watched last ended."""
        # What the body wrote and cost is compared too, and a case that is not run has none of it.
        if self._key is not None and trace.was_run and not (trace.output or trace.cost):
            self._endings[self._key] = Ending(
                trace.outcome, trace.origin, trace.error, trace.reason
            )


def key_of_arguments(values: Sequence[object]) -> int | None:
    """Equal for arguments that no body can tell apart; None unless all are plain data."""
    try:
        # Only plain data can be written so; version 2 does not depend on what is shared.
        written = dumps(tuple(values), 2)  # type: ignore[arg-type]  # the rest raises
    except ValueError:
        return None
    if _BYTES in written and _has_other_buffers(values):
        return None
    # The hash alone is kept: what is written may be large, and there are many.
    return hash(written)


def _has_other_buffers(values: Sequence[object]) -> bool:
    """Whether something is written as bytes that is none."""
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, (list, tuple, set, frozenset)):
            waiting += value
        elif type(value) not in _ATOMS:
            return True
    return False
