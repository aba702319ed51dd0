"""Pages: entries to make pages of, from real runs of properties."""

from functools import cache
from json import dumps
from typing import Any

from shortlex import given, note, seed, settings
from shortlex import strategies as st
from shortlex.property.session import Session, active
from shortlex.report.html.property_record import (
    Census,
    Facts,
    PropertyEntry,
    parse_property_record,
    record_text,
)
from shortlex.runner.result import Result

FACTS = Facts("pytest -q", "2026-01-01 12:00", 1.5, "default", "", [("Python", "3")])

SEED = 0
"""With this seed the reduction of the failure has several steps."""

HOSTILE = "</script></pre><img src=x onerror=\"document.title='owned'\">'\"<script>1</script>"


def entry(status: str, **fields: Any) -> PropertyEntry:
    return PropertyEntry(f"test_it.py::test_{status}", status, 0.1, None, **fields)


@cache
def _record(kind: str) -> str:
    @seed(SEED)
    @settings(max_examples=500, phases=("generate", "shrink", "explain"))
    @given(st.lists(st.integers(0, 1000)), st.booleans())
    def test_a(numbers: list[int], flag: bool) -> None:
        note(HOSTILE if kind == "hostile" else "a note")
        if kind != "passing":
            assert sum(numbers) < 2000, HOSTILE if kind == "hostile" else "too much"

    tested: Any = test_a
    census, found = Census(), []

    def keep(result: Result, options: settings) -> None:
        test = tested.shortlex.test_function((), {})
        found.append(record_text(result, options, test, census, "test_it.py::test_a[1 2]"))

    token = active.set(Session(on_result=keep, observer=census))
    try:
        tested()
    except AssertionError:
        pass
    finally:
        active.reset(token)
    return found[0]


def passing() -> PropertyEntry:
    return PropertyEntry(
        "test_it.py::test_passing", "passed", 0.1, parse_property_record(_record("passing"))
    )


def failing() -> PropertyEntry:
    record = parse_property_record(_record("failing"))
    return PropertyEntry(
        "test_it.py::test_a[1 2]", "failed", 0.1, record, "", [("Captured stdout", "hi")]
    )


def hostile() -> PropertyEntry:
    """One in which every text tries to be more than a text."""
    record = parse_property_record(_record("hostile"))
    record["events"] = record["rejections"] = [[HOSTILE, 3]]
    record["targets"] = [[HOSTILE, 1.0]]
    record["samples"] = [HOSTILE]
    failure = record["failures"][0]
    failure["call"] = failure["traceback"] = HOSTILE
    failure["explanation"] = failure["frequency"] = [HOSTILE]
    failure["replay"] = failure["origin"] = HOSTILE
    for step in failure["reduction"]["trail"]:
        step["text"] = HOSTILE
    failure["reduction"]["sentence"] = HOSTILE
    for spans in (failure["reduction"]["before"], failure["reduction"]["after"]):
        spans["spans"] = [[HOSTILE, 0, 1, 0, False]]
        spans["values"] = [HOSTILE]
    assert HOSTILE in parse_property_record(dumps(record))["samples"]
    return PropertyEntry(
        f"{HOSTILE}::{HOSTILE}", "failed", 0.1, record, HOSTILE, [(HOSTILE, HOSTILE)], [HOSTILE]
    )
