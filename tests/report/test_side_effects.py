"""Nothing that a report does counts as the behaviour of the test, whatever a ``__repr__`` does."""

import random
import time
from collections.abc import Callable
from contextlib import nullcontext
from datetime import date, timedelta
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from shortlex import assume, event, given, note, observe, reproduce_failure, settings
from shortlex import strategies as st
from shortlex.database import MemoryDatabase
from shortlex.errors import FlakyFailure


def failure_of(test: Any) -> BaseException:
    """What a test raises. None of these tests skips or is interrupted."""
    try:
        test()
    except BaseException as error:
        return error
    raise AssertionError("it passed")


def report_of(test: Any) -> str:
    error = failure_of(test)
    assert type(error) is AssertionError, repr(error)
    return "\n".join(error.__notes__)


@pytest.mark.parametrize(
    ("strategy", "is_small", "shown"),
    [
        (
            st.builds(date, st.integers(2000, 2009), st.just(1), st.integers(1, 9)),
            lambda value: value.day < 5,
            "datetime.date(2000, 1, 5)",
        ),
        (st.builds(int, st.integers(0, 99)), lambda value: value < 5, "5"),
        (st.builds(range, st.integers(0, 99)), lambda value: len(value) < 5, "range(0, 5)"),
        (st.builds(dict, a=st.integers(0, 99)), lambda value: value["a"] < 5, "{'a': 5}"),
        (
            st.builds(timedelta, st.integers(0, 99)),
            lambda value: value.days < 5,
            "datetime.timedelta(days=5)",
        ),
        (st.builds(Fraction, st.integers(0, 99)), lambda value: value < 5, "Fraction(5, 1)"),
        (st.builds(zip, st.lists(st.none())), lambda value: not list(value), "zip([None])"),
        (st.builds(max, st.integers(0, 99), st.just(0)), lambda value: value < 5, "5"),
    ],
    ids=["date", "int", "range", "dict", "timedelta", "Fraction", "zip", "max"],
)
def test_what_a_type_in_c_was_built_of_is_no_trouble(
    strategy: st.SearchStrategy[Any], is_small: Callable[[Any], bool], shown: str
) -> None:
    @settings(database=None)
    @given(strategy)
    def test(value: Any) -> None:
        assert is_small(value)

    assert f"    value={shown},\n" in report_of(test)


class Number:
    def __init__(self, value: int) -> None:
        self.value = value


def raises(error: BaseException) -> Callable[..., Any]:
    def method(*_: object) -> Any:
        raise error

    return method


def recurses(self: object) -> str:
    return repr([self])


def picky(self: object, name: str) -> Any:
    if name == "value":
        return object.__getattribute__(self, name)
    raise RuntimeError(name)


HOSTILE: dict[str, dict[str, Any]] = {
    "ValueError": {"__repr__": raises(ValueError("no"))},
    "KeyboardInterrupt": {"__repr__": raises(KeyboardInterrupt())},
    "SystemExit": {"__repr__": raises(SystemExit(3))},
    "skip": {"__repr__": raises(pytest.skip.Exception("no"))},
    "fail": {"__repr__": raises(pytest.fail.Exception("no"))},
    "GeneratorExit": {"__repr__": raises(GeneratorExit())},
    "recursion": {"__repr__": recurses},
    "assume": {"__repr__": lambda self: assume(False)},
    "event": {"__repr__": lambda self: event("x") or "Number()"},
    "note": {"__repr__": lambda self: note("x") or "Number()"},
    "no text": {"__repr__": lambda self: 5},
    "an error that raises": {"__repr__": raises(type("E", (Exception,), {"__str__": 5})())},
    "__eq__": {"__eq__": raises(ValueError()), "__hash__": raises(ValueError())},
    "__bool__": {"__bool__": raises(ValueError()), "__len__": raises(ValueError())},
    "__getattr__": {"__getattr__": raises(ValueError())},
    "__class__": {"__class__": property(raises(ValueError()))},
    "__module__": {"__module__": property(raises(ValueError()))},
    "__getattribute__": {"__getattribute__": picky},
    "to_json": {"to_json": raises(KeyboardInterrupt())},
}


@pytest.mark.parametrize("methods", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("verbosity", ["normal", "verbose", "debug"])
def test_hostile_methods_of_a_value_change_no_verdict(
    methods: dict[str, Any], verbosity: str
) -> None:
    kind = type("Number", (Number,), methods)
    options = settings(database=None, verbosity=verbosity)

    @options
    @given(st.integers(0, 99).map(kind))
    def test_argument(value: Number) -> None:
        # No assert: pytest would write the value, too.
        if value.value >= 5:
            raise AssertionError

    @options
    @given(st.data())
    def test_draw(data: st.DataObject) -> None:
        value = data.draw(st.integers(0, 99).map(kind))
        note(value)
        if value.value >= 5:
            raise AssertionError

    assert "Failing test case: test_argument(\n    value=" in report_of(test_argument)
    assert "\nDraw 1: " in report_of(test_draw)


def test_a_repr_that_raises_is_shown_with_its_error() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise ValueError("no name")

    @settings(database=None)
    @given(st.none().map(lambda _: Odd()))
    def test(value: Odd) -> None:
        note(value)
        raise AssertionError

    assert report_of(test).count("<Odd: its repr raised ValueError: no name>") == 2


def test_a_note_in_a_strategy_is_written_with_the_same_care() -> None:
    @st.composite
    def numbers(draw: st.DrawFn) -> int:
        note(type("Odd", (), {"__repr__": raises(ValueError("no"))})())
        note(2**20_000)
        return draw(st.integers(0, 99))

    @settings(database=None)
    @given(numbers())
    def test(value: int) -> None:
        assert value < 5

    report = report_of(test)
    assert "<Odd: its repr raised ValueError: no>\n2**20000\n" in report


def test_a_repr_cannot_draw_from_the_case() -> None:
    @settings(database=None)
    @given(st.data())
    def test(data: st.DataObject) -> None:
        class Greedy:
            def __repr__(self) -> str:
                return f"Greedy({data.draw(st.integers())})"

        note(Greedy())
        assert data.draw(st.integers(0, 99)) < 5

    assert "\nDraw 1: 5\n" in report_of(test).replace("Draw 2: 5", "Draw 1: 5")


@pytest.mark.parametrize("is_drawn_in_body", [False, True])
def test_a_repr_uses_up_no_random_numbers(is_drawn_in_body: bool) -> None:
    class Lucky(Number):
        def __repr__(self) -> str:
            return f"Lucky({self.value}, {random.random()})"

    seen = []

    @settings(database=None)
    @given(st.data())
    def test(data: st.DataObject) -> None:
        value = data.draw(st.integers(0, 99).map(Lucky))
        seen.append(random.random())
        assert value.value < 5

    @settings(database=None)
    @given(st.integers(0, 99).map(Lucky))
    def test_argument(value: Lucky) -> None:
        seen.append(random.random())
        assert value.value < 5

    report_of(test if is_drawn_in_body else test_argument)
    # The first case of all is run before it is known that random numbers are used.
    assert len(set(seen[1:])) == 1


def test_a_slow_repr_does_not_count_for_the_deadline() -> None:
    class Slow(Number):
        def __repr__(self) -> str:
            end = time.thread_time() + 0.06
            while time.thread_time() < end:
                pass
            return "Slow()"

    @settings(database=None, deadline=40)
    @given(st.data())
    def test(data: st.DataObject) -> None:
        assert data.draw(st.integers(0, 9).map(Slow)).value < 5

    assert "Draw 1: Slow()" in report_of(test)


class Spoilt(Number):
    """Its repr changes it."""

    def __repr__(self) -> str:
        text = f"Spoilt({self.value})"
        self.value = 0
        return text


def spoilt(**options: Any) -> Any:
    @settings(**{"database": None, **options})
    @given(st.integers(0, 99).map(Spoilt))
    def test(value: Spoilt) -> None:
        assert value.value < 5

    return test


def test_a_repr_that_changes_its_object_is_not_called_flaky() -> None:
    report = report_of(spoilt())
    assert "value=Spoilt(5)" in report
    assert "Does a __repr__ change its object?" in report


@pytest.mark.parametrize("verbosity", ["normal", "verbose", "debug"])
@pytest.mark.parametrize("is_observed", [False, True])
@pytest.mark.parametrize("is_known", [False, True])
def test_a_repr_that_changes_its_object_hides_no_failure_from_those_who_watch(
    verbosity: str, is_observed: bool, is_known: bool
) -> None:
    store = MemoryDatabase()
    if is_known:
        report_of(spoilt(database=store))
    with observe(lambda record: None) if is_observed else nullcontext():
        # Two who write it down one after the other do not see the same.
        assert "value=Spoilt(" in report_of(spoilt(database=store, verbosity=verbosity))
    assert len(store.data) == 1


@pytest.mark.parametrize("verbosity", ["normal", "verbose", "debug"])
@pytest.mark.parametrize("is_observed", [False, True])
def test_a_case_without_choices_is_not_changed_by_those_who_watch(
    verbosity: str, is_observed: bool
) -> None:
    def run(is_failing: Callable[[Spoilt], bool]) -> None:
        @settings(database=None, verbosity=verbosity)
        @given(st.builds(Spoilt, st.just(5)))
        def test(value: Spoilt) -> None:
            assert not is_failing(value)

        with observe(lambda record: None) if is_observed else nullcontext():
            test()

    run(lambda value: value.value == 0)
    with pytest.raises(AssertionError):
        run(lambda value: value.value == 5)


def test_a_token_replays_a_failure_that_a_repr_would_hide() -> None:
    token = report_of(spoilt()).rpartition('"')[0].rpartition('"')[2]
    assert "value=Spoilt(5)" in report_of(reproduce_failure(token)(spoilt()))


def test_a_passing_test_passes_however_its_values_are_watched() -> None:
    kind = type("Number", (Number,), HOSTILE["KeyboardInterrupt"])

    @settings(database=None, verbosity="verbose")
    @given(st.integers(0, 99).map(kind), st.data())
    def test(value: Number, data: st.DataObject) -> None:
        note(data.draw(st.integers(0, 99).map(kind)))

    test()


@pytest.mark.parametrize("verbosity", ["normal", "verbose", "debug"])
@pytest.mark.parametrize("is_observed", [False, True])
def test_a_repr_that_changes_its_object_makes_no_test_fail_while_somebody_watches(
    verbosity: str, is_observed: bool
) -> None:
    @settings(database=None, verbosity=verbosity)
    @given(st.integers(1, 99).map(Spoilt))
    def test(value: Spoilt) -> None:
        assert value.value > 0

    with observe(lambda record: None) if is_observed else nullcontext():
        test()


def test_a_flaky_test_does_not_pass_because_somebody_watches() -> None:
    calls = count()

    @settings(database=None, verbosity="verbose")
    @given(st.integers(1, 99).map(Number))
    def test(value: Number) -> None:
        assert next(calls) % 2

    assert type(failure_of(test)) is FlakyFailure
