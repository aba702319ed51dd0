"""One recorded case is run, and its trace says how it ended."""

import unittest
from collections.abc import Callable
from typing import Any

import pytest

from shortlex import assume, event, given, reject
from shortlex import strategies as st
from shortlex.core.case import Case, RecordedCase
from shortlex.core.source import ReplaySource, SimplestSource
from shortlex.core.trace import Outcome
from shortlex.property.body import Property
from shortlex.runner.execute import call_of, execute, sketch


def executed(test: Callable[[Case], Any], *choices: object, limit: int | None = None) -> Any:
    return execute(test, RecordedCase(ReplaySource(choices), limit))


def test_a_body_that_returns_is_valid() -> None:
    trace = executed(lambda case: case.draw(st.integers()), 7)
    assert trace.outcome is Outcome.VALID
    assert trace.choices == (7,)
    assert trace.error is None


def test_an_error_is_a_failure_and_its_place_the_origin() -> None:
    def test(case: Case) -> None:
        raise ValueError("no")

    trace = executed(test)
    assert trace.outcome is Outcome.INTERESTING
    assert isinstance(trace.error, ValueError)
    assert "ValueError" in str(trace.origin)


@pytest.mark.parametrize("refuse", [lambda: assume(False), reject])
def test_a_case_that_is_refused_is_invalid_and_says_where(refuse: Callable[[], Any]) -> None:
    trace = executed(lambda case: refuse())
    assert trace.outcome is Outcome.INVALID
    assert trace.error is None
    assert "test_execute.py:" in str(trace.reason)


def test_a_skip_is_invalid_and_kept_as_the_error() -> None:
    def test(case: Case) -> None:
        raise unittest.SkipTest("not today")

    trace = executed(test)
    assert trace.outcome is Outcome.INVALID
    assert isinstance(trace.error, unittest.SkipTest)


def test_a_case_that_grows_too_large_is_an_overrun() -> None:
    trace = executed(lambda case: case.draw(st.lists(st.booleans(), min_size=9)), limit=3)
    assert trace.outcome is Outcome.OVERRUN


def test_a_refusal_counts_even_if_the_body_catches_it() -> None:
    def test(case: Case) -> None:
        try:
            case.reject("a reason")
        except BaseException:
            raise KeyError("on the way out") from None

    assert executed(test).outcome is Outcome.INVALID


def test_what_ends_the_whole_run_is_raised_and_an_exit_is_a_failure() -> None:
    def test(case: Case) -> None:
        raise error

    error: type[BaseException] = KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        executed(test)
    error = SystemExit
    assert executed(test).outcome is Outcome.INTERESTING


def test_the_case_that_runs_is_the_current_one_and_none_is_afterwards() -> None:
    trace = executed(lambda case: event("seen"))
    assert trace.events == {"seen": ""}
    with pytest.raises(Exception, match="outside of a test"):
        event("too late")


def test_the_call_is_told_and_the_body_not_run() -> None:
    calls = 0

    @given(st.integers(3), st.text("ab", min_size=2))
    def test(x: int, word: str) -> None:
        nonlocal calls
        calls += 1

    tested: Any = test
    function = tested.shortlex.test_function((), {})
    trace = execute(function, RecordedCase(SimplestSource()))
    assert calls == 1
    assert call_of(function, trace) == "test(\n    x=3,\n    word='aa',\n)"
    assert calls == 1


def test_a_test_without_arguments_is_run_to_its_end_and_has_no_call() -> None:
    trace = execute(lambda case: None, RecordedCase(SimplestSource()))
    assert call_of(lambda case: None, trace) == ""


def refuse(**arguments: object) -> None:
    raise AssertionError("the body is not run")


def test_a_sketch_is_made_of_any_choices() -> None:
    test = Property(refuse, {"x": st.integers(), "y": st.booleans()}).test_function((), {})
    drawn = sketch(test, (7, True, "more"))
    assert drawn.call_text == "refuse(\n    x=7,\n    y=True,\n)"
    assert drawn.choices == [7, True]


def test_a_sketch_of_what_cannot_be_drawn_has_no_call() -> None:
    test = Property(refuse, {"x": st.integers().filter(lambda x: False)}).test_function((), {})
    assert sketch(test, (7,)).call_text == ""
