"""Forks: ends each process that a body has forked, when it comes back from the body.

Such a process is a copy of this one. If it went on, it would run the remaining cases and tests too,
fork again in each of them, and report and keep failures of its own.
"""

from __future__ import annotations

import sys
from typing import NoReturn

from shortlex.control import current
from shortlex.system.genuine import os


def flush() -> None:
    """Write out what was printed, so that it is neither lost nor printed twice."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            pass  # it is closed, or there is none


def end_fork(raised: BaseException | None) -> NoReturn:
    """End this process as Python ends a program that returns, or raises this error."""
    code = 1
    try:
        if raised is None:
            code = 0
        elif isinstance(raised, SystemExit) and isinstance(raised.code, int | None):
            code = (raised.code or 0) & 0xFF
        else:
            import traceback

            traceback.print_exception(raised)
        flush()
    finally:
        os._exit(code)


def _mark_fork() -> None:
    case = current.get()
    if case is not None:
        # A case that is not marked may not be looked at when it is over.
        case.is_forked = case.is_marked = True
        # What is drawn here would be missing from the case, so it could not be replayed.
        case.set_open(False)


# Not on Windows, which has no fork.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_mark_fork)
