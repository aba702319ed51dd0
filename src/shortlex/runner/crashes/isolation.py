"""Isolation: runs the body of a case in a child process, so that a crash does not end the run.

The arguments are drawn here, and only the body runs in a fork of this process. Its draws and notes
are sent back one by one, so that they are known even if the child dies. When the child has ended
normally, this process continues as if the body had run here: it makes the same choices, and the
next case is a different one.

The child decides how its case ended. An ordinary error becomes a ``FailedInChildError`` with the
same origin. The report needs the error itself, so at the end the case is run here, too: the child
has shown that it is harmless. If it does not fail here, the test is flaky. A child that dies, takes
too long or takes too much memory becomes a ``ProcessDied``.

The file is long because it tells one story, from the fork to the exception.
"""

from __future__ import annotations

import re
import select
import signal
import warnings
from collections.abc import Callable
from mmap import PAGESIZE, mmap
from typing import Any, NamedTuple

from shortlex.control import current
from shortlex.core.case import Case
from shortlex.errors import (
    InvalidState,
    Overrun,
    ProcessDied,
    Rejected,
    UnsatisfiedAssumption,
)
from shortlex.runner.crashes.child import (
    AGAIN,
    DIED,
    FAILED,
    OUT_OF_MEMORY,
    OVERRUN,
    PASSED,
    REJECTED,
    UNMET,
    CaseLimits,
    Counters,
    Receiver,
    Said,
    Sender,
    live,
    prepare,
)
from shortlex.runner.execute import ending_of, is_failure, is_stop
from shortlex.runner.explain.lines import is_users
from shortlex.runner.forks import flush
from shortlex.runner.origin import FailedInChildError, Origin
from shortlex.system.genuine import monotonic, os

Body = Callable[..., Any]

STACK_SECONDS = 1.0
"""A child that took too long has this many seconds to write its stack."""

CHECK_SECONDS = 0.05
"""Seconds between two checks whether the child is still alive: processes that it has started may
outlive it and keep its end of the pipe open."""

MIN_SECONDS, SLOWEST_FACTOR = 0.5, 50.0
"""After one case took too long, others may take this many seconds, or this many times as long as
the slowest that ended, but never more than the limit."""


_FRAME = re.compile(r'^\s+File "(?P<file>.*)", line (?P<line>\d+) in ', re.MULTILINE)
"""A line of the output of ``faulthandler``, which has the innermost frame first."""


def isolated(body: Body, limits: CaseLimits, counters: Counters) -> Body:
    """The same body, run in a child process. What it counts in ``counters`` is counted here."""
    patience = _Patience(limits)

    def run_in_child(*args: Any, **kwargs: Any) -> Any:
        case = current.get()
        assert case is not None, "a body is run in a case"

        def run_here() -> Any:
            return body(*args, **kwargs)

        if case.runs_here:
            return run_here()
        child = _Child(case, patience.limits_of(case), counters)
        ending = child.run(run_here)
        patience.learn(child)
        if ending.kind == PASSED:
            return None
        if ending.kind == AGAIN:
            return run_here()
        if ending.is_run_again:
            return _fail_here(case, run_here, ending.said)
        raise ending.exception(limits)

    return run_in_child


class _Ending(NamedTuple):
    """How a child ended."""

    kind: int
    said: Any = None
    is_run_again: bool = False
    """Whether the case is also run here, and that run decides."""
    has_lost_pipe: bool = False

    def exception(self, limits: CaseLimits) -> BaseException:
        """The exception that ended the case in the child, to raise it here."""
        said = self.said
        if self.kind == REJECTED:
            return Rejected(said)
        if self.kind == UNMET:
            unmet = UnsatisfiedAssumption(said)
            unmet.reason = said
            return unmet
        if self.kind == OVERRUN:
            return Overrun(*said)
        if self.kind == OUT_OF_MEMORY:
            return ProcessDied("out of memory", said.place, limit=limits.memory)
        if self.kind == FAILED and not self.has_lost_pipe:
            return FailedInChildError(said.words, said.origin)
        if self.kind == FAILED:
            # Not run again here: it would close pytest's files.
            return ProcessDied("failure", said.place, error=said.words)
        assert isinstance(said, ProcessDied), "nothing else is left"
        return said


def _fail_here(case: Case, body: Callable[[], Any], said: Said) -> Any:
    """Run a body here, because it is not certain how it failed in the child."""
    ending: BaseException | None = None
    try:
        result = body()
        if result is not None:
            return result  # the caller raises an error for it
    except BaseException as error:
        ending = ending_of(case, error)
        if ending is None or _is_failed(ending) or is_stop(ending):
            raise
    if said.is_relative:
        if ending is None:
            return None
        raise ending
    raise FailedInChildError(said.words, said.origin or Origin(said.words, *said.place, ()))


def _is_failed(ending: BaseException) -> bool:
    return is_failure(ending) and not isinstance(ending, UnsatisfiedAssumption)


class _Patience:
    """How long to wait for a case: less, once it is known how long other cases take.

    A reduction may run many cases that never end, and each takes all of its time. The reported case
    always gets the full limit.
    """

    def __init__(self, limits: CaseLimits) -> None:
        self.limits = limits
        self.slowest = 0.0
        self.has_waited = False
        self._started = 0.0

    def limits_of(self, case: Case) -> CaseLimits:
        self._started = monotonic()
        seconds = self.limits.seconds
        if seconds is None or not self.has_waited or case.keeps_notes:
            return self.limits
        return self.limits._replace(
            seconds=min(seconds, max(MIN_SECONDS, SLOWEST_FACTOR * self.slowest))
        )

    def learn(self, child: _Child) -> None:
        if child.took_too_long:
            self.has_waited = True
        else:
            self.slowest = max(self.slowest, monotonic() - self._started)


class _Child:
    """One fork, and what it sends back."""

    def __init__(self, case: Case, limits: CaseLimits, counters: Counters) -> None:
        self.case = case
        self.limits = limits
        self.counters = counters
        self.took_too_long = False
        self._end: float | None = None
        """When its time will be over; None before its body begins."""
        self._process = 0
        self._status: int | None = None
        """The exit status of the process, if we could wait for it."""
        self._is_gone = False

    def run(self, body: Callable[[], Any]) -> _Ending:
        answers, questions = os.pipe()
        last_words, crash = os.pipe()
        page = mmap(-1, PAGESIZE)
        theirs = [questions, crash]
        try:
            self._fork()
            if not self._process:
                try:
                    os.close(answers)
                    os.close(last_words)
                    prepare(crash)
                    live(body, self.case, self.limits, self.counters, Sender(questions, page))
                finally:
                    # The child must never reach the code below, which is the parent's.
                    os._exit(1)
            while theirs:
                os.close(theirs.pop())
            receiver = Receiver()
            self._listen(answers, receiver)
            self._wait(has_ended=receiver.kind is not None)
            receiver.look_at(page)
            return self._conclude(receiver, last_words)
        except BaseException:
            # Probably Ctrl-C.
            self._kill()
            raise
        finally:
            for each in (answers, last_words, *theirs):
                os.close(each)
            page.close()

    def _fork(self) -> None:
        flush()
        with warnings.catch_warnings():
            # Python warns that other threads do not exist in the child; only the body runs there.
            warnings.simplefilter("ignore", DeprecationWarning)
            # Without a running case: the child is not one that the test has forked.
            token = current.set(None)
            try:
                self._process = os.fork()
            except OSError as error:
                raise InvalidState(
                    f"The case could not be run in a child process: {error}. Free memory or "
                    "processes, or leave out settings(isolate=True), case_seconds and case_memory."
                ) from error
            finally:
                current.reset(token)

    def _listen(self, answers: int, receiver: Receiver) -> None:
        """Read messages until the child has said how it ended, is gone, or has no time left."""
        poll = select.poll()
        poll.register(answers, select.POLLIN)
        while receiver.kind is None:
            left = (
                CHECK_SECONDS if self._end is None else min(CHECK_SECONDS, self._end - monotonic())
            )
            if poll.poll(max(0, 1000 * left)):
                chunk = os.read(answers, 1 << 16)
                if not chunk:
                    return
                if self._end is None and self.limits.seconds is not None:
                    # The time starts here: on a busy machine, a child may need long to start.
                    self._end = monotonic() + self.limits.seconds
                receiver.take(chunk)
            elif self._is_gone:
                return
            elif left <= 0:
                self.took_too_long = True
                return
            else:
                # What it sent before it died is read in the next iteration.
                self._reap(os.WNOHANG)

    def _wait(self, *, has_ended: bool) -> None:
        """Wait until the process is gone, or has no time left."""
        if has_ended or self._end is None:
            self._reap(0)
        pause = 0.001
        while not (self._is_gone or self.took_too_long):
            # It has closed its files, or runs another program.
            select.poll().poll(1000 * pause)
            pause = min(2 * pause, CHECK_SECONDS)
            self._reap(os.WNOHANG)
            self.took_too_long = self._end is not None and monotonic() >= self._end
        if self.took_too_long:
            self._stop()

    def _stop(self) -> None:
        """Make the process write its stack, and kill it."""
        end = monotonic() + STACK_SECONDS
        if not self._is_gone:
            os.kill(self._process, signal.SIGABRT)
        while not self._is_gone and monotonic() < end:
            select.poll().poll(10)
            self._reap(os.WNOHANG)
        self._kill()

    def _reap(self, options: int) -> None:
        try:
            process, status = os.waitpid(self._process, options)
        except ChildProcessError:
            # SIGCHLD is ignored, or other code has waited for the child.
            self._is_gone = True
        else:
            if process:
                self._status, self._is_gone = status, True

    def _kill(self) -> None:
        """Kill the process, and the processes that it has started."""
        if not self._process:
            return
        try:
            os.killpg(self._process, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass  # the group is gone, or not made yet
        if not self._is_gone:
            try:
                os.kill(self._process, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self._reap(0)

    def _conclude(self, receiver: Receiver, last_words: int) -> _Ending:
        kind = receiver.kind
        # A run here may affect all later children, so it is done only if there is no other way to
        # tell how the case ended.
        is_doubtful = kind == FAILED and (receiver.said.is_relative or not receiver.said.origin)
        is_run_again = kind == AGAIN or (is_doubtful and not receiver.has_lost_pipe)
        if not is_run_again:
            self._adopt(receiver.rest(), is_complete=receiver.is_complete)
        if kind is None:
            return _Ending(DIED, self._death(last_words))
        return _Ending(kind, receiver.said, is_run_again, receiver.has_lost_pipe)

    def _adopt(self, told: list[Any], *, is_complete: bool) -> None:
        """Repeat here what the body did in the child."""
        standing = None
        if is_complete:
            changes, standing, counted = told.pop()
            told.append(changes)
            for counter, growth in zip(self.counters, counted, strict=True):
                counter.update(growth)
        for each in told:
            self.case.adopt(each)
        self.case.stand_at(standing)

    def _death(self, last_words: int) -> ProcessDied:
        said = _read_available(last_words)
        if self.took_too_long:
            return ProcessDied("time", crash_place(said), said, self.limits.seconds)
        how = "unknown" if self._status is None else how_it_died(self._status)
        return ProcessDied(how, crash_place(said), said)


def _read_available(descriptor: int) -> str:
    """What was written to a pipe so far; others may still write to it."""
    os.set_blocking(descriptor, False)
    chunks = []
    try:
        while chunk := os.read(descriptor, 1 << 16):
            chunks.append(chunk)
    except BlockingIOError:
        pass
    return b"".join(chunks).decode("utf-8", "replace")


def check_fork() -> None:
    """Raise if this system has no ``fork``."""
    if not hasattr(os, "fork"):
        raise InvalidState(
            "settings(isolate=True), case_seconds and case_memory run each case in a child "
            "process with os.fork(), which this system does not have. Leave them out."
        )


def how_it_died(status: int) -> str:
    """How a process with this status of ``waitpid`` ended: a signal, or "exit" with a code."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        try:
            return signal.Signals(number).name
        except ValueError:
            return f"signal {number}"
    return f"exit {os.waitstatus_to_exitcode(status)}"


def crash_place(said: str) -> tuple[str, int]:
    """The innermost place in the user's code in the output of ``faulthandler``."""
    frames = [(frame["file"], int(frame["line"])) for frame in _FRAME.finditer(said)]
    return next((place for place in frames if is_users(place[0])), ("<unknown>", 0))
