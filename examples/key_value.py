"""A key-value store in sqlite3, with a bug."""

import sqlite3


class KeyValueStore:
    """Texts by key. ``keys`` finds the keys that begin with a prefix."""

    def __init__(self, path: str = ":memory:") -> None:
        self.connection = sqlite3.connect(path)
        self.connection.execute("CREATE TABLE entries (key TEXT PRIMARY KEY, value TEXT)")

    def set(self, key: str, value: str) -> None:
        self.connection.execute("INSERT OR REPLACE INTO entries VALUES (?, ?)", (key, value))

    def get(self, key: str) -> str | None:
        found = self.connection.execute("SELECT value FROM entries WHERE key = ?", (key,))
        row = found.fetchone()
        return None if row is None else str(row[0])

    def delete(self, key: str) -> None:
        self.connection.execute("DELETE FROM entries WHERE key = ?", (key,))

    def keys(self, prefix: str) -> list[str]:
        # The bug: LIKE ignores case, and _ and % in the prefix stand for other letters.
        found = self.connection.execute(
            "SELECT key FROM entries WHERE key LIKE ? || '%' ORDER BY key", (prefix,)
        )
        return [str(key) for (key,) in found]

    def close(self) -> None:
        self.connection.close()
