"""Interrupts: holds Ctrl-C back while it could lose a failure that was found.

An exception at the wrong moment would lose a failure: after a case has failed, until that is
recorded; and from the end of a search until its verdict is raised. During these times the *gate* is
closed: the first Ctrl-C is only remembered, and raised when the gate opens. A second one is not
held back. While a test runs, the gate is open and the usual signal handler is in place, since
asyncio and others look for it. The only exception is the run that records a new failure.
"""

from __future__ import annotations

# Not from `signal`: tests may replace its functions, and it takes longer to import.
from _signal import SIGINT, getsignal, signal  # type: ignore[import-not-found]  # has no stubs
from _thread import get_ident
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class _Gate:
    """There is only one, since a process has one handler of the signal."""

    def __init__(self) -> None:
        self._owner = 0
        """The thread whose properties are guarded."""
        self._depth = 0
        """How many of them are running: one may call another."""
        self._usual: Any = None
        """The handler of the signal that was there before; None while the gate is open."""
        self._is_held = False
        """Whether Ctrl-C came while the gate was closed."""

    def guard(self) -> None:
        """Allow the gate to be closed from now on. The caller must call ``release`` later."""
        if not self._depth:
            self._owner = get_ident()
        if self._is_own:
            self._depth += 1

    @property
    def _is_own(self) -> bool:
        return self._owner == get_ident()

    def close(self) -> None:
        """Hold Ctrl-C back from now on."""
        if self._usual is not None or not self._depth or not self._is_own:
            return
        usual = getsignal(SIGINT)
        if not callable(usual):
            return  # it is ignored, or handled by something other than Python
        self._usual = usual
        try:
            signal(SIGINT, self._handle)
        except ValueError:  # not the main thread, and only that one sees Ctrl-C
            self._usual = None

    def _put_back(self) -> bool:
        """Restore the usual handler. Returns whether Ctrl-C was held back."""
        usual = self._usual
        if usual is None or not self._is_own:
            return False
        # If the test has installed its own handler, that stays.
        if getsignal(SIGINT) == self._handle:
            signal(SIGINT, usual)
        self._usual = None
        was_held, self._is_held = self._is_held, False
        return was_held

    def open(self) -> None:
        """Let Ctrl-C through again, including one that was held back."""
        if self._put_back():
            raise KeyboardInterrupt

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Hold Ctrl-C back in this block."""
        if self._usual is not None:
            yield
            return
        self.close()
        try:
            yield
        finally:
            self.open()

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Let Ctrl-C through in this block, including one that was held back."""
        if self._usual is None or not self._is_own:
            yield
            return
        try:
            self.open()
            yield
        finally:
            self.close()

    def release(self) -> bool:
        """Open the gate for good after the verdict. Returns whether Ctrl-C was held back."""
        if not self._depth or not self._is_own:
            return False
        self._depth -= 1
        return not self._depth and self._put_back()

    @contextmanager
    def released_after(self) -> Iterator[None]:
        """For callers without a verdict: a Ctrl-C that was held back is raised at the end."""
        self.guard()
        try:
            yield
        finally:
            if self.release():
                raise KeyboardInterrupt

    def _handle(self, number: int, frame: Any) -> Any:
        if not self._is_held:
            self._is_held = True
            return None
        self._is_held = False
        return self._usual(number, frame)


gate = _Gate()
