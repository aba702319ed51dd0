"""The laws of databases, and ``check_database``, which checks them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from threading import Thread
from typing import Final

from shortlex.database.interface import Database
from shortlex.errors import InvalidArgument
from shortlex.laws.law import Broken, Unchecked, check_laws, table_of

KEYS: tuple[bytes, ...] = (
    b"tests.test_it.test", b"tests.test_it.Test", b"tests.test_it.test.more", b"a", b"A", b"",
    b"a/b", b"a/../b", b"..", b"a\\b", b"a\0b", b"\xff\xfe", "tests.tëst[\N{SNOWMAN}]".encode(),
    b"test[a b:c*d?]", b"x" * 1000, b"x" * 1001,
)  # fmt: skip
"""Names that tests may have, and names that are difficult for file systems and servers."""

VALUES: tuple[bytes, ...] = (
    b"shortlex failure 1\ntest: x\n", b"", b"\0", b"\n", b"\r\n", b"a", b"A", b"a ", b"\xff\xfe",
    bytes(range(256)), "\N{SNOWMAN}".encode(), b"x" * 100_000, b"x" * 100_001,
)  # fmt: skip
"""Failures are text, but a database must not rely on that."""

THREADS, ROUNDS = 4, 25
"""How many threads work at once, and how many rounds each does."""


@dataclass(frozen=True)
class DatabaseTrial:
    """The arguments of ``check_database``."""

    make: Callable[[], Database]
    reopen: Callable[[Database], Database] | None


def begins_empty(trial: DatabaseTrial) -> None:
    """A key without saved values has none, and deleting a missing value is not an error."""
    database = trial.make()
    for key in KEYS:
        _expect(database, key, (), "the database is new, and nothing was saved")
        database.delete(key, b"value")
        _expect(database, key, (), "only a missing value was deleted")


def gives_back_what_was_saved(trial: DatabaseTrial) -> None:
    """Every value comes back, byte for byte."""
    database = trial.make()
    for number, value in enumerate(VALUES, start=1):
        database.save(b"key", value)
        _expect(database, b"key", VALUES[:number], f"{_shown(value)} was saved last")


def keeps_a_set(trial: DatabaseTrial) -> None:
    """A value that is saved twice is stored once, and gone after one deletion."""
    database = trial.make()
    for value in (b"one", b"two", b"one", b"one"):
        database.save(b"key", value)
    _expect(database, b"key", (b"one", b"two"), "one of them was saved three times")
    database.delete(b"key", b"one")
    _expect(database, b"key", (b"two",), "the other was deleted")


def deletes_what_it_is_told(trial: DatabaseTrial) -> None:
    """A deleted value is gone, all others stay, and deleting it again is not an error."""
    database = trial.make()
    for value in VALUES:
        database.save(b"key", value)
    for number, value in enumerate(VALUES, start=1):
        for _ in range(2):
            database.delete(b"key", value)
        _expect(database, b"key", VALUES[number:], f"{_shown(value)} was deleted last")


def keeps_keys_apart(trial: DatabaseTrial) -> None:
    """Saving and deleting under one key changes no other key."""
    database = trial.make()
    for key in KEYS:
        database.save(key, b"of " + key)
        database.save(key, b"common")
    for key in KEYS:
        _expect(database, key, (b"of " + key, b"common"), "other keys have other values")
    database.delete(KEYS[0], b"common")
    for key in KEYS[1:]:
        _expect(database, key, (b"of " + key, b"common"), "one was deleted under another key")


def can_be_changed_while_it_is_read(trial: DatabaseTrial) -> None:
    """Values can be deleted and saved while others are still being fetched."""
    database = trial.make()
    values = [b"%d" % number for number in range(10)]
    for value in values:
        database.save(b"key", value)
    met = set()
    for value in database.fetch(b"key"):
        met.add(bytes(value))
        database.delete(b"key", value)
        database.save(b"other", value)
    if met != set(values):
        raise Broken(
            f"Each value was deleted when fetched, and only {len(met)} of {len(values)} came.",
            "let fetch() read all values before it yields the first.",
        )
    _expect(database, b"key", (), "all were deleted while they were fetched")
    _expect(database, b"other", values, "all were saved there while they were fetched")


def moves_values(trial: DatabaseTrial) -> None:
    """``move`` moves a value from one key to another, even if it was not there."""
    database = trial.make()
    database.save(b"from", b"one")
    database.save(b"from", b"two")
    database.move(b"from", b"to", b"one")
    database.move(b"from", b"to", b"new")
    database.move(b"from", b"from", b"two")
    _expect(database, b"from", (b"two",), "another value was moved, and this one to its own key")
    _expect(database, b"to", (b"one", b"new"), "both were moved here")


def loses_nothing_to_threads(trial: DatabaseTrial) -> None:
    """Threads that save and delete at the same time do not disturb each other."""
    database = trial.make()
    errors: list[Exception] = []

    def work(number: int) -> None:
        try:
            for i in range(ROUNDS):
                database.save(b"key", b"kept %d %d" % (number, i))
                database.save(b"key", b"gone %d %d" % (number, i))
                database.delete(b"key", b"gone %d %d" % (number, i))
        except Exception as error:
            errors.append(error)

    threads = [Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise Broken(
            f"A thread raised {errors[0]!r}.", "make save() and delete() safe to call from threads."
        ) from errors[0]
    kept = [b"kept %d %d" % (number, i) for number in range(THREADS) for i in range(ROUNDS)]
    _expect(database, b"key", kept, f"{THREADS} threads saved and deleted at the same time")


def outlives_its_object(trial: DatabaseTrial) -> None:
    """Another object for the same store finds what was saved, and not what was deleted."""
    if trial.reopen is None:
        raise Unchecked("reopen=... was not given, so there is no way to open the store again")
    database = trial.make()
    for key in KEYS:
        database.save(key, b"kept")
        database.save(key, b"gone")
        database.delete(key, b"gone")
    again = trial.reopen(database)
    for key in KEYS:
        _expect(again, key, (b"kept",), "it was saved before the store was opened again")


DATABASE_LAWS: Final[Mapping[str, Callable[[DatabaseTrial], None]]] = table_of(
    begins_empty,
    gives_back_what_was_saved,
    keeps_a_set,
    deletes_what_it_is_told,
    keeps_keys_apart,
    can_be_changed_while_it_is_read,
    moves_values,
    loses_nothing_to_threads,
    outlives_its_object,
)


def check_database(
    make_database: Callable[[], Database],
    *,
    reopen: Callable[[Database], Database] | None = None,
    only: Iterable[str] | None = None,
    skip: Iterable[str] = (),
) -> dict[str, str]:
    """Check a database by the laws of databases, or raise LawBroken.

    make_database
        Returns a new, empty database each time it is called.
    reopen
        Returns another object for the store of a given database, as the next run would.
    only, skip
        Names of the laws to check, or to leave out: see ``DATABASE_LAWS``.

    The result has the names of the laws that could not be checked, each with the reason.
    """
    if not callable(make_database):
        raise InvalidArgument(
            f"check_database({make_database!r}): needs a function that makes a new database, such "
            "as its class."
        )
    first = make_database()
    if not isinstance(first, Database):
        raise InvalidArgument(f"check_database(): {first!r} is not a shortlex.database.Database.")
    return check_laws(
        DATABASE_LAWS, DatabaseTrial(make_database, reopen), type(first).__name__, only, skip
    )


def _expect(database: Database, key: bytes, values: Iterable[bytes], because: str) -> None:
    found, wanted = sorted(map(bytes, database.fetch(key))), sorted(values)
    if found == wanted:
        return
    missing = [_shown(each) for each in wanted if each not in found]
    surplus = [_shown(each) for each in found if each not in wanted]
    said = [f"{len(found)} values were fetched, {len(wanted)} should have been"]
    if missing:
        said.append(f"missing: {', '.join(missing[:3])}")
    if surplus:
        said.append(f"not expected: {', '.join(surplus[:3])}")
    raise Broken(
        f"Under the key {_shown(key)}: {'; '.join(said)}; {because}.",
        "return exactly the set of values that were saved under a key and not deleted.",
    )


def _shown(value: bytes) -> str:
    return repr(value) if len(value) <= 40 else f"{value[:40]!r}... ({len(value)} bytes)"
