"""Crash: reads how and where a child process died."""

from __future__ import annotations

import os
import re
import signal

from shortlex.runner.explain.lines import is_users

_FRAME = re.compile(r'^\s+File "(?P<file>.*)", line (?P<line>\d+) in ', re.MULTILINE)
"""A line of the output of ``faulthandler``, which has the innermost frame first."""


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
