"""Journal: records which test this process is running, in case it dies.

Each process has one small file, among the temporary files. Its contents survive the process, which
holds a lock on it as long as it lives. So a file that names a test and is not locked means that a
process died in that test.

A full disk, or a file that a test has closed, ends only the journal. That is why it is written with
calls: with a memory-mapped file, a full disk would kill the process.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shortlex.core.domain import Choice
from shortlex.core.encoding import decode_choices
from shortlex.errors import BadToken
from shortlex.system.genuine import make_directories, os, wall_time

MAX_FILE_BYTES = 1 << 20
"""The maximum size of a file in bytes: larger cases are not recorded."""

MAGIC = b"shortlex journal 1\n"

SUSPECT = "suspect-"
"""The prefix of the names of files that mark tests in which a process died for unknown reasons."""

MAX_FILES = 100
"""How many files are read."""

MAX_AGE_SECONDS = 30 * 24 * 3600.0
"""A death is forgotten after this many seconds: the test may never be run again."""


class Death(NamedTuple):
    """A process died in a test."""

    path: str
    key: str
    """The test."""
    seed: int
    """The seed of its cases."""
    choices: tuple[Choice, ...] | None
    """The choices of the running case, if they were recorded."""


class Journal:
    """The file of this process. Once it is made, errors with it are never raised."""

    def __init__(self, directory: str) -> None:
        make_directories(directory, 0o700)
        self.directory = directory
        name = f"{os.getpid()}-{os.urandom(4).hex()}"
        self.path = os.path.join(directory, name)
        unlocked = os.path.join(directory, f".{name}")
        self._file = os.open(unlocked, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        self._identity = _identity_of(self._file)
        _lock(self._file)
        # Renamed after locking: other processes would remove a file without a lock.
        os.rename(unlocked, self.path)
        # Otherwise a forked child would keep the lock after this process is gone.
        os.register_at_fork(after_in_child=self._leave)
        self._place = 0

    def begin(self, key: str, seed: int) -> None:
        """Record that a test is about to run."""
        name = key.encode("utf-8", "replace").replace(b"\n", b" ")
        head = b"%d\n%s\n" % (seed, name)
        self._place = len(MAGIC) + len(head)
        if self._place + 8 <= MAX_FILE_BYTES:
            # The beginning is written last: it makes the entry valid.
            self._write_at(len(MAGIC), head + bytes(8))
            self._write_at(0, MAGIC)

    def write(self, choices: bytes) -> None:
        """Record the encoded choices of the case that is about to run."""
        if self._place + 8 + len(choices) > MAX_FILE_BYTES:
            choices = b""
        # A process that is killed during this leaves a mixture of two cases. It does no harm: it
        # is tried like any other.
        self._write_at(self._place, len(choices).to_bytes(8, "big") + choices)

    def end(self) -> None:
        """Record that no test is running."""
        self._write_at(0, bytes(len(MAGIC)))

    def close(self) -> None:
        """Remove the file: the process ends normally, or cannot write any more."""
        if self._file >= 0:
            _unlink(self.path)
            self._leave()

    def _write_at(self, place: int, data: bytes) -> None:
        try:
            # The test may have closed it, and opened another file with the same descriptor.
            if self._file >= 0 and (
                _identity_of(self._file) != self._identity
                or os.pwrite(self._file, data, place) < len(data)
            ):
                self.close()
        except OSError:
            self.close()

    def _leave(self) -> None:
        """Stop using the file."""
        file, self._file = self._file, -1
        try:
            if file >= 0 and _identity_of(file) == self._identity:
                os.close(file)
        except OSError:
            pass  # the test has closed it


def _identity_of(file: int) -> tuple[int, int]:
    status = os.fstat(file)
    return status.st_dev, status.st_ino


def deaths_in(directory: str) -> Iterator[Death]:
    """The deaths recorded in the files of a directory."""
    try:
        names = [name for name in os.listdir(directory) if not name.startswith((SUSPECT, "."))]
    except OSError:
        return
    for name in sorted(names)[:MAX_FILES]:
        path = os.path.join(directory, name)
        data = _read_if_left(path)
        if data is None:
            continue
        death = None if _is_old(path) else _parse(path, data)
        if death is None:
            _unlink(path)
        else:
            yield death


def _read_if_left(path: str) -> bytes | None:
    """The contents of a file whose process is gone; None if it lives, or has another owner."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        if os.fstat(file).st_uid != os.getuid() or not _is_free(file):
            return None
        return os.read(file, MAX_FILE_BYTES)
    finally:
        os.close(file)


def _is_old(path: str) -> bool:
    try:
        return wall_time() - os.stat(path).st_mtime > MAX_AGE_SECONDS
    except OSError:
        return False


def _parse(path: str, data: bytes) -> Death | None:
    """The death recorded in a file; None if no test was running."""
    if not data.startswith(MAGIC):
        return None
    try:
        seed, key, rest = data[len(MAGIC) :].split(b"\n", 2)
        length = int.from_bytes(rest[:8], "big")
        encoded = rest[8 : 8 + length]
        return Death(path, key.decode("utf-8", "replace"), int(seed), _choices_in(encoded))
    except ValueError:
        return None


def _choices_in(encoded: bytes) -> tuple[Choice, ...] | None:
    """The choices of a case; None if they were not recorded completely."""
    try:
        return decode_choices(encoded) if encoded else None
    except BadToken:
        return None


def settle(death: Death) -> None:
    """Forget a death, because it was dealt with."""
    _unlink(death.path)


def _lock(file: int) -> None:
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_free(file: int) -> bool:
    import fcntl

    try:
        # A shared lock: several processes may check at once, and each must find it free.
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        pass
