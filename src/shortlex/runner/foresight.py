"""Foresight: what need not be run, because its ending is known or does not matter.

Two things are known when all arguments of a test are drawn and its body has not begun: whether
the case can still be simpler than the best, and whether the body has met these very arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from marshal import dumps
from types import NoneType
from typing import TYPE_CHECKING

from shortlex.core.case import RecordedCase
from shortlex.core.foreseen import Ending, Foreseen
from shortlex.core.order import Simpler, simpler
from shortlex.core.outcome import Outcome
from shortlex.core.trace import Trace

if TYPE_CHECKING:
    from shortlex.reducer.progress import Progress

NOT_SIMPLER = Ending(Outcome.INVALID, reason="not simpler than the best case")

_REFUSED_BEFORE = Ending(Outcome.INVALID, reason="its arguments were refused before")

_BYTES = b"s"
"""How a byte string begins when written, and every other buffer too: an array, a bytearray."""

_ATOMS = {int, bool, float, complex, str, bytes, NoneType}


class Foresight:
    """Endings by arguments, for those that are plain data."""

    def __init__(self, order: Simpler, progress: Progress | None = None) -> None:
        # Another order may look at what the body does, so only this one can be told before.
        self._can_compare = order is simpler
        self._endings: dict[int, Ending] = {}
        self._key: int | None = None
        self._error: BaseException | None = None
        self._origin: object = None
        # Python's own hash is enough, and at hand, where nothing outlives the process.
        self._key_of: Callable[[bytes], int] = hash
        self._progress = progress
        if progress is not None:
            from shortlex.reducer.progress import lasting_key_of

            self._key_of = lasting_key_of

    def resume(self, start: Trace) -> None:
        """Know what progress does of arguments, and add to it from now on."""
        if self._progress is None:
            return
        self._origin = start.origin
        # The error of a case that failed before is not known: only that of the start is.
        failing = Ending(Outcome.INTERESTING, start.origin)
        for key, fails in self._progress.arguments.items():
            self._endings.setdefault(key, failing if fails else _REFUSED_BEFORE)
        for key, ending in self._endings.items():
            self._progress.arguments[key] = self._is_failing(ending)

    def watch(self, case: RecordedCase, best: Trace | None = None) -> None:
        """End ``case`` before its body if its ending is known or it is no simpler than ``best``."""
        self._key = None
        case.on_arguments = lambda values: self._look(case, best, values)

    def _look(self, case: RecordedCase, best: Trace | None, values: Sequence[object]) -> None:
        # What the body still draws only adds to the size, so a case that is no simpler now will
        # not be.
        if best is not None and self._can_compare and not simpler(case, best):  # type: ignore[arg-type]  # has what is compared
            raise Foreseen(NOT_SIMPLER)
        self._key = key_of_arguments(values, self._key_of)
        if self._key is not None and self._key in self._endings:
            raise Foreseen(self._endings[self._key])

    def learn(self, trace: Trace) -> None:
        """Keep how the case that was watched last ended."""
        # What the body wrote and cost is compared too, and a case that is not run has none of it.
        if self._key is not None and trace.was_run and not (trace.output or trace.cost):
            if trace.error is not None and trace.error is not self._error:
                # Of all the errors that are kept, the last alone may be looked into.
                _let_go(self._error)
                self._error = trace.error
            ending = Ending(trace.outcome, trace.origin, trace.error, trace.reason)
            self._endings[self._key] = ending
            if self._progress is not None:
                self._progress.arguments[self._key] = self._is_failing(ending)

    def _is_failing(self, ending: Ending) -> bool:
        return ending.outcome is Outcome.INTERESTING and ending.origin == self._origin


def _let_go(error: BaseException | None) -> None:
    """Take the traceback from an error: its frames hold whole cases and arguments."""
    met: set[int] = set()
    waiting = [error]
    while waiting:
        error = waiting.pop()
        if error is not None and id(error) not in met:
            met.add(id(error))
            error.with_traceback(None)  # may be frozen: no assignment
            waiting += [error.__cause__, error.__context__]


def key_of_arguments(values: Sequence[object], key_of: Callable[[bytes], int] = hash) -> int | None:
    """Equal for arguments that no body can tell apart; None unless all are plain data."""
    try:
        # Only plain data can be written so; version 2 does not depend on what is shared.
        written = dumps(tuple(values), 2)  # type: ignore[arg-type]  # the rest raises
    except ValueError:
        return None
    if _BYTES in written and _has_other_buffers(values):
        return None
    # The key alone is kept: what is written may be large, and there are many.
    return key_of(written)


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
