"""Scenarios: runs of a test with a store, and what must hold of both, whatever fails meanwhile."""

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.database import Database
from shortlex.database.record import Record, format_record, parse_record
from shortlex.errors import ShortlexWarning
from shortlex.property.session import Session, active

KEY = "tests/test_it.py::test_it"


class Scenario(NamedTuple):
    """A store, and a test that is run with it."""

    known: tuple[int, ...]
    """What was kept before, not reduced to the end."""
    limit: int
    """The test fails from here on."""

    @property
    def fails(self) -> bool:
        return self.limit < 10**300

    @property
    def safe(self) -> bool:
        """Whether a failure that was kept before must be there afterwards."""
        return any(number >= self.limit for number in self.known)


SCENARIOS = {
    "new": Scenario((), 1000),
    "known": Scenario((1000,), 1000),
    "reducible": Scenario((5000, 7000), 1000),
    "fixed": Scenario((5000, 7000), 10**300),
    "mixed": Scenario((5, 5000), 1000),
    "passing": Scenario((), 10**300),
}


def record_of(number: int) -> bytes:
    return format_record(
        Record(
            test=KEY,
            error="AssertionError at nowhere.py:1",
            choices=(number,),
            wanted=("an integer",),
            fingerprint=b"abc",
            is_reduced=False,
            arguments=1,
        )
    )


def fill(database: Database, scenario: Scenario) -> None:
    for number in scenario.known:
        database.save(KEY.encode(), record_of(number))


def numbers_in(database: Database) -> list[Any]:
    """What a store has; a damaged entry is an error."""
    return sorted(parse_record(value).choices[0] for value in database.fetch(KEY.encode()))


@contextmanager
def session() -> Iterator[None]:
    token = active.set(Session(name=KEY))
    try:
        yield
    finally:
        active.reset(token)


def fails(database: Database, limit: int) -> bool:
    """Run the test, with warnings as errors. Whether it failed, as it should and not otherwise."""

    @settings(database=database, max_examples=20)
    @given(st.integers())
    def test_it(number: int) -> None:
        assert number < limit

    with session(), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("error")
        try:
            test_it()
        except AssertionError:
            return True
        finally:
            assert {each.category for each in caught} <= {ShortlexWarning}
    return False


def check(open_store: Callable[[], Database], run: Callable[[Database], bool], name: str) -> None:
    """Run a scenario in which something may fail, and then once more without that.

    ``run`` runs the test with a store that may fail.
    """
    scenario = SCENARIOS[name]
    store = open_store()
    fill(store, scenario)
    assert run(store) == scenario.fails
    left = numbers_in(store)
    if scenario.safe:
        assert any(number >= scenario.limit for number in left), "what was known is lost"
    assert fails(store, scenario.limit) == scenario.fails
    left = numbers_in(store)
    assert left == ([1000] if scenario.fails else []), "the next run has not put it right"
