"""Children: work done in other processes, which may die or hang."""

from __future__ import annotations

import os
import pickle
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Send = Callable[[Any], None]

_HEADER = 8
"""Bytes of the length that stands before each message."""


class Child:
    """A fork that does some work and sends messages."""

    def __init__(self, work: Callable[[Send], None], patience: float) -> None:
        self.patience = patience
        """Between two messages there may be this many seconds."""
        self.received = b""
        self.is_finished = False
        self.fate = ""
        """How it ended, if not as it should: hung or died."""
        self._pipe, theirs = os.pipe()
        self._pid = os.fork()
        if not self._pid:
            os.close(self._pipe)
            _live(work, theirs)
        os.close(theirs)
        self._deadline = time.monotonic() + patience

    def fileno(self) -> int:
        return self._pipe

    def read(self) -> list[Any]:
        """What it has sent by now. It is over when it has finished or has a fate."""
        chunk = os.read(self._pipe, 1 << 20)
        self._deadline = time.monotonic() + self.patience
        self.received += chunk
        messages = []
        while len(self.received) >= _HEADER:
            end = _HEADER + int.from_bytes(self.received[:_HEADER], "big")
            if len(self.received) < end:
                break
            # Written by our own child: nothing from outside is read here.
            messages.append(pickle.loads(self.received[_HEADER:end]))  # noqa: S301
            self.received = self.received[end:]
        if messages and messages[-1] is None:
            self.is_finished = True
            messages.pop()
        if not chunk or self.is_finished:
            self._end()
        return messages

    def check_time(self) -> None:
        """End it if it has been silent for too long."""
        if time.monotonic() > self._deadline:
            self.fate = "hung"
            self._end()

    def _end(self) -> None:
        for kill in (os.killpg, os.kill):  # it may not have come as far as to lead a group
            try:
                kill(self._pid, signal.SIGKILL)
            except OSError:
                pass
        _, status = os.waitpid(self._pid, 0)
        os.close(self._pipe)
        if not self.is_finished and not self.fate:
            self.fate = f"died with status {status}"

    @property
    def is_over(self) -> bool:
        return self.is_finished or bool(self.fate)


def _live(work: Callable[[Send], None], pipe: int) -> None:
    """The whole life of a child."""
    code, process = 1, os.getpid()
    # What a body may replace.
    write, getpid, leave = os.write, os.getpid, os._exit

    def send(message: Any) -> None:
        data = pickle.dumps(message)
        data = len(data).to_bytes(_HEADER, "big") + data
        while data and getpid() == process:
            data = data[write(pipe, data) :]

    try:
        os.setpgid(0, 0)
        work(send)
        send(None)
        code = 0
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        leave(code)


def listen(children: Sequence[Child]) -> Iterator[tuple[Child, list[Any]]]:
    """What each child says, once."""
    ready, _, _ = select.select(children, [], [], 1.0)
    for child in children:
        if child in ready:
            yield child, child.read()
        else:
            child.check_time()
            if child.is_over:
                yield child, []
