"""Memory: failures that are forgotten when the process ends."""

from __future__ import annotations

from collections.abc import Iterable

from shortlex.database.interface import Database


class MemoryDatabase(Database):
    """Keeps failures as long as it lives: for tests, and where nothing may be written."""

    def __init__(self) -> None:
        self.data: dict[bytes, dict[bytes, None]] = {}

    def save(self, key: bytes, value: bytes) -> None:
        self.data.setdefault(bytes(key), {})[bytes(value)] = None

    def fetch(self, key: bytes) -> Iterable[bytes]:
        # All at once: the caller may delete while it reads.
        return list(self.data.get(key, ()))

    def delete(self, key: bytes, value: bytes) -> None:
        self.data.get(key, {}).pop(value, None)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"
