"""Explain: which parts of a failing case can be anything, and which lines only failures execute.

A part is varied while all else stays as it is: by every other value where there are few, and else
by values that are likely to matter and then by random ones. It is free if every such run fails in
the same way. A part within a free one is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from math import prod
from random import Random
from time import monotonic

from shortlex.core.case import RecordedCase, key_of
from shortlex.core.domain import Choice, Domain
from shortlex.core.outcome import Outcome
from shortlex.core.source import (
    EnumerationSource,
    RandomSource,
    ReplaySource,
    SimplestSource,
    Source,
)
from shortlex.core.trace import Trace
from shortlex.runner.execute import execute
from shortlex.runner.hunt import Hunt
from shortlex.runner.lines import Line, lines_of
from shortlex.runner.result import Explanation, Failure, Tries
from shortlex.runner.variation import VariedCase

WANTED = 40
"""So many runs that fail are enough to call a part free."""

FEW = 100
"""Of no more than so many values, all are tried."""

LONGEST = 20
"""Of so many choices of a part, each is changed by itself."""

RUNS_LIMIT = 4 * WANTED
"""So many runs are made for a part at most, whatever comes of them."""

TRACED = 10
"""So many failing runs, and so many that do not fail, are watched line by line at most."""

SHARE, LEAST, MOST = 0.5, 0.5, 5.0
"""How long it may take: a share of the time that the search and the reduction took, in seconds
at least and at most."""


def seconds_for(elapsed: float) -> float:
    """How long an explanation may take after so many seconds of search and reduction."""
    return min(MOST, max(LEAST, SHARE * elapsed))


def explained_failure(hunt: Hunt, failure: Failure, seconds: float) -> Failure:
    """The failure, with its explanation."""
    explanation = explain(hunt, failure.trace, failure.case.parts, seconds)
    hunt.statistics.replays += explanation.calls
    return failure._replace(explanation=explanation)


def shown_last(hunt: Hunt, failure: Failure) -> Failure:
    """The failure as it is in one more run, written with comments.

    Written anew, since the body may have changed the values that stand in the text there is; and
    run last, since whoever looks at what a test did, or left behind, looks at its last case.
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

    ``parts`` has the numbers of spans to look at, each with that of the part around it.
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
            # Where it seems to be free it is only as free as what it is made of.
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
        self.random = Random(f"{hunt.seed} explain")
        self.failing: list[tuple[Choice, ...]] = [trace.choices]
        self.others: list[tuple[Choice, ...]] = []
        """What did not fail, or not in the same way: near misses."""
        self._own_key = key_of(list(trace.choices))

    @property
    def is_over(self) -> bool:
        return monotonic() >= self.end

    def vary(self, part: int) -> Tries:
        """What comes of choosing a part anew, up to the first run that does not fail."""
        met = {self._own_key}
        span = self.trace.spans[part]
        domains = self.trace.domains[span.start : span.end]
        if prod(FEW + 1 if each.count is None else each.count for each in domains) <= FEW:
            tries = self._vary_all(part, met)
            if tries.is_exhaustive or tries.failed < tries.tried:
                return tries
        counted = len(met)
        for source in islice(chain(self._telling(part), self._random_sources()), RUNS_LIMIT):
            if self.is_over or len(met) - counted == WANTED:
                break
            if self._run({part: source}, met) is False:
                return Tries(len(met) - 2, len(met) - 1)
        return Tries(len(met) - 1, len(met) - 1)

    def _vary_all(self, part: int, met: set[int]) -> Tries:
        """Try every value in order, or as many as there is patience for."""
        indexes: list[int] | None = []
        for _ in range(FEW):
            if indexes is None or self.is_over:
                break
            source = EnumerationSource(indexes)
            if self._run({part: source}, met) is False:
                return Tries(len(met) - 2, len(met) - 1)
            indexes = source.following()
        return Tries(len(met) - 1, len(met) - 1, is_exhaustive=indexes is None)

    def vary_together(self, parts: list[int]) -> Tries | None:
        """Vary all at once, at random."""
        met = {self._own_key}
        failed = 0
        for _ in range(RUNS_LIMIT):
            if self.is_over or len(met) > WANTED:
                break
            sources = {part: RandomSource(self.random) for part in parts}
            failed += self._run(sources, met) is True
        return Tries(failed, len(met) - 1) if len(met) > 1 else None

    def _run(self, sources: Mapping[int, Source], met: set[int]) -> bool | None:
        """Whether a variation fails in the same way; None if it is invalid or nothing new."""
        hunt, limit = self.hunt, 2 * self.trace.size + self.hunt.options.max_choices
        case = VariedCase(self.trace, sources, RandomSource(self.random), limit)
        hunt.foresight.watch(case)
        trace = execute(hunt.test, case)
        case.on_arguments = None  # it knows the case: a cycle, and large
        hunt.foresight.learn(trace)
        self.calls += trace.was_run
        key = key_of(list(trace.choices))
        if key in met or trace.outcome < Outcome.VALID:
            return None
        met.add(key)
        is_same = trace.is_interesting and trace.origin == self.trace.origin
        kept = self.failing if is_same else self.others
        if len(kept) < TRACED:
            kept.append(trace.choices)
        return is_same

    def _random_sources(self) -> Iterator[Source]:
        while True:
            yield RandomSource(self.random, self.random.choice((0.1, 0.5, 1.0)))

    def _telling(self, part: int) -> Iterator[Source]:
        """Values that are likely to matter: what stands elsewhere, and small changes."""
        trace, span = self.trace, self.trace.spans[part]
        own = trace.choices[span.start : span.end]
        yield SimplestSource()
        for other in trace.spans:
            if other.label == span.label and other.start != span.start:
                yield self._given(trace.choices[other.start : other.end])
        for place, domain in enumerate(trace.domains[span.start : span.end][:LONGEST]):
            near = list(_near(domain, trace.choices)) if len(own) == 1 else [domain.simplest]
            for choice in near:
                yield self._given((*own[:place], choice, *own[place + 1 :]))

    def _given(self, choices: tuple[Choice, ...]) -> Source:
        return ReplaySource(choices, RandomSource(self.random))

    def telling_lines(self) -> tuple[Line, ...]:
        """What every failing run executed, and no other run, in order."""
        if not self.others or self.hunt.options.is_isolated:
            # What a child executes is not seen from here.
            return ()
        always = self._lines_of(self.failing[0])
        for choices in self.failing[1:]:
            if not always or self.is_over:
                break
            always &= self._lines_of(choices)
        for choices in self.others:
            if not always:
                break
            if self.is_over:
                return ()
            always -= self._lines_of(choices)
        return tuple(sorted(always))

    def _lines_of(self, choices: tuple[Choice, ...]) -> frozenset[Line]:
        self.calls += 1
        case = RecordedCase(ReplaySource(choices))
        return lines_of(lambda: execute(self.hunt.test, case)) or frozenset()


def _near(domain: Domain, choices: tuple[Choice, ...]) -> Iterator[Choice]:
    """Values next to those that the case has elsewhere, and those at which programs go wrong."""
    for choice in dict.fromkeys(choices):
        if domain.contains(choice):
            index = domain.index_of(choice)
            for near in range(max(0, index - 2), index + 3):
                if domain.count is None or near < domain.count:
                    yield domain.value_at(near)
    yield from domain.edges()
