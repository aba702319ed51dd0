"""Problem: the reduction under way: the best trace so far, and what was refused.

``Candidate`` and ``Offers`` are the two types that every pass is written in; ``edits`` makes
candidates, ``reduce`` drives the passes.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Iterable, Sequence
from marshal import dumps
from random import Random

from shortlex.core.domain import Choice, Domain
from shortlex.core.order import Simpler, simpler
from shortlex.core.trace import Trace
from shortlex.reducer.budget import Budget
from shortlex.reducer.history import History
from shortlex.reducer.known import Known
from shortlex.reducer.offer import Offer
from shortlex.reducer.progress import Progress, lasting_key_of


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


class Fresh(RandomTail):
    """A candidate of nothing but random choices, which is worth while if it is half as large."""

    __slots__ = ()


Offers = Generator[Iterable[Candidate], "int | None", None]
"""A pass under way: it yields candidates in order of preference, and is sent the position of the
first that was accepted, or None."""

Pass = Callable[["Problem"], Offers]

Execute = Callable[[Candidate, "Trace | None", "Random | None"], Trace]
"""Runs choices, within the size of the best if one is given; what they leave open is random if a
Random is given."""


LOOKS = 32
"""The clock is asked once for so many looks at the best."""

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
        refused: Container[int] = (),
        progress: Progress | None = None,
        on_step: Callable[[str, Trace], None] | None = None,
        on_offer: Callable[[Offer], None] | None = None,
    ) -> None:
        self._best = start
        self.is_asking = False
        """Whether a pass is at work on its next offer."""
        self.random = random
        self.history = History(start)
        self.budget = budget or Budget()
        self._execute = execute
        self._order = order
        # By the keys of this process, what was met before the reduction.
        self._refused = refused
        self.progress = progress = Progress() if progress is None else progress
        self._seen = progress.seen
        self._seen[lasting_key_of(_written(start.choices))] = len(start)
        progress.best = start.choices
        progress.runs += 1
        # How patient passes are treated goes by all calls, not by those of this process.
        self.history.calls = progress.calls
        # Domains whose members can be lowered by halves: the less, the less likely to fail.
        self._settled: set[Domain] = set()
        # Where a search has ended.
        self._floors: set[tuple[Domain, Choice]] = set()
        self._last: tuple[Candidate, Trace | None] = ((), None)
        self._looks, self._known = 0, Known()
        self._known.add(start)
        self._allows: Callable[[Candidate], bool] | None = None
        self._on_step = on_step
        self._on_offer = on_offer

    @property
    def best(self) -> Trace:
        """The simplest case so far."""
        # Passes look here at every turn, so this is where one that finds nothing to offer, turn
        # after turn, is stopped when the time is over.
        if self.is_asking:
            self._looks += 1
            if not self._looks % LOOKS:
                self.budget.check_time()
        return self._best

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

    def beyond(self, candidate: Candidate, name: str) -> Trace | None:
        """What a candidate does that need not be simpler, if it fails as the best does.

        None too if that led nowhere before.
        """
        key = _uphill_key(candidate)
        if key in self._seen:
            return None
        self.budget.spend()
        trace = self._execute(candidate, None, None)
        self.history.count_offer(name, was_run=trace.was_run)
        self.progress.calls = self.history.calls
        if trace.is_interesting and trace.origin == self._best.origin:
            return trace
        self._seen[key] = len(trace)
        return None

    def fork(self, start: Trace, allows: Callable[[Candidate], bool]) -> Problem:
        """The same problem from another start, with candidates that are allowed only."""
        fork = Problem(
            start, self._execute, random=self.random, budget=self.budget, order=self._order
        )
        fork._allows = allows
        return fork

    def adopt(self, fork: Problem, candidate: Candidate, name: str) -> bool:
        """Take over what came of a fork that began with a candidate, if it is simpler."""
        self._seen[_uphill_key(candidate)] = len(fork.best)
        self.history.add(fork.history)
        self.progress.calls = self.history.calls
        is_simpler = self._order(fork.best, self._best)
        if is_simpler:
            self._accept(name, fork.best)
        return is_simpler

    def trace_of(self, candidate: Candidate) -> Trace | None:
        """What the last candidate did, if it is this one and was run just now."""
        return self._last[1] if self._last[0] is candidate else None

    def length_of(self, candidate: Candidate) -> int | None:
        """How many choices a candidate made, if it was ever run."""
        return self._seen.get(lasting_key_of(_written(candidate)))

    def accepts(self, candidate: Candidate, name: str) -> bool:
        """Whether a candidate is simpler than the best, and fails; it is the best from now on."""
        self._last = (candidate, None)
        if self._allows is not None and not self._allows(candidate):
            return False
        is_random = isinstance(candidate, RandomTail)
        written = _written(candidate)
        key = lasting_key_of(written)
        if not is_random and (key in self._seen or hash(written) in self._refused):
            self.budget.check_time()
            return False
        if not is_random and (known := self._known.trace_of(candidate)) is not None:
            self._last = (candidate, known)
            self._seen[key] = len(known)
            return False
        self.budget.spend()
        best = self._best
        trace = self._execute(candidate, best, self.random if is_random else None)
        self.history.count_offer(name, was_run=trace.was_run)
        self.progress.calls = self.history.calls
        self._last = (candidate, trace)
        if not is_random:
            self._seen[key] = len(trace)
        # The candidate was a wish; what really ran is not run again either.
        self._known.add(trace)
        self._seen[lasting_key_of(dumps(list(trace.choices), 2))] = len(trace)
        is_accepted = (
            trace.is_interesting
            and trace.origin == best.origin
            and self._order(trace, best)
            and not (isinstance(candidate, Fresh) and 2 * trace.size > best.size)
        )
        if is_accepted:
            self._accept(name, trace)
        if self._on_offer is not None:
            self._on_offer(Offer(name, candidate, trace, best, is_accepted))
        return is_accepted

    def _accept(self, name: str, trace: Trace) -> None:
        self._best = trace
        self.progress.best = trace.choices
        self.history.accept(name, trace)
        if self._on_step is not None:
            self._on_step(name, trace)


def _uphill_key(candidate: Candidate) -> int:
    """Of a candidate that need not be simpler: it was perhaps refused as one that must."""
    return lasting_key_of(b"uphill" + _written(candidate))


def _written(candidate: Candidate) -> bytes:
    """What ``key_of`` hashes."""
    # None is no choice, so it can stand for ANYTHING alone.
    return dumps([None if each is ANYTHING else each for each in candidate], 2)
