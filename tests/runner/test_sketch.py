"""Sketch: the call of a case, without its body."""

from typing import Any

from shortlex import given
from shortlex import strategies as st
from shortlex.core.case import RecordedCase
from shortlex.core.source import SimplestSource
from shortlex.property.body import Property
from shortlex.runner.execute import execute
from shortlex.runner.sketch import call_of, sketch


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
