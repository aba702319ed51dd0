"""Rarity: decides whether kinds of cases are frequent enough, from as few cases as possible.

A kind has a label: the name of an event. The first cases are small on purpose, so they do not
count. First, ``max_examples`` cases are run: if the test fails, its labels do not matter. Then more
cases are run until the answer is clear for every label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple

from shortlex.runner.case_count import Share
from shortlex.runner.flaky.sequential import Rate, evidence_above, evidence_below
from shortlex.runner.generate import GROWING_CASES
from shortlex.runner.result import Statistics
from shortlex.system.genuine import monotonic

WRONG_FAILURE = 1e-6
"""The maximum probability that a label which is frequent enough fails its test."""

WRONG_PASS = 0.01
"""The maximum probability that a label which is too rare passes; a later run may still find it."""

MAX_CASES_FACTOR = 50
"""At most this many times ``max_examples`` cases are run."""

TIME_FACTOR = 10.0
"""More cases may take this many seconds, or this many times as long as ``max_examples`` took."""

MIN_CASES_PER_JUDGEMENT = 100
"""The minimum number of cases between two judgements."""


class Requirement(NamedTuple):
    """The minimum share of cases that must have a label."""

    label: str
    at_least: float


class Judgement(NamedTuple):
    """What is known about a requirement."""

    requirement: Requirement
    rate: Rate
    """How many cases had the label, of how many."""
    is_met: bool | None
    """None if it is too close to tell."""
    is_exhaustive: bool = False
    """Whether there are no other cases."""


class Quota:
    """Asks for more cases until it is clear whether all requirements are met."""

    def __init__(
        self,
        requirements: Sequence[Requirement],
        *,
        share: Share | None = None,
        is_timed: bool = True,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.requirements = tuple(requirements)
        self._max_examples = 0
        self._share = share
        """Time to spend on more cases, once all is clear."""
        self._is_timed = is_timed
        self._clock = clock
        self._started = clock()
        self._over = inf
        self._small = 0
        self._small_events: Counter[str] = Counter()
        self.statistics = Statistics()

    def begin(self, statistics: Statistics, max_examples: int) -> int:
        """Use these counts. Returns after how many cases to call ``more`` for the first time."""
        self.statistics = statistics
        self._max_examples = max_examples
        self._started = self._clock()
        return GROWING_CASES + 1

    def more(self, done: int) -> int:
        """How many cases to run before the next call, after ``done`` cases; 0 if it is enough."""
        if not self._small:
            self._small, self._small_events = done, self.statistics.events.copy()
            if done < self._max_examples:
                return self._max_examples - done
        if self._over == inf and self._is_timed:
            now = self._clock()
            self._over = now + max(TIME_FACTOR, TIME_FACTOR * (now - self._started))
        left = MAX_CASES_FACTOR * self._max_examples - done
        is_open = any(each.is_met is None for each in self.judge())
        if is_open and left > 0 and self._clock() < self._over:
            return min(left, max(MIN_CASES_PER_JUDGEMENT, done // 2))
        return 0 if self._share is None else self._share.more(done)

    def judge(self) -> list[Judgement]:
        """What is known about each requirement."""
        statistics = self.statistics
        return [self._judge(each, statistics) for each in self.requirements]

    def _judge(self, requirement: Requirement, statistics: Statistics) -> Judgement:
        label, limit = requirement
        if statistics.is_exhausted:
            rate = Rate(_count(statistics.events, label), statistics.valid)
            return Judgement(requirement, rate, rate.share >= limit, is_exhaustive=True)
        met = _count(statistics.events, label) - _count(self._small_events, label)
        rate = Rate(met, statistics.valid - self._small if self._small else 0)
        is_met = None
        if evidence_below(limit, *rate) >= 1 / WRONG_FAILURE:
            is_met = False
        elif evidence_above(limit, *rate) >= 1 / WRONG_PASS:
            is_met = True
        return Judgement(requirement, rate, is_met)


def _count(events: Counter[str], label: str) -> int:
    """How many cases had an event of this name, with any payload; a case has at most one."""
    begin = f"{label}: "
    return events[label] + sum(n for name, n in events.items() if name.startswith(begin))
