"""Layered: several databases used as one."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.database.interface import Database
from shortlex.errors import InvalidArgument


class LayeredDatabase(Database):
    """Reads from all of its databases, in their order, and writes to all.

    Put those that must stay as they are into ``ReadOnlyDatabase``.
    """

    def __init__(self, *databases: Database) -> None:
        for each in databases:
            if not isinstance(each, Database):
                raise InvalidArgument(f"LayeredDatabase({each!r}): each must be a database.")
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

    def _all(self, method: str, key: bytes, value: bytes) -> None:
        """One that is out of reach must not keep the failure from the others."""
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
