"""Genuine: clocks, files and processes, as they were before a test could replace them.

Tests replace ``open``, ``os``, ``time`` and others, and such a patch may still be active when a
case is over: it was made by a fixture, by a decorator, or by a test that never undoes it. The
library uses the functions that are kept here, so that budgets are in real seconds, and failures go
to real files. All code that reads a clock or does input and output imports these names instead of
the modules of the standard library.

They are kept where patches do not reach. ``unittest.mock`` changes a module; pyfakefs and freezegun
also change what other modules have imported from it. So ``os`` and ``io`` are namespaces with the
modules' contents, not modules, and the clocks are wrapped in objects of our own.

A few functions of ``os`` are written in Python and call others through the module, where a patch
reaches them. So do not use ``makedirs``, ``fdopen``, ``path.exists`` and ``path.abspath``.
"""

from __future__ import annotations

import time
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import io
    import os
else:
    import io as _io
    import os as _os

    io = SimpleNamespace(**vars(_io))
    os = SimpleNamespace(**{**vars(_os), "path": SimpleNamespace(**vars(_os.path))})

__all__ = [
    "io",
    "make_directories",
    "monotonic",
    "os",
    "perf_counter",
    "thread_time",
    "wall_time",
    "working_directory",
]

monotonic = partial(time.monotonic)
perf_counter = partial(time.perf_counter)
thread_time = partial(time.thread_time)
wall_time = partial(time.time)


def make_directories(path: str, mode: int = 0o777) -> None:
    """Make a directory and its parents, unless they exist."""
    try:
        _make_directory(path, mode)
    except FileNotFoundError:
        parent = os.path.dirname(path.rstrip(os.sep))
        if not parent:
            raise
        make_directories(parent)
        _make_directory(path, mode)


def _make_directory(path: str, mode: int) -> None:
    try:
        os.mkdir(path, mode)
    except FileExistsError:
        os.stat(os.path.join(path, ""))  # raises if it is something else


def working_directory() -> str:
    """Where relative paths begin; "" if that directory was removed."""
    try:
        return os.getcwd()
    except OSError:
        return ""
