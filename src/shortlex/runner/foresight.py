"""Foresight: avoids running bodies whose ending is known or does not matter.

Two things are known when all arguments of a test are drawn and its body has not begun: whether
the case can still be simpler than the best, and whether the body was run with the same arguments.
Only what is certain counts: if a body could tell equal arguments apart, it is run.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from marshal import dumps
from types import NoneType
from typing import TYPE_CHECKING, Any

from shortlex.core.case import RecordedCase
from shortlex.core.order import Simpler, simpler
from shortlex.core.raised import cause_of, context_of, set_traceback
from shortlex.core.shown import ordinary_type
from shortlex.core.trace import Ending, Foreseen, Outcome, Trace, ending_in

if TYPE_CHECKING:
    from shortlex.reducer.progress import Progress

NOT_SIMPLER = Ending(Outcome.INVALID, reason="not simpler than the best case")

_REFUSED_BEFORE = Ending(Outcome.INVALID, reason="its arguments were refused before")

_ATOMS = {int, bool, float, complex, str, bytes, NoneType}


class Foresight:
    """Remembers endings by arguments, for arguments that are plain data."""

    def __init__(self, order: Simpler, progress: Progress | None = None) -> None:
        # Another order may depend on what the body does, so only this one can be foreseen.
        self._can_compare = order is simpler
        self._endings: dict[int, Ending] = {}
        self._key: int | None = None
        self._error: BaseException | None = None
        self._origin: object = None
        # Python's own hash is enough if the keys do not outlive the process.
        self._key_of: Callable[[bytes], int] = hash
        self._progress = progress
        if progress is not None:
            from shortlex.reducer.progress import lasting_key_of

            self._key_of = lasting_key_of

    def resume(self, start: Trace) -> None:
        """Load the endings that the progress knows, and add new ones to it from now on."""
        if self._progress is None:
            return
        self._origin = start.origin
        # The progress does not have the error of a failing case, only its origin.
        failing = Ending(Outcome.INTERESTING, start.origin)
        for key, fails in self._progress.arguments.items():
            self._endings.setdefault(key, failing if fails else _REFUSED_BEFORE)
        for key, ending in self._endings.items():
            self._progress.arguments[key] = self._is_failing(ending)

    def watch(
        self, case: RecordedCase, best: Trace | None = None, ending: Ending | None = None
    ) -> None:
        """End ``case`` before its body if its ending is known or it is no simpler than ``best``.

        ``ending`` is what is known already.
        """
        self._key = None
        case.on_arguments = lambda values: self._look(case, best, ending, values)

    def _look(
        self,
        case: RecordedCase,
        best: Trace | None,
        ending: Ending | None,
        values: Sequence[object],
    ) -> None:
        # Draws of the body only add to the size: a case that is not simpler now will never be.
        if best is not None and self._can_compare and not simpler(case, best):  # type: ignore[arg-type]  # has what is compared
            raise Foreseen(NOT_SIMPLER)
        if ending is not None:
            raise Foreseen(ending)
        self._key = key_of_arguments(values, self._key_of)
        if self._key is not None and self._key in self._endings:
            raise Foreseen(self._endings[self._key])

    def learn(self, trace: Trace) -> None:
        """Remember how the last watched case ended."""
        # Output and cost of the body are compared, too, and a case that is not run has none.
        if trace.was_run and not (trace.output or trace.cost):
            self.learn_ending(ending_in(trace))

    def learn_ending(self, ending: Ending) -> None:
        """Remember how the last watched case ended, whose body was run."""
        if self._key is None:
            return
        if ending.error is not None and ending.error is not self._error:
            # Only the last error keeps its traceback: frames take much memory.
            _let_go(self._error)
            self._error = ending.error
        self._endings[self._key] = ending
        if self._progress is not None:
            self._progress.arguments[self._key] = self._is_failing(ending)

    def _is_failing(self, ending: Ending) -> bool:
        return ending.outcome is Outcome.INTERESTING and ending.origin == self._origin


def _let_go(error: BaseException | None) -> None:
    """Remove the traceback of an error: its frames keep cases and arguments alive."""
    met: set[int] = set()
    waiting = [error]
    while waiting:
        error = waiting.pop()
        if error is not None and id(error) not in met:
            met.add(id(error))
            set_traceback(error, None)
            waiting += [cause_of(error), context_of(error)]


def key_of_arguments(values: Sequence[object], key_of: Callable[[bytes], int] = hash) -> int | None:
    """A key that is equal for arguments that no body can tell apart; None if that is uncertain."""
    if not _is_fresh_data(values):
        return None
    try:
        # From version 3 on, the format also encodes which parts are the same object.
        written = dumps(tuple(values), 4)  # type: ignore[arg-type]  # the rest raises
    except ValueError:  # nested too deeply
        return None
    # Only the key is kept: the encoding may be large, and there are many.
    return key_of(written)


def _is_fresh_data(values: Sequence[object]) -> bool:
    """Whether arguments are plain data, and all lists and dicts in them were made for this case.

    A list that something else refers to, such as one from ``sampled_from(lists)``, can be told from
    an equal one: with ``is``, or by changing it. So can a NaN. Sets never count as plain data: two
    equal sets may iterate in different orders, at once or after the same change.
    """
    containers: dict[int, object] = {}
    expected: dict[int, int] = {}
    if not all(_collect(value, containers, expected) for value in values):
        return False
    for key in map(id, values):
        if key in expected:
            expected[key] += 1  # the function that drew it refers to it, too
    return _references(containers) == list(expected.values())


def _collect(value: Any, containers: dict[int, object], expected: dict[int, int]) -> bool:
    """Collect the lists and dicts in a value, with their counts. Returns whether all is plain."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        kind = type(value)
        if kind is list or kind is dict:
            key = id(value)
            expected[key] = expected.get(key, 0) + 1
            if key not in containers:
                containers[key] = value
                waiting += value
                if kind is dict:
                    waiting += value.values()
        elif kind is tuple:
            waiting += value
        elif ordinary_type(value) not in _ATOMS or value != value:  # a NaN
            return False
    return True


def _references(containers: dict[int, object]) -> list[int]:
    """The number of references to each object, without those of the counting itself."""
    return [_count_references(value) - _OWN_REFERENCES for value in containers.values()]


_count_references: Callable[[object], int] = getattr(sys, "getrefcount", lambda value: 0)
"""If Python has no reference counts, no container counts as fresh."""

_OWN_REFERENCES = 0
_OWN_REFERENCES = _references({0: []})[0]
"""Measured, since it differs between versions of Python."""
