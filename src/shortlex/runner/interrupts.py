"""Interrupts: Ctrl-C is held back for a moment while a failure that was found could be lost.

From the end of a search until its verdict is raised, an exception at the wrong moment would lose
what the run has found. Meanwhile the *gate* is closed: Ctrl-C only leaves a mark, and is raised
later. The gate is opened while the test itself runs, since that may take long, and for people who
press Ctrl-C twice.
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class _Gate:
    """There is one, for there is one handler of the signal in a process."""

    def __init__(self) -> None:
        self._owner = 0
        """The thread whose properties are guarded."""
        self._depth = 0
        """How many of them run: one may call another."""
        self._usual: Any = None
        """The handler of the signal that was there before; None while ours is not installed."""
        self._is_closed = False
        self._held = 0
        """How often Ctrl-C came while it was closed."""

    def guard(self) -> None:
        """The gate may be closed from now on. ``release`` comes later, whatever happens."""
        if not self._depth:
            self._owner = get_ident()
        if self._is_own:
            self._depth += 1

    @property
    def _is_own(self) -> bool:
        return self._owner == get_ident()

    def close(self) -> None:
        """Hold Ctrl-C back from now on."""
        if not self._depth or not self._is_own:
            return
        if self._usual is None:
            from signal import SIGINT, getsignal, signal

            usual = getsignal(SIGINT)
            if not callable(usual):
                return  # it is ignored, or handled by something other than Python
            self._held, self._is_closed = 0, True
            self._usual = usual
            try:
                signal(SIGINT, self._handle)
            except ValueError:  # not the main thread, and only that one sees Ctrl-C
                self._usual = None
        self._is_closed = self._usual is not None

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Let Ctrl-C through while user code runs, also if it came before."""
        if not self._is_closed or not self._is_own:
            yield
            return
        try:
            self._is_closed = False
            if self._held:
                self._held = 0
                raise KeyboardInterrupt
            yield
        finally:
            self._is_closed = True

    def release(self) -> bool:
        """The verdict is out: put the usual handler back. Whether Ctrl-C was held back."""
        if not self._depth or not self._is_own:
            return False
        self._depth -= 1
        if self._usual is None or self._depth:
            return False
        from signal import SIGINT, getsignal, signal

        # The test may have left a handler of its own, which stays.
        if getsignal(SIGINT) == self._handle:
            signal(SIGINT, self._usual)
        self._usual, self._is_closed = None, False
        was_held, self._held = self._held > 0, 0
        return was_held

    @contextmanager
    def released_after(self) -> Iterator[None]:
        """For callers that have no verdict to raise: what was held back is raised in the end."""
        self.guard()
        try:
            yield
        finally:
            if self.release():
                raise KeyboardInterrupt

    def _handle(self, number: int, frame: Any) -> Any:
        self._held += 1
        if self._is_closed and self._held == 1:
            return None
        self._held = 0
        return self._usual(number, frame)


gate = _Gate()
