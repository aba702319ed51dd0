"""Stack: gives a test the same stack depth, however it is run.

Python's recursion limit counts all callers, and these differ in depth: pytest, a plain call, the
search, the reducer. So a case that overflows the stack in one of them could pass in another.
Therefore we raise the limit by the depth of the callers, as if the test were called first thing in
a program.
"""

from __future__ import annotations

import sys
from _thread import _local, allocate_lock
from types import FrameType

MAX_ROOM = 300
"""The maximum number of frames added to the limit: a property that calls itself must end."""

OWN_FRAMES = 10
"""Frames of this library between the frame that runs a test and the body of the test."""

REPLAY_MARGIN = 25
"""A case that is run again alone may use this many frames fewer."""


class _Stack(_local):
    """How much this thread has added to the limit, and a frame of known depth."""

    room = 0
    ground: FrameType | None = None
    depth = 0
    less = 0


_stack = _Stack()
_LIMIT = allocate_lock()


class whole_stack:  # noqa: N801  # it reads like a function
    """Give tests the whole stack in this block; ``make_room`` is called where a test is run.

    A single case that is run again has a little less. So a case that went too deep before goes too
    deep there as well, although calls of C functions, which Python 3.11 counts too, differ from
    place to place. Not a generator with contextlib, which sets tracebacks of errors: some errors
    are frozen.
    """

    def __init__(self, *, is_replay: bool = False) -> None:
        self._less = REPLAY_MARGIN if is_replay else 0

    def __enter__(self) -> None:
        frame = sys._getframe(1)
        self._before = _stack.ground, _stack.depth, _stack.room, _stack.less
        _stack.depth, _stack.ground, _stack.less = _depth_of(frame), frame, self._less

    def __exit__(self, *error: object) -> None:
        _stack.ground, _stack.depth, room, _stack.less = self._before
        _set_room(room)


def make_room(frame: FrameType, own_frames: int = OWN_FRAMES) -> None:
    """Give what ``frame`` calls the whole stack, until the next call of this."""
    if _stack.ground is not None:
        room = _depth_of(frame) + own_frames - _stack.less
        if room != _stack.room:
            _set_room(min(room, MAX_ROOM))


def _set_room(room: int) -> None:
    """Add this much room to the limit, instead of the room before."""
    # Relative, since the test or another thread may have changed the limit.
    with _LIMIT:
        sys.setrecursionlimit(sys.getrecursionlimit() + room - _stack.room)
    _stack.room = room


def _depth_of(frame: FrameType | None) -> int:
    depth, ground = 0, _stack.ground
    while frame is not None and frame is not ground:
        depth += 1
        frame = frame.f_back
    return depth if frame is None else depth + _stack.depth
