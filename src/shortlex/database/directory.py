"""Directory: one file per failure, in one directory per test.

Two processes, or two branches of a project, never write the same file with different contents:
its name is a hash of what is in it. A file is complete from the moment it has its name. So the
directory can be committed, merged, copied and cached, and a process can be killed at any time.
"""

from __future__ import annotations

import errno
import re
import stat
from collections.abc import Iterator
from zlib import crc32

from shortlex.core.shown import shown
from shortlex.database.interface import MAX_VALUE_BYTES, Database, Entry
from shortlex.errors import InvalidArgument
from shortlex.system.environment import home_directory
from shortlex.system.genuine import io, make_directories, os, wall_time

SUFFIX = ".txt"
UNFINISHED = ".tmp"
"""The suffix of a file that is being written. Its name begins with a dot."""

ABANDONED_SECONDS = 3600.0
"""An unfinished file older than this many seconds was left by a killed process."""

MAX_TRIES = 10
"""How often to try writing a file if other processes remove its directory because it is empty."""

MAX_READABLE = 100
"""How many characters of a key are kept in the name of its directory."""


class DirectoryDatabase(Database):
    """Keeps failures as files below ``path``: by default ``.shortlex/failures`` in the project.

    The project is pytest's root directory, or else the directory where the program was started. The
    environment variable ``SHORTLEX_HOME`` names another directory to use instead of
    ``.shortlex``. No failure is written before a test fails.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        if path is not None and not isinstance(path, (str, os.PathLike)):
            raise InvalidArgument(f"DirectoryDatabase(path={shown(path)}): must be a path.")
        self._path = None if path is None else os.fspath(path)

    @property
    def path(self) -> str:
        """The directory that contains those of all tests."""
        return os.path.join(home_directory(), "failures") if self._path is None else self._path

    def save(self, key: bytes, value: bytes) -> None:
        directory = self._directory_of(key)
        path = os.path.join(directory, _name_of(value))
        if _has(path, value):
            return
        for attempt in range(MAX_TRIES):
            try:
                _make(directory)
                _write(directory, path, value)
                self._broadcast_change(("save", (key, value)))
                return
            except FileNotFoundError:
                if attempt == MAX_TRIES - 1:
                    raise

    def fetch(self, key: bytes) -> Iterator[bytes]:
        return self._entries(key)

    def _entries(self, key: bytes) -> Iterator[Entry]:
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
        path = os.path.join(directory, _name_of(value))
        if _has(path, value):
            places = [path]
        else:
            # Someone may have edited or renamed the file.
            found = self._entries(key)
            places = [each.place for each in found if each == value and not each.problem]
        for place in places:
            _unlink(place)
        if places:
            self._broadcast_change(("delete", (key, value)))
        try:
            os.rmdir(directory)
        except OSError:
            pass  # it is not empty

    def _directory_of(self, key: bytes) -> str:
        # A hash makes names unique: some file systems ignore case, and long names are cut.
        text = key.decode("utf-8", "replace")
        readable = re.sub(r"[^\w.,=\[\]-]", "_", text, flags=re.ASCII)[:MAX_READABLE]
        # One CRC-32 is too short for thousands of tests; two are enough, and cheap.
        return os.path.join(self.path, f"{readable}-{crc32(key):08x}{crc32(key[::-1]):08x}")

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
    """Write a file under a temporary name, and rename it when it is completely on disk."""
    unfinished = os.path.join(directory, f".{os.urandom(8).hex()}{UNFINISHED}")
    try:
        with io.open(unfinished, "xb") as file:
            file.write(value)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except BaseException:
        _unlink(unfinished)
        raise
    _sync(directory)


def _make(directory: str) -> None:
    """Make a directory and its missing parents, and sync them to disk."""
    above, missing = directory, 0
    while above and not _is_there(above):
        above, missing = os.path.dirname(above), missing + 1
    make_directories(directory)
    for _ in range(missing):
        directory = os.path.dirname(directory)
        _sync(directory or os.curdir)


def _is_there(path: str) -> bool:
    try:
        os.stat(path)
    except FileNotFoundError:
        return False
    return True


def _sync(directory: str) -> None:
    """Make the names in a directory survive a power failure, if the system supports it."""
    if os.name != "posix":
        return
    try:
        descriptor = os.open(directory, os.O_RDONLY)
    except PermissionError:
        return  # we may write there, but not read
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # not supported by the file system
            raise
    finally:
        os.close(descriptor)


def _has(path: str, value: bytes) -> bool:
    """Whether a file contains exactly this value."""
    entry = _read(path)
    return entry is not None and entry == value and not entry.problem


def _read(path: str) -> Entry | None:
    """The contents of a file, or why it cannot be read; None if it no longer exists."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0)
    # Do not block on a pipe, and do not follow a link.
    flags |= getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:
        descriptor = os.open(path, flags)
    except FileNotFoundError:
        return None
    except OSError as error:
        return Entry.at(path, problem=f"it cannot be opened ({error.strerror})")
    try:
        return _read_open(path, descriptor)
    except OSError as error:
        return Entry.at(path, problem=f"it cannot be read ({error.strerror})")
    finally:
        os.close(descriptor)


def _read_open(path: str, descriptor: int) -> Entry:
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        return Entry.at(path, problem="it is not a file. Delete it")
    if status.st_size > MAX_VALUE_BYTES:
        return Entry.at(path, problem=f"it has more than {MAX_VALUE_BYTES:,} bytes. Delete it")
    with io.open(descriptor, "rb", closefd=False) as file:
        return Entry.at(path, file.read(MAX_VALUE_BYTES))


def _sweep(path: str) -> None:
    """Remove an unfinished file of a killed process."""
    if path.endswith(UNFINISHED):
        try:
            if wall_time() - os.stat(path).st_mtime > ABANDONED_SECONDS:
                os.unlink(path)
        except OSError:
            pass  # another process removed it


def _unlink(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
