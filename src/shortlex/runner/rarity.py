"""Rarity: whether kinds of cases are as frequent as a test requires, from as few cases as will do.

A kind is known by its label: the name of an event. The first cases are small on purpose, so they
do not count. As many as settings ask for are run first, in any case: a test that fails is not
asked about its labels. After that cases are run until it is clear for every label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import inf
from time import monotonic
from typing import NamedTuple

from shortlex.runner.generate import GROWING
from shortlex.runner.result import Statistics
from shortlex.runner.sequential import Rate, evidence_above, evidence_below
from shortlex.runner.share import Share

WRONG_FAILURE = 1e-6
"""A label that is frequent enough fails its test with a probability of at most this."""

WRONG_PASS = 0.01
"""One that is too rare passes with at most this; that costs no more than a later look."""

MOST = 50
"""No more cases are run than so many times what settings ask for."""

PATIENCE = 10.0
"""Nor for longer than so many times what these took, and at least so many seconds."""

LEAST = 100
"""So many cases are run at least from one look to the next."""


class Requirement(NamedTuple):
    """So often at least must cases have a label."""

    label: str
    at_least: float


class Judgement(NamedTuple):
    """What is known of a requirement."""

    requirement: Requirement
    rate: Rate
    """In how many cases the label was met, of how many."""
    is_met: bool | None
    """None: it is too close to tell."""
    is_exhaustive: bool = False
    """There are no other cases."""


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
        """Time to spend besides, once all is clear."""
        self._is_timed = is_timed
        self._clock = clock
        self._started = clock()
        self._over = inf
        self._small = 0
        self._small_events: Counter[str] = Counter()
        self.statistics = Statistics()

    def begin(self, statistics: Statistics, max_examples: int) -> int:
        """Take the counts from here. With how many cases to ask for the first time."""
        self.statistics = statistics
        self._max_examples = max_examples
        self._started = self._clock()
        return GROWING + 1

    def more(self, done: int) -> int:
        """How many cases to run before asking again, when ``done`` are; 0 if it is enough."""
        if not self._small:
            self._small, self._small_events = done, self.statistics.events.copy()
            if done < self._max_examples:
                return self._max_examples - done
        if self._over == inf and self._is_timed:
            now = self._clock()
            self._over = now + max(PATIENCE, PATIENCE * (now - self._started))
        left = MOST * self._max_examples - done
        is_open = any(each.is_met is None for each in self.judge())
        if is_open and left > 0 and self._clock() < self._over:
            return min(left, max(LEAST, done // 2))
        return 0 if self._share is None else self._share.more(done)

    def judge(self) -> list[Judgement]:
        """What is known of each requirement."""
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
    """How many cases had an event of this name, with any payload; none has two."""
    begin = f"{label}: "
    return events[label] + sum(n for name, n in events.items() if name.startswith(begin))
