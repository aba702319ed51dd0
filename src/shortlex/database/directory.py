"""Directory: one file per failure, in one directory per test.

Two processes, or two branches of a project, never write the same file with different contents:
its name is a hash of what is in it. A file is complete from the moment it has its name. So the
directory can be committed, merged, copied and cached, and a process can be killed at any time.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from time import time
from zlib import crc32

from shortlex.database.home import home_directory
from shortlex.database.interface import LONGEST, Database, Entry
from shortlex.errors import InvalidArgument

SUFFIX = ".txt"
UNFINISHED = ".tmp"
"""Ends the name of a file that is being written; it begins with a dot."""

ABANDONED = 3600.0
"""A file that is being written for so many seconds is left over from a process that was killed."""

TRIES = 10
"""How often a file is written again after another process has removed the directory as empty."""

READABLE = 100
"""So many characters of a key are readable in the name of its directory."""


class DirectoryDatabase(Database):
    """Keeps failures as files below ``path``: by default ``.shortlex/failures`` in the project.

    The project is where pytest has its root directory, or else where the program was started;
    ``SHORTLEX_HOME`` in the environment names another place for ``.shortlex``. Nothing is
    written before a test fails.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        if path is not None and not isinstance(path, (str, os.PathLike)):
            raise InvalidArgument(f"DirectoryDatabase(path={path!r}): must be a path.")
        self._path = None if path is None else os.fspath(path)

    @property
    def path(self) -> str:
        """The directory that has all others."""
        return os.path.join(home_directory(), "failures") if self._path is None else self._path

    def save(self, key: bytes, value: bytes) -> None:
        directory = self._directory_of(key)
        path = os.path.join(directory, _name_of(value))
        entry = _read(path)
        if entry is not None and entry == value:
            return
        for attempt in range(TRIES):
            try:
                os.makedirs(directory, exist_ok=True)
                _write(directory, path, value)
                return
            except FileNotFoundError:
                if attempt == TRIES - 1:
                    raise

    def fetch(self, key: bytes) -> Iterator[bytes]:
        directory = self._directory_of(key)
        try:
            names = os.listdir(directory)
        except FileNotFoundError:
            # Most tests have never failed.
            return
        for name in sorted(names):
            path = os.path.join(directory, name)
            if name.startswith("."):
                _sweep(path)
            elif (entry := _read(path)) is not None:
                yield entry

    def delete(self, key: bytes, value: bytes) -> None:
        directory = self._directory_of(key)
        try:
            os.unlink(os.path.join(directory, _name_of(value)))
        except FileNotFoundError:
            # Somebody may have changed it, or its name.
            for entry in self.fetch(key):
                if entry == value and isinstance(entry, Entry):
                    _unlink(entry.place)
        try:
            os.rmdir(directory)
        except OSError:
            pass  # there are others in it

    def _directory_of(self, key: bytes) -> str:
        # With a hash: some file systems do not tell upper case from lower, and names are cut.
        text = key.decode("utf-8", "replace")
        readable = re.sub(r"[^\w.,=\[\]-]", "_", text, flags=re.ASCII)[:READABLE]
        return os.path.join(self.path, f"{readable}-{crc32(key):08x}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DirectoryDatabase) and self._path == other._path

    def __hash__(self) -> int:
        return hash(self._path)

    def __repr__(self) -> str:
        return f"DirectoryDatabase({'' if self._path is None else repr(self._path)})"


def _name_of(value: bytes) -> str:
    from hashlib import blake2b  # slow to import, and most tests pass

    return blake2b(value, digest_size=8).hexdigest() + SUFFIX


def _write(directory: str, path: str, value: bytes) -> None:
    """Write a file under another name, which it loses when all of it is on the disk."""
    unfinished = os.path.join(directory, f".{os.urandom(8).hex()}{UNFINISHED}")
    try:
        with open(unfinished, "xb") as file:
            file.write(value)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except BaseException:
        _unlink(unfinished)
        raise
    if os.name == "posix":
        # The name itself outlives a loss of power only after this.
        descriptor = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _read(path: str) -> Entry | None:
    """What is in a file, or why it cannot be read; None if it is not there any more."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0)
    # Neither wait for whoever is at the other end, nor be led elsewhere.
    flags |= getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:
        descriptor = os.open(path, flags)
    except FileNotFoundError:
        return None
    except OSError as error:
        return Entry.at(path, problem=f"it cannot be opened ({error.strerror})")
    status = os.fstat(descriptor)
    if stat.S_ISREG(status.st_mode) and status.st_size <= LONGEST:
        with open(descriptor, "rb") as file:
            return Entry.at(path, file.read(LONGEST))
    os.close(descriptor)
    is_file = stat.S_ISREG(status.st_mode)
    problem = f"it has more than {LONGEST:,} bytes" if is_file else "it is no file"
    return Entry.at(path, problem=problem)


def _sweep(path: str) -> None:
    """Remove what a killed process has left."""
    if path.endswith(UNFINISHED):
        try:
            if time() - os.stat(path).st_mtime > ABANDONED:
                os.unlink(path)
        except OSError:
            pass  # another process did


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
