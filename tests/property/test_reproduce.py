"""A token runs its case again, elsewhere and later, and says so when the test has changed."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from shortlex import given, reproduce_failure, settings
from shortlex import strategies as st
from shortlex.core.token import mark_of, parse_token
from shortlex.database import MemoryDatabase
from shortlex.errors import DidNotReproduce, InvalidArgument
from shortlex.property.session import Session, active


def make(strategy: st.SearchStrategy[Any], limit: int = 1000) -> Any:
    @given(strategy)
    def test_it(value: Any) -> None:
        assert not isinstance(value, int) or value < limit

    return test_it


def line_of(test: Any) -> int:
    """Where the test is defined, at its first decorator."""
    return inspect.unwrap(test).__code__.co_firstlineno


def notes_of(test: Callable[[], object]) -> list[str]:
    with pytest.raises(AssertionError) as caught:
        test()
    notes: list[str] = caught.value.__notes__
    return notes


def token_of(test: Callable[[], object]) -> str:
    return notes_of(test)[-1].split('"')[1]


def refusal_of(test: Callable[[], object]) -> str:
    with pytest.raises(DidNotReproduce) as caught:
        test()
    return str(caught.value)


@contextmanager
def within(session: Session) -> Iterator[None]:
    before = active.set(session)
    try:
        yield
    finally:
        active.reset(before)


def test_a_token_has_the_mark_of_its_test() -> None:
    with within(Session(name="tests/test_a.py::test_it")):
        token = notes_of(make(st.integers()))[-1].split("--replay=")[1]
    assert parse_token(token).mark == mark_of("tests/test_a.py::test_it")


def test_a_token_runs_the_same_case() -> None:
    notes = notes_of(reproduce_failure(token_of(make(st.integers())))(make(st.integers())))
    assert "    value=1000," in "\n".join(notes)
    assert not any("another case" in note for note in notes)


def test_a_token_of_the_first_version_is_still_run() -> None:
    old = "s1_AdED6JBP3vc"  # 1000
    assert "    value=1000," in "\n".join(notes_of(reproduce_failure(old)(make(st.integers()))))
    fixed = reproduce_failure(old)(make(st.integers(), 2000))
    assert "it was valid. If the bug is fixed" in refusal_of(fixed)


def test_a_failure_that_is_fixed_says_so() -> None:
    token = token_of(make(st.integers()))
    assert refusal_of(reproduce_failure(token)(make(st.integers(), 2000))) == (
        f"test_it did not fail on the case of {token!r}: it was valid. If the bug is fixed, "
        "remove the token."
    )


def test_a_changed_strategy_is_named_at_the_choice_that_does_not_fit() -> None:
    token = token_of(make(st.integers()))
    assert refusal_of(reproduce_failure(token)(make(st.text()))) == (
        f"test_it did not fail on the case of {token!r}: strategy changed here: choice 1 was 1000, "
        "but now text of length 0 or more is wanted. Go back to the version of the test that made "
        "the token, or find the failure again."
    )


def test_a_changed_strategy_is_noticed_where_every_choice_fits() -> None:
    token = token_of(make(st.integers()))
    fixed = reproduce_failure(token)(make(st.integers(0, 5000), 2000))
    assert "strategy changed: all choices still fit, but their domains differ" in refusal_of(fixed)


def test_a_failure_of_a_changed_strategy_is_shown_with_a_remark() -> None:
    token = token_of(make(st.integers()))
    notes = notes_of(reproduce_failure(token)(make(st.integers(0, 500), 500)))
    assert "    value=500," in "\n".join(notes)
    assert notes[-1] == (
        f"(This may not be the case of {token!r}: strategy changed here: choice 1 was "
        "1000, but now an integer from 0 up to 500 is wanted.)"
    )


def test_a_failure_that_draws_less_now_is_shown_with_a_remark() -> None:
    token = token_of(make(st.tuples(st.integers(min_value=1000), st.integers()).map(sum)))
    notes = notes_of(reproduce_failure(token)(make(st.integers(min_value=1000))))
    assert notes[-1].endswith("strategy changed: fewer choices are made now.)")


def test_a_token_of_another_test_is_recognised() -> None:
    @given(st.integers())
    def test_other(value: int) -> None:
        pass

    token = token_of(make(st.integers()))
    assert "The token was made for another test, or this test has moved" in refusal_of(
        reproduce_failure(token)(test_other)
    )


def test_the_form_of_hypothesis_is_recognised() -> None:
    with pytest.raises(
        InvalidArgument, match="Hypothesis takes two arguments, and its blobs cannot be"
    ):
        reproduce_failure("6.100.0", b"AXicY2BgAAAABAAB")


@pytest.mark.parametrize(
    ("node", "argument"),
    [
        ("tests/test_a.py::test_it", "tests/test_a.py::test_it"),
        ("tests/test_a.py::test_it[1-2]", '"tests/test_a.py::test_it[1-2]"'),
        ("my tests/test_a.py::test_it", '"my tests/test_a.py::test_it"'),
        ("test_a.py::test_it[$HOME]", "'test_a.py::test_it[$HOME]'"),
        ("test_a.py::test_it[it's]", '"test_a.py::test_it[it\'s]"'),
    ],
)
def test_under_pytest_a_report_ends_with_the_command(node: str, argument: str) -> None:
    with within(Session(name=node)):
        last = notes_of(make(st.integers()))[-1]
    start = f"Replay exactly this case with: pytest {argument} --replay="
    assert last.startswith(start)
    assert parse_token(last.removeprefix(start)).choices == (1000,)


# What the database knows a test by.


def keys_of(test: Callable[[], object], database: MemoryDatabase) -> list[str]:
    database.data.clear()
    with pytest.raises(AssertionError):
        test()
    return [key.decode() for key in database.data]


def test_under_pytest_the_key_is_the_node_id() -> None:
    database = MemoryDatabase()
    test = settings(database=database)(make(st.integers()))
    for node in ("a/test_a.py::test_it", "b/test_a.py::TestA::test_it[a[b]::c-1]"):
        with within(Session(name=node)):
            assert keys_of(test, database) == [node]


def test_a_property_that_another_test_calls_has_the_node_id_of_both() -> None:
    database = MemoryDatabase()
    file = "tests/property/test_reproduce.py"
    test = "test_a_property_that_another_test_calls_has_the_node_id_of_both"
    made = make(st.integers())
    (key,) = keys_of(settings(database=database)(made), database)
    assert key == f"{file}::{test} {__name__}.make.<locals>.test_it:{line_of(made)}"


DATABASE = MemoryDatabase()


class Base:
    @settings(database=DATABASE)
    @given(st.integers())
    def test_it(self, value: int) -> None:
        assert value < 1000


class Derived(Base):
    pass


def test_an_inherited_test_is_another_one_in_each_class() -> None:
    (one,), (other,) = (keys_of(each().test_it, DATABASE) for each in (Base, Derived))
    line = line_of(Base.test_it)
    assert one.endswith(f" {__name__}.Base.test_it:{line}")
    assert other.endswith(f" {__name__}.Derived.test_it:{line}")
