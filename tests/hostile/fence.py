"""Fence: what a body may do to its process is undone after it."""

from __future__ import annotations

import asyncio
import builtins
import gc
import locale
import os
import random
import signal
import sys
import threading
import time
import warnings
from _signal import getsignal, setitimer
from _signal import signal as set_handler
from collections.abc import Iterator
from contextlib import contextmanager

PATCHED = [
    (builtins, "open"),
    (builtins, "print"),
    (builtins, "repr"),
    (builtins, "len"),
    (builtins, "isinstance"),
    (builtins, "sorted"),
    (os, "getpid"),
    (os, "urandom"),
    (os, "replace"),
    (os, "listdir"),
    (os, "stat"),
    (os, "getcwd"),
    (os.path, "exists"),
    (time, "time"),
    (time, "monotonic"),
    (time, "perf_counter"),
    (time, "sleep"),
    (random, "random"),
    (random, "seed"),
    (random, "getstate"),
    (random, "setstate"),
    (random, "Random"),
    (random, "randint"),
    (threading, "excepthook"),
    (threading, "Thread"),
    (sys, "stdout"),
    (sys, "stderr"),
    (sys, "excepthook"),
    (sys, "unraisablehook"),
    (sys, "exit"),
    (sys, "argv"),
    (warnings, "warn"),
    (warnings, "warn_explicit"),
    (warnings, "filters"),
    (warnings, "showwarning"),
    (signal, "signal"),
    (signal, "getsignal"),
    (asyncio, "run"),
    (locale, "setlocale"),
]
"""What bodies replace."""

_SIGNALS = (signal.SIGINT, signal.SIGALRM, signal.SIGTERM, signal.SIGUSR1)


@contextmanager
def fenced() -> Iterator[None]:
    """Undo what is done within."""
    here, variables = os.getcwd(), os.environ
    # As it is stored, since decoding it would take most of the time of a fence.
    stored: dict[bytes, bytes] = variables._data  # type: ignore[attr-defined]
    environment = stored.copy()
    patched = [(owner, name, getattr(owner, name)) for owner, name in PATCHED]
    filters = warnings.filters[:]
    handlers = [(number, getsignal(number)) for number in _SIGNALS]
    state = random.getstate()
    limit, digits = sys.getrecursionlimit(), sys.get_int_max_str_digits()
    path, modules, interval = sys.path[:], dict(sys.modules), sys.getswitchinterval()
    try:
        yield
    finally:
        setitimer(signal.ITIMER_REAL, 0)
        for owner, name, value in patched:
            setattr(owner, name, value)
        warnings.filters[:] = filters  # type: ignore[index]  # it is a list
        for number, handler in handlers:
            if getsignal(number) is not handler:
                set_handler(number, handler)
        os.chdir(here)
        if stored != environment:
            variables.clear()
            variables.update(
                (os.fsdecode(name), os.fsdecode(environment[name])) for name in environment
            )
        if sys.getrecursionlimit() != limit:
            sys.setrecursionlimit(limit)
        sys.set_int_max_str_digits(digits)
        sys.setswitchinterval(interval)
        sys.path[:] = path
        for name in modules.keys() - sys.modules.keys():
            sys.modules[name] = modules[name]
        sys.settrace(None)
        sys.setprofile(None)
        gc.enable()
        random.setstate(state)
