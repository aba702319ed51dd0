"""Late: imports what only a failing test needs, even if a test has broken imports.

Most tests pass, so the reducer, reports and others are imported only when needed. By then a test
may have emptied ``sys.path`` or changed the import system. If so, everything that may still be
needed is imported at once, with the import system as it was when the library was loaded.
"""

from __future__ import annotations

import builtins
import sys

from shortlex.system.genuine import os

PACKAGES = (
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

STANDARD = (
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
_is_loaded = False


def is_broken() -> bool:
    """Whether imports no longer work as they did."""
    return not (
        set(PATH) <= set(map(str, sys.path))
        and _meta_path[-1] in sys.meta_path
        and len(sys.path_hooks) >= len(_path_hooks)
    )


def prepare() -> None:
    """If a test has broken imports, import what may still be needed, and leave them broken."""
    global _is_loaded
    if _is_loaded or not is_broken():
        return
    found = builtins.__import__, sys.path, sys.meta_path, sys.path_hooks
    builtins.__import__, sys.path = _import, [*PATH]
    sys.meta_path, sys.path_hooks = [*_meta_path], [*_path_hooks]
    try:
        for name in (*STANDARD, *_names()):
            try:
                _import(name)
            except ImportError:  # not on this system, or an extra that is not installed
                pass
        _is_loaded = True
    finally:
        builtins.__import__, sys.path, sys.meta_path, sys.path_hooks = found


def _names() -> list[str]:
    """The modules of the packages, by their dotted names."""
    root = os.path.dirname(os.path.dirname(__file__))
    return [
        f"shortlex.{package.replace('/', '.')}.{file.removesuffix('.py')}"
        for package in PACKAGES
        for file in sorted(os.listdir(os.path.join(root, package)))
        if file.endswith(".py") and not file.startswith("__")
    ]
