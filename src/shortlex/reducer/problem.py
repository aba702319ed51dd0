"""Problem: the state of a reduction: the best trace so far, and what was refused.

``Candidate`` and ``Offers`` are the two types that every pass is written in; ``edits`` makes
candidates, ``reduce`` drives the passes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Generator, Iterable, Sequence
from marshal import dumps
from math import inf
from random import Random
from typing import TYPE_CHECKING

from shortlex.core.domain import Choice, Domain
from shortlex.core.order import Simpler, simpler
from shortlex.core.trace import Trace
from shortlex.core.trial_case import TrialCase
from shortlex.reducer.budget import Budget
from shortlex.reducer.history import History, Offer
from shortlex.reducer.known import Known
from shortlex.reducer.progress import Progress, lasting_key_of

if TYPE_CHECKING:
    from shortlex.reducer.random_edits import Used


class Anything:
    """Stands for "the simplest value" in a candidate.

    It fits no domain, and replay replaces what does not fit by the simplest value.
    """

    def __repr__(self) -> str:
        return "ANYTHING"


ANYTHING = Anything()

Candidate = Sequence[Choice | Anything]
"""Choices to replay. The resulting trace may differ, because replay is forgiving."""


class RandomTail(tuple[Choice | Anything, ...]):
    """A candidate whose missing choices are random instead of simplest."""

    __slots__ = ()


class Fresh(RandomTail):
    """A candidate of random choices only. It is accepted only if it is at most half as large."""

    __slots__ = ()


Offers = Generator[Iterable[Candidate], "int | None", None]
"""A running pass: it yields candidates in order of preference, and is sent the position of the
first one that was accepted, or None."""

Pass = Callable[["Problem"], Offers]

Execute = Callable[[Candidate, "Trace | None", "Random | None"], Trace]
"""Runs choices, within the size of the best if that is given. Missing choices are random if a
Random is given."""

Attempt = Callable[[Candidate, "Trace | None"], TrialCase]
"""Runs choices lightly: not if they are not simpler than the best, if one is given."""

SLOW = 0.001
"""How many seconds a call takes if it is worth some thought."""

MAX_RECENT = 65
"""This many of the best cases so far are kept, to see where they lead."""

MAX_RECENT_LENGTH = 1000
"""Only cases of up to this many choices are kept."""

LOOKS_PER_TIME_CHECK = 32
"""The clock is asked once per this many looks at the best."""

MIN_LEAPS = 1
"""A domain can be bisected if its members were lowered by this many leaps in one search."""


class Problem:
    """What passes see: ``best``, and the results of refused candidates."""

    def __init__(
        self,
        start: Trace,
        execute: Execute,
        *,
        random: Random,
        budget: Budget | None = None,
        order: Simpler = simpler,
        refused: Container[int] = (),
        attempt: Attempt | None = None,
        progress: Progress | None = None,
        on_step: Callable[[str, Trace], None] | None = None,
        on_offer: Callable[[Offer], None] | None = None,
    ) -> None:
        self._best = start
        self.is_asking = False
        """Whether a pass is preparing its next offer."""
        self.random = random
        self.history: History = History(start)
        self.budget: Budget = budget or Budget()
        self._execute = execute
        self._attempt = attempt
        self._quickest = inf if budget is not None and budget.seconds is not None else 0.0
        self.fresh: int = 0
        """How many random cases were run in search of other failures."""
        self.starts = 0
        """How many other failures were reduced."""
        self.last_edits: Used | None = None
        """The random edits that helped last."""
        self._order = order
        self.recent: deque[Sequence[Choice]] = deque([start.choices], maxlen=MAX_RECENT)
        """The choices of the last cases that were the best; those of large cases are not kept."""
        # Cases that were met before the reduction, by the keys of this process.
        self._refused = refused
        self.progress: Progress = Progress() if progress is None else progress
        progress = self.progress
        self._seen = progress.seen
        self._seen[lasting_key_of(_written(start.choices))] = len(start)
        progress.best = start.choices
        progress.runs += 1
        # Patience depends on the calls of all processes that worked on this reduction.
        self.history.calls = progress.calls
        # Choices that can be bisected: the lower one is, the less likely the case fails. With their
        # positions, as another choice of the same domain may mean something else.
        self._leaps: dict[tuple[int, Domain], int] = {}
        # Values at which a search has ended.
        self._floors: set[tuple[int, Domain, Choice]] = set()
        self._last: Candidate = ()
        """The last candidate of a pass."""
        self._last_trace: Trace | None = None
        self._was_last_run = False
        """Whether it was run, at least lightly, or its choices are those of another that was."""
        self._tried: set[int] = set()
        """What the random search has tried, by the keys of this process."""
        self._looks, self._known = 0, Known()
        self._known.add(start)
        self._allows: Callable[[Candidate], bool] | None = None
        self._on_step = on_step
        self._on_offer = on_offer

    @property
    def best(self) -> Trace:
        """The simplest case so far."""
        # Passes look here in every loop, so this check also stops a pass that finds nothing to
        # offer for a long time.
        if self.is_asking:
            self._looks += 1
            if not self._looks % LOOKS_PER_TIME_CHECK:
                self.budget.check_time()
        return self._best

    @property
    def is_quick(self) -> bool:
        """Whether light runs are possible and take little time: then many cost less than a thought.

        They are not possible in other processes, or where a case must fail several times.
        """
        return self._attempt is not None and self._quickest < SLOW

    def settle(self, positions: Sequence[int], leaps: int) -> None:
        """Record that a search at some positions has ended, and how many leaps it made."""
        domains, choices = self.best.domains, self.best.choices
        self._floors |= {(i, domains[i], choices[i]) for i in positions if i < len(domains)}
        if len(positions) > 1:
            # Where several come down together, each alone may still need a stride.
            leaps = min(leaps, MIN_LEAPS)
        for at in ((i, domains[i]) for i in positions if i < len(domains)):
            self._leaps[at] = max(leaps, self._leaps.get(at, 0))

    def is_floor(self, position: int) -> bool:
        """Whether a search has ended at the value that a choice has now."""
        best = self.best
        return (position, best.domains[position], best.choices[position]) in self._floors

    def is_settled(self, position: int, leaps: int = MIN_LEAPS) -> bool:
        """Whether there is no choice at a position, or one that can be bisected."""
        domains = self.best.domains
        if position >= len(domains):
            return True
        return self._leaps.get((position, domains[position]), 0) >= leaps

    def beyond(self, candidate: Candidate, name: str) -> Trace | None:
        """The trace of a candidate that need not be simpler, if it fails as the best does.

        None also if the same step uphill led nowhere before.
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

    def fresh_failure(self, name: str) -> Trace | None:
        """Run a random case; its trace, if it fails as the best does."""
        self.fresh += 1
        self.budget.spend()
        trace = self._execute(RandomTail(), None, self.random)
        self.history.count_offer(name, was_run=trace.was_run)
        self.progress.calls = self.history.calls
        return trace if trace.is_interesting and trace.origin == self._best.origin else None

    def fork(self, start: Trace, allows: Callable[[Candidate], bool]) -> Problem:
        """The same problem from another start, restricted to candidates that ``allows`` accepts."""
        fork = Problem(
            start, self._execute, random=self.random, budget=self.budget, order=self._order
        )
        fork._allows = allows
        return fork

    def adopt(self, fork: Problem, candidate: Candidate, name: str) -> bool:
        """Adopt the result of a fork that began with a candidate, if it is simpler."""
        self._seen[_uphill_key(candidate)] = len(fork.best)
        self.history.add(fork.history)
        self.progress.calls = self.history.calls
        is_simpler = self._order(fork.best, self._best)
        if is_simpler:
            self._accept(name, fork.best)
        return is_simpler

    def trace_of(self, candidate: Candidate) -> Trace | None:
        """The trace of this candidate, if it was the last one and was run."""
        if self._last is not candidate or not self._was_last_run:
            return None
        if self._last_trace is None:
            # A light run makes no trace.
            self.budget.spend()
            self._last_trace = self._record(candidate, self._best, None)
        return self._last_trace

    def length_of(self, candidate: Candidate) -> int | None:
        """How many choices a candidate made, if it was ever run."""
        return self._seen.get(lasting_key_of(_written(candidate)))

    def is_untried(self, candidate: Candidate) -> bool:
        """Whether the random search has not met this candidate, and its case is not known."""
        written = _written(candidate)
        # First by Python's own hash, because most candidates are met again and again.
        key = hash(written)
        if key in self._tried:
            return False
        self._tried.add(key)
        return (
            self._known.choices_of(candidate) is None and lasting_key_of(written) not in self._seen
        )

    def tries(self, candidate: Candidate, name: str) -> bool:
        """As ``accepts``, for an untried candidate of the random search: these are counted."""
        attempts = self.history.offers
        is_accepted = self._tries(candidate, name)
        self.progress.attempts += self.history.offers - attempts
        return is_accepted

    def _tries(self, candidate: Candidate, name: str) -> bool:
        if not self.is_quick:
            return self._accepts(candidate, name, is_light=False)
        case = self._try(candidate, self._best, name)
        key = lasting_key_of(_written(candidate))
        if case.fails:
            return self._runs(candidate, name, key=key, is_paid=self._best.is_drawn_first)
        self._known.add(case)
        self._seen[key] = len(case.choices)
        return False

    def probe(self, candidate: Candidate, name: str) -> bool | None:
        """Whether a candidate, which need not be simpler, seems to fail. None if it costs much."""
        if not self.is_quick:
            return None
        self.progress.attempts += 1
        return self._try(candidate, None, name).fails

    def accepts(self, candidate: Candidate, name: str) -> bool:
        """Whether a candidate fails and is simpler than the best. If so, it becomes the best."""
        # If the body draws, a case that fails lightly has to be run again for its record.
        is_light = self.is_quick and self._best.is_drawn_first and self._on_offer is None
        return self._accepts(candidate, name, is_light=is_light)

    def _accepts(self, candidate: Candidate, name: str, *, is_light: bool) -> bool:
        self._last, self._last_trace, self._was_last_run = candidate, None, False
        if self._allows is not None and not self._allows(candidate):
            return False
        if isinstance(candidate, RandomTail):
            return self._runs(candidate, name, random=self.random)
        written = _written(candidate)
        key = lasting_key_of(written)
        if key in self._seen or hash(written) in self._refused:
            self.budget.check_time()
            return False
        choices = self._known.choices_of(candidate)
        fails = False
        if choices is None and is_light:
            # Nearly all candidates are refused, and only one that fails needs a trace.
            case = self._try(candidate, self._best, name)
            fails = case.fails
            if not fails:
                choices = case.choices
                self._known.add(case)
                self._seen[lasting_key_of(dumps(choices, 2))] = len(choices)
        if choices is not None:
            self._was_last_run = True
            self._seen[key] = len(choices)
            return False
        return self._runs(candidate, name, key=key, is_paid=fails and self._best.is_drawn_first)

    def _try(self, candidate: Candidate, best: Trace | None, name: str) -> TrialCase:
        """Run a candidate lightly."""
        assert self._attempt is not None, "there are light runs"
        self.budget.spend()
        case = self._attempt(candidate, best)
        self.history.count_offer(name, was_run=case.has_begun)
        self.progress.calls = self.history.calls
        return case

    def _runs(
        self,
        candidate: Candidate,
        name: str,
        *,
        key: int | None = None,
        is_paid: bool = False,
        random: Random | None = None,
    ) -> bool:
        """Run a candidate, whose key is noted; return whether it fails and is simpler.

        If it is paid for, it has just failed in a light run, and its body is not run again.
        """
        if not is_paid:
            self.budget.spend()
        best = self._best
        trace = self._record(candidate, best, random)
        self.history.count_offer(name, was_run=trace.was_run)
        self.progress.calls = self.history.calls
        self._last_trace, self._was_last_run = trace, True
        if key is not None:
            self._seen[key] = len(trace)
        # Replay may have changed the candidate; the choices that really ran are not run again.
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

    def _record(self, candidate: Candidate, best: Trace, random: Random | None) -> Trace:
        started = self.budget.now()
        trace = self._execute(candidate, best, random)
        if trace.was_run:
            # The quickest call says most about the test: others may have waited for the machine.
            self._quickest = min(self._quickest, self.budget.now() - started)
        return trace

    def _accept(self, name: str, trace: Trace) -> None:
        self._best = trace
        if len(trace) <= MAX_RECENT_LENGTH:
            self.recent.append(trace.choices)
        self.progress.best, self.progress.attempts = trace.choices, 0
        self.history.accept(name, trace)
        if self._on_step is not None:
            self._on_step(name, trace)


def _uphill_key(candidate: Candidate) -> int:
    """A separate key for steps uphill: the same candidate may have been refused as not simpler."""
    return lasting_key_of(b"uphill" + _written(candidate))


def _written(candidate: Candidate) -> bytes:
    """A candidate as the bytes that ``key_of`` hashes."""
    # None is never a choice, so it can stand for ANYTHING.
    return dumps([None if each is ANYTHING else each for each in candidate], 2)
