"""Problem: the reduction under way: the best trace so far, and what was refused."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from random import Random

from shortlex.core.case import key_of
from shortlex.core.domain import Choice
from shortlex.core.order import Simpler, simpler
from shortlex.core.trace import Trace
from shortlex.reducer.budget import Budget
from shortlex.reducer.history import History


class Anything:
    """Stands in a candidate for "whatever is simplest here".

    It fits no domain, and what does not fit is replaced by the simplest value on replay.
    """

    def __repr__(self) -> str:
        return "ANYTHING"


ANYTHING = Anything()

Candidate = Sequence[Choice | Anything]
"""Choices to replay. The trace that comes of it may differ: replay is forgiving."""

Offers = Generator[Iterable[Candidate], "int | None", None]
"""A pass under way: it yields candidates in order of preference, and is sent the position of the
first that was accepted, or None."""

Pass = Callable[["Problem"], Offers]

Execute = Callable[[Sequence[object], int, "Random | None"], Trace]
"""Runs choices within a size; what they leave open is random if a Random is given."""


class RandomTail(tuple[object, ...]):
    """A candidate whose missing choices are drawn at random, not simplest."""


class Problem:
    """What passes see: ``best``, and through ``trace_of`` what a refused candidate did."""

    def __init__(
        self,
        start: Trace,
        execute: Execute,
        *,
        random: Random,
        budget: Budget | None = None,
        order: Simpler = simpler,
        refused: Iterable[int] = (),
        on_step: Callable[[str, Trace], None] | None = None,
    ) -> None:
        self.best = start
        self.random = random
        self.history = History(start)
        self.budget = budget or Budget()
        self._execute = execute
        self._order = order
        # Whatever was refused stays refused: it did not fail, or was no simpler than a case
        # that has only been bettered since.
        self._refused = set(refused)
        self._refused.add(key_of(list(start.choices)))
        self._last: tuple[Candidate | None, Trace | None] = (None, None)
        self._on_step = on_step

    def consider(self, candidates: Iterable[Candidate], name: str) -> int | None:
        """The position of the first candidate that is accepted; it is the best from now on."""
        for position, candidate in enumerate(candidates):
            if self._accepts(candidate, name):
                return position
        return None

    def trace_of(self, candidate: Candidate) -> Trace | None:
        """What the last candidate did, if it is this one and was run."""
        return self._last[1] if self._last[0] is candidate else None

    def _accepts(self, candidate: Candidate, name: str) -> bool:
        self._last = (candidate, None)
        is_random = isinstance(candidate, RandomTail)
        if not is_random:
            key = self._key(candidate)
            if key in self._refused:
                return False
            self._refused.add(key)
        self.budget.spend()
        self.history.count_call(name)
        trace = self._execute(candidate, self.best.size, self.random if is_random else None)
        self._last = (candidate, trace)
        # The candidate was a wish; what really ran is not run again either.
        self._refused.add(key_of(list(trace.choices)))
        if not trace.is_interesting or trace.origin != self.best.origin:
            return False
        if not self._order(trace, self.best):
            return False
        self.best = trace
        self.history.accept(name, trace)
        if self._on_step is not None:
            self._on_step(name, trace)
        return True

    @staticmethod
    def _key(candidate: Candidate) -> int:
        return key_of([None if each is ANYTHING else each for each in candidate])  # type: ignore[misc]  # None is no choice, so it stands for ANYTHING alone
