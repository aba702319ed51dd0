"""Problem: the reduction under way: the best trace so far, and what was refused.

``Candidate`` and ``Offers`` are the two types that every pass is written in; ``edits`` makes
candidates, ``reduce`` drives the passes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from random import Random

from shortlex.core.domain import Choice, Domain
from shortlex.core.duplicate import key_of
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


class RandomTail(tuple[Choice | Anything, ...]):
    """A candidate whose missing choices are drawn at random, not simplest."""

    __slots__ = ()


Offers = Generator[Iterable[Candidate], "int | None", None]
"""A pass under way: it yields candidates in order of preference, and is sent the position of the
first that was accepted, or None."""

Pass = Callable[["Problem"], Offers]

Execute = Callable[[Candidate, Trace, "Random | None"], Trace]
"""Runs choices within the size of the best; what they leave open is random if a Random is given."""


SETTLED = 1
"""A domain whose members were lowered by so many leaps in one search can be searched by halves."""


class Problem:
    """What passes see: ``best``, and what refused candidates did."""

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
        # By key, how many choices each candidate made that was ever run, where that is known.
        # Whatever was refused stays refused: it did not fail, or was no simpler than a case that
        # has only been bettered since.
        self._seen: dict[int, int | None] = dict.fromkeys(refused)
        self._seen[_key(start.choices)] = len(start)
        # Domains whose members can be lowered by halves: the less, the less likely to fail.
        self._settled: set[Domain] = set()
        self._floors: set[tuple[Domain, Choice]] = set()
        self._last: tuple[Candidate, Trace | None] = ((), None)
        self._on_step = on_step

    def settle(self, positions: Sequence[int], leaps: int) -> None:
        """Note that a search at some positions has ended, and how often it got much further."""
        domains, choices = self.best.domains, self.best.choices
        self._floors |= {(domains[i], choices[i]) for i in positions if i < len(domains)}
        if leaps >= SETTLED:
            self._settled |= {domains[i] for i in positions if i < len(domains)}

    def is_floor(self, domain: Domain, value: Choice) -> bool:
        """Whether a search from some other value, or from this one, has ended here."""
        return (domain, value) in self._floors

    def is_settled(self, position: int) -> bool:
        """Whether there is nothing at a position, or a choice that searches do well on."""
        domains = self.best.domains
        return position >= len(domains) or domains[position] in self._settled

    def trace_of(self, candidate: Candidate) -> Trace | None:
        """What the last candidate did, if it is this one and was run just now."""
        return self._last[1] if self._last[0] is candidate else None

    def length_of(self, candidate: Candidate) -> int | None:
        """How many choices a candidate made, if it was ever run."""
        return self._seen.get(_key(candidate))

    def accepts(self, candidate: Candidate, name: str) -> bool:
        """Whether a candidate is simpler than the best, and fails; it is the best from now on."""
        self._last = (candidate, None)
        is_random = isinstance(candidate, RandomTail)
        key = _key(candidate)
        if not is_random and key in self._seen:
            return False
        self.budget.spend()
        trace = self._execute(candidate, self.best, self.random if is_random else None)
        self.history.count_offer(name, was_run=trace.was_run)
        self._last = (candidate, trace)
        if not is_random:
            self._seen[key] = len(trace)
        # The candidate was a wish; what really ran is not run again either.
        self._seen[_key(trace.choices)] = len(trace)
        if not trace.is_interesting or trace.origin != self.best.origin:
            return False
        if not self._order(trace, self.best):
            return False
        self.best = trace
        self.history.accept(name, trace)
        if self._on_step is not None:
            self._on_step(name, trace)
        return True


def _key(candidate: Candidate) -> int:
    # None is no choice, so it can stand for ANYTHING alone.
    return key_of([None if each is ANYTHING else each for each in candidate])  # type: ignore[misc]  # see above
