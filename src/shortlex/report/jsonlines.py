"""JSON lines: writes records as lines to files in a directory, safe against killed processes.

Several processes may write to one file, and each may die at any moment. So a line is appended by
one call, under a lock that a process loses when it dies. A kill can interrupt that call and leave
half a line at the end of the file; the next writer removes it before writing its own line.
"""

from __future__ import annotations

from _thread import allocate_lock
from collections.abc import Iterator
from contextlib import contextmanager
from json import dumps
from time import strftime
from typing import Any

from shortlex.system.genuine import make_directories, os

fcntl: Any
try:
    import fcntl
except ImportError:  # Windows, where nothing is locked
    fcntl = None

PIECE = 4096
"""How many bytes are read at once when searching backwards for the end of a line."""


class Directory:
    """Writes each record as a line to one of today's files: one for cases, one for the rest."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._files: dict[str, int] = {}
        # flock() does not exclude threads of one process, which share the descriptor.
        self._lock = allocate_lock()

    def __repr__(self) -> str:
        return f"Directory({self._path!r})"

    def __call__(self, record: dict[str, Any]) -> None:
        kind = "testcases" if record["type"] == "test_case" else "info"
        name = f"{strftime('%Y-%m-%d')}_{kind}.jsonl"
        line = dumps(record, allow_nan=False).encode("ascii") + b"\n"
        with self._lock:
            if name not in self._files:
                self.make()
                flags = os.O_RDWR | os.O_CREAT | os.O_APPEND
                self._files[name] = os.open(os.path.join(self._path, name), flags, 0o666)
            append_line(self._files[name], line)

    def make(self) -> None:
        """Make the directory, unless it exists."""
        make_directories(self._path)

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
            raise OSError("a line was only partly written. Is the disk full?")


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
    """Where the last whole line ends. Anything after it is removed."""
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
