"""Readonly: a database that is read and never changed."""

from __future__ import annotations

from collections.abc import Iterable

from shortlex.database.interface import Database
from shortlex.errors import InvalidArgument


class ReadOnlyDatabase(Database):
    """Reads from another database; what is saved or deleted is ignored."""

    def __init__(self, database: Database) -> None:
        if not isinstance(database, Database):
            raise InvalidArgument(f"ReadOnlyDatabase({database!r}): must be a database.")
        self.database = database

    def save(self, key: bytes, value: bytes) -> None:
        """Nothing is saved."""

    def fetch(self, key: bytes) -> Iterable[bytes]:
        return self.database.fetch(key)

    def delete(self, key: bytes, value: bytes) -> None:
        """Nothing is deleted."""

    def __repr__(self) -> str:
        return f"ReadOnlyDatabase({self.database!r})"
