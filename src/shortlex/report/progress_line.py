"""Progress line: shows how far a search or a reduction is.

On a terminal it is one line, which appears after a second, is overwritten as the test goes on, and
is erased at the end. In the log of a CI service it is a line every 30 seconds. A thread of its own
looks at the running tests, so cases do not get slower.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import sleep
from typing import TextIO

from shortlex.core.trace import Trace
from shortlex.reducer.history import History
from shortlex.runner.execute import call_of
from shortlex.runner.hunt import Bug, Hunt
from shortlex.system.environment import is_ci
from shortlex.system.genuine import monotonic

PROGRESS_VARIABLE = "SHORTLEX_PROGRESS"
"""The environment variable: 0 for no progress at all."""

FIRST_SHOWN = 1.0
"""How many seconds a test runs before a terminal shows its progress."""

LOOK_PAUSE = 0.25
"""Seconds between two looks at the tests."""

HEARTBEAT = 30.0
"""Seconds between two lines in a log."""


class View:
    """One running test, as the monitor sees it. The test's own thread formats the best case."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.started = self._described = monotonic()
        self.hunt: Hunt | None = None
        self.best = ""
        self.beats = 0
        """How many lines of a log were about this test."""

    def see_start(self, hunt: Hunt) -> None:
        self.hunt = hunt

    def see_step(self, name: str, trace: Trace) -> None:
        """A simpler case was found. Formatting it costs a draw, so not every case is formatted."""
        if self.hunt is not None and monotonic() - self._described > LOOK_PAUSE / 2:
            self.best = _on_one_line(call_of(self.hunt.test, trace))
            self._described = monotonic()

    def line(self) -> str:
        """What the test is doing now."""
        if self.hunt is None:
            return f"{self.name}: starting"
        # A copy: the test adds to it in another thread.
        bugs = list(self.hunt.bugs.values())
        for bug in bugs:
            if bug.history is not None and not bug.history.seconds:
                return f"{self.name}: {self._reduction(self.hunt, bug, bug.history)}"
        if any(bug.history is not None for bug in bugs):
            return f"{self.name}: reduced, running it once more"
        return f"{self.name}: {self._search(self.hunt)}"

    def _search(self, hunt: Hunt) -> str:
        count, wanted = len(hunt.explored), hunt.options.max_examples
        rate = count / max(LOOK_PAUSE, monotonic() - self.started)
        parts = [f"searching, {count:,} cases", _per_second(rate)]
        if hunt.bugs:
            parts.append(f"{len(hunt.bugs)} failing")
        elif rate and wanted > count:
            parts.append(f"about {(wanted - count) / rate:,.0f} s left")
        return ", ".join(parts)

    def _reduction(self, hunt: Hunt, bug: Bug, history: History) -> str:
        rate = history.calls / max(LOOK_PAUSE, monotonic() - bug.reduced_since)
        size = f"reducing {history.start.size:,} -> {bug.best.size:,}"
        parts = [size, f"{history.calls:,} calls", _per_second(rate)]
        left = hunt.budget.seconds_left if hunt.budget is not None else None
        if left is not None and left != float("inf"):
            parts.append(f"{left:.0f} s left")
        if self.best:
            parts.append(f"best: {self.best}")
        return ", ".join(parts)


def _on_one_line(call: str) -> str:
    """``f(x=1, y=2)`` for a call with a line for each argument."""
    name, *arguments, end = call.splitlines() or ["", ""]
    return f"{name}{' '.join(line.strip() for line in arguments).removesuffix(',')}{end}"


def _per_second(rate: float) -> str:
    return f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.1f}/s"


class Screen:
    """Where progress is written: a terminal, or a log."""

    def __init__(
        self, stream: TextIO, *, is_terminal: bool, column: Callable[[], int] | None = None
    ) -> None:
        self.is_terminal = is_terminal
        self._stream = stream
        self._column = column or (lambda: 0)
        """The cursor's column after what others have written."""
        self._left: int | None = None
        """The column to return to, while a line is shown."""

    def show(self, line: str) -> None:
        """Write the line over the previous one."""
        if self._left is None:
            self._left = self._column()
            # The line goes below what others have written.
            self._write("\n" if self._left else "")
        self._write(f"\r\x1b[K{line[: self._width() - 1]}\r")

    def erase(self) -> None:
        """Erase the line, as if nothing had been written."""
        if self._left is not None:
            back = f"\x1b[A\x1b[{self._left}C" if self._left else ""
            self._write(f"\r\x1b[K{back}")
            self._left = None

    def say(self, line: str) -> None:
        """Write a line that stays."""
        self._write(f"{chr(10) if self._column() else ''}shortlex: {line}\n")

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):
            # The stream is closed. Progress is no reason to fail.
            pass

    def _width(self) -> int:
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or 80
        except (OSError, ValueError):
            return 80


class Monitor:
    """Shows the progress of the running test on one screen."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._views: list[View] = []
        self._lock = threading.Lock()
        self._is_wanted = threading.Event()
        self._thread: threading.Thread | None = None
        self._process = os.getpid()

    @contextmanager
    def watch(self, view: View) -> Iterator[View]:
        """Show the progress of a test while it runs."""
        if os.getpid() != self._process:
            # A forked process does not have the thread, and the screen belongs to its parent.
            yield view
            return
        with self._lock:
            self._views.append(view)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._look_on, name="shortlex progress", daemon=True
                )
                self._thread.start()
        self._is_wanted.set()
        try:
            yield view
        finally:
            with self._lock:
                self._views.remove(view)
                self._screen.erase()
                if not self._views:
                    self._is_wanted.clear()

    def _look_on(self) -> None:
        while True:
            self._is_wanted.wait()
            sleep(LOOK_PAUSE)
            with self._lock:
                if self._views:
                    self._look(self._views[-1])

    def _look(self, view: View) -> None:
        age = monotonic() - view.started
        if self._screen.is_terminal:
            if age > FIRST_SHOWN:
                self._screen.show(view.line())
        elif age > HEARTBEAT * (view.beats + 1):
            view.beats += 1
            self._screen.say(view.line())


_monitor: tuple[TextIO, Monitor | None] | None = None


def monitor_of_stderr() -> Monitor | None:
    """The monitor for tests that are called directly; None if nobody would see it."""
    global _monitor
    if _monitor is None or _monitor[0] is not sys.stderr:
        screen = screen_of(sys.stderr, os.environ)
        _monitor = sys.stderr, None if screen is None else Monitor(screen)
    return _monitor[1]


def screen_of(
    stream: TextIO | None,
    environment: Mapping[str, str],
    column: Callable[[], int] | None = None,
) -> Screen | None:
    """The stream as a screen, if it is a terminal or the log of a CI service."""
    if stream is None or environment.get(PROGRESS_VARIABLE) == "0":
        return None
    if "PYTEST_XDIST_WORKER" in environment:
        # Several workers would overwrite each other's lines.
        return None
    # Windows Terminal can erase a line, but does not set TERM.
    can_erase = environment.get("TERM", "dumb") != "dumb" or "WT_SESSION" in environment
    is_terminal = stream.isatty() and can_erase
    if not is_terminal and not is_ci(environment):
        return None
    return Screen(stream, is_terminal=is_terminal, column=column)
