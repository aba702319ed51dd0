"""Background: writes to another database in a thread, so that the test does not wait for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from threading import Lock, Thread

from shortlex.core.shown import shown
from shortlex.database.interface import Database
from shortlex.errors import InvalidArgument


class BackgroundDatabase(Database):
    """Writes to another database in a thread; reads wait until everything is written.

    For a database that is slow to write to, such as one on another machine. The program ends only
    when all is written. An error of the other database is raised by the next call.
    """

    def __init__(self, database: Database) -> None:
        if not isinstance(database, Database):
            raise InvalidArgument(f"BackgroundDatabase({shown(database)}): must be a database.")
        self.database = database
        self._pending: deque[Callable[[], None]] = deque()
        self._lock = Lock()
        self._worker: Thread | None = None
        self._error: Exception | None = None

    def save(self, key: bytes, value: bytes) -> None:
        self._later(lambda: self.database.save(key, value))

    def delete(self, key: bytes, value: bytes) -> None:
        self._later(lambda: self.database.delete(key, value))

    def move(self, src: bytes, dest: bytes, value: bytes) -> None:
        self._later(lambda: self.database.move(src, dest, value))

    def fetch(self, key: bytes) -> Iterable[bytes]:
        self.wait()
        return self.database.fetch(key)

    def wait(self) -> None:
        """Return when everything is written."""
        worker = self._worker
        if worker is not None and worker.is_alive():
            worker.join()
        # In a process that was forked meanwhile there is no thread: what is left is written here.
        self._work()
        self._raise_error()

    def _later(self, write: Callable[[], None]) -> None:
        self._raise_error()
        with self._lock:
            self._pending.append(write)
            if self._worker is None or not self._worker.is_alive():
                # Not a daemon: Python waits for it before it exits.
                self._worker = Thread(target=self._work, name="shortlex database")
                self._worker.start()

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._pending:
                    self._worker = None
                    return
                write = self._pending.popleft()
            try:
                write()
            except Exception as error:
                self._error = error

    def _raise_error(self) -> None:
        error, self._error = self._error, None
        if error is not None:
            raise error

    def _start_listening(self) -> None:
        self.database.add_listener(self._broadcast_change)

    def _stop_listening(self) -> None:
        self.database.remove_listener(self._broadcast_change)

    def __repr__(self) -> str:
        return f"BackgroundDatabase({self.database!r})"
