"""How long the HTML report of many failing properties takes, and how large it is.

``python -m bench.page`` prints it. Of the time, only what this process used counts, so a busy
machine says the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import process_time
from typing import Any, NamedTuple

from shortlex import given, seed, settings
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

json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
orders = st.fixed_dictionaries(
    {"name": st.text(), "lines": st.lists(st.tuples(st.text(), st.integers(0, 1000)))}
)

# Each strategy with what a test of it claims, in vain.
CLAIMS: tuple[tuple[st.SearchStrategy[Any], Callable[[Any], bool]], ...] = (
    (st.lists(st.integers()), lambda numbers: sum(numbers) < 10_000),
    (st.text(), lambda text: len(set(text)) < 6),
    (json, lambda value: repr(value).count("[") < 3),
    (orders, lambda order: sum(pieces for _, pieces in order["lines"]) < 2_000),
    (st.lists(st.floats(allow_nan=False)), lambda numbers: sorted(numbers)[:1] != [-1.5]),
    (st.lists(st.lists(st.booleans())), lambda rows: sum(map(len, rows)) < 12),
)


class Measured(NamedTuple):
    """What it took for so many properties."""

    failed: int
    record_seconds: float
    record_bytes: int
    page_seconds: float
    page: bytes


def failing_entry(number: int) -> tuple[PropertyEntry, float, int]:
    """One property that fails, as it is told to the page; and what its record took."""
    strategy, claim = CLAIMS[number % len(CLAIMS)]
    name = f"test_property_{number}"
    census = Census()
    made: list[tuple[str, float]] = []

    def property_under_test(value: Any) -> None:
        assert claim(value)

    property_under_test.__name__ = name
    tested: Any = settings(max_examples=1000)(seed(number)(given(strategy)(property_under_test)))

    def keep(result: Result, options: settings) -> None:
        started = process_time()
        text = record_text(result, options, tested.shortlex.test_function((), {}), census)
        made.append((text, process_time() - started))

    token = active.set(Session(on_result=keep, observer=census))
    status = "passed"
    try:
        tested()
    except AssertionError:
        status = "failed"
    finally:
        active.reset(token)
    ((text, seconds),) = made
    entry = PropertyEntry(
        f"tests/test_many.py::{name}", status, seconds, parse_property_record(text)
    )
    return entry, seconds, len(text)


def measure(properties: int) -> Measured:
    """Run them, and make the page."""
    from shortlex.report.html.page import page_bytes

    found = [failing_entry(number) for number in range(properties)]
    entries = [entry for entry, _, _ in found]
    facts = Facts("pytest", "now", 0.0, "default", "", [])
    started = process_time()
    page = page_bytes(facts, entries)
    return Measured(
        sum(entry.status == "failed" for entry in entries),
        sum(seconds for _, seconds, _ in found),
        sum(size for _, _, size in found),
        process_time() - started,
        page,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--properties", type=int, default=100)
    chosen = parser.parse_args()
    result = measure(chosen.properties)
    print(f"{result.failed} of {chosen.properties} properties failed")
    print(f"records  {result.record_seconds:6.2f} s  {result.record_bytes / 1e6:6.2f} MB")
    print(f"page     {result.page_seconds:6.2f} s  {len(result.page) / 1e6:6.2f} MB")


if __name__ == "__main__":
    main()
