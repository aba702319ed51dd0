"""Page: the records of a run as one HTML file that needs nothing else."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from pygments.lexers.python import PythonLexer  # type: ignore[import-untyped]  # it has no types
from pygments.token import Comment, Keyword, Number, String  # type: ignore[import-untyped]  # same

from shortlex.report.html.charts import MARKERS, Charts, default_style
from shortlex.report.html.icicle import ROW, WIDTH, SpansRecord, boxes_of, rows_of
from shortlex.report.html.property_record import (
    BROKEN,
    STATUSES,
    Facts,
    PropertyEntry,
    ReductionRecord,
)

HERE = Path(__file__).parent

MAX_LISTED_SPANS = 80
"""How many spans are listed in words."""

_CLASSES = ((Comment, "c"), (String, "s"), (Number, "m"), (Keyword, "k"))


def page_of(facts: Facts, entries: Iterable[PropertyEntry]) -> str:
    """The whole page."""
    ordered = sorted(entries, key=lambda entry: STATUSES.index(entry.status))
    environment = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    script = (HERE / "page.js").read_text(encoding="utf-8")
    counts = Counter(entry.status for entry in ordered)
    with default_style():
        views = [*_views(ordered)]
    page = environment.get_template("page.html").render(
        facts=facts,
        entries=views,
        counts=[(status, counts[status]) for status in STATUSES if counts[status]],
        broken=sum(counts[status] for status in BROKEN),
        style=Markup((HERE / "page.css").read_text(encoding="utf-8")),
        script=Markup(script),
        script_hash=_hash_of(script),
    )
    return page.lstrip()  # macros before the page leave blank lines


def page_bytes(facts: Facts, entries: Iterable[PropertyEntry]) -> bytes:
    """The page as UTF-8, with escapes for what cannot be encoded, such as lone surrogates."""
    return page_of(facts, entries).encode("utf-8", "backslashreplace")


def _hash_of(script: str) -> str:
    """The hash of our script for the page's content security policy, which runs no other script."""
    return "sha256-" + base64.b64encode(sha256(script.encode()).digest()).decode()


def _views(entries: Sequence[PropertyEntry]) -> Iterator[dict[str, Any]]:
    """What the template needs to know about each property."""
    charts = Charts()
    colours = _colours_of(entries)
    for number, entry in enumerate(entries, start=1):
        file, _, name = entry.name.partition("::")
        record = entry.record
        yield {
            "anchor": f"p{number}",
            "file": file,
            "name": name or file,
            "entry": entry,
            "record": record,
            "is_broken": entry.status in BROKEN,
            "failures": [*_failure_views(entry, f"p{number}", charts, colours)],
            "histogram": Markup(charts.histogram(record["sizes"], "Choices per case"))
            if record is not None and record["sizes"]
            else "",
        }


def _failure_views(
    entry: PropertyEntry, anchor: str, charts: Charts, colours: dict[str, int]
) -> Iterator[dict[str, Any]]:
    failures = [] if entry.record is None else entry.record["failures"]
    for number, failure in enumerate(failures, start=1):
        first, _, rest = failure["error"].partition("\n")
        reduction = failure["reduction"]
        yield {
            **failure,
            "anchor": f"{anchor}-{number}",
            "headline": first,
            "message": rest,
            "call": highlighted(failure["call"]),
            "reduction": None if reduction is None else _reduction_view(reduction, charts, colours),
        }


def _reduction_view(
    reduction: ReductionRecord, charts: Charts, colours: dict[str, int]
) -> dict[str, Any]:
    title = f"Size against calls of the test. {reduction['sentence']}"
    trail = reduction["trail"]
    chart = charts.reduction(trail, colours, title) if reduction["accepted"] else None
    fills: dict[str, int] = {}
    kept = [("Before", reduction["before"]), ("After", reduction["after"])]
    return {
        **reduction,
        "chart": None if chart is None else Markup(chart.svg),
        "steps": zip(trail, chart.points if chart else [(0.0, 0.0)], strict=True),
        "passes": [(*each, colours.get(each[0], 0)) for each in reduction["passes"]],
        "pictures": [
            (title, *_picture(record, fills)) for title, record in kept[0 if chart else 1 :]
        ],
    }


def _picture(record: SpansRecord, fills: dict[str, int]) -> tuple[Any, ...]:
    """The numbers, the boxes, and the same in words."""
    lines = [
        f"{'  ' * depth}{label}: {_region(start, end)}{', thrown away' if is_discarded else ''}"
        for label, start, end, depth, is_discarded in record["spans"][:MAX_LISTED_SPANS]
    ]
    if len(record["spans"]) > MAX_LISTED_SPANS:
        lines.append("...")
    return record, boxes_of(record, fills), WIDTH, rows_of(record) * ROW, "\n".join(lines)


def _region(start: int, end: int) -> str:
    return f"choice {start + 1:,}" if end == start + 1 else f"choices {start + 1:,} to {end:,}"


def _colours_of(entries: Sequence[PropertyEntry]) -> dict[str, int]:
    """Colours for the passes with most accepted steps, the same on the whole page."""
    accepted: Counter[str] = Counter()
    for entry in entries:
        for failure in entry.record["failures"] if entry.record is not None else ():
            for name, steps, _ in failure["reduction"]["passes"] if failure["reduction"] else ():
                accepted[name] += steps
    used = [name for name, steps in accepted.most_common(len(MARKERS)) if steps]
    return {name: number for number, name in enumerate(used, start=1)}


def highlighted(code: str) -> Markup:
    """Code as HTML, with strings, numbers, keywords and comments highlighted."""
    parts = []
    tokens = PythonLexer(stripnl=False, ensurenl=False).get_tokens(code)
    for name, group in groupby(tokens, key=lambda token: _class_of(token[0])):
        part = escape("".join(text for _, text in group))
        parts.append(
            part if name is None else Markup('<span class="{}">{}</span>').format(name, part)
        )
    return Markup("").join(parts)


def _class_of(kind: Any) -> str | None:
    return next((name for group, name in _CLASSES if kind in group), None)
