"""Property record: one property's run as plain data, for the page.

It is made in the process that ran the property and sent as JSON, so it is small: long texts are
cut, and long lists are shortened. ``Census`` watches the cases of the run. ``trail_of`` has the
steps of a reduction with the value at each: a history has only choices, so the arguments are drawn
from them again, and the body is not run. A ``PropertyEntry`` is a record with what the test runner
says.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from traceback import TracebackException
from typing import Any, NamedTuple, TypedDict

from shortlex.core.case import Case
from shortlex.core.domain import Choice
from shortlex.core.shown import escaped, shown, shown_error, shown_score
from shortlex.core.trace import Outcome, Trace
from shortlex.reducer.history import Choices, History
from shortlex.report.debug import short
from shortlex.report.html.icicle import SpansRecord, spans_record
from shortlex.report.statistics import cases_line, rejection_counts
from shortlex.report.terminal import (
    Again,
    explanation_lines,
    frequency_lines,
    known_line,
    reduction_line,
    replay_command,
)
from shortlex.report.verdict import without_our_frames
from shortlex.runner.execute import Test, sketch
from shortlex.runner.observer import Observer
from shortlex.runner.result import Failure, Result
from shortlex.settings import settings

MAX_TEXT = 10_000
"""How many characters of a call, an error or a traceback are kept."""

MAX_COMMAND = 10_000
"""A command cannot be cut: a longer one is left out."""

MAX_ROWS = 12
"""How many events, targets and reasons for rejections are kept: the most frequent ones."""

MAX_FAILURES = 10
MAX_NOTES = 50
MAX_SAMPLE = 400
MAX_NAME = 200
MAX_BINS = 24

MAX_STEPS = 200
"""How many steps are kept, evenly over all of them."""

MAX_TRAIL_CHARACTERS = 30_000
"""How many characters all values of one trail may have together; each has the same share."""

MIN_STEP_CHARACTERS = 200

MAX_CHOICES = 500
"""Values with more choices than this are not shown: it takes long, and nobody would read them."""

MIN_SAMPLES = 8
"""At least this many cases are kept, if there are as many, and fewer than twice as many."""

MAX_SAMPLE_CHOICES = 300
"""Cases with more choices than this are not kept as samples: nobody would read them."""

STATUSES = ("failed", "error", "interrupted", "xfailed", "passed", "skipped")
"""How a test can end, the most interesting first."""

BROKEN = STATUSES[:3]

Count = tuple[str, int]


class StepRecord(TypedDict):
    """One step; the first one is the start."""

    name: str
    """The name of the pass; empty for the start."""
    calls: int
    size: int
    text: str
    """The value at that step, as code."""


class TimelineRecord(TypedDict):
    """One step of a state machine."""

    text: str
    began: float
    """How many milliseconds after the case."""
    taken: float
    """How many milliseconds it took."""
    is_failure: bool


class FailureRecord(TypedDict):
    """One bug."""

    error: str
    call: str
    notes: list[str]
    timeline: list[TimelineRecord]
    """The steps, if it is a case of a state machine."""
    is_complete: bool
    explanation: list[str]
    frequency: list[str]
    origin: str
    """Where it was stored, if it is not new."""
    replay: str
    """The command that runs it again; empty if it is too long."""
    traceback: str
    reduction: ReductionRecord | None


class ReductionRecord(TypedDict):
    """How a case was reduced."""

    sentence: str
    accepted: int
    calls: int
    trail: list[StepRecord]
    """The steps, or some of them if there were too many."""
    passes: list[tuple[str, int, int]]
    """Name, accepted steps and calls; the pass with most accepted steps comes first."""
    before: SpansRecord
    after: SpansRecord


class PropertyRecord(TypedDict):
    """One property."""

    seed: str
    cases: str
    """The counts in a sentence."""
    outcomes: list[Count]
    sizes: list[tuple[int, int, int]]
    """Lower bound, upper bound, and the number of cases of these sizes."""
    samples: list[str]
    events: list[Count]
    rejections: list[Count]
    targets: list[tuple[str, str]]
    failures: list[FailureRecord]
    more_failures: int


class Census(Observer):
    """Counts the generated cases, and keeps samples, evenly over the whole run."""

    reads_notes = False

    def __init__(self) -> None:
        self.sizes: Counter[int] = Counter()
        """The number of cases of each size in choices. Only cases that passed or failed."""
        self.samples: list[tuple[Choice, ...]] = []
        self._every = 1
        self._seen = 0
        self._is_over = False

    def see_case(self, case: Case, outcome: Outcome) -> None:
        if self._is_over or outcome in (Outcome.INVALID, Outcome.OVERRUN):
            return
        size = len(case.choices)
        self.sizes[size] += 1
        if size > MAX_SAMPLE_CHOICES:
            return
        if self._seen % self._every == 0:
            self.samples.append(tuple(case.choices))
            if len(self.samples) == 2 * MIN_SAMPLES:
                del self.samples[1::2]
                self._every *= 2
        self._seen += 1

    def see_phase(self, phase: str) -> None:
        # Examples and known failures are not generated.
        self._is_over = phase not in ("generate", "target")

    def see_reduction(self, start: Trace) -> None:
        # The cases of a reduction are not generated.
        self._is_over = True


def record_text(
    result: Result, options: settings, test: Test | None, census: Census, node: str | None = None
) -> str:
    """The record as JSON, in ASCII, so that any text of a test can be sent."""
    record = record_of(result, options, test, census, node)
    return json.dumps(record, separators=(",", ":"))


def parse_property_record(text: str) -> Any:
    """A record as the page reads it."""
    return json.loads(text)


def record_of(
    result: Result, options: settings, test: Test | None, census: Census, node: str | None = None
) -> PropertyRecord:
    """Everything the page says about a run.

    ``test`` draws the arguments of the samples; ``node`` is the node id in pytest.
    """
    statistics = result.statistics
    again = Again(result.key, node)
    failures = result.failures[:MAX_FAILURES]
    targets = sorted(statistics.targets.items())[:MAX_ROWS]
    return PropertyRecord(
        seed=shown(result.seed),
        cases=cases_line(result, options),
        outcomes=[
            ("valid", statistics.valid),
            ("invalid", statistics.invalid),
            ("too large", statistics.overruns),
            ("repeated", statistics.duplicates),
        ],
        sizes=binned(census.sizes),
        samples=[shortened(value_text(each, test), MAX_SAMPLE) for each in census.samples],
        events=_most_common(statistics.events),
        rejections=_most_common(rejection_counts(statistics)),
        targets=[(_short_name(label), shown_score(score)) for label, score in targets],
        failures=[_failure_record(each, test, again) for each in failures],
        more_failures=max(0, len(result.failures) - MAX_FAILURES) + result.bugs_left_out,
    )


def _failure_record(failure: Failure, test: Test | None, again: Again) -> FailureRecord:
    explanation, frequency = failure.explanation, failure.frequency
    history = failure.history
    replay = replay_command(failure.trace, again)
    headline, traceback = _error_texts(failure.error)
    return FailureRecord(
        error=headline,
        call=shortened(failure.case.call_text, MAX_TEXT),
        notes=[printable(note, MAX_TEXT) for note in (failure.case.notes or ())[:MAX_NOTES]],
        timeline=_timeline_of(failure.case),
        is_complete=failure.is_complete,
        explanation=[] if explanation is None else explanation_lines(explanation),
        frequency=[] if frequency is None else frequency_lines(frequency, history),
        origin=known_line(failure.place) if failure.place else "",
        replay=replay if len(replay) <= MAX_COMMAND else "",
        traceback=traceback,
        reduction=None if history is None else _reduction_record(history, failure, test),
    )


def _timeline_of(case: Case) -> list[TimelineRecord]:
    return [
        TimelineRecord(
            text=printable(text, MAX_TEXT),
            began=round(1000 * began, 3),
            taken=round(1000 * taken, 3),
            is_failure=is_failure,
        )
        for text, began, taken, is_failure in case.timeline[:MAX_STEPS]
    ]


def _error_texts(error: BaseException | None) -> tuple[str, str]:
    """The message of an error, and its traceback without our frames."""
    if error is None:
        return "It was marked interesting.", ""
    kept = without_our_frames(error)
    try:
        told = TracebackException(type(error), error, kept, compact=True)
        headline = "".join(told.format_exception_only()).rstrip()
        text = "".join(told.format()).rstrip()
    except Exception:  # Python cannot print it either
        headline = text = shown_error(error)
    return printable(headline, MAX_TEXT), printable(text, MAX_TEXT)


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
    """Counts of sizes, in adjacent ranges of a round width."""
    if not sizes:
        return []
    low, high = min(sizes), max(sizes)
    width = next(
        unit * 10**power
        for power in range(20)
        for unit in (1, 2, 5)
        if high // (unit * 10**power) - low // (unit * 10**power) < MAX_BINS
    )
    counts: Counter[int] = Counter()
    for size, count in sizes.items():
        counts[size // width] += count
    numbers = range(low // width, high // width + 1)
    return [(n * width, n * width + width - 1, counts[n]) for n in numbers]


def _most_common(counts: Counter[str]) -> list[Count]:
    return [(_short_name(name), count) for name, count in counts.most_common(MAX_ROWS)]


def _short_name(name: str) -> str:
    return printable(name, MAX_NAME)


def shortened(text: str, most: int) -> str:
    """The text, or its beginning and how much was left out."""
    if len(text) <= most:
        return text
    return f"{text[:most]}\n... ({len(text) - most:,} more characters)"


def printable(text: str, most: int) -> str:
    """The same for a text that may contain anything, such as terminal colour codes."""
    return escaped(shortened(text, most))


def trail_of(history: History, test: Test | None) -> list[StepRecord]:
    """The start, and the steps from there; ``test`` says which arguments to draw."""
    wanted = set(_evenly(len(history.steps) + 1, MAX_STEPS))
    room = max(MIN_STEP_CHARACTERS, MAX_TRAIL_CHARACTERS // len(wanted))
    trail = []
    for number, choices in enumerate(history.choices()):
        if number not in wanted:
            continue
        text = shortened(value_text(choices, test), room)
        if number == 0:
            trail.append(StepRecord(name="", calls=0, size=history.start.size, text=text))
        else:
            step = history.steps[number - 1]
            trail.append(StepRecord(name=step.name, calls=step.calls, size=step.size, text=text))
    return trail


def _evenly(count: int, most: int) -> Iterator[int]:
    """At most ``most`` numbers below ``count``, including the first and the last."""
    if count <= most:
        yield from range(count)
    else:
        yield from (i * (count - 1) // (most - 1) for i in range(most))


def value_text(choices: Choices, test: Test | None) -> str:
    """The call of a test with the arguments from these choices; or the choices themselves."""
    if len(choices) > MAX_CHOICES:
        return f"# {len(choices):,} choices, too many to show"
    if test is None:
        return f"# choices: {short(choices)}"
    case = sketch(test, choices)
    if not case.call_text:
        return f"# choices: {short(choices)}"
    rest = choices[len(case.choices) :]
    return case.call_text + (f"\n# drawn in the body, as choices: {short(rest)}" if rest else "")


class PropertyEntry(NamedTuple):
    """One property, as the test runner reports it."""

    name: str
    """The node id."""
    status: str
    seconds: float
    record: PropertyRecord | None
    """The data of its run, if it was run."""
    text: str = ""
    """The test runner's description of how it ended."""
    sections: Sequence[tuple[str, str]] = ()
    """What it printed: titles and texts."""
    advice: Sequence[str] = ()
    """Advice about its problems, even if it passed."""


class Facts(NamedTuple):
    """Facts about the whole run."""

    command: str
    started: str
    seconds: float
    profile: str
    seed: str
    versions: Sequence[tuple[str, str]]
