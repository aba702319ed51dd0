"""What every database has in common."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shortlex.database import (
    Database,
    DirectoryDatabase,
    InMemoryExampleDatabase,
    LayeredDatabase,
    MemoryDatabase,
    MultiplexedDatabase,
    ReadOnlyDatabase,
)
from shortlex.database.interface import Entry
from shortlex.errors import InvalidArgument


def test_a_database_needs_three_methods() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Database()  # type: ignore[abstract]  # the mistake under test


def test_a_value_can_be_moved() -> None:
    database = MemoryDatabase()
    database.save(b"from", b"value")
    database.move(b"from", b"to", b"value")
    assert (list(database.fetch(b"from")), list(database.fetch(b"to"))) == ([], [b"value"])


def test_a_move_saves_what_was_not_there() -> None:
    database = MemoryDatabase()
    database.move(b"from", b"to", b"value")
    assert list(database.fetch(b"to")) == [b"value"]


def test_a_move_to_where_it_is_saves() -> None:
    database = MemoryDatabase()
    database.move(b"here", b"here", b"value")
    assert list(database.fetch(b"here")) == [b"value"]


def test_an_entry_is_its_bytes_and_knows_its_place() -> None:
    entry = Entry.at("there", b"value")
    assert entry == b"value"
    assert hash(entry) == hash(b"value")
    assert (entry.place, entry.problem) == ("there", "")


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


def test_the_name_that_hypothesis_has_for_one_in_memory_is_the_same_class() -> None:
    assert InMemoryExampleDatabase is MemoryDatabase
    assert repr(MemoryDatabase()) == "MemoryDatabase()"


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


class Broken(Database):
    def save(self, key: bytes, value: bytes) -> None:
        raise OSError("no save")

    def fetch(self, key: bytes) -> Iterator[bytes]:
        yield b"before"
        raise OSError("no fetch")

    def delete(self, key: bytes, value: bytes) -> None:
        raise OSError("no delete")


def test_it_reads_from_all_and_gives_each_value_once() -> None:
    one, other = MemoryDatabase(), MemoryDatabase()
    one.save(b"key", b"first")
    one.save(b"key", b"both")
    other.save(b"key", b"both")
    other.save(b"key", b"last")
    assert list(LayeredDatabase(one, other).fetch(b"key")) == [b"first", b"both", b"last"]


def test_it_writes_to_all_that_are_not_read_only() -> None:
    one, other = MemoryDatabase(), MemoryDatabase()
    database = LayeredDatabase(one, ReadOnlyDatabase(other))
    database.save(b"key", b"value")
    assert (one.data, other.data) == ({b"key": {b"value": None}}, {})
    database.delete(b"key", b"value")
    assert list(database.fetch(b"key")) == []


def test_one_that_is_broken_keeps_nothing_from_the_others() -> None:
    inner = MemoryDatabase()
    database = LayeredDatabase(Broken(), inner)
    with pytest.raises(OSError, match="no save"):
        database.save(b"key", b"value")
    values = database.fetch(b"key")
    assert [next(values), next(values)] == [b"before", b"value"]
    with pytest.raises(OSError, match="no fetch"):
        next(values)
    with pytest.raises(OSError, match="no delete"):
        database.delete(b"key", b"value")
    assert list(inner.fetch(b"key")) == []


def test_several_that_are_broken_are_all_named() -> None:
    with pytest.raises(ExceptionGroup, match="2 of the layers failed"):
        LayeredDatabase(Broken(), Broken()).save(b"key", b"value")


def test_it_needs_databases() -> None:
    with pytest.raises(InvalidArgument, match=r"LayeredDatabase\(None\): each must be a database"):
        LayeredDatabase(MemoryDatabase(), None)  # type: ignore[arg-type]  # the mistake under test


def test_the_name_that_hypothesis_has_for_a_layered_one_is_the_same_class() -> None:
    assert MultiplexedDatabase is LayeredDatabase
    assert repr(LayeredDatabase(MemoryDatabase())) == "LayeredDatabase(MemoryDatabase())"


def listened(database: Database) -> list[object]:
    """What a listener hears of a save that is repeated, and of a delete that is repeated."""
    events: list[object] = []
    database.add_listener(events.append)
    for _ in range(2):
        database.save(b"key", b"value")
    for _ in range(2):
        database.delete(b"key", b"value")
    database.remove_listener(events.append)
    database.save(b"key", b"unheard")
    return events


HEARD = [("save", (b"key", b"value")), ("delete", (b"key", b"value"))]


def test_listeners_hear_of_each_change_once(tmp_path: Path) -> None:
    assert listened(MemoryDatabase()) == HEARD
    assert listened(DirectoryDatabase(tmp_path)) == HEARD
    assert listened(LayeredDatabase(MemoryDatabase())) == HEARD


def test_what_reads_another_database_hears_what_that_one_hears() -> None:
    inner = MemoryDatabase()
    events: list[object] = []
    ReadOnlyDatabase(inner).add_listener(events.append)
    inner.save(b"key", b"value")
    assert events == HEARD[:1]


def test_all_listeners_can_be_forgotten() -> None:
    inner = MemoryDatabase()
    outer = LayeredDatabase(inner)
    events: list[object] = []
    outer.add_listener(events.append)
    outer.clear_listeners()
    inner.save(b"key", b"value")
    assert events == []
