"""A property's run as plain data."""

import json
import re
from collections import Counter
from typing import Any

import pytest

from shortlex import assume, event, given, note, settings, target
from shortlex import strategies as st
from shortlex.report.html import property_record as module
from shortlex.report.html.census import SAMPLES, Census
from shortlex.report.html.property_record import (
    PropertyRecord,
    binned,
    parse_record,
    record_of,
    record_text,
)
from shortlex.runner.result import Result
from shortlex.session import Session, active


def recorded(test: Any) -> PropertyRecord:
    """What is recorded of a call of a property; as data that went through JSON."""
    census, found = Census(), []

    def keep(result: Result, options: settings) -> None:
        drawing = test.shortlex.test_function((), {})
        record = record_of(result, options, drawing, census)
        text = record_text(result, options, drawing, census)
        assert text.isascii()
        assert parse_record(text) == json.loads(json.dumps(record))
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
    assert len(record["samples"]) >= SAMPLES


def test_a_failure_has_all_that_the_terminal_says() -> None:
    @settings(max_examples=1000, phases=("generate", "shrink", "explain"))
    @given(st.integers(), st.booleans())
    def test(number: int, other: bool) -> None:
        note(f"got {number}")
        if number >= 1000:
            raise ValueError("too much\nof it")

    (failure,) = recorded(test)["failures"]
    assert failure["error"] == "ValueError: too much\nof it"
    assert failure["call"].splitlines()[1:] == [
        "    number=1000,",
        "    other=False,  # the only other value fails too",
        ")",
    ]
    assert failure["notes"] == ["got 1000"]
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
    assert reduction["after"]["values"] == ["1000", "False"]


def test_several_failures_are_recorded_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    @settings(max_examples=1000)
    @given(st.integers())
    def test(number: int) -> None:
        if number > 1000:
            raise ValueError
        assert number > -1000

    assert [each["error"] for each in recorded(test)["failures"]] == [
        "ValueError",
        "AssertionError: assert -1000 > -1000",
    ]
    monkeypatch.setattr(module, "MOST_FAILURES", 1)
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

    monkeypatch.setattr(module, "LONGEST_COMMAND", 3)
    cut, odd = sorted(recorded(test)["failures"], key=lambda each: -len(each["error"]))
    assert "<exception str() failed>" in odd["error"]
    assert len(cut["error"]) < module.MOST_TEXT + 100
    assert cut["notes"] == ["\ud800\\x1b[31m"]
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
        assert len(found) <= module.BINS
        assert sum(count for _, _, count in found) == 2
