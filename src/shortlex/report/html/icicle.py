"""Icicle: the spans of a trace as boxes, each below its parent."""

from __future__ import annotations

import re
from typing import NamedTuple, TypedDict

from shortlex.core.trace import Trace

MAX_DEPTH = 8
"""Spans nested deeper are left out."""

MIN_SHARE = 1 / 240
"""Spans that take less than this share of the width are left out, too."""

MAX_VALUES = 48
"""If there are more choices than this, their values are not shown: there is no room."""

MAX_LABEL = 30
MAX_VALUE = 40

WIDTH = 720.0
ROW = 22.0
CHARACTER = 6.6
"""The approximate width of a character."""


class SpansRecord(TypedDict):
    """The data of a trace that is needed to draw it."""

    count: int
    """How many choices there are."""
    spans: list[tuple[str, int, int, int, bool]]
    """Label, start, end, depth, and whether it was thrown away."""
    left_out: int
    values: list[str]
    """The choices themselves, if there are few."""


class Box(NamedTuple):
    """One rectangle, with its label and as much of the label as fits."""

    x: float
    y: float
    width: float
    label: str
    shown: str
    kind: str
    """The class in the page: the colour, ``discarded`` or ``choice``."""


def spans_record(trace: Trace) -> SpansRecord:
    """The visible parts of a trace."""
    count = len(trace.choices)
    spans, left_out = [], 0
    for span in trace.spans:
        if span.depth >= MAX_DEPTH or span.length < max(1, count * MIN_SHARE):
            left_out += span.length > 0
            continue
        label = _label_of(span.label)
        spans.append((label, span.start, span.end, span.depth, span.is_discarded))
    values = list(map(_value_text, trace.choices)) if count <= MAX_VALUES else []
    return SpansRecord(count=count, spans=spans, left_out=left_out, values=values)


def _label_of(label: str) -> str:
    """The kind of a span, without its arguments."""
    return re.split(r"[:(]", label)[0][:MAX_LABEL] or label[:MAX_LABEL]


def _value_text(choice: object) -> str:
    if isinstance(choice, int) and not isinstance(choice, bool) and choice.bit_length() > 128:
        return f"an integer of {choice.bit_length():,} bits"  # writing it may take long
    text = repr(choice if not isinstance(choice, (str, bytes)) else choice[:MAX_VALUE])
    return text if len(text) <= MAX_VALUE else text[: MAX_VALUE - 3] + "..."


def boxes_of(record: SpansRecord, colours: dict[str, int]) -> list[Box]:
    """The boxes with their positions; pictures that are compared share ``colours``."""
    unit = WIDTH / max(1, record["count"])
    boxes = []
    for label, start, end, depth, is_discarded in record["spans"]:
        colour = colours.setdefault(label, len(colours) % 8 + 1)
        kind = "discarded" if is_discarded else f"series-{colour}"
        boxes.append(_box(start * unit, depth, (end - start) * unit, label, kind))
    for place, text in enumerate(record["values"]):
        boxes.append(_box(place * unit, rows_of(record) - 1, unit, text, "choice"))
    return boxes


def rows_of(record: SpansRecord) -> int:
    """How many rows the boxes have."""
    depth = max((span[3] for span in record["spans"]), default=-1)
    return max(1, depth + 1 + bool(record["values"]))


def _box(x: float, row: int, width: float, label: str, kind: str) -> Box:
    room = int((width - 6) / CHARACTER)
    shown = label if len(label) <= room else label[: room - 1] + "…" if room > 2 else ""
    return Box(x, row * ROW, width, label, shown, kind)
