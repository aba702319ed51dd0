"""Known failures are run first, kept while they fail, and dropped when they do not."""

import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import SkipTest

import pytest

from shortlex import Phase, assume, find, given, seed, settings
from shortlex import strategies as st
from shortlex.core.case import Case, RecordedCase
from shortlex.core.integer import Integer
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Trace
from shortlex.database import Database, DirectoryDatabase, MemoryDatabase, ReadOnlyDatabase
from shortlex.database.interface import Entry
from shortlex.database.record import Record, format_record, parse_record
from shortlex.errors import FlakyFailure, InvalidArgument, NoSuchExample, ShortlexWarning
from shortlex.property.session import Session, active
from shortlex.runner import keeper as keeper_module
from shortlex.runner.execute import execute
from shortlex.runner.hunt import MAX_BUGS, Hunt
from shortlex.runner.reuse import (
    MAX_EXCESS,
    OtherDraw,
    TooManyChoices,
    find_excess,
    find_misfit,
    replay_limit,
)
from shortlex.runner.run import run
from shortlex.system import genuine

KEY = b"tests.somewhere.test_it"


@pytest.fixture(autouse=True)
def session() -> Iterator[None]:
    """All tests are the same one to the database."""
    token = active.set(Session(name=KEY.decode()))
    yield
    active.reset(token)


def make(
    body: Callable[..., object],
    *strategies: st.SearchStrategy[Any],
    database: Database | None,
    **options: Any,
) -> Any:
    """A test with this body."""

    def test_it(**values: Any) -> None:
        body(*values.values())

    named = {f"x{i}": strategy for i, strategy in enumerate(strategies)}
    return settings(database=database, **options)(given(**named)(test_it))


def below(limit: int, calls: list[Any] | None = None) -> Callable[[int], None]:
    def body(number: int) -> None:
        if calls is not None:
            calls.append(number)
        assert number < limit

    return body


def error_of(test: Callable[[], object]) -> BaseException:
    with pytest.raises(BaseException) as caught:  # noqa: PT011  # whatever it is
        test()
    return caught.value


def records(database: Database) -> list[Record]:
    return [parse_record(value) for value in database.fetch(KEY)]


def record_of(*choices: Any, wanted: str = "an integer", **fields: Any) -> bytes:
    plain: dict[str, Any] = {
        "test": "tests.somewhere.test_it",
        "error": "AssertionError at nowhere.py:1",
        "choices": choices,
        "wanted": (wanted,) * len(choices),
        "fingerprint": b"abc",
        "is_reduced": True,
    }
    return format_record(Record(**plain | fields))


def known(*values: bytes) -> MemoryDatabase:
    database = MemoryDatabase()
    for value in values:
        database.save(KEY, value)
    return database


def test_a_failure_is_kept_reduced_with_its_value_as_code() -> None:
    database = MemoryDatabase()
    error_of(make(below(1000), st.integers(), database=database))
    (value,) = database.fetch(KEY)
    (record,) = records(database)
    assert record.choices == (1000,)
    assert record.wanted == ("an integer",)
    assert record.is_reduced
    assert record.arguments == 1
    assert record.error.startswith("AssertionError at test_reuse.py:")
    assert b"# test_it(\n#     x0=1000,\n# )\n" in value


@pytest.mark.usefixtures("one_last_run")
def test_a_known_failure_is_run_first_and_nothing_else_is() -> None:
    database = MemoryDatabase()
    error_of(make(below(1000), st.integers(), database=database))
    calls: list[int] = []
    error = error_of(make(below(1000, calls), st.integers(), database=database))
    # Once to see that it fails, and once for the report.
    assert calls == [1000, 1000]
    assert "Known from an earlier run: MemoryDatabase()" in error.__notes__
    assert not any("Reduced" in line for line in error.__notes__)


@pytest.mark.usefixtures("one_last_run")
def test_an_explanation_is_kept_with_the_value_and_not_made_again() -> None:
    database, phases = MemoryDatabase(), tuple(Phase)
    calls: list[int] = []

    def body(number: int, other: int) -> None:
        calls.append(number)
        assert number < 1000

    error_of(make(body, st.integers(), st.integers(), database=database, phases=phases))
    (value,) = database.fetch(KEY)
    assert b"#     x1=0,  # any value here" in value
    calls.clear()
    error_of(make(body, st.integers(), st.integers(), database=database, phases=phases))
    assert calls == [1000, 1000]


def test_a_known_failure_that_still_fails_is_left_as_it_is() -> None:
    database = known(record_of(2000))
    before = list(database.fetch(KEY))
    error_of(make(below(1000), st.integers(), database=database))
    assert list(database.fetch(KEY)) == before


def test_a_failure_that_is_fixed_is_dropped_and_the_search_goes_on() -> None:
    database = known(record_of(1000))
    calls: list[int] = []
    make(below(10**300, calls), st.integers(), database=database, max_examples=50)()
    assert calls[0] == 1000
    assert len(calls) >= 50
    assert records(database) == []


def test_a_failure_that_is_refused_now_is_dropped() -> None:
    database = known(record_of(1000))
    make(lambda number: assume(number != 1000), st.integers(), database=database)()
    assert records(database) == []


def test_a_failure_that_was_not_reduced_to_its_end_is_reduced_further() -> None:
    database = known(record_of(5000, is_reduced=False))
    calls: list[int] = []
    error = error_of(make(below(1000, calls), st.integers(), database=database))
    assert calls[0] == 5000
    assert "    x0=1000," in "\n".join(error.__notes__)
    assert [record.choices for record in records(database)] == [(1000,)]
    assert records(database)[0].is_reduced


def test_a_failure_whose_choices_were_replaced_is_reduced_and_kept_anew() -> None:
    database = known(record_of(5000))
    error_of(make(below(1000), st.integers(0, 4000), database=database))
    assert [record.choices for record in records(database)] == [(1000,)]


def test_of_one_bug_only_the_simplest_is_kept() -> None:
    database = known(record_of(5000), record_of(1000, 7), record_of(2000))
    error_of(make(below(1000), st.integers(), database=database))
    assert len(records(database)) == 1


@pytest.mark.usefixtures("one_last_run")
def test_several_known_bugs_are_all_reported_at_once() -> None:
    calls: list[int] = []

    def body(number: int) -> None:
        calls.append(number)
        if number == 100:
            raise ValueError
        if number == 200:
            raise KeyError

    database = known(record_of(100), record_of(200), record_of(300))
    error = error_of(make(body, st.integers(), database=database))
    assert isinstance(error, BaseExceptionGroup)
    assert sorted(calls) == [100, 100, 200, 200, 300]
    assert sorted(record.choices for record in records(database)) == [(100,), (200,)]


def test_where_one_bug_is_asked_for_others_stay_known() -> None:
    def body(number: int) -> None:
        if number == 100:
            raise ValueError
        if number == 200:
            raise KeyError

    database = known(record_of(100), record_of(200))
    test = make(body, st.integers(), database=database, report_multiple_bugs=False)
    assert isinstance(error_of(test), (ValueError, KeyError))
    assert len(records(database)) == 2


def test_without_the_phase_nothing_known_is_run_but_failures_are_kept() -> None:
    database = known(record_of(0))
    phases = [Phase.generate, Phase.shrink]
    error_of(make(below(1000), st.integers(), database=database, phases=phases))
    assert sorted(record.choices for record in records(database)) == [(0,), (1000,)]


@pytest.mark.usefixtures("one_last_run")
def test_known_failures_can_be_all_that_is_run() -> None:
    calls: list[int] = []
    database = known(record_of(1000))
    options: dict[str, Any] = {"database": database, "phases": [Phase.reuse]}
    error_of(make(below(1000, calls), st.integers(), **options))
    make(below(2000, calls), st.integers(), **options)()
    make(below(2000, calls), st.integers(), **options)()
    assert calls == [1000] * 3


def test_without_a_database_there_is_nothing_to_reuse() -> None:
    with pytest.raises(SkipTest, match="leaves nothing to run"):
        make(below(0), st.integers(), database=None, phases=[Phase.reuse])()


def test_without_reduction_what_was_found_is_kept_for_the_next_run() -> None:
    database = MemoryDatabase()
    error_of(make(below(1000), st.integers(), database=database, phases=[Phase.generate]))
    (record,) = records(database)
    assert not record.is_reduced
    error_of(make(below(1000), st.integers(), database=database))
    assert [(each.choices, each.is_reduced) for each in records(database)] == [((1000,), True)]


def test_without_a_database_nothing_is_kept() -> None:
    calls: list[int] = []
    error_of(make(below(1000), st.integers(), database=None))
    error_of(make(below(1000, calls), st.integers(), database=None))
    assert len(calls) > 2


def test_with_a_seed_the_cases_are_those_of_the_seed() -> None:
    database = known(record_of(5000))
    calls: list[int] = []
    error_of(seed(1)(make(below(1000, calls), st.integers(), database=database)))
    assert calls[0] == 0
    assert [record.choices for record in records(database)] == [(5000,)]


def test_a_reduction_that_is_interrupted_has_kept_its_best() -> None:
    database = MemoryDatabase()
    seen: list[int] = []

    def body(xs: list[int]) -> None:
        if sum(xs) >= 1000:
            seen.append(len(xs))
            if len(seen) > 8:
                raise KeyboardInterrupt
            raise AssertionError

    with pytest.raises(KeyboardInterrupt):
        make(body, st.lists(st.integers(0, 100), min_size=5), database=database)()
    (record,) = records(database)
    assert not record.is_reduced
    assert record.arguments is not None


def test_the_best_is_kept_as_it_improves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper_module, "MIN_PAUSE", 0.0)
    monkeypatch.setattr(keeper_module, "PAUSE_FACTOR", 0)
    database = MemoryDatabase()
    kept: list[tuple[int, ...]] = []

    def body(xs: list[int]) -> None:
        kept.append(tuple(len(record.choices) for record in records(database)))
        assert len(set(xs)) < 3 or sum(xs) < 1000

    error_of(make(body, st.lists(st.integers(0, 500)), database=database))
    sizes = [each[0] for each in kept if each]
    assert len({*sizes}) > 1
    assert sizes == sorted(sizes, reverse=True)
    assert max(len(each) for each in kept) == 1


def test_while_it_improves_quickly_not_every_step_is_written() -> None:
    class Counting(MemoryDatabase):
        saves = 0

        def save(self, key: bytes, value: bytes) -> None:
            self.saves += 1
            super().save(key, value)

    database = Counting()
    error_of(make(lambda xs: [][len(xs) // 30], st.lists(st.integers()), database=database))
    with pytest.warns(ShortlexWarning, match="strategy changed"):
        error_of(make(below(10**9), st.integers(), database=database))
    assert database.saves <= 8


def test_a_failure_that_does_not_come_again_is_not_kept() -> None:
    calls: list[int] = []

    def body(data: st.DataObject) -> None:
        calls.append(data.draw(st.integers()))
        assert len(calls) != 20

    database = MemoryDatabase()
    assert isinstance(error_of(make(body, st.data(), database=database)), FlakyFailure)
    assert records(database) == []


def test_a_failure_that_comes_again_differently_is_not_kept() -> None:
    calls: list[int] = []

    def body(data: st.DataObject) -> None:
        calls.append(data.draw(st.integers()))
        if len(calls) == 20:
            raise ValueError
        if len(calls) == 21:
            raise KeyError

    database = MemoryDatabase()
    assert isinstance(error_of(make(body, st.data(), database=database)), FlakyFailure)
    assert records(database) == []


def test_a_test_that_fails_only_sometimes_is_run_until_it_fails() -> None:
    calls: list[int] = []

    def body(number: int) -> None:
        calls.append(number)
        assert number < 1000 or len(calls) % 4

    database = known(record_of(1000))
    error = error_of(make(body, st.integers(), database=database, min_failure_rate=0.1))
    assert isinstance(error, AssertionError)
    assert set(calls) == {1000}
    assert len(records(database)) == 1


# Whatever ends the run, and whenever.


def test_a_failure_that_passes_stays_until_the_verdict() -> None:
    database = known(record_of(1000))
    sizes: list[int] = []

    def body(number: int) -> None:
        sizes.append(len(records(database)))

    make(body, st.integers(), database=database)()
    assert set(sizes) == {1}
    assert records(database) == []


@pytest.mark.parametrize("ending", [KeyboardInterrupt, SkipTest])
def test_a_failure_that_passes_stays_if_there_is_no_verdict(ending: type[BaseException]) -> None:
    database = known(record_of(1000))

    def body(number: int) -> None:
        if number != 1000:
            raise ending

    assert isinstance(error_of(make(body, st.integers(), database=database)), ending)
    assert [record.choices for record in records(database)] == [(1000,)]


def test_a_failure_that_passes_stays_if_ctrl_c_comes_after_another_was_found() -> None:
    database = known(record_of(1000))
    failed: list[int] = []

    def body(number: int) -> None:
        if number not in (0, 1000):
            failed.append(number)
            if len(failed) > 3:
                raise KeyboardInterrupt
            raise ValueError

    assert isinstance(error_of(make(body, st.integers(), database=database)), KeyboardInterrupt)
    assert (1000,) in [record.choices for record in records(database)]
    assert len(records(database)) == 2


def test_a_failure_that_is_reduced_further_stays_until_the_verdict() -> None:
    database = known(record_of(5000, is_reduced=False))
    kept: set[bool] = set()

    def body(number: int) -> None:
        kept.add((5000,) in [record.choices for record in records(database)])
        assert number < 1000

    error_of(make(body, st.integers(), database=database))
    assert kept == {True}
    assert [record.choices for record in records(database)] == [(1000,)]


def test_what_cannot_be_replaced_stays() -> None:
    database = Refusing("save")
    MemoryDatabase.save(database, KEY, record_of(5000, is_reduced=False))
    with pytest.warns(ShortlexWarning, match="could not be kept"):
        error_of(make(below(1000), st.integers(), database=database))
    assert [record.choices for record in records(database)] == [(5000,)]


def test_copies_of_a_failure_do_not_delete_each_other() -> None:
    class Twice(MemoryDatabase):
        def fetch(self, key: bytes) -> Any:
            return [*super().fetch(key), *super().fetch(key)]

    database = Twice()
    database.save(KEY, record_of(1000))
    sizes: list[int] = []

    def body(number: int) -> None:
        sizes.append(len(records(database)))
        assert number < 1000

    error_of(make(body, st.integers(), database=database))
    assert set(sizes) == {2}
    assert len(records(database)) == 2


def test_a_case_that_is_run_first_does_not_delete_its_own_record() -> None:
    # As after a kill: the journal tells of the case, and the store has it.
    saved: list[bytes] = []

    class Saving(MemoryDatabase):
        def save(self, key: bytes, value: bytes) -> None:
            saved.append(value)
            super().save(key, value)

    def test(case: Case) -> None:
        sizes.append(len(list(database.fetch(KEY))))
        assert case.choose(Integer()) < 1000

    sizes: list[int] = []
    database: MemoryDatabase = Saving()
    run(test, settings(database=database), key=KEY)
    (first,) = {parse_record(saved[0]).choices}
    database, sizes = known(saved[0]), []

    def begin(hunt: Hunt) -> None:
        hunt.first = [first]

    run(test, settings(database=database), key=KEY, on_start=begin)
    assert 0 not in sizes
    assert len(records(database)) == 1


def test_a_case_that_is_run_first_and_was_reduced_before_is_known() -> None:
    def test(case: Case) -> None:
        assert case.choose(Integer()) < 1000

    def begin(hunt: Hunt) -> None:
        hunt.first = [(1000,)]

    database = known(record_of(1000))
    result = run(test, settings(database=database), key=KEY, on_start=begin)
    assert [(failure.place, failure.history) for failure in result.failures] == [
        ("MemoryDatabase()", None)
    ]
    assert list(database.fetch(KEY)) == [record_of(1000)]


def test_the_simpler_of_two_equally_large_ones_is_kept() -> None:
    database = known(record_of(7000, is_reduced=False), record_of(5000, is_reduced=False))
    phases = [Phase.reuse]
    error_of(make(below(1000), st.integers(), database=database, phases=phases))
    assert [record.choices for record in records(database)] == [(5000,)]


def test_a_failure_that_does_not_come_to_its_end_says_nothing_and_stays() -> None:
    value = record_of(5, True, wanted="anything", arguments=0)
    database = known(value)

    def body(data: st.DataObject) -> None:
        data.draw(st.lists(st.integers(), min_size=data.draw(st.integers(0, 1000))))

    options: dict[str, Any] = {"max_choices": 1, "phases": [Phase.reuse]}
    with pytest.warns(ShortlexWarning, match="it grows too large or too deep, and does not end"):
        make(body, st.data(), database=database, **options)()
    assert list(database.fetch(KEY)) == [value]


# A bug for every case.


def test_where_every_case_is_a_bug_of_its_own_a_few_are_reduced_and_kept() -> None:
    def body(number: int, other: int) -> None:
        if number > 3:
            raise type(f"Error{number}_{other}", (Exception,), {})

    most: list[int] = []

    class Counting(MemoryDatabase):
        def save(self, key: bytes, value: bytes) -> None:
            super().save(key, value)
            most.append(len(self.data[key]))

    database = Counting()
    error = error_of(make(body, st.integers(), st.integers(), database=database))
    assert isinstance(error, BaseExceptionGroup)
    assert len(error.exceptions) == len(records(database)) == MAX_BUGS
    assert re.search(rf" [\d,]+ different ways\. These are the {MAX_BUGS} simplest;", str(error))
    assert max(most) <= MAX_BUGS + 1
    # The simplest of all is among them.
    assert (4, 0) in [record.choices for record in records(database)]


def test_known_bugs_beyond_those_few_stay_in_the_store() -> None:
    def body(number: int) -> None:
        if number >= 1000:
            raise type(f"Error{number}", (Exception,), {})

    database = known(*(record_of(1000 + i) for i in range(20)))
    error = error_of(make(body, st.integers(), database=database))
    assert isinstance(error, BaseExceptionGroup)
    assert len(error.exceptions) == MAX_BUGS
    assert len(records(database)) == 20


# What does not fit any more.


@pytest.mark.parametrize(
    ("value", "strategies", "change"),
    [
        (
            record_of(5),
            [st.text()],
            "choice 1 was 5, out of an integer, but now text of length 0 or more is wanted",
        ),
        (
            record_of(7, 8, 9),
            [st.integers(), st.integers(0, 5), st.integers()],
            "choice 2 was 8, out of an integer, but now an integer from 0 up to 5 is wanted",
        ),
        (
            record_of(7, 8, arguments=2),
            [st.integers()],
            "choice 2 was 8, out of an integer, but now nothing is drawn there",
        ),
        (
            record_of(7, arguments=1),
            [st.integers(), st.booleans()],
            "choice 2 was not there, but now True or False is wanted",
        ),
        (
            record_of("x" * 100),
            [st.integers()],
            f"choice 1 was '{'x' * 59}..., out of an integer, but now an integer is wanted",
        ),
    ],
)
def test_a_stale_failure_says_where_the_strategy_changed_and_stays(
    value: bytes, strategies: list[Any], change: str
) -> None:
    database = known(value)
    with pytest.warns(ShortlexWarning) as caught:
        make(lambda *values: None, *strategies, database=database)()
    (warning,) = caught
    assert str(warning.message) == (
        "MemoryDatabase() has a failure of tests.somewhere.test_it that can no longer be run: "
        f"strategy changed here: {change}. If it still matters, add its value as an @example; "
        "then delete it."
    )
    assert list(database.fetch(KEY)) == [value]


def test_a_stale_failure_that_fails_all_the_same_is_kept_anew() -> None:
    database = known(record_of("text"))
    error_of(make(below(0), st.integers(), database=database))
    assert [record.choices for record in records(database)] == [(0,)]


@pytest.mark.parametrize("count", [1, 3])
def test_a_body_that_draws_more_or_less_is_no_change_of_a_strategy(count: int) -> None:
    def body(data: st.DataObject) -> None:
        for _ in range(count):
            data.draw(st.integers())

    database = known(record_of(7, 8, arguments=0))
    make(body, st.data(), database=database)()
    assert records(database) == []


# What is no failure of ours.


@pytest.mark.parametrize(
    "value",
    [b"", b"\x80\x04\x95 a pickle", b"shortlex failure 1\nchoices: 1\nx: exit()\nchecksum: 0"],
)
def test_a_foreign_entry_is_skipped_with_one_warning_and_stays(value: bytes) -> None:
    database = known(value, record_of(1000))
    with pytest.warns(ShortlexWarning) as caught:
        error = error_of(make(below(1000), st.integers(), database=database))
    assert isinstance(error, AssertionError)
    (warning,) = caught
    assert "is not a stored failure, and was skipped: it " in str(warning.message)
    assert value in database.fetch(KEY)


def test_a_report_names_the_file_as_it_is_seen_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = DirectoryDatabase(tmp_path)
    database.save(KEY, record_of(1000))
    (file,) = tmp_path.rglob("*.txt")

    def place() -> str:
        notes = error_of(make(below(1000), st.integers(), database=database)).__notes__
        return str(notes[-2].removeprefix("Known from an earlier run: "))

    assert place() == str(file)
    monkeypatch.chdir(tmp_path)
    assert place() == str(file.relative_to(tmp_path))
    monkeypatch.setattr(genuine.os, "getcwd", lambda: (_ for _ in ()).throw(FileNotFoundError()))
    assert place() == str(file)


def test_the_warning_names_the_file(tmp_path: Path) -> None:
    database = DirectoryDatabase(tmp_path)
    database.save(KEY, b"hello")
    database.save(KEY, record_of(7))
    (directory,) = tmp_path.iterdir()
    (directory / "sub").mkdir()
    with pytest.warns(ShortlexWarning) as caught:
        make(below(10**300), st.integers(), database=database)()
    named = sorted(str(each.message).split(" is not a stored failure")[0] for each in caught)
    assert named == sorted(str(path) for path in directory.iterdir())
    assert len(named) == 2


def test_a_bad_entry_fails_no_test_where_warnings_are_errors() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("error")
        make(below(10**300), st.integers(), database=known(b"foreign"))()
        error = error_of(make(below(0), st.integers(), database=known(b"foreign")))
    assert isinstance(error, AssertionError)
    assert ["skipped: it does not begin with" in str(each.message) for each in caught] == [True] * 2


def test_a_warning_about_an_entry_that_is_ignored_stays_ignored() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("ignore")
        make(below(10**300), st.integers(), database=known(b"foreign"))()
    assert caught == []


def test_a_thousand_bad_entries_make_a_few_warnings() -> None:
    class Naming(MemoryDatabase):
        def fetch(self, key: bytes) -> Any:
            return [Entry.at(f"place {i}", b"foreign") for i in range(1000)]

    with pytest.warns(ShortlexWarning) as caught:
        make(below(10**300), st.integers(), database=Naming())()
    assert len(caught) == keeper_module.MAX_COMPLAINTS + 1
    assert "more such warnings" in str(caught[-1].message)


def test_only_so_many_failures_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper_module, "MAX_KNOWN_FAILURES", 3)
    database = known(*(record_of(i) for i in range(5)))
    with pytest.warns(
        ShortlexWarning, match="has too many failures of tests.somewhere.test_it, so"
    ):
        make(below(10**300), st.integers(), database=database)()
    assert len(records(database)) == 2


def test_only_so_many_bytes_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    database = known(*(record_of(i) for i in range(5)))
    monkeypatch.setattr(keeper_module, "MAX_KNOWN_BYTES", 2 * len(record_of(0)))
    with pytest.warns(ShortlexWarning, match="too many failures"):
        make(below(10**300), st.integers(), database=database)()
    assert len(records(database)) == 3


def test_a_hostile_failure_cannot_make_a_test_endless() -> None:
    def grow(xs: list[int]) -> None:
        pass

    endless = st.recursive(st.none(), lambda inner: st.tuples(inner, inner))
    with pytest.warns(ShortlexWarning):
        make(grow, endless, database=known(record_of(*[1] * 50, True)), max_choices=100)()


class Refusing(MemoryDatabase):
    def __init__(self, *methods: str) -> None:
        super().__init__()
        self.methods = methods

    def save(self, key: bytes, value: bytes) -> None:
        if "save" in self.methods:
            raise OSError(28, "No space left on device")
        super().save(key, value)

    def fetch(self, key: bytes) -> Any:
        if "fetch" in self.methods:
            raise ConnectionError("gone")
        return super().fetch(key)

    def delete(self, key: bytes, value: bytes) -> None:
        if "delete" in self.methods:
            raise PermissionError("not yours")
        super().delete(key, value)


def test_a_failure_that_cannot_be_kept_is_reported_all_the_same() -> None:
    with pytest.warns(ShortlexWarning) as caught:
        error = error_of(make(below(1000), st.integers(), database=Refusing("save")))
    assert isinstance(error, AssertionError)
    (warning,) = caught
    assert str(warning.message) == (
        "The failure of tests.somewhere.test_it could not be kept in Refusing(): OSError: [Errno "
        "28] No space left on device. The next run has to find it again. To turn this warning off, "
        "use settings(database=None), which keeps nothing."
    )


def test_a_database_that_cannot_be_read_is_done_without() -> None:
    with pytest.warns(ShortlexWarning, match="could not be read from .*: ConnectionError: gone"):
        make(below(10**300), st.integers(), database=Refusing("fetch"))()


def test_a_fixed_failure_that_cannot_be_deleted_is_said() -> None:
    database = Refusing("delete")
    database.save(KEY, record_of(1000))
    with pytest.warns(ShortlexWarning, match="is fixed could not be deleted.*not yours"):
        make(below(10**300), st.integers(), database=database)()


def test_a_database_that_is_read_only_says_nothing() -> None:
    database = known(record_of(1000))
    make(below(10**300), st.integers(), database=ReadOnlyDatabase(database))()
    assert len(records(database)) == 1


# find()


@pytest.mark.usefixtures("one_last_run")
def test_find_keeps_what_it_found_under_its_key() -> None:
    database = MemoryDatabase()
    calls: list[int] = []

    def is_large(number: int) -> bool:
        calls.append(number)
        return number >= 1000

    options = settings(database=database)
    assert find(st.integers(), is_large, settings=options, database_key=b"mine") == 1000
    calls.clear()
    assert find(st.integers(), is_large, settings=options, database_key=b"mine") == 1000
    assert calls == [1000, 1000]
    (record,) = map(parse_record, database.fetch(b"mine"))
    assert record.error == "marked interesting"
    assert find(st.integers(), is_large, settings=options) == 1000
    assert set(database.data) == {b"mine"}


def test_find_warns_of_what_is_wrong_with_the_database() -> None:
    options = settings(database=Refusing("fetch"))
    with pytest.warns(ShortlexWarning, match="gone"), pytest.raises(NoSuchExample):
        find(st.integers(), lambda number: False, settings=options, database_key=b"mine")


def test_the_key_of_find_must_be_bytes() -> None:
    with pytest.raises(InvalidArgument, match=r"find\(database_key='mine'\): must be bytes"):
        find(st.integers(), bool, database_key="mine")  # type: ignore[arg-type]  # the mistake under test


def replayed(choices: list[Any], *strategies: st.SearchStrategy[Any]) -> Trace:
    case = RecordedCase(ReplaySource(choices))
    return execute(lambda case: [case.draw(each) for each in strategies], case)


def test_choices_that_fit_are_no_misfit() -> None:
    choices = [3, True]
    assert find_misfit(choices, replayed(choices, st.integers(), st.booleans())) is None


@pytest.mark.parametrize(
    ("choice", "strategy"), [(7, st.integers(0, 5)), ("a", st.integers()), (1, st.booleans())]
)
def test_a_choice_that_does_not_fit_any_more_is_found(
    choice: Any, strategy: st.SearchStrategy[Any]
) -> None:
    trace = replayed([choice], strategy)
    assert find_misfit([choice], trace) == OtherDraw(0, (choice,), "", trace.domains[0])


def test_what_was_wanted_is_kept_if_it_is_known() -> None:
    found = find_misfit([7], replayed([7], st.integers(0, 5)), wanted=["an integer"])
    assert found is not None
    assert found.wanted == "an integer"


def test_fewer_arguments_than_before_are_noticed_and_more_too() -> None:
    choices = [1, 2]
    fewer = replayed(choices, st.integers())
    assert find_misfit(choices, fewer, arguments=2, drawn=1) == OtherDraw(1, (2,), "", None)
    more = replayed(choices, st.integers(), st.integers(), st.booleans())
    found = find_misfit(choices, more, arguments=2, drawn=3)
    assert found == OtherDraw(2, (), "", more.domains[2])


def test_a_case_with_far_too_many_choices_is_refused() -> None:
    options = settings(max_choices=10)
    assert find_excess([0] * 10 * MAX_EXCESS, options) is None
    assert find_excess([0] * (10 * MAX_EXCESS + 1), options) == TooManyChoices(201, 200)


def test_a_case_that_is_run_again_may_grow_but_not_for_ever() -> None:
    options = settings(max_choices=100)
    assert replay_limit([], options) == 100
    assert replay_limit([1, 2, 3], options) > 100
