"""observe: records of every case, for callbacks and as JSON lines."""

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from shortlex import assume, errors, event, example, given, note, observe, settings, target
from shortlex import strategies as st
from shortlex.property.observe import OBSERVE_VARIABLE
from shortlex.property.session import Session, active

CASE_KEYS = {
    *("type", "status", "status_reason", "representation", "arguments", "how_generated"),
    *("features", "coverage", "timing", "metadata", "property", "run_start"),
}
METADATA_KEYS = {
    *("traceback", "reproduction_decorator", "notes", "predicates", "backend", "sys.argv"),
    *("os.getpid()", "imported_at", "data_status", "phase", "interesting_origin"),
    *("status_reason_location", "choice_nodes", "choice_spans"),
}
INFO_KEYS = {"type", "title", "content", "property", "run_start"}

Records = list[dict[str, Any]]


def records_of(test: Callable[..., Any]) -> Records:
    records: Records = []
    with observe(records.append):
        try:
            test()
        except AssertionError:
            pass
    return records


def failing() -> Callable[..., Any]:
    @settings(derandomize=True)
    @example(5, [])
    @given(x=st.integers(), y=st.lists(st.floats()))
    def test(x: int, y: list[float]) -> None:
        y.append(1.0)
        event("parity", x % 2)
        target(len(y), label="length")
        note("a note")
        assume(x % 3)
        assert x < 1000

    return test


def test_records_have_the_keys_that_tyche_reads_and_are_strict_json() -> None:
    records = records_of(failing())
    for record in records:
        assert json.loads(json.dumps(record, allow_nan=False)) == record
        if record["type"] == "test_case":
            assert set(record) == CASE_KEYS
            assert set(record["metadata"]) == METADATA_KEYS
            assert record["coverage"] is None
        else:
            assert set(record) == INFO_KEYS
    (name,) = {record["property"] for record in records}
    assert f" {__name__}.failing.<locals>.test:" in name
    assert len({record["run_start"] for record in records}) == 1


def test_there_is_a_record_of_each_way_a_case_comes_about_and_ends() -> None:
    cases = [each for each in records_of(failing()) if each["type"] == "test_case"]
    kinds = Counter((each["how_generated"], each["status"]) for each in cases)
    assert kinds["explicit example", "passed"] == 1
    assert kinds["minimal failing test case", "failed"] == 1
    assert kinds["during generate phase", "passed"]
    assert kinds["during generate phase", "gave_up"]
    assert kinds["during generate phase", "failed"]
    assert kinds["during shrink phase", "passed"]
    endings = {(each["status"], each["metadata"]["data_status"]) for each in cases}
    assert endings <= {("passed", 2), ("gave_up", 1), ("gave_up", 0), ("failed", 3)}


def test_the_simplest_failure_comes_last_with_all_that_is_known_of_it() -> None:
    *_, last = [each for each in records_of(failing()) if each["type"] == "test_case"]
    assert last["arguments"] == {"x": 1000, "y": []}
    assert last["representation"].startswith("test(\n    x=1000,")
    assert last["features"] == {"parity": 0, "target:length": 1}
    assert last["status_reason"] == "AssertionError: assert 1000 < 1000"
    metadata = last["metadata"]
    assert metadata["notes"] == ["a note"]
    assert "assert x < 1000" in metadata["traceback"]
    assert "shortlex/runner" not in metadata["traceback"]
    assert metadata["reproduction_decorator"].startswith('@reproduce_failure("')
    assert metadata["interesting_origin"].startswith("AssertionError at test_observe.py:")
    assert metadata["status_reason_location"].startswith(__file__)
    assert metadata["os.getpid()"] == os.getpid()


def test_assumptions_are_counted_by_place() -> None:
    cases = [each for each in records_of(failing()) if "during generate" in str(each)]
    refused = [each for each in cases if each["status"] == "gave_up"]
    ((place, counts),) = refused[0]["metadata"]["predicates"].items()
    assert place.startswith("assume() in failing.<locals>.test (line ")
    assert counts == {"satisfied": 0, "unsatisfied": 1}
    assert refused[0]["status_reason"].startswith("assume() was not met at test_observe.py:")
    passed = [each for each in cases if each["status"] == "passed"]
    assert passed[0]["metadata"]["predicates"] == {place: {"satisfied": 1, "unsatisfied": 0}}


def test_arguments_and_the_body_are_timed() -> None:
    @settings(max_examples=5)
    @given(x=st.integers(), y=st.integers())
    def test(x: int, y: int) -> None:
        time.sleep(0.002)

    for record in records_of(test)[:-1]:
        timing = record["timing"]
        assert set(timing) == {"generate:x", "generate:y", "execute:test", "overall:gc"}
        assert 0 <= timing["generate:x"] < 0.002 <= timing["execute:test"]


def test_a_filter_that_gives_up_is_named() -> None:
    @settings(derandomize=True)
    @given(st.lists(st.integers()).filter(lambda xs: sum(xs) in (0.5, 1.5)))
    def test(xs: list[int]) -> None: ...

    records: Records = []
    with observe(records.append), pytest.raises(errors.Unsatisfiable):
        test()
    reasons = {each["status_reason"] for each in records if each.get("status") == "gave_up"}
    assert any("filter(" in reason for reason in reasons)


def test_the_last_record_has_the_statistics() -> None:
    @settings(max_examples=30)
    @given(st.integers(0, 10**9))
    def test(x: int) -> None: ...

    *_, last = records_of(test)
    assert (last["type"], last["title"]) == ("info", "Shortlex Statistics")
    assert last["content"].startswith("Cases: 30 valid")


def test_advice_is_an_alert() -> None:
    @settings(max_examples=20, derandomize=True)
    @given(st.integers(0, 10**9))
    def test(x: int) -> None:
        assume(x % 50 == 0)

    alerts = [each for each in records_of(test) if each["type"] == "alert"]
    assert [each["content"] for each in alerts if "cases were valid" in each["content"]]


@pytest.mark.parametrize("is_failing", [True, False])
def test_the_same_cases_are_run_with_and_without_an_observer(is_failing: bool) -> None:
    runs: list[list[Any]] = []

    @settings(derandomize=True)
    @given(st.lists(st.integers().filter(lambda x: x % 3)), st.data())
    def test(xs: list[int], data: st.DataObject) -> None:
        runs[-1].append((xs[:], data.draw(st.text())))
        assert not is_failing or len(xs) < 5

    for call in (test, lambda: records_of(test)):
        runs.append([])
        try:
            call()
        except AssertionError:
            pass
    assert runs[0] == runs[1]


def test_a_callback_that_raises_is_reported_once_and_changes_nothing() -> None:
    advice: list[str] = []
    heard: Records = []

    def broken(record: dict[str, Any]) -> None:
        raise RuntimeError("no")

    @settings(max_examples=10)
    @given(st.integers(0, 10**9))
    def test(x: int) -> None: ...

    token = active.set(Session(name="the test", on_advice=advice.extend))
    try:
        with observe(broken), observe(heard.append):
            test()
    finally:
        active.reset(token)
    (line,) = advice
    assert line.startswith("the test: the observer ")
    assert "raised RuntimeError: no" in line
    assert len(heard) == 11


def test_a_callback_that_raises_is_reported_on_the_standard_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    @settings(max_examples=10)
    @given(st.integers(0, 10**9))
    def test(x: int) -> None: ...

    with observe({}.__getitem__):  # type: ignore[arg-type]  # it raises
        test()
    assert capsys.readouterr().err.count("gets no more records of this test") == 1


def test_a_callback_is_told_until_it_is_stopped() -> None:
    @settings(max_examples=3)
    @given(st.integers(0, 10**9))
    def test(x: int) -> None: ...

    records: Records = []
    observation = observe(records.append)
    test()
    observation.stop()
    observation.stop()
    test()
    assert len(records) == 4


def test_observers_of_the_session_are_told_too() -> None:
    from shortlex.report.observation import Collecting, Recording

    @settings(max_examples=3)
    @given(st.integers(0, 10**9))
    def test(x: int) -> None: ...

    other: Records = []
    results: list[object] = []
    with Collecting() as collecting:
        session = Session(
            observer=Recording("x", "x", other.append, 0.0, collecting),
            on_result=lambda result, options: results.append(result),
        )
        token = active.set(session)
        try:
            assert len(records_of(test)) == 4
        finally:
            active.reset(token)
    assert len(other) == 3
    assert len(results) == 1


def test_what_cannot_be_called_is_refused() -> None:
    with pytest.raises(errors.InvalidArgument, match="needs a function"):
        observe("a directory")  # type: ignore[arg-type]  # the mistake


def lines_in(path: Path, kind: str) -> Iterator[dict[str, Any]]:
    (file,) = path.glob(f"????-??-??_{kind}.jsonl")
    for line in file.read_bytes().splitlines(keepends=True):
        assert line.endswith(b"\n")
        yield json.loads(line)


def test_the_environment_can_name_a_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(OBSERVE_VARIABLE, str(tmp_path / "observed"))

    @settings(max_examples=7)
    @given(st.floats())
    def test(x: float) -> None: ...

    test()
    assert len(list(lines_in(tmp_path / "observed", "testcases"))) == 7
    assert len(list(lines_in(tmp_path / "observed", "info"))) == 1


def test_what_a_case_in_a_child_process_says_is_in_its_record() -> None:
    @settings(max_examples=5, derandomize=True, isolate=True, database=None)
    @given(st.integers(0, 10**9))
    def test(x: int) -> None:
        event("seen")
        assume(x >= 0)

    *cases, _ = records_of(test)
    for record in cases:
        assert record["features"] == {"seen": ""}
        ((_, counts),) = record["metadata"]["predicates"].items()
        assert counts == {"satisfied": 1, "unsatisfied": 0}
