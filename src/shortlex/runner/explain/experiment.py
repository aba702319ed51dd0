"""Experiment: finds parts of a failing case that can be anything, and lines only failures execute.

A part is varied while everything else stays the same: by all other values if there are few, or else
by values that are likely to matter and then by random ones. It is free if every such run fails in
the same way. Parts within a free part are not reported.

A part is a span. The choices before it are replayed; within it, another source decides; after it,
the replay continues where the part ended, whatever its new length. If the run draws more choices
than there were, these are random: it is not cut short, so that we see how it ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice, repeat, zip_longest
from math import prod
from typing import Any

from shortlex.core.case import Drawable, RecordedCase, key_of
from shortlex.core.domain import Choice, Domain
from shortlex.core.shown import shown
from shortlex.core.source import (
    EnumerationSource,
    RandomSource,
    ReplaySource,
    SimplestSource,
    Source,
)
from shortlex.core.trace import Outcome, Trace, label_of
from shortlex.random_state import Random
from shortlex.runner.execute import execute
from shortlex.runner.explain.lines import Line, lines_of
from shortlex.runner.hunt import Hunt
from shortlex.runner.result import Explanation, Failure, Tries
from shortlex.system.genuine import monotonic

ENOUGH_FAILING_RUNS = 40
"""This many failing runs are enough to call a part free."""

MAX_ENUMERATED = 100
"""If a part has at most this many values, all are tried."""

MAX_CHANGED_CHOICES = 20
"""How many choices of a part are changed one by one."""

MAX_RUNS = 4 * ENOUGH_FAILING_RUNS
"""The maximum number of runs for a part, including invalid ones."""

MAX_FAILING_TRACED = 10
"""How many failing runs are traced line by line."""

MAX_PASSING_TRACED = 40
"""How many cases of each kind that may pass are traced: known ones, similar ones and random ones.
If passing runs execute a line, too, one of these usually does."""

MIN_NEAR_RUNS, MIN_NEAR_RUNS_IN_A_HURRY = 5, 20
"""Lines are named only if at least this many of them execute most of the lines of the failing runs.
More are needed if there was no time to trace all."""

TIME_SHARE, MIN_SECONDS, MAX_SECONDS = 0.5, 0.5, 5.0
"""How long an explanation may take: a share of the time of search and reduction, and the minimum
and maximum in seconds."""


def seconds_for(elapsed: float) -> float:
    """How long an explanation may take after ``elapsed`` seconds of search and reduction."""
    return min(MAX_SECONDS, max(MIN_SECONDS, TIME_SHARE * elapsed))


def explained_failure(hunt: Hunt, failure: Failure, seconds: float) -> Failure:
    """The failure, with its explanation."""
    explanation = explain(hunt, failure.trace, failure.case.parts, seconds)
    hunt.statistics.replays += explanation.calls
    return failure._replace(explanation=explanation)


def shown_last(hunt: Hunt, failure: Failure) -> Failure:
    """Run the failure once more, and format it with comments.

    It must be formatted again because the body may have changed the values. It runs last because
    a user looks at the output and the files of the last case.
    """
    if failure.explanation is None:
        return failure
    case = RecordedCase(ReplaySource(failure.trace.choices))
    case.keeps_notes = True
    case.comments = failure.explanation.free
    hunt.announce(case)
    hunt.statistics.replays += 1
    trace = execute(hunt.test, case)
    is_same = trace.is_interesting and trace.origin == failure.trace.origin
    return failure._replace(case=case, error=trace.error if is_same else failure.error)


def explain(
    hunt: Hunt, trace: Trace, parts: Mapping[int, int | None], seconds: float
) -> Explanation:
    """Find out what matters in the failing case of ``trace``.

    ``parts`` maps the numbers of spans to look at to the number of the part around each.
    """
    experiment = _Experiment(hunt, trace, monotonic() + seconds)
    free = _free_parts(experiment, parts)
    together = experiment.vary_together(list(free)) if len(free) > 1 else None
    return Explanation(free, together, experiment.telling_lines(), experiment.calls)


def _free_parts(experiment: _Experiment, parts: Mapping[int, int | None]) -> dict[int, Tries]:
    """The outermost parts that can be anything."""
    tries: dict[int, Tries] = {}
    matter: set[int] = set()
    inner: dict[int | None, list[int]] = {}
    for part, around in parts.items():
        inner.setdefault(around, []).append(part)

    def look_into(part: int) -> None:
        if experiment.is_over:
            return
        found = tries[part] = experiment.vary(part)
        if found.failed < found.tried:
            matter.add(part)
        if not found.is_exhaustive:
            # A part that seems free is free only if all of its parts are.
            for each in inner.get(part, ()):
                look_into(each)
                if each in matter:
                    matter.add(part)

    for part in inner.get(None, ()):
        look_into(part)
    free = {part: found for part, found in tries.items() if found.is_free and part not in matter}
    return {part: found for part, found in sorted(free.items()) if parts[part] not in free}


class _Experiment:
    """Runs variations of one case until its time is over."""

    def __init__(self, hunt: Hunt, trace: Trace, end: float) -> None:
        self.hunt = hunt
        self.trace = trace
        self.end = end
        self.calls = 0
        self.random = Random(f"{shown(hunt.seed)} explain")
        self.failing: list[tuple[Choice, ...]] = [trace.choices]
        self.others: list[tuple[Choice, ...]] = []
        """Cases that did not fail in the same way: near misses."""
        self._own_key = key_of(list(trace.choices))

    @property
    def is_over(self) -> bool:
        return monotonic() >= self.end

    def vary(self, part: int) -> Tries:
        """Vary a part until a run does not fail in the same way, or enough have."""
        met = {self._own_key}
        span = self.trace.spans[part]
        domains = self.trace.domains[span.start : span.end]
        if (
            prod(MAX_ENUMERATED + 1 if each.count is None else each.count for each in domains)
            <= MAX_ENUMERATED
        ):
            tries = self._vary_all(part, met)
            if tries.is_exhaustive or tries.failed < tries.tried:
                return tries
        counted = len(met)
        for source in islice(chain(self._telling(part), self._random_sources()), MAX_RUNS):
            if self.is_over or len(met) - counted == ENOUGH_FAILING_RUNS:
                break
            if self._run({part: source}, met) is False:
                return Tries(len(met) - 2, len(met) - 1)
        return Tries(len(met) - 1, len(met) - 1)

    def _vary_all(self, part: int, met: set[int]) -> Tries:
        """Try every value in order, as far as limits allow."""
        indexes: list[int] | None = []
        for _ in range(MAX_ENUMERATED):
            if indexes is None or self.is_over:
                break
            source = EnumerationSource(indexes)
            if self._run({part: source}, met) is False:
                return Tries(len(met) - 2, len(met) - 1)
            indexes = source.following()
        return Tries(len(met) - 1, len(met) - 1, is_exhaustive=indexes is None)

    def vary_together(self, parts: list[int]) -> Tries | None:
        """Vary all parts at once, at random."""
        met = {self._own_key}
        failed = 0
        for _ in range(MAX_RUNS):
            if self.is_over or len(met) > ENOUGH_FAILING_RUNS:
                break
            sources = {part: RandomSource(self.random) for part in parts}
            failed += self._run(sources, met) is True
        return Tries(failed, len(met) - 1) if len(met) > 1 else None

    def _run(self, sources: Mapping[int, Source], met: set[int]) -> bool | None:
        """Whether a variation fails in the same way; None if it is invalid or a duplicate."""
        hunt, limit = self.hunt, 2 * self.trace.size + self.hunt.options.max_choices
        case = VariedCase(self.trace, sources, RandomSource(self.random), limit)
        hunt.foresight.watch(case)
        trace = execute(hunt.test, case)
        case.on_arguments = None  # breaks a reference cycle, which may be large
        hunt.foresight.learn(trace)
        self.calls += trace.was_run
        key = key_of(list(trace.choices))
        if key in met or trace.outcome < Outcome.VALID:
            return None
        met.add(key)
        is_same = trace.is_interesting and trace.origin == self.trace.origin
        kept, most = (
            (self.failing, MAX_FAILING_TRACED) if is_same else (self.others, MAX_PASSING_TRACED)
        )
        if len(kept) < most:
            kept.append(trace.choices)
        return is_same

    def _random_sources(self) -> Iterator[Source]:
        while True:
            yield RandomSource(self.random, self.random.choice((0.1, 0.5, 1.0)))

    def _telling(self, part: int) -> Iterator[Source]:
        """Values that are likely to matter: those of other parts, and small changes."""
        trace, span = self.trace, self.trace.spans[part]
        own = trace.choices[span.start : span.end]
        yield SimplestSource()
        for other in trace.spans:
            if other.label == span.label and other.start != span.start:
                yield self._given(trace.choices[other.start : other.end])
        for place, domain in enumerate(trace.domains[span.start : span.end][:MAX_CHANGED_CHOICES]):
            near = list(_near(domain, trace.choices)) if len(own) == 1 else [domain.simplest]
            for choice in near:
                yield self._given((*own[:place], choice, *own[place + 1 :]))

    def _given(self, choices: tuple[Choice, ...]) -> Source:
        return ReplaySource(choices, RandomSource(self.random))

    def telling_lines(self) -> tuple[Line, ...]:
        """The lines that every failing run executed, but no other run, in order."""
        if not self.others or self.hunt.options.is_isolated:
            # Lines that a child process executes cannot be traced from here.
            return ()
        always, _ = self._watch(ReplaySource(self.failing[0]))
        for choices in self.failing[1:]:
            if not always or self.is_over:
                break
            always &= self._watch(ReplaySource(choices))[0]
        common, near, needed = always, 0, MIN_NEAR_RUNS
        for source in self._passing_sources():
            if not always:
                break
            if self.is_over:
                needed = MIN_NEAR_RUNS_IN_A_HURRY
                break
            lines, is_same = self._watch(source)
            if is_same is False:
                always -= lines
                near += 2 * len(lines & common) >= len(common)
        return tuple(sorted(always)) if near >= needed else ()

    def _passing_sources(self) -> Iterator[Source]:
        """Cases that may pass: known ones, similar ones and random ones, in turns."""
        known = (ReplaySource(each) for each in self.others)
        random = (RandomSource(self.random, scale) for scale in chain((0.1, 0.3), repeat(1.0)))
        kinds = known, self._shortened(), self._changed(), random
        for turn in zip_longest(*(islice(kind, MAX_PASSING_TRACED) for kind in kinds)):
            yield from (source for source in turn if source is not None)

    def _shortened(self) -> Iterator[Source]:
        """The failing case without one of its spans."""
        choices = self.trace.choices
        for span in self.trace.spans:
            if span.start < span.end:
                yield self._given(choices[: span.start] + choices[span.end :])

    def _changed(self) -> Iterator[Source]:
        """The failing case with one choice slightly changed."""
        choices = self.trace.choices
        for place, domain in enumerate(self.trace.domains):
            for choice in _little_changes(domain, choices[place]):
                yield self._given((*choices[:place], choice, *choices[place + 1 :]))

    def _watch(self, source: Source) -> tuple[frozenset[Line], bool | None]:
        """The lines that a case executes, and whether it fails in the same way; None if invalid."""
        self.calls += 1
        case = RecordedCase(source, 2 * self.trace.size + self.hunt.options.max_choices)
        traces: list[Trace] = []
        lines = lines_of(lambda: traces.append(execute(self.hunt.test, case))) or frozenset()
        if not traces:
            # Another tool is tracing, such as a debugger: nothing was run.
            return lines, None
        (trace,) = traces
        if trace.outcome < Outcome.VALID:
            return lines, None
        return lines, trace.is_interesting and trace.origin == self.trace.origin


def _little_changes(domain: Domain, choice: Choice) -> Iterator[Choice]:
    """Values that are similar to a given one."""
    if isinstance(choice, (str, bytes)):
        for part in (slice(-1), slice(1, None), slice(len(choice) // 2), slice(None, None, -1)):
            if choice[part] != choice and domain.contains(choice[part]):
                yield choice[part]
        return
    index = domain.index_of(choice)
    for near in (index - 1, index + 1, index - 2, index + 2, index // 2, 2 * index):
        if near >= 0 and near != index and (domain.count is None or near < domain.count):
            yield domain.value_at(near)


def _near(domain: Domain, choices: tuple[Choice, ...]) -> Iterator[Choice]:
    """Values next to other choices of the case, and edge values."""
    for choice in dict.fromkeys(choices):
        if domain.contains(choice):
            index = domain.index_of(choice)
            for near in range(max(0, index - 2), index + 3):
                if domain.count is None or near < domain.count:
                    yield domain.value_at(near)
    yield from domain.edges()


class VaryingSource:
    """Takes choices from ``free`` if it is set, or else given choices, and then from ``tail``."""

    def __init__(self, choices: Sequence[Choice], tail: Source) -> None:
        self._choices = choices
        self._next = 0
        self._tail = tail
        self.free: Source | None = None

    def resume(self, position: int) -> None:
        """Continue with the given choices at ``position``."""
        self.free, self._next = None, position

    def take(self, domain: Domain) -> Any:
        if self.free is not None:
            return self.free.take(domain)
        if self._next >= len(self._choices):
            return self._tail.take(domain)
        choice = self._choices[self._next]
        self._next += 1
        return choice if domain.contains(choice) else domain.nearest(choice)

    def position(self) -> int:
        return self._next if self.free is None else self.free.position()

    def retry(self, mark: int, attempt: int, skipped: int = 0) -> bool:
        if self.free is not None:
            return self.free.retry(mark, attempt, skipped)
        return mark >= len(self._choices) and self._tail.retry(mark, attempt, skipped)

    def is_forgiving(self) -> bool:
        # The parts that are not varied must stay the same, or the case proves nothing.
        return False

    def standing(self) -> Any:
        return self._next, self._tail.standing()

    def stand_at(self, standing: Any) -> None:
        self.free = None
        self._next, tail = standing or (self._next, None)
        self._tail.stand_at(tail)


class VariedCase(RecordedCase):
    """Like the case of ``trace``, but other sources decide some of its spans."""

    def __init__(self, trace: Trace, parts: Mapping[int, Source], tail: Source, limit: int) -> None:
        self._like = trace
        self._parts = parts
        self._varying = VaryingSource(trace.choices, tail)
        self._inside = -1
        """The number of the span that is being varied."""
        self._shift = 0
        """How much the numbers of spans after a varied part differ from those of the trace."""
        super().__init__(self._varying, limit)

    def _start_span(self, label: Drawable | str, start: int, *, is_element: bool = False) -> None:
        number = len(self._spans)
        super()._start_span(label, start, is_element=is_element)
        before = number - self._shift
        if (
            self._inside < 0
            and before in self._parts
            and self._like.spans[before].label == label_of(self._spans[number])
        ):
            self._inside = number
            self._varying.free = self._parts[before]

    def stop_span(self, *, discard: bool = False) -> None:
        super().stop_span(discard=discard)
        self._leave()

    def _close_spans(self, depth: int) -> None:
        super()._close_spans(depth)
        self._leave()

    def standing(self) -> Any:
        return super().standing(), [each.standing() for each in self._parts.values()]

    def stand_at(self, standing: Any) -> None:
        own, parts = standing or (None, [None] * len(self._parts))
        super().stand_at(own)
        for each, place in zip(self._parts.values(), parts):
            each.stand_at(place)

    def _leave(self) -> None:
        """Resume the replay if the varied part has ended."""
        if self._inside < 0 or self._open[-1] >= self._inside:
            return
        spans, before = self._like.spans, self._inside - self._shift
        behind = next(
            (i for i in range(before + 1, len(spans)) if spans[i].parent < before), len(spans)
        )
        self._shift = len(self._spans) - behind
        self._inside = -1
        self._varying.resume(spans[before].end)
