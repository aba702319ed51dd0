"""Messages: what a child process tells its parent about a case, through a pipe.

It sends what the body draws and notes, change by change, and at the end how it ended. A body may
close the descriptors of its process. So the last message can also go to a page of shared memory,
for a child that has lost its pipe.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from mmap import mmap
from struct import Struct
from threading import Lock
from typing import Any

from shortlex.system.genuine import io, os

CHANGES = ord("+")
"""The kind of all messages but the last, whose kind says how the body ended."""

_HEAD = Struct(">BQQ")
"""The kind, the length of ``said``, and the length of the rest."""


class Sender:
    """The child's end."""

    def __init__(self, pipe: int, page: mmap) -> None:
        self._pipe = pipe
        self._identity = _identity_of(pipe)
        self._page = page
        self._process = os.getpid()
        self._lock = Lock()
        # One pickler for all messages: objects such as domains are sent only once.
        self._stream = io.BytesIO()
        self._pickler = pickle.Pickler(self._stream)
        self._is_unsent = False
        """Whether something could not be sent, so that later messages would make no sense."""
        self._is_torn = False
        """Whether a message was cut off: the parent is waiting for the rest of it."""

    @property
    def is_heard(self) -> bool:
        """Whether this is the child itself, and not a process that it has started."""
        return os.getpid() == self._process

    def begin(self) -> None:
        """Tell the parent that the body comes next."""
        self._send(CHANGES, b"", b"")

    def tell(self, changes: Callable[[], Any]) -> None:
        """Send what has changed."""
        # Not if another call is under way: this may be a thread or a signal handler.
        if self.is_heard and not self._is_unsent and self._lock.acquire(blocking=False):
            try:
                self._send(CHANGES, b"", self._pickled(changes()))
            except Exception:
                self._is_unsent = True  # the case goes on, and its end will be sent
            finally:
                self._lock.release()

    def end(self, kind: int, said: Any, rest: Callable[[], Any], *, otherwise: int) -> None:
        """Send how the body ended, with the kind ``otherwise`` if the rest cannot be sent."""
        self._lock.acquire(timeout=1.0)
        words = pickle.dumps(said)
        try:
            told = b"" if self._is_unsent else self._pickled(rest())
        except Exception:
            told = b""
        try:
            self._send(kind if told else otherwise, words, told)
        except OSError:
            head = _HEAD.pack(kind, len(words), 0)
            self._page[: len(head) + len(words)] = head + words

    def _pickled(self, value: Any) -> bytes:
        self._stream.seek(0)
        self._stream.truncate()
        self._pickler.dump(value)
        return self._stream.getvalue()

    def _send(self, kind: int, said: bytes, rest: bytes) -> None:
        # The body may have closed the pipe, and opened another file with the same descriptor.
        if self._is_torn or _identity_of(self._pipe) != self._identity:
            raise BrokenPipeError
        message = memoryview(_HEAD.pack(kind, len(said), len(rest)) + said + rest)
        self._is_torn = True
        while message:
            message = message[os.write(self._pipe, message) :]
        self._is_torn = False


def _identity_of(descriptor: int) -> tuple[int, int]:
    status = os.fstat(descriptor)
    return status.st_dev, status.st_ino


class Receiver:
    """The parent's end."""

    def __init__(self) -> None:
        self.kind: int | None = None
        """How the body ended, once known."""
        self.said: Any = None
        self.is_complete = False
        """Whether the rest was received, too."""
        self.has_lost_pipe = False
        """Whether the child could not use its pipe any more."""
        self._received = bytearray()
        self._rest = bytearray()

    def take(self, chunk: bytes) -> None:
        """Take what came through the pipe."""
        self._received += chunk
        while self.kind is None and len(self._received) >= _HEAD.size:
            kind, said, rest = _HEAD.unpack_from(self._received)
            start, end = _HEAD.size + said, _HEAD.size + said + rest
            if len(self._received) < end:
                return
            self._rest += self._received[start:end]
            if kind != CHANGES:
                # Safe to unpickle: it was written by our own child.
                self.said = pickle.loads(self._received[_HEAD.size : start])  # noqa: S301
                self.kind, self.is_complete = kind, rest > 0
            del self._received[:end]

    def look_at(self, page: mmap) -> None:
        """Read the last message of a child that could not use its pipe."""
        if self.kind is None and page[0]:
            self._received.clear()
            self.take(page[:])
            self.has_lost_pipe = True

    def rest(self) -> list[Any]:
        """All changes that were received, in order."""
        values = []
        unpickler = pickle.Unpickler(io.BytesIO(self._rest))  # noqa: S301  # from our own child, too
        try:
            while True:
                values.append(unpickler.load())
        except EOFError:
            return values
