"""Interface: what a store of failures can do. Write your own by deriving from ``Database``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

LONGEST = 64 * 2**20
"""A value has no more bytes than this: what is longer is not one of ours."""


class Entry(bytes):
    """A value from a database that also knows where it lies, for messages."""

    place: str = ""
    problem: str = ""
    """Why it is not what was stored, if the database knows."""

    @classmethod
    def at(cls, place: str, value: bytes = b"", *, problem: str = "") -> Entry:
        """A value, with its place."""
        entry = cls(value)
        entry.place = place
        entry.problem = problem
        return entry


class Database(ABC):
    """Sets of values by key, both bytes, that outlive the run.

    The key is the name of a test. A value is one failure: a readable text, in UTF-8. Derive from
    this, write the three methods, and try them with ``shortlex.laws.check_database``. What they
    raise does no harm: the test goes on without the database, and a warning says so.
    """

    @abstractmethod
    def save(self, key: bytes, value: bytes) -> None:
        """Add a value to those of a key. A value that is there is left as it is."""

    @abstractmethod
    def fetch(self, key: bytes) -> Iterable[bytes]:
        """All values of a key, each once, in any order."""

    @abstractmethod
    def delete(self, key: bytes, value: bytes) -> None:
        """Remove a value from those of a key. One that is not there is no error."""

    def move(self, src: bytes, dest: bytes, value: bytes) -> None:
        """Put a value under another key, also if it was not there under the first."""
        # There all the time: whoever is killed in between leaves it twice, not nowhere.
        self.save(dest, value)
        if src != dest:
            self.delete(src, value)
