"""Isolation: the body of a case run in a child process, so that nothing it does ends the run.

The arguments are drawn here, and only the body runs in a fork of this process. What it draws, says
and costs comes back through a pipe, draw by draw, so that it is there even if the child dies. A
child that fails with an ordinary error is run again here, where the error belongs: it has been
shown to be harmless. One that dies, takes too long or too much memory becomes a ``ProcessDied``.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import sys
import warnings
from collections.abc import Callable
from time import monotonic
from typing import Any, NamedTuple

from shortlex.control import current
from shortlex.core.case import Case
from shortlex.errors import InvalidState, ProcessDied, Rejected, StopCase, UnsatisfiedAssumption
from shortlex.runner.crash import crash_place, describe_crash
from shortlex.runner.execute import reason_of

Body = Callable[..., Any]

LAST_WORDS = 1.0
"""So many seconds a child that took too long has to say where it is."""

SHORTEST, PATIENCE = 0.5, 50.0
"""After one case that took too long, others may take so many seconds, or so many times what those
took that ended, but never more than the limit."""

_HEADER = 8
"""Bytes of the length that stands before each message."""


class Limits(NamedTuple):
    """What one case may take; None is without limit."""

    seconds: float | None = None
    memory: float | None = None
    """In bytes, beyond what the process has when the case begins."""


def isolated(body: Body, limits: Limits) -> Body:
    """The same body, run in a child process."""
    patience = _Patience(limits)

    def run_in_child(*args: Any, **kwargs: Any) -> Any:
        case = current.get()
        assert case is not None, "a body is run in a case"
        verdict = _Child(case, patience.limits_of(case)).run(lambda: body(*args, **kwargs))
        patience.learn(verdict)
        if verdict is _FAILED:
            return body(*args, **kwargs)
        if isinstance(verdict, BaseException):
            raise verdict
        return verdict

    return run_in_child


class _Patience:
    """How long to wait for a case: less, once others have shown what is usual.

    A reduction runs many cases that never end, and each takes all of its time. The one that is
    reported had all the time that it may have.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.slowest = 0.0
        self.has_waited = False
        self._started = 0.0

    def limits_of(self, case: Case) -> Limits:
        self._started = monotonic()
        seconds = self.limits.seconds
        if seconds is None or not self.has_waited or case.keeps_notes:
            return self.limits
        return self.limits._replace(seconds=min(seconds, max(SHORTEST, PATIENCE * self.slowest)))

    def learn(self, verdict: Any) -> None:
        if isinstance(verdict, ProcessDied) and verdict.how == "time":
            self.has_waited = True
        else:
            self.slowest = max(self.slowest, monotonic() - self._started)


_FAILED = "failed"


class _Child:
    """One fork, and what comes back of it."""

    def __init__(self, case: Case, limits: Limits) -> None:
        self.case = case
        self.limits = limits
        self.known = len(case.choices)
        self.received = b""
        self.verdict: Any = None
        self.is_finished = False

    def run(self, body: Callable[[], Any]) -> Any:
        """What the body returned, what is to be raised, or that it failed."""
        answers, questions = os.pipe()
        last_words, crash = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        with warnings.catch_warnings():
            # That other threads do not exist in the child is known: only the body runs there.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if not child:
            os.close(answers)
            os.close(last_words)
            _live(body, self.case, self.limits, questions, crash)
        os.close(questions)
        os.close(crash)
        try:
            took_too_long = not self._listen(answers)
            status = _end(child, took_too_long)
            if self.is_finished:
                return self._conclude()
            said = _read_all(last_words)
        except BaseException:
            # Ctrl-C, most likely.
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise
        finally:
            os.close(answers)
            os.close(last_words)
        return self._died(status, took_too_long, said)

    def _listen(self, answers: int) -> bool:
        """Read what the child says until it ends. False if its time was over before."""
        end = None if self.limits.seconds is None else monotonic() + self.limits.seconds
        while True:
            left = None if end is None else end - monotonic()
            if left is not None and left <= 0:
                return False
            ready, _, _ = select.select([answers], [], [], left)
            if ready:
                chunk = os.read(answers, 1 << 16)
                if not chunk:
                    return True
                self._take(chunk)

    def _take(self, chunk: bytes) -> None:
        self.received += chunk
        while len(self.received) >= _HEADER:
            length = int.from_bytes(self.received[:_HEADER], "big")
            if len(self.received) < _HEADER + length:
                return
            message = self.received[_HEADER : _HEADER + length]
            self.received = self.received[_HEADER + length :]
            # Written by our own child a moment ago: nothing from outside is ever read here.
            self.is_finished, self.verdict, record = pickle.loads(message)  # noqa: S301
            self.case.adopt(self.known, record)

    def _conclude(self) -> Any:
        kind, value = self.verdict
        if kind == "out of memory":
            return ProcessDied(
                f"The case took more memory than the {self.limits.memory:,.0f} bytes that it may.",
                kind,
            )
        return _FAILED if kind == _FAILED else value

    def _died(self, status: int, took_too_long: bool, said: str) -> ProcessDied:
        if took_too_long:
            kind = "time"
            text = f"The case did not end within {self.limits.seconds:g} seconds."
        else:
            kind, text = describe_crash(status)
        return ProcessDied(text, kind, crash_place(said), said)


def _end(child: int, took_too_long: bool) -> int:
    """Wait for a child; one that took too long is asked where it is, and then ended."""
    if took_too_long:
        os.kill(child, signal.SIGABRT)
        end = monotonic() + LAST_WORDS
        while monotonic() < end:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                return status
            select.select([], [], [], 0.01)
        os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


def _read_all(descriptor: int) -> str:
    chunks = []
    while chunk := os.read(descriptor, 1 << 16):
        chunks.append(chunk)
    return b"".join(chunks).decode("utf-8", "replace")


def _live(body: Callable[[], Any], case: Case, limits: Limits, questions: int, crash: int) -> None:
    """The whole life of a child: run the body, say what came of it, and never return."""
    code = 1
    try:
        import faulthandler

        os.setpgid(0, 0)
        faulthandler.enable(file=crash, all_threads=False)
        if limits.memory is not None:
            _limit_memory(limits.memory)
        say = _speaker(case, questions)
        verdict = _verdict(body)
        sys.stdout.flush()
        sys.stderr.flush()
        say(verdict)
        code = 0
    finally:
        # Not by returning: what is above on the stack belongs to the parent.
        os._exit(code)


def _verdict(body: Callable[[], Any]) -> tuple[str, Any]:
    try:
        result = body()
        return ("passed", None) if result is None else (_FAILED, None)
    except UnsatisfiedAssumption as rejection:
        return "raised", Rejected(str(reason_of(rejection)))
    except Rejected as rejection:
        return "raised", Rejected(str(rejection.reason))
    except StopCase as stop:
        return "raised", stop
    except MemoryError:
        return "out of memory", None
    except BaseException:
        return _FAILED, None


def _speaker(case: Case, questions: int) -> Callable[[Any], None]:
    """Tells the parent what was drawn, after each draw, and at last how it ended."""
    known = len(case.choices)
    draw, note = case.draw, case.note

    def send(verdict: Any) -> None:
        message = pickle.dumps((verdict is not None, verdict, case.record_since(known)))
        _write_all(questions, len(message).to_bytes(_HEADER, "big") + message)

    def draw_and_tell(strategy: Any, label: str | None = None) -> Any:
        value = draw(strategy, label)
        send(None)
        return value

    def note_and_tell(text: str) -> None:
        note(text)
        send(None)

    # This process has no other case.
    case.draw = draw_and_tell  # type: ignore[method-assign]
    case.note = note_and_tell  # type: ignore[method-assign]
    return send


def _write_all(descriptor: int, message: bytes) -> None:
    view = memoryview(message)
    while view:
        view = view[os.write(descriptor, view) :]


def _limit_memory(more: float) -> None:
    import resource

    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
    except OSError:  # not Linux: the limit is then on all that the process has
        now = 0
    most = now + int(more)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def check_fork() -> None:
    """Raise unless children can be made here."""
    if not hasattr(os, "fork"):
        raise InvalidState(
            "settings(isolate=True), case_seconds and case_memory run each case in a child "
            "process by os.fork(), which this system does not have. Leave them out."
        )
