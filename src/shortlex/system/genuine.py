"""Genuine: clocks, files, processes and imports, as they were before a test could replace them.

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

Most tests pass, so the reducer, the report and others are imported only when needed. By then a test
may have emptied ``sys.path`` or changed the import system. If so, ``prepare_imports`` imports
everything that may still be needed at once, with the import system as it was in the beginning.
"""

from __future__ import annotations

import builtins
import sys
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
    "PATH",
    "are_imports_broken",
    "io",
    "make_directories",
    "monotonic",
    "os",
    "perf_counter",
    "prepare_imports",
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


LATE_PACKAGES = (
    "core",
    "database",
    "reducer",
    "reducer/passes",
    "reducer/values",
    "report",
    "report/code",
    "runner",
    "runner/crashes",
    "runner/explain",
    "runner/flaky",
)
"""The packages with modules that only a failing test needs."""

LATE_STANDARD = (
    "faulthandler",
    "fcntl",
    "hashlib",
    "opcode",
    "resource",
    "shlex",
    "traceback",
)
"""The modules of the standard library that these import late."""

PATH = (*sys.path,)
"""``sys.path`` when the library was loaded."""

_import = builtins.__import__
_meta_path, _path_hooks = [*sys.meta_path], [*sys.path_hooks]
_has_imported = False


def are_imports_broken() -> bool:
    """Whether imports no longer work as they did."""
    return not (
        set(PATH) <= set(map(str, sys.path))
        and _meta_path[-1] in sys.meta_path
        and len(sys.path_hooks) >= len(_path_hooks)
    )


def prepare_imports() -> None:
    """If a test has broken imports, import what may still be needed, and leave them broken."""
    global _has_imported
    if _has_imported or not are_imports_broken():
        return
    found = builtins.__import__, sys.path, sys.meta_path, sys.path_hooks
    builtins.__import__, sys.path = _import, [*PATH]
    sys.meta_path, sys.path_hooks = [*_meta_path], [*_path_hooks]
    try:
        for name in (*LATE_STANDARD, *_late_modules()):
            try:
                _import(name)
            except ImportError:  # not on this system, or an extra that is not installed
                pass
        _has_imported = True
    finally:
        builtins.__import__, sys.path, sys.meta_path, sys.path_hooks = found


def _late_modules() -> list[str]:
    """The modules of the packages, by their dotted names."""
    root = os.path.dirname(os.path.dirname(__file__))
    return [
        f"shortlex.{package.replace('/', '.')}.{file.removesuffix('.py')}"
        for package in LATE_PACKAGES
        for file in sorted(os.listdir(os.path.join(root, package)))
        if file.endswith(".py") and not file.startswith("__")
    ]
