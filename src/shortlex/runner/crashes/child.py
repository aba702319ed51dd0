"""Child: what a child process does, in which the body of one case runs.

It tells its parent what the body draws and notes, and at the end how it ended. The parent's side is
in ``isolation``.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple, NoReturn

from shortlex.core.case import Case
from shortlex.errors import DeadlineExceeded, Overrun, Rejected, UnsatisfiedAssumption
from shortlex.runner.crashes.messages import Sender
from shortlex.runner.execute import ending_of, is_failure, reason_of
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


def flush() -> None:
    """Write out what was printed, so that it is neither lost nor printed twice."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass  # it is closed, or there is none


def live(
    body: Callable[[], Any], case: Case, limits: CaseLimits, leaks: Counter[str], sender: Sender
) -> NoReturn:
    """Run the body, send how it ended, and never return."""
    code = 1
    try:
        known_leaks = leaks.copy()
        limit = None if limits.memory is None else _limit_memory(limits.memory)
        case.tell(lambda: sender.tell(case.changes))
        sender.begin()
        kind, said = _kind_of(case, _ending_of(case, body), limits)
        if limit is not None:
            _set_memory_limit(limit)
        if sender.is_heard:
            flush()

            def rest() -> Any:
                return case.changes(), case.standing(), dict(leaks - known_leaks)

            # If this cannot be sent, the parent runs the case itself.
            otherwise = kind if kind in (FAILED, OUT_OF_MEMORY) else AGAIN
            sender.end(kind, said, rest, otherwise=otherwise)
        code = 0
    finally:
        os._exit(code)


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
