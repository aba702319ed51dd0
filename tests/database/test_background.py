"""Writes happen in a thread, in their order, and none is lost."""

import subprocess
import sys
from collections.abc import Iterable
from threading import Event, get_ident

import pytest

from shortlex.database import BackgroundDatabase, Database, MemoryDatabase
from shortlex.errors import InvalidArgument
from shortlex.laws import check_database


def test_it_keeps_the_laws_of_databases() -> None:
    check_database(lambda: BackgroundDatabase(MemoryDatabase()))


class Slow(MemoryDatabase):
    """Writes when it is allowed to."""

    def __init__(self) -> None:
        super().__init__()
        self.allowed = Event()
        self.writers: set[int] = set()

    def save(self, key: bytes, value: bytes) -> None:
        self.allowed.wait(60)
        self.writers.add(get_ident())
        super().save(key, value)


def test_a_write_does_not_wait_and_a_read_does() -> None:
    slow = Slow()
    database = BackgroundDatabase(slow)
    for i in range(3):
        database.save(b"key", b"%d" % i)
    assert slow.data == {}
    slow.allowed.set()
    assert list(database.fetch(b"key")) == [b"0", b"1", b"2"]
    assert get_ident() not in slow.writers


def test_deletions_and_moves_keep_their_place() -> None:
    inner = MemoryDatabase()
    database = BackgroundDatabase(inner)
    database.save(b"a", b"1")
    database.move(b"a", b"b", b"1")
    database.save(b"b", b"2")
    database.delete(b"b", b"1")
    assert (list(database.fetch(b"a")), list(database.fetch(b"b"))) == ([], [b"2"])


class Broken(Database):
    def save(self, key: bytes, value: bytes) -> None:
        raise OSError("full")

    def fetch(self, key: bytes) -> Iterable[bytes]:
        return ()

    def delete(self, key: bytes, value: bytes) -> None:
        pass


def test_an_error_is_raised_by_the_next_call() -> None:
    database = BackgroundDatabase(Broken())
    database.save(b"a", b"1")
    with pytest.raises(OSError, match="full"):
        database.fetch(b"a")
    assert list(database.fetch(b"a")) == []


def test_the_program_ends_when_all_is_written() -> None:
    program = """
import time
from shortlex.database import BackgroundDatabase, MemoryDatabase

class Slow(MemoryDatabase):
    def save(self, key, value):
        time.sleep(0.2)
        print("saved", value.decode())

database = BackgroundDatabase(Slow())
for i in range(3):
    database.save(b"key", b"%d" % i)
print("end")
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ended.stdout.splitlines() == ["end", "saved 0", "saved 1", "saved 2"]


def test_listeners_hear_of_what_was_written() -> None:
    database = BackgroundDatabase(MemoryDatabase())
    events: list[object] = []
    database.add_listener(events.append)
    database.save(b"a", b"1")
    database.wait()
    assert events == [("save", (b"a", b"1"))]


def test_it_needs_a_database() -> None:
    with pytest.raises(InvalidArgument, match="must be a database"):
        BackgroundDatabase("failures")  # type: ignore[arg-type]
