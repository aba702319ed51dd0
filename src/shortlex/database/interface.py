"""Interface: what a store of failures can do. Write your own by deriving from ``Database``.

Below are the databases that need no files or servers: in memory, read-only, and several as one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator

from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument

MAX_VALUE_BYTES = 64 * 2**20
"""The maximum number of bytes of a value: anything longer is not one of ours."""


class Entry(bytes):
    """A value from a database that knows where it is stored, for messages."""

    place: str = ""
    problem: str = ""
    """Why the value cannot be used, if the database knows."""

    @classmethod
    def at(cls, place: str, value: bytes = b"", *, problem: str = "") -> Entry:
        """A value, with its place."""
        entry = cls(value)
        entry.place = place
        entry.problem = problem
        return entry


Event = tuple[str, tuple[bytes, bytes | None]]
"""What changed: ``save`` or ``delete``, and the key and the value."""

Listener = Callable[[Event], object]


class Database(ABC):
    """Sets of values by key that outlive the run. Keys and values are bytes.

    The key is the name of a test. A value is one failure: a readable text, in UTF-8. For your
    own database, derive from this, write the three methods, and check them with
    ``shortlex.laws.check_database``. If they raise, the test goes on without the database, with a
    warning.
    """

    _listeners: tuple[Listener, ...] = ()

    @abstractmethod
    def save(self, key: bytes, value: bytes) -> None:
        """Add a value to those of a key. A value that is already there is not added again."""

    @abstractmethod
    def fetch(self, key: bytes) -> Iterable[bytes]:
        """All values of a key, each once, in any order."""

    @abstractmethod
    def delete(self, key: bytes, value: bytes) -> None:
        """Remove a value from those of a key. A missing value is not an error."""

    def move(self, src: bytes, dest: bytes, value: bytes) -> None:
        """Store a value under another key, even if it was not stored under the first."""
        # Save first: a process killed in between leaves it twice, instead of losing it.
        self.save(dest, value)
        if src != dest:
            self.delete(src, value)

    def add_listener(self, listener: Listener) -> None:
        """Call a function with each change that this object makes from now on.

        It gets ``("save", (key, value))`` or ``("delete", (key, value))``. Changes by other objects
        and processes are not noticed. Your own database calls ``_broadcast_change``.
        """
        if not self._listeners:
            self._start_listening()
        self._listeners = (*self._listeners, listener)

    def remove_listener(self, listener: Listener) -> None:
        """Stop calling a function."""
        had_some = bool(self._listeners)
        self._listeners = tuple(each for each in self._listeners if each != listener)
        if had_some and not self._listeners:
            self._stop_listening()

    def clear_listeners(self) -> None:
        """Stop calling all of them."""
        for each in self._listeners:
            self.remove_listener(each)

    def _broadcast_change(self, event: Event) -> None:
        """Tell the listeners of a change."""
        for each in self._listeners:
            each(event)

    def _start_listening(self) -> None:  # noqa: B027  # there is nothing to do in most
        """Called before the first listener is added."""

    def _stop_listening(self) -> None:  # noqa: B027  # as above
        """Called after the last listener is removed."""


class MemoryDatabase(Database):
    """Keeps failures in memory: for tests, and where nothing may be written to disk."""

    def __init__(self) -> None:
        self.data: dict[bytes, dict[bytes, None]] = {}

    def save(self, key: bytes, value: bytes) -> None:
        values = self.data.setdefault(bytes(key), {})
        if bytes(value) not in values:
            values[bytes(value)] = None
            self._broadcast_change(("save", (bytes(key), bytes(value))))

    def fetch(self, key: bytes) -> Iterable[bytes]:
        # A copy: the caller may delete values while it iterates.
        return list(self.data.get(key, ()))

    def delete(self, key: bytes, value: bytes) -> None:
        values = self.data.get(key, {})
        if value in values:
            del values[value]
            self._broadcast_change(("delete", (bytes(key), bytes(value))))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class ReadOnlyDatabase(Database):
    """Reads from another database; what is saved or deleted is ignored."""

    def __init__(self, database: Database) -> None:
        if not isinstance(database, Database):
            raise InvalidArgument(f"ReadOnlyDatabase({shown(database)}): must be a database.")
        self.database = database

    def save(self, key: bytes, value: bytes) -> None:
        """Nothing is saved."""

    def fetch(self, key: bytes) -> Iterable[bytes]:
        return self.database.fetch(key)

    def delete(self, key: bytes, value: bytes) -> None:
        """Nothing is deleted."""

    def _start_listening(self) -> None:
        self.database.add_listener(self._broadcast_change)

    def _stop_listening(self) -> None:
        self.database.remove_listener(self._broadcast_change)

    def __repr__(self) -> str:
        return f"ReadOnlyDatabase({self.database!r})"


class LayeredDatabase(Database):
    """Reads from all of its databases, in order, and writes to all.

    Wrap those that must not change in ``ReadOnlyDatabase``.
    """

    def __init__(self, *databases: Database) -> None:
        for each in databases:
            if not isinstance(each, Database):
                raise InvalidArgument(f"LayeredDatabase({shown(each)}): each must be a database.")
        self.databases = databases

    def save(self, key: bytes, value: bytes) -> None:
        self._all("save", key, value)

    def fetch(self, key: bytes) -> Iterator[bytes]:
        met: set[bytes] = set()
        errors = []
        for database in self.databases:
            try:
                for value in database.fetch(key):
                    if value not in met:
                        met.add(value)
                        yield value
            except Exception as error:
                errors.append(error)
        _raise(errors)

    def delete(self, key: bytes, value: bytes) -> None:
        self._all("delete", key, value)

    def _start_listening(self) -> None:
        for each in self.databases:
            each.add_listener(self._broadcast_change)

    def _stop_listening(self) -> None:
        for each in self.databases:
            each.remove_listener(self._broadcast_change)

    def _all(self, method: str, key: bytes, value: bytes) -> None:
        """Call a method of all databases, even if some of them fail."""
        errors = []
        for database in self.databases:
            try:
                getattr(database, method)(key, value)
            except Exception as error:
                errors.append(error)
        _raise(errors)

    def __repr__(self) -> str:
        return f"LayeredDatabase({', '.join(map(repr, self.databases))})"


def _raise(errors: list[Exception]) -> None:
    if len(errors) == 1:
        raise errors[0]
    if errors:
        raise ExceptionGroup(f"{len(errors)} of the layers failed", errors)
