"""check_database: ours keep every law, and each law is broken by a database made for it."""

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from shortlex import laws
from shortlex.database import Database, DirectoryDatabase, LayeredDatabase, MemoryDatabase
from shortlex.errors import InvalidArgument
from shortlex.laws import LawBroken


def test_a_directory_keeps_all_laws(tmp_path: Path) -> None:
    numbers = count()
    unchecked = laws.check_database(
        lambda: DirectoryDatabase(tmp_path / str(next(numbers))),
        reopen=lambda database: DirectoryDatabase(database.path),  # type: ignore[attr-defined]  # one of ours
    )
    assert unchecked == {}


def test_memory_keeps_all_laws_but_one_that_cannot_be_checked() -> None:
    assert list(laws.check_database(MemoryDatabase)) == ["outlives_its_object"]


def test_layers_keep_all_laws(tmp_path: Path) -> None:
    numbers = count()
    laws.check_database(
        lambda: LayeredDatabase(MemoryDatabase(), DirectoryDatabase(tmp_path / str(next(numbers))))
    )


class Full(MemoryDatabase):
    def fetch(self, key: bytes) -> Iterable[bytes]:
        return [*super().fetch(key), b"surprise"]


class Text(MemoryDatabase):
    """Believes that values are lines of text."""

    def save(self, key: bytes, value: bytes) -> None:
        super().save(key, value.strip())


class Bag(MemoryDatabase):
    def __init__(self) -> None:
        super().__init__()
        self.bags: dict[bytes, list[bytes]] = {}

    def save(self, key: bytes, value: bytes) -> None:
        self.bags.setdefault(key, []).append(value)

    def fetch(self, key: bytes) -> Iterable[bytes]:
        return list(self.bags.get(key, ()))

    def delete(self, key: bytes, value: bytes) -> None:
        if value in self.bags.get(key, ()):
            self.bags[key].remove(value)


class Matching(MemoryDatabase):
    """Deletes by how a value begins."""

    def delete(self, key: bytes, value: bytes) -> None:
        for each in self.fetch(key):
            if each.startswith(value):
                super().delete(key, each)


class Strict(MemoryDatabase):
    def delete(self, key: bytes, value: bytes) -> None:
        del self.data[key][value]


class Cased(MemoryDatabase):
    """As a file system that does not tell upper case from lower."""

    def save(self, key: bytes, value: bytes) -> None:
        super().save(key.lower(), value)

    def fetch(self, key: bytes) -> Iterable[bytes]:
        return super().fetch(key.lower())

    def delete(self, key: bytes, value: bytes) -> None:
        super().delete(key.lower(), value)


class Live(MemoryDatabase):
    """Looks each value up only when it is asked for."""

    def fetch(self, key: bytes) -> Iterator[bytes]:
        position = 0
        while position < len(values := list(self.data.get(key, ()))):
            yield values[position]
            position += 1


class Copying(MemoryDatabase):
    def move(self, src: bytes, dest: bytes, value: bytes) -> None:
        self.save(dest, value)


class Threaded(MemoryDatabase):
    """Fails where it is used by another thread."""

    def __init__(self) -> None:
        from threading import get_ident

        super().__init__()
        self.thread, self.get_ident = get_ident(), get_ident

    def save(self, key: bytes, value: bytes) -> None:
        if self.get_ident() != self.thread:
            raise RuntimeError("made in another thread")
        super().save(key, value)


@pytest.mark.parametrize(
    ("make", "law", "said"),
    [
        (Full, "begins_empty", "not expected: b'surprise'"),
        (Text, "gives_back_what_was_saved", "missing: b'shortlex failure 1"),
        (Bag, "keeps_a_set", "4 values were fetched, 2 should have been"),
        (Matching, "deletes_what_it_is_told", "missing: "),
        (Cased, "keeps_keys_apart", "Under the key b'tests.test_it.test': 3 values"),
        (Live, "can_be_changed_while_it_is_read", "read all values before it yields the first"),
        (Copying, "moves_values", "Under the key b'from'"),
        (Threaded, "loses_nothing_to_threads", "A thread raised RuntimeError"),
    ],
)
def test_each_law_is_broken_by_something(make: Callable[[], Database], law: str, said: str) -> None:
    with pytest.raises(LawBroken) as caught:
        laws.check_database(make)
    assert caught.value.law == law
    assert said in str(caught.value)
    with pytest.raises(LawBroken):
        laws.check_database(make, only=[law])


def test_a_store_that_forgets_is_found() -> None:
    with pytest.raises(LawBroken, match="outlives_its_object") as caught:
        laws.check_database(MemoryDatabase, reopen=lambda database: MemoryDatabase())
    assert "MemoryDatabase breaks the law" in str(caught.value)


def test_what_a_database_raises_is_raised() -> None:
    with pytest.raises(KeyError):
        laws.check_database(Strict)


@pytest.mark.parametrize(
    ("make", "hint"),
    [(MemoryDatabase(), "needs a function that makes a new database"), (dict, "is not a shortlex")],
)
def test_it_needs_something_that_makes_databases(make: Any, hint: str) -> None:
    with pytest.raises(InvalidArgument, match=hint):
        laws.check_database(make)


def test_a_law_that_there_is_not_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="There is no law 'quick'"):
        laws.check_database(MemoryDatabase, only=["quick"])


def test_every_law_is_documented() -> None:
    assert all(law.__doc__ for law in laws.DATABASE_LAWS.values())
