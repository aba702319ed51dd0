"""JSON lines: records as lines in the files of a directory, also when processes are killed.

Several processes may write to one file, and each may die at any moment. So a line is appended by
one call, under a lock that a process loses when it dies. A kill can cut that call short, in the
middle of the last line of the file; whoever writes next removes such a line before its own.
"""

from __future__ import annotations

import os
from _thread import allocate_lock
from collections.abc import Iterator
from contextlib import contextmanager
from json import dumps
from time import strftime
from typing import Any

fcntl: Any
try:
    import fcntl
except ImportError:  # Windows, where nothing is locked
    fcntl = None

PIECE = 4096
"""So many bytes are read at once in search of the end of a line."""


class Directory:
    """Writes each record as a line to a file of today, for cases or for what else is said."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._files: dict[str, int] = {}
        # Threads share their files, and so the lock on these.
        self._lock = allocate_lock()
        os.makedirs(path, exist_ok=True)

    def __repr__(self) -> str:
        return f"Directory({self._path!r})"

    def __call__(self, record: dict[str, Any]) -> None:
        kind = "testcases" if record["type"] == "test_case" else "info"
        name = f"{strftime('%Y-%m-%d')}_{kind}.jsonl"
        line = dumps(record, allow_nan=False).encode("ascii") + b"\n"
        with self._lock:
            if name not in self._files:
                flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
                self._files[name] = os.open(os.path.join(self._path, name), flags, 0o666)
            append_line(self._files[name], line)

    def close(self) -> None:
        """Close its files."""
        while self._files:
            os.close(self._files.popitem()[1])


def append_line(file: int, line: bytes) -> None:
    """Append a whole line, or none of it."""
    with _locked(file):
        end = _end_of_lines(file)
        if os.write(file, line) < len(line):
            os.ftruncate(file, end)
            raise OSError("a line could not be written as a whole. Is the disk full?")


@contextmanager
def _locked(file: int) -> Iterator[None]:
    if fcntl is None:
        yield
        return
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def _end_of_lines(file: int) -> int:
    """Where the last whole line ends. What is behind that is removed."""
    size = end = os.lseek(file, 0, os.SEEK_END)
    while end:
        start = max(0, end - PIECE)
        os.lseek(file, start, os.SEEK_SET)
        piece = os.read(file, end - start)
        last = piece.rfind(b"\n")
        if last >= 0:
            end = start + last + 1
            break
        end = start
    if end < size:
        os.ftruncate(file, end)
    return end
