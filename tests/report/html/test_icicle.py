"""Spans as boxes."""

import pytest

from shortlex.core.case import RecordedCase
from shortlex.core.source import ReplaySource
from shortlex.core.trace import Outcome, Trace
from shortlex.report.html.icicle import (
    MAX_DEPTH,
    MAX_VALUES,
    ROW,
    WIDTH,
    boxes_of,
    rows_of,
    spans_record,
)
from shortlex.strategies import binary, booleans, integers, lists, text


def trace_of(*choices: object, count: int = 1) -> Trace:
    case = RecordedCase(ReplaySource(choices))  # type: ignore[arg-type]
    for _ in range(count):
        case.draw(lists(integers(0, 10)))
    return case.trace(Outcome.VALID)


def test_a_box_stands_over_its_choices_and_below_its_parent() -> None:
    record = spans_record(trace_of(True, 7, True, 3, False))
    boxes = boxes_of(record, {})
    spans, values = boxes[:-5], boxes[-5:]
    assert [(box.label, round(5 * box.x / WIDTH), round(5 * box.width / WIDTH)) for box in spans][
        :2
    ] == [("Lists", 0, 5), ("element", 0, 2)]
    assert [box.y / ROW for box in spans] == [0, 1, 2, 1, 2]
    assert [box.label for box in values] == ["True", "7", "True", "3", "False"]
    assert {box.y for box in values} == {3 * ROW}
    assert rows_of(record) == 4


def test_a_label_says_the_kind() -> None:
    record = spans_record(trace_of(True, 3, False))
    assert [span[0] for span in record["spans"]] == ["Lists", "element", "Integer"]
    case = RecordedCase(ReplaySource([True]))
    case.start_span("(mine)")
    case.draw(booleans())
    own = spans_record(case.trace(Outcome.VALID))
    assert own["spans"][0][0] == "(mine)"


def test_equal_labels_have_equal_colours_in_both_pictures() -> None:
    colours: dict[str, int] = {}
    before = boxes_of(spans_record(trace_of(True, 7, False)), colours)
    after = boxes_of(spans_record(trace_of(False)), colours)
    assert before[0].kind == after[0].kind == "series-1"
    assert before[1].kind == "series-2"


def test_values_are_left_out_where_there_are_many() -> None:
    record = spans_record(trace_of(*[True, 1] * MAX_VALUES, False))
    assert record["values"] == []
    assert record["count"] == 2 * MAX_VALUES + 1
    assert rows_of(record) == 3


def test_what_is_too_narrow_or_too_deep_is_counted() -> None:
    record = spans_record(trace_of(*[True, 1] * 1000, False))
    assert [span[0] for span in record["spans"]] == ["Lists"]
    assert record["left_out"] == 2000
    case = RecordedCase(ReplaySource([True]))
    for depth in range(MAX_DEPTH + 2):
        case.start_span(f"level {depth}")
    case.draw(booleans())
    deep = spans_record(case.trace(Outcome.VALID))
    assert len(deep["spans"]) == MAX_DEPTH
    assert deep["left_out"] == 3


def test_what_was_thrown_away_is_marked() -> None:
    case = RecordedCase(ReplaySource([True]))
    case.start_span("kept")
    case.start_span("dropped")
    case.draw(booleans())
    case.stop_span(discard=True)
    boxes = boxes_of(spans_record(case.trace(Outcome.VALID)), {})
    assert [box.kind for box in boxes[:2]] == ["series-1", "discarded"]


@pytest.mark.parametrize(
    ("strategy", "choice", "shown"),
    [
        (text(), "x" * 1000, "'" + "x" * 36 + "..."),
        (binary(), b"ab", "b'ab'"),
        (integers(), 1 << 1000, "an integer of 1,001 bits"),
        (integers(), -5, "-5"),
    ],
)
def test_a_choice_is_written_short(strategy: object, choice: object, shown: str) -> None:
    case = RecordedCase(ReplaySource([choice]))  # type: ignore[list-item]
    case.draw(strategy)  # type: ignore[arg-type]
    assert spans_record(case.trace(Outcome.VALID))["values"] == [shown]


def test_a_label_is_cut_to_the_width_of_its_box() -> None:
    record = spans_record(trace_of(*[True, 1] * 20, False))
    elements = [box for box in boxes_of(record, {}) if box.label == "element"]
    assert {box.shown for box in elements} == {"ele…"}


def test_a_case_without_choices_has_no_boxes() -> None:
    record = spans_record(RecordedCase(ReplaySource([])).trace(Outcome.VALID))
    assert boxes_of(record, {}) == []
    assert rows_of(record) == 1
