"""Child: what a child process does, in which the body of one case runs.

It tells its parent what the body draws and notes, and at the end how it ended. The parent's side is
in ``isolation``. ``Sender`` and ``Receiver`` are the ends of the pipe between them. A body may
close the descriptors of its process. So the last message can also go to a page of shared memory,
for a child that has lost its pipe.
"""

from __future__ import annotations

import pickle
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from mmap import mmap
from struct import Struct
from threading import Lock
from typing import Any, NamedTuple, NoReturn

from shortlex.core.case import Case
from shortlex.errors import DeadlineExceeded, Overrun, Rejected, UnsatisfiedAssumption
from shortlex.runner.execute import ending_of, is_failure, reason_of
from shortlex.runner.forks import flush
from shortlex.runner.origin import Origin, origin_of, place_of
from shortlex.runner.stack import OWN_FRAMES, make_room
from shortlex.system.genuine import io, os

PASSED, FAILED, AGAIN, REJECTED, UNMET, OVERRUN, OUT_OF_MEMORY, DIED = b"pfarumod"
"""How a child ended. AGAIN means: run the case in the parent, for example to skip there."""

MAX_MESSAGE_CHARACTERS = 500
"""How many characters of an error message are sent."""

PARENT_FRAMES = 4
"""How many more frames the parent has between a run and the body, when it runs a case again that
failed here. A case that is nested too deeply must be so in both."""


Counters = Sequence[Counter[Any]]
"""What the body of a case may count things in."""


class CaseLimits(NamedTuple):
    """The limits of one case; None means no limit."""

    seconds: float | None = None
    memory: float | None = None
    """In bytes, beyond what the process has when the case begins."""


class Said(NamedTuple):
    """What a child says about its failure."""

    words: str
    place: tuple[str, int]
    is_relative: bool
    """Whether it took too much time or depth, which may differ in the parent."""
    origin: Origin | None
    """What distinguishes it from other bugs; None if not known."""


def live(
    body: Callable[[], Any], case: Case, limits: CaseLimits, counters: Counters, sender: Sender
) -> NoReturn:
    """Run the body, send how it ended, and never return."""
    code = 1
    try:
        known = [counter.copy() for counter in counters]
        limit = None if limits.memory is None else _limit_memory(limits.memory)
        case.tell(lambda: sender.tell(case.changes))
        sender.begin()
        kind, said = _kind_of(case, _ending_of(case, body), limits)
        if limit is not None:
            _set_memory_limit(limit)
        if sender.is_heard:
            flush()

            def rest() -> Any:
                growths = [_growth(*each) for each in zip(counters, known, strict=True)]
                return case.changes(), case.standing(), growths

            # If this cannot be sent, the parent runs the case itself.
            otherwise = kind if kind in (FAILED, OUT_OF_MEMORY) else AGAIN
            sender.end(kind, said, rest, otherwise=otherwise)
        code = 0
    finally:
        os._exit(code)


def _growth(counter: Counter[Any], known: Counter[Any]) -> dict[Any, int]:
    """What was counted since then. A new entry may be 0."""
    return {key: n - known[key] for key, n in counter.items() if n != known.get(key)}


def prepare(crash: int) -> None:
    """Make this process write its stack to a pipe if it dies, and shield it from Ctrl-C."""
    import faulthandler

    try:
        # Ctrl-C goes to the parent only, which then kills this process.
        os.setpgid(0, 0)
        faulthandler.enable(file=crash, all_threads=False)
    except OSError:
        pass  # the body is run anyway


class _ReturnedError(Exception):
    """The body returned something."""


def _ending_of(case: Case, body: Callable[[], Any]) -> BaseException | None:
    """The error that decides how the body ended; None if it passed."""
    raised: BaseException | None = None
    make_room(sys._getframe(), OWN_FRAMES - PARENT_FRAMES)
    try:
        if body() is not None:
            raised = _ReturnedError()
    except BaseException as error:
        raised = error
    return ending_of(case, raised)


def _kind_of(case: Case, ending: BaseException | None, limits: CaseLimits) -> tuple[int, Any]:
    """The kind of an ending, and what to say about it, as plain data."""
    try:
        if ending is None:
            return PASSED, None
        if isinstance(ending, Overrun):
            return OVERRUN, [each[:MAX_MESSAGE_CHARACTERS] for each in map(str, ending.args)]
        if isinstance(ending, Rejected):
            return REJECTED, str(ending.reason)[:MAX_MESSAGE_CHARACTERS]
        if isinstance(ending, UnsatisfiedAssumption):
            return UNMET, str(reason_of(ending))[:MAX_MESSAGE_CHARACTERS]
        if isinstance(ending, _ReturnedError) or not is_failure(ending):
            return AGAIN, None
        is_out = isinstance(ending, MemoryError) and limits.memory is not None
        words = type(ending).__name__
        is_relative = isinstance(ending, (DeadlineExceeded, RecursionError))
        said = Said(words, place_of(ending), is_relative, origin_of(ending))
        if is_out:
            return OUT_OF_MEMORY, said
        return FAILED, said._replace(
            words=f"{words}: {ending}"[:MAX_MESSAGE_CHARACTERS].removesuffix(": ")
        )
    except Exception:
        # Even formatting the error may fail.
        return FAILED, Said("an error", ("<unknown>", 0), is_relative=False, origin=None)


def _limit_memory(more: float) -> tuple[int, int]:
    """Limit how much more memory the process may take. Returns the previous limit."""
    import resource

    try:
        with io.open("/proc/self/statm", encoding="ascii") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
    except OSError:  # not Linux: the limit is then on the total
        now = 0
    before = resource.getrlimit(resource.RLIMIT_AS)
    most = now + int(more)
    if before[1] != resource.RLIM_INFINITY:
        most = min(most, before[1])
    _set_memory_limit((most, before[1]))
    return before


def _set_memory_limit(limit: tuple[int, int]) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, limit)


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
