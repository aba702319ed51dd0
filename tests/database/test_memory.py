"""A database in memory; that it keeps the laws is shown in tests/laws."""

from shortlex.database import InMemoryExampleDatabase, MemoryDatabase


def test_two_databases_share_nothing() -> None:
    one, other = MemoryDatabase(), MemoryDatabase()
    one.save(b"key", b"value")
    assert list(other.fetch(b"key")) == []


def test_values_can_be_deleted_while_they_are_read() -> None:
    database = MemoryDatabase()
    for value in (b"1", b"2", b"3"):
        database.save(b"key", value)
    for value in database.fetch(b"key"):
        database.delete(b"key", value)
    assert list(database.fetch(b"key")) == []


def test_the_name_that_hypothesis_has_is_the_same_class() -> None:
    assert InMemoryExampleDatabase is MemoryDatabase
    assert repr(MemoryDatabase()) == "MemoryDatabase()"
