"""Lines: finds the lines of the user's code that a run executes.

From Python 3.12 on it uses ``sys.monitoring``, with a tool number that no debugger uses; before
that, ``sys.settrace``, unless it is in use. If neither is available, there are no lines.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any

from shortlex.runner.origin import is_own_file
from shortlex.system.genuine import PATH, os

Line = tuple[str, int]
"""A file and the number of a line."""

TOOL = 4
"""The free tool number that other tools are least likely to use."""


def lines_of(run: Callable[[], object]) -> frozenset[Line] | None:
    """The lines that a call executes; None if they cannot be traced."""
    watch = _watch_events if sys.version_info >= (3, 12) else _watch_frames
    return watch(run)


def _watch_events(run: Callable[[], object]) -> frozenset[Line] | None:
    monitoring: Any = sys.monitoring  # type: ignore[attr-defined,unused-ignore]  # from Python 3.12 on
    seen: set[Line] = set()

    def see(code: CodeType, line: int) -> Any:
        if is_users(code.co_filename):
            seen.add((code.co_filename, line))
        # One event per line is enough, so loops cost nothing more.
        return monitoring.DISABLE

    try:
        monitoring.use_tool_id(TOOL, "shortlex")
    except ValueError:
        return None
    event = monitoring.events.LINE
    try:
        monitoring.register_callback(TOOL, event, see)
        monitoring.restart_events()
        monitoring.set_events(TOOL, event)
        run()
    finally:
        monitoring.set_events(TOOL, 0)
        monitoring.register_callback(TOOL, event, None)
        monitoring.free_tool_id(TOOL)
    return frozenset(seen)


def _watch_frames(run: Callable[[], object]) -> frozenset[Line] | None:
    if sys.gettrace() is not None:
        return None
    seen: set[Line] = set()

    def see_line(frame: FrameType, event: str, argument: object) -> Any:
        if event == "line":
            seen.add((frame.f_code.co_filename, frame.f_lineno))
        return see_line

    def see_call(frame: FrameType, event: str, argument: object) -> Any:
        return see_line if is_users(frame.f_code.co_filename) else None

    sys.settrace(see_call)
    try:
        run()
    finally:
        # A debugger that was started during the run stays active.
        if sys.gettrace() is see_call:
            sys.settrace(None)
    return frozenset(seen)


@lru_cache(maxsize=4096)
def is_users(file: str) -> bool:
    """Whether a file belongs to the user's project: not ours, Python's own, or installed."""
    return not (file.startswith(("<", *_installed())) or is_own_file(file))


@lru_cache(maxsize=1)
def _installed() -> tuple[str, ...]:
    standard = os.path.dirname(functools.__file__)
    others = [path for path in PATH if path.endswith(("site-packages", "dist-packages"))]
    return tuple(os.path.join(path, "") for path in (standard, *others))
