"""What every database has in common."""

import pytest

from shortlex.database import Database, MemoryDatabase
from shortlex.database.interface import Entry


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
