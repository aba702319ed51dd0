"""A database that is never changed."""

import pytest

from shortlex.database import MemoryDatabase, ReadOnlyDatabase
from shortlex.errors import InvalidArgument


def test_what_is_there_can_be_read_and_nothing_else_happens() -> None:
    inner = MemoryDatabase()
    inner.save(b"key", b"old")
    database = ReadOnlyDatabase(inner)
    database.save(b"key", b"new")
    database.delete(b"key", b"old")
    database.move(b"key", b"other", b"old")
    assert list(database.fetch(b"key")) == [b"old"]
    assert inner.data == {b"key": {b"old": None}}


def test_it_needs_a_database() -> None:
    with pytest.raises(InvalidArgument, match=r"ReadOnlyDatabase\('here'\): must be a database"):
        ReadOnlyDatabase("here")  # type: ignore[arg-type]  # the mistake under test


def test_its_repr_names_the_other() -> None:
    assert repr(ReadOnlyDatabase(MemoryDatabase())) == "ReadOnlyDatabase(MemoryDatabase())"
