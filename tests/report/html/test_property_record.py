"""A property's run as plain data: records, trails, a census, and texts that fit."""

import json
import re
from collections import Counter
from typing import Any

import pytest

from shortlex import assume, event, given, note, settings, target
from shortlex import strategies as st
from shortlex.core.case import RecordedCase
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Outcome
from shortlex.property.body import Property
from shortlex.property.session import Session, active
from shortlex.reducer.history import History
from shortlex.report.html import property_record as module
from shortlex.report.html.property_record import (
    MAX_CHOICES,
    MAX_SAMPLE_CHOICES,
    MIN_SAMPLES,
    Census,
    PropertyRecord,
    binned,
    parse_property_record,
    printable,
    record_of,
    record_text,
    shortened,
    trail_of,
    value_text,
)
from shortlex.runner.result import Result


def recorded(test: Any) -> PropertyRecord:
    """What is recorded of a call of a property; as data that went through JSON."""
    census, found = Census(), []

    def keep(result: Result, options: settings) -> None:
        drawing = test.shortlex.test_function((), {})
        record = record_of(result, options, drawing, census)
        text = record_text(result, options, drawing, census)
        assert text.isascii()
        assert parse_property_record(text) == json.loads(json.dumps(record))
        found.append(record)

    token = active.set(Session(on_result=keep, observer=census))
    try:
        test()
    except Exception:
        pass  # it is in the record
    finally:
        active.reset(token)
    return found[0]


def test_a_passing_property_tells_what_was_generated() -> None:
    @settings(max_examples=50)
    @given(st.integers())
    def test(number: int) -> None:
        assume(number % 3)
        event("even" if number % 2 == 0 else "odd")
        target(float(number), label="height")

    record = recorded(test)
    assert record["failures"] == []
    assert record["cases"].startswith("Cases: 50 valid, ")
    assert dict(record["outcomes"])["valid"] == 50
    assert sum(count for _, _, count in record["sizes"]) == 50
    assert dict(record["events"]).keys() == {"even", "odd"}
    ((reason, count),) = record["rejections"]
    assert reason.endswith("test_property_record.py:" + reason.rpartition(":")[2])
    assert count == dict(record["outcomes"])["invalid"]
    assert record["targets"][0][0] == "height"
    assert all(sample.startswith("test(\n    number=") for sample in record["samples"])
    assert len(record["samples"]) >= MIN_SAMPLES


def test_a_failure_has_all_that_the_terminal_says() -> None:
    @settings(max_examples=1000, phases=("generate", "shrink", "explain"))
    @given(st.integers(), st.booleans())
    def test(number: int, other: bool) -> None:
        note(f"got {number}")
        # No constant of the test fails, so there is something to reduce.
        if number // 13 >= 77:
            raise ValueError("too much\nof it")

    (failure,) = recorded(test)["failures"]
    assert failure["error"] == "ValueError: too much\nof it"
    assert failure["call"].splitlines()[1:] == [
        "    number=1001,",
        "    other=False,  # the only other value fails too",
        ")",
    ]
    assert failure["notes"] == ["got 1001"]
    assert failure["is_complete"]
    assert re.fullmatch(r'@reproduce_failure\("\w+"\)', failure["replay"])
    assert failure["origin"] == ""
    traceback = failure["traceback"].splitlines()
    assert traceback[0] == "Traceback (most recent call last):"
    assert traceback[1].endswith("in test")
    assert "shortlex/" not in failure["traceback"].replace(__file__, "")
    reduction = failure["reduction"]
    assert reduction is not None
    assert reduction["sentence"].startswith("Reduced from size ")
    assert reduction["accepted"] == len(reduction["trail"]) - 1
    assert sum(accepted for _, accepted, _ in reduction["passes"]) == reduction["accepted"]
    assert reduction["after"]["values"] == ["1001", "False"]


def test_several_failures_are_recorded_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    @settings(max_examples=1000)
    @given(st.integers())
    def test(number: int) -> None:
        if number > 1000:
            raise ValueError
        assert number > -1000

    assert sorted(each["error"] for each in recorded(test)["failures"]) == [
        "AssertionError: assert -1000 > -1000",
        "ValueError",
    ]
    monkeypatch.setattr(module, "MAX_FAILURES", 1)
    record = recorded(test)
    assert len(record["failures"]) == record["more_failures"] == 1


def test_a_rate_is_told_where_a_test_fails_only_sometimes() -> None:
    calls = []

    @settings(max_examples=1000, min_failure_rate=0.2)
    @given(st.integers())
    def test(number: int) -> None:
        calls.append(1)
        assert number < 100 or len(calls) % 2

    (failure,) = recorded(test)["failures"]
    assert failure["frequency"][0].startswith("Fails in about ")


def test_a_property_that_is_not_reduced_has_no_reduction() -> None:
    @settings(max_examples=1000, phases=("generate",))
    @given(st.integers())
    def test(number: int) -> None:
        assert number < 100

    (failure,) = recorded(test)["failures"]
    assert failure["reduction"] is None
    assert failure["call"]


def test_whatever_a_test_raises_arrives_and_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    class OddError(Exception):
        def __str__(self) -> str:
            raise TypeError

    @settings(max_examples=1000)
    @given(st.integers())
    def test(number: int) -> None:
        note("\ud800\x1b[31m")
        if number < 0:
            raise OddError
        assert number < 100, "x" * 100_000

    monkeypatch.setattr(module, "MAX_COMMAND", 3)
    cut, odd = sorted(recorded(test)["failures"], key=lambda each: -len(each["error"]))
    assert "<exception str() failed>" in odd["error"]
    assert len(cut["error"]) < module.MAX_TEXT + 100
    assert cut["notes"] == ["\\ud800\\x1b[31m"]
    assert cut["replay"] == ""


def test_a_case_that_was_marked_has_no_error() -> None:
    assert module._error_texts(None) == ("It was marked interesting.", "")


@pytest.mark.parametrize(
    ("sizes", "bins"),
    [
        ({}, []),
        ({3: 2}, [(3, 3, 2)]),
        ({1: 4, 3: 1}, [(1, 1, 4), (2, 2, 0), (3, 3, 1)]),
        ({0: 1, 9: 1, 30: 1}, [(n, n + 1, n in (0, 8, 30)) for n in range(0, 31, 2)]),
    ],
)
def test_sizes_are_counted_in_ranges_without_a_gap(
    sizes: dict[int, int], bins: list[tuple[int, int, int]]
) -> None:
    assert binned(Counter(sizes)) == bins


def test_there_are_never_too_many_ranges() -> None:
    for largest in (23, 24, 100, 12_345, 10**9):
        found = binned(Counter({0: 1, largest: 1}))
        assert len(found) <= module.MAX_BINS
        assert sum(count for _, _, count in found) == 2


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
    monkeypatch.setattr(module, "MAX_STEPS", 3)
    some = trail_of(history, test)
    assert len(some) == 3 < len(everything)
    assert (some[0], some[-1]) == (everything[0], everything[-1])


def test_values_share_the_room_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    history, test = history_of(failing)
    monkeypatch.setattr(module, "MAX_TRAIL_CHARACTERS", 1)
    monkeypatch.setattr(module, "MIN_STEP_CHARACTERS", 8)
    assert all(step["text"].startswith("failing(\n... (") for step in trail_of(history, test))


def test_where_a_value_cannot_be_shown_its_choices_are() -> None:
    test = Property(lambda x: None, {"x": st.integers().filter(lambda x: False)})
    draws = test.test_function((), {})
    assert value_text((5,), draws) == "# choices: 5"
    assert value_text((5, True), None) == "# choices: 5, True"
    assert value_text((1,) * (MAX_CHOICES + 1), draws) == "# 501 choices, too many to show"


def test_what_the_body_draws_is_shown_as_choices() -> None:
    test = Property(lambda x: None, {"x": st.integers()}).test_function((), {})
    text = value_text((5, 7, True), test)
    assert text.endswith("    x=5,\n)\n# drawn in the body, as choices: 7, True")


def census_of(test: object) -> Census:
    census = Census()
    token = active.set(Session(observer=census))
    try:
        test()  # type: ignore[operator]
    except AssertionError:
        pass
    finally:
        active.reset(token)
    return census


def seen(census: Census, size: int, outcome: Outcome = Outcome.VALID) -> None:
    case = RecordedCase(ReplaySource([]))
    case.choices = [size] * size
    census.see_case(case, outcome)


def test_every_valid_case_is_counted_by_its_size() -> None:
    drawn = []

    @settings(max_examples=50)
    @given(st.lists(st.integers(), max_size=4))
    def test(numbers: list[int]) -> None:
        drawn.append(numbers)

    census = census_of(test)
    assert sum(census.sizes.values()) == len(drawn) == 50
    # A list of n has n choices to go on, and n numbers; the full one has no choice to end.
    assert sum(census.sizes[n] for n in (1, 3, 5, 7, 8)) == 50


def test_invalid_cases_are_not_counted() -> None:
    valid = []

    @settings(max_examples=20)
    @given(st.integers())
    def test(number: int) -> None:
        assume(number % 2 == 0)
        valid.append(number)

    assert census_of(test).sizes == {1: len(valid)}


def test_what_a_reduction_runs_is_not_counted() -> None:
    @settings(max_examples=1000)
    @given(st.lists(st.integers()))
    def test(numbers: list[int]) -> None:
        calls.append(1)
        assert sum(numbers) < 1000

    calls: list[int] = []
    census = census_of(test)
    assert 0 < sum(census.sizes.values()) < len(calls)


def test_samples_are_spread_evenly_over_the_run() -> None:
    census = Census()
    for size in range(200):
        seen(census, size)
    firsts = [len(choices) for choices in census.samples]
    assert MIN_SAMPLES <= len(firsts) < 2 * MIN_SAMPLES
    assert firsts == list(range(0, 200, firsts[1]))


def test_a_large_case_is_counted_but_not_kept() -> None:
    census = Census()
    seen(census, MAX_SAMPLE_CHOICES + 1)
    seen(census, 3, Outcome.OVERRUN)
    assert census.sizes == {MAX_SAMPLE_CHOICES + 1: 1}
    assert census.samples == []


def test_a_census_has_no_notes_written() -> None:
    written = []

    class Telling:
        def __repr__(self) -> str:
            written.append(1)
            return "Telling()"

    @settings(max_examples=30)
    @given(st.builds(Telling))
    def test(value: object) -> None: ...

    census_of(test)
    assert written == []


def test_a_long_text_says_how_much_is_left_out() -> None:
    assert shortened("abc", 3) == "abc"
    assert shortened("abcdef", 4) == "abcd\n... (2 more characters)"


def test_control_characters_are_spelt_out() -> None:
    assert printable("a\tb\n\x1b[31mred\x00\x9b", 100) == "a\tb\n\\x1b[31mred\\x00\\x9b"
