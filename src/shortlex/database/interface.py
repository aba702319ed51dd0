"""Interface: what a store of failures can do. Write your own by deriving from ``Database``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

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


class Database(ABC):
    """Sets of values by key that outlive the run. Keys and values are bytes.

    The key is the name of a test. A value is one failure: a readable text, in UTF-8. For your
    own database, derive from this, write the three methods, and check them with
    ``shortlex.laws.check_database``. If they raise, the test goes on without the database, with a
    warning.
    """

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
