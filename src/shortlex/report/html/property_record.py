"""Property record: one property's run as plain data, for the page.

It is made in the process that ran the property and travels as JSON, so it is small: whatever can
be long is cut, and of what can be many only some are kept.
"""

from __future__ import annotations

import json
from collections import Counter
from traceback import TracebackException
from typing import Any, TypedDict

from shortlex.reducer.history import History
from shortlex.report.explanation import explanation_lines
from shortlex.report.html.census import Census
from shortlex.report.html.icicle import SpansRecord, spans_record
from shortlex.report.html.texts import printable, shortened
from shortlex.report.html.trail import StepRecord, trail_of, value_text
from shortlex.report.statistics import cases_line, rejection_counts
from shortlex.report.terminal import (
    Again,
    frequency_lines,
    known_line,
    reduction_line,
    replay_command,
)
from shortlex.report.verdict import without_our_frames
from shortlex.runner.execute import Test
from shortlex.runner.result import Failure, Result
from shortlex.settings import settings

MOST_TEXT = 10_000
"""So many characters of a call, an error or a traceback."""

LONGEST_COMMAND = 10_000
"""A command cannot be cut: a longer one is left out."""

MOST_ROWS = 12
"""So many events, targets and reasons of rejections: the most frequent ones."""

MOST_FAILURES = 10
MOST_NOTES = 50
MOST_SAMPLE = 400
LONGEST_NAME = 200
BINS = 24

Count = tuple[str, int]


class FailureRecord(TypedDict):
    """One bug."""

    error: str
    call: str
    notes: list[str]
    is_complete: bool
    explanation: list[str]
    frequency: list[str]
    origin: str
    """Where it is known from, if it is not new."""
    replay: str
    """The command that runs it again. Empty if it is too long."""
    traceback: str
    reduction: ReductionRecord | None


class ReductionRecord(TypedDict):
    """How a case became small."""

    sentence: str
    accepted: int
    calls: int
    trail: list[StepRecord]
    """Some of the steps, if there were too many."""
    passes: list[tuple[str, int, int]]
    """Name, accepted steps and calls; who accepted most comes first."""
    before: SpansRecord
    after: SpansRecord


class PropertyRecord(TypedDict):
    """One property."""

    seed: str
    cases: str
    """In a sentence."""
    outcomes: list[Count]
    sizes: list[tuple[int, int, int]]
    """From, to, and how many cases had so many choices."""
    samples: list[str]
    events: list[Count]
    rejections: list[Count]
    targets: list[tuple[str, float]]
    failures: list[FailureRecord]
    more_failures: int


def record_text(
    result: Result, options: settings, test: Test | None, census: Census, node: str | None = None
) -> str:
    """The record as JSON, in ASCII: whatever a test has in its texts, it arrives."""
    record = record_of(result, options, test, census, node)
    return json.dumps(record, separators=(",", ":"))


def parse_record(text: str) -> Any:
    """A record as the page reads it."""
    return json.loads(text)


def record_of(
    result: Result, options: settings, test: Test | None, census: Census, node: str | None = None
) -> PropertyRecord:
    """All that the page says of a run.

    ``test`` is what draws the arguments of the samples; ``node`` is what pytest knows it by.
    """
    statistics = result.statistics
    again = Again(result.key, node)
    failures = result.failures[:MOST_FAILURES]
    targets = sorted(statistics.targets.items())[:MOST_ROWS]
    return PropertyRecord(
        seed=str(result.seed),
        cases=cases_line(result, options),
        outcomes=[
            ("valid", statistics.valid),
            ("invalid", statistics.invalid),
            ("too large", statistics.overruns),
            ("met before", statistics.duplicates),
        ],
        sizes=binned(census.sizes),
        samples=[shortened(value_text(each, test), MOST_SAMPLE) for each in census.samples],
        events=_most_common(statistics.events),
        rejections=_most_common(rejection_counts(statistics)),
        targets=[(_short_name(label), score) for label, score in targets],
        failures=[_failure_record(each, test, again) for each in failures],
        more_failures=max(0, len(result.failures) - MOST_FAILURES),
    )


def _failure_record(failure: Failure, test: Test | None, again: Again) -> FailureRecord:
    explanation, frequency = failure.explanation, failure.frequency
    history = failure.history
    replay = replay_command(failure.trace, again)
    headline, traceback = _error_texts(failure.error)
    return FailureRecord(
        error=headline,
        call=shortened(failure.case.call_text, MOST_TEXT),
        notes=[printable(note, MOST_TEXT) for note in (failure.case.notes or ())[:MOST_NOTES]],
        is_complete=failure.is_complete,
        explanation=[] if explanation is None else explanation_lines(explanation),
        frequency=[] if frequency is None else frequency_lines(frequency, history),
        origin=known_line(failure.place) if failure.place else "",
        replay=replay if len(replay) <= LONGEST_COMMAND else "",
        traceback=traceback,
        reduction=None if history is None else _reduction_record(history, failure, test),
    )


def _error_texts(error: BaseException | None) -> tuple[str, str]:
    """What an error says, and where it was raised, without our own part in it."""
    if error is None:
        return "It was marked interesting.", ""
    kept = without_our_frames(error)
    told = TracebackException(type(error), error, kept, compact=True)
    headline = "".join(told.format_exception_only()).rstrip()
    return printable(headline, MOST_TEXT), printable("".join(told.format()).rstrip(), MOST_TEXT)


def _reduction_record(history: History, failure: Failure, test: Test | None) -> ReductionRecord:
    passes = [(name, each.accepted, each.calls) for name, each in history.tallies.items()]
    return ReductionRecord(
        sentence=reduction_line(history, failure.trace),
        accepted=len(history.steps),
        calls=history.calls,
        trail=trail_of(history, test),
        passes=sorted(passes, key=lambda each: (-each[1], -each[2], each[0])),
        before=spans_record(history.start),
        after=spans_record(failure.trace),
    )


def binned(sizes: Counter[int]) -> list[tuple[int, int, int]]:
    """Counts of sizes, in ranges of a round width, without a gap."""
    if not sizes:
        return []
    low, high = min(sizes), max(sizes)
    width = next(
        unit * 10**power
        for power in range(20)
        for unit in (1, 2, 5)
        if high // (unit * 10**power) - low // (unit * 10**power) < BINS
    )
    counts: Counter[int] = Counter()
    for size, count in sizes.items():
        counts[size // width] += count
    numbers = range(low // width, high // width + 1)
    return [(n * width, n * width + width - 1, counts[n]) for n in numbers]


def _most_common(counts: Counter[str]) -> list[Count]:
    return [(_short_name(name), count) for name, count in counts.most_common(MOST_ROWS)]


def _short_name(name: str) -> str:
    return printable(name, LONGEST_NAME)
