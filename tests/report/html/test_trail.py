"""The values on the way of a reduction."""

from typing import Any

import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.properties import Property
from shortlex.reducer.history import History
from shortlex.report.html import trail
from shortlex.report.html.trail import LARGEST, trail_of, value_text
from shortlex.runner.result import Result
from shortlex.session import Session, active


def history_of(test: Any) -> tuple[History, Any]:
    """The history of the only failure, and the test that draws the arguments."""
    results: list[Result] = []

    def keep(result: Result, options: settings) -> None:
        results.append(result)

    token = active.set(Session(on_result=keep))
    try:
        with pytest.raises(AssertionError):
            test()
    finally:
        active.reset(token)
    history = results[0].failures[0].history
    assert history is not None
    return history, test.shortlex.test_function((), {})


@settings(max_examples=1000)
@given(st.lists(st.integers(0, 100)))
def failing(numbers: list[int]) -> None:
    assert sum(numbers) < 250


def test_a_trail_has_the_start_and_every_step_with_its_value() -> None:
    history, test = history_of(failing)
    steps = trail_of(history, test)
    assert len(steps) == len(history.steps) + 1
    assert steps[0]["name"] == ""
    assert [step["name"] for step in steps[1:]] == [step.name for step in history.steps]
    assert steps[0]["text"] != steps[-1]["text"] == "failing(\n    numbers=[50, 100, 100],\n)"
    assert steps[-1]["calls"] == history.calls_to_best


def test_no_body_is_run_for_a_trail() -> None:
    calls = []

    @settings(max_examples=1000)
    @given(st.integers())
    def test(number: int) -> None:
        calls.append(number)
        assert number < 1000

    history, drawing = history_of(test)
    calls.clear()
    assert len(trail_of(history, drawing)) > 1
    assert calls == []


def test_of_many_steps_some_are_kept_with_the_first_and_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    history, test = history_of(failing)
    everything = trail_of(history, test)
    monkeypatch.setattr(trail, "MOST_STEPS", 3)
    some = trail_of(history, test)
    assert len(some) == 3 < len(everything)
    assert (some[0], some[-1]) == (everything[0], everything[-1])


def test_values_share_the_room_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    history, test = history_of(failing)
    monkeypatch.setattr(trail, "ROOM", 1)
    monkeypatch.setattr(trail, "LEAST_ROOM", 8)
    assert all(step["text"].startswith("failing(\n... (") for step in trail_of(history, test))


def test_where_a_value_cannot_be_shown_its_choices_are() -> None:
    test = Property(lambda x: None, {"x": st.integers().filter(lambda x: False)})
    draws = test.test_function((), {})
    assert value_text((5,), draws) == "# choices: 5"
    assert value_text((5, True), None) == "# choices: 5, True"
    assert value_text((1,) * (LARGEST + 1), draws) == "# 501 choices, too many to show"


def test_what_the_body_draws_is_shown_as_choices() -> None:
    test = Property(lambda x: None, {"x": st.integers()}).test_function((), {})
    text = value_text((5, 7, True), test)
    assert text.endswith("    x=5,\n)\n# drawn in the body, as choices: 7, True")
