"""Journal: which test this process is at, for whoever comes after it should it die.

One small file per process, in the directory for temporary files, mapped into memory: writing to it
costs about as much as writing to a variable, and what was written is there when the process is
gone. The process holds a lock on its file as long as it lives. So a file without a lock that names
a test tells of a process that died in that test.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from shortlex.core.domain import Choice
from shortlex.core.encoding import decode_choices
from shortlex.errors import BadToken

SIZE = 1 << 20
"""Bytes of a file: a case of more than about as many choices is not written down."""

MAGIC = b"shortlex journal 1\n"

SUSPECT = "suspect-"
"""Begins the name of a mark for a test in which a process died, for reasons that are not known."""

MOST = 100
"""So many files are looked at."""


class Death(NamedTuple):
    """A process died in a test."""

    path: str
    key: str
    """The test."""
    seed: int
    """With which its cases were made."""
    choices: tuple[Choice, ...] | None
    """The case that was under way, if that was written down."""


class Journal:
    """The file of this process."""

    def __init__(self, directory: str) -> None:
        from mmap import mmap

        os.makedirs(directory, mode=0o700, exist_ok=True)
        self.directory = directory
        self.process = os.getpid()
        self.path = os.path.join(directory, f"{self.process}-{os.urandom(4).hex()}")
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        _lock(self._file)
        os.ftruncate(self._file, SIZE)
        self._map = mmap(self._file, SIZE)
        self._place = 0
        self.end()

    def begin(self, key: str, seed: int) -> None:
        """A test is about to run."""
        head = b"%s%d\n%s\n" % (MAGIC, seed, key.encode("utf-8", "replace").replace(b"\n", b" "))
        if len(head) + 8 <= SIZE:
            self._place = len(head)
            self._map[: len(head) + 8] = head + bytes(8)

    def write(self, choices: bytes) -> None:
        """These, encoded, are the choices of the case that is about to run."""
        place = self._place + 8
        if place + len(choices) > SIZE:
            choices = b""
        # The length comes last: a process that dies in between leaves the case before, or none.
        self._map[self._place : place] = bytes(8)
        self._map[place : place + len(choices)] = choices
        self._map[self._place : place] = len(choices).to_bytes(8, "big")

    def end(self) -> None:
        """No test is running."""
        self._map[: len(MAGIC)] = bytes(len(MAGIC))

    def close(self) -> None:
        """The process ends as it should."""
        if self.process == os.getpid():
            self._map.close()
            os.close(self._file)
            _unlink(self.path)


def deaths_in(directory: str) -> Iterator[Death]:
    """The tests in which processes died that had their files in a directory."""
    try:
        names = [name for name in os.listdir(directory) if not name.startswith(SUSPECT)]
    except OSError:
        return
    for name in sorted(names)[:MOST]:
        path = os.path.join(directory, name)
        data = _read_if_left(path)
        if data is None:
            continue
        death = _parse(path, data)
        if death is None:
            _unlink(path)
        else:
            yield death


def _read_if_left(path: str) -> bytes | None:
    """What is in a file whose process is gone; None if that lives, or somebody else owns it."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        if os.fstat(file).st_uid != os.getuid() or not _is_free(file):
            return None
        return os.read(file, SIZE)
    finally:
        os.close(file)


def _parse(path: str, data: bytes) -> Death | None:
    """What a file tells; None if no test was running."""
    if not data.startswith(MAGIC):
        return None
    try:
        seed, key, rest = data[len(MAGIC) :].split(b"\n", 2)
        length = int.from_bytes(rest[:8], "big")
        choices = decode_choices(rest[8 : 8 + length]) if length else None
        return Death(path, key.decode("utf-8", "replace"), int(seed), choices)
    except (ValueError, BadToken):
        return None


def settle(death: Death) -> None:
    """What became of it is known now."""
    _unlink(death.path)


def _lock(file: int) -> None:
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_free(file: int) -> bool:
    import fcntl

    try:
        # Shared: several processes may look at once, and each must find it free.
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass
