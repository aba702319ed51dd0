"""Failures are kept for the next run, and a database that fails costs only a complaint."""

from collections.abc import Iterator
from typing import Any

from shortlex import settings
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.database import Database, MemoryDatabase
from shortlex.runner.keeper import MAX_COMPLAINTS, Keeper
from shortlex.runner.result import Complaint, Result, Trouble
from shortlex.runner.run import run


def fails_from(limit: int) -> Any:
    def test(case: Case) -> None:
        if case.draw(st.integers(0, 1000)) >= limit:
            case.mark_interesting("large")

    return test


def run_with(database: Any, limit: int) -> Result:
    return run(fails_from(limit), settings(max_examples=50, database=database), seed=1, key="test")


def choices_in(database: Any) -> list[tuple[object, ...]]:
    return [each.record.choices for each in Keeper(database, "test").known()]


def test_the_reduced_case_is_what_stays() -> None:
    database = MemoryDatabase()
    assert run_with(database, 10).failures
    assert choices_in(database) == [(10,)]


def test_a_known_failure_that_passes_now_is_removed() -> None:
    database = MemoryDatabase()
    run_with(database, 10)
    assert not run_with(database, 10**6).failures
    assert choices_in(database) == []


def test_a_known_failure_that_was_reduced_is_reported_as_it_is() -> None:
    database = MemoryDatabase()
    run_with(database, 500)
    (failure,) = run_with(database, 10).failures
    assert failure.trace.choices == (500,)
    assert choices_in(database) == [(500,)]


class Broken(Database):
    """A database in which nothing works."""

    def save(self, key: bytes, value: bytes) -> None:
        raise OSError("disk full")

    delete = save

    def fetch(self, key: bytes) -> Iterator[bytes]:
        raise OSError("not there")

    def __repr__(self) -> str:
        return "Broken()"


def test_a_broken_database_costs_complaints_and_no_failure() -> None:
    result = run_with(Broken(), 10)
    assert [failure.trace.choices for failure in result.failures] == [(10,)]
    found = {each.trouble: each.reason for each in result.complaints}
    assert found == {
        Trouble.unreadable: "OSError: not there",
        Trouble.unwritable: "OSError: disk full",
    }


class Damaged(Broken):
    """A database full of bytes that nobody kept."""

    def fetch(self, key: bytes) -> Iterator[bytes]:
        return (b"damage %d" % number for number in range(MAX_COMPLAINTS + 3))


def test_many_complaints_are_counted_instead() -> None:
    class Placed(bytes):
        place = ""

    class Places(Damaged):
        def fetch(self, key: bytes) -> Iterator[bytes]:
            for number, value in enumerate(super().fetch(key)):
                placed = Placed(value)
                placed.place = f"file {number}"
                yield placed

    keeper = Keeper(Places(), "test")
    assert list(keeper.known()) == []
    *said, last = keeper.complaints
    assert len(said) == MAX_COMPLAINTS
    assert last == Complaint(Trouble.more, "test", "Broken()", 3)
