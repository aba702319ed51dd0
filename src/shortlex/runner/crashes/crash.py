"""Crash: describes how and where a child process died."""

from __future__ import annotations

import os
import re
import signal

from shortlex.runner.explain.lines import is_users

_FRAME = re.compile(r'^\s+File "(?P<file>.*)", line (?P<line>\d+) in ', re.MULTILINE)
"""A line of the output of ``faulthandler``, which has the innermost frame first."""

_MEANINGS = {
    "SIGSEGV": "segmentation fault",
    "SIGABRT": "abort",
    "SIGBUS": "bus error",
    "SIGFPE": "arithmetic error",
    "SIGILL": "illegal instruction",
    "SIGKILL": "killed, perhaps for lack of memory",
    "SIGTERM": "terminated",
}


def describe_crash(status: int) -> tuple[str, str]:
    """How a process with this status of ``waitpid`` ended: a short name and a sentence."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        try:
            name = signal.Signals(number).name
        except ValueError:
            name = f"signal {number}"
        meaning = f" ({_MEANINGS[name]})" if name in _MEANINGS else ""
        return name, f"The case killed its process: {name}{meaning}."
    code = os.waitstatus_to_exitcode(status)
    return f"exit {code}", f"The case ended its process with exit code {code}."


def crash_place(said: str) -> tuple[str, int]:
    """The innermost place in the user's code in the output of ``faulthandler``."""
    frames = [(frame["file"], int(frame["line"])) for frame in _FRAME.finditer(said)]
    return next((place for place in frames if is_users(place[0])), ("<unknown>", 0))
