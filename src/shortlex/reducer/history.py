"""History: what a reduction offered, the steps it accepted, and what each pass cost.

A step keeps the change, not the resulting trace: for a case with a hundred thousand choices, each
trace takes some forty megabytes, and there are many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import is_
from typing import Any, Literal, NamedTuple

from shortlex.core.domain import Choice
from shortlex.core.trace import Trace


class Change(NamedTuple):
    """The choices from ``start`` up to ``end`` became ``content``."""

    start: int
    end: int
    content: tuple[Any, ...]


class Offer(NamedTuple):
    """A candidate that was replayed."""

    name: str
    """The pass that made it."""
    candidate: Sequence[object]
    trace: Trace
    """The trace of its run."""
    best: Trace
    """The best trace before it."""
    is_accepted: bool

    @property
    def change(self) -> Change:
        """How the candidate differs from the best."""
        return change_of(self.best.choices, tuple(self.candidate))


def change_of(before: Sequence[object], after: Sequence[object]) -> Change:
    """Which region became what. Choices are compared by identity: replay passes on the objects."""
    # Not by equality, because 0.0 == -0.0 and True == 1.
    shorter = min(len(before), len(after))
    start = bytes(map(is_, before, after)).find(0)
    if start < 0:
        start = shorter
    tail = bytes(map(is_, reversed(before), reversed(after))).find(0)
    tail = min(shorter - start, shorter if tail < 0 else tail)
    return Change(start, len(before) - tail, tuple(after[start : len(after) - tail]))


Choices = tuple[Choice, ...]


class Step(NamedTuple):
    """One improvement."""

    name: str
    """The pass that offered it."""
    calls: int
    """How many calls had been made so far."""
    offers: int
    """How many candidates had been replayed so far."""
    size: int
    """The size of the case after this step."""
    change: Change
    """How the choices differ from those before the step."""


class Tally:
    """What one pass did."""

    __slots__ = ("accepted", "calls")

    def __init__(self) -> None:
        self.calls = 0
        self.accepted = 0


class History:
    """Every accepted step, in order, and a tally for each pass."""

    def __init__(self, start: Trace) -> None:
        self.start = start
        self.steps: list[Step] = []
        self.tallies: dict[str, Tally] = {}
        self.offers = 0
        """How many candidates were replayed."""
        self.calls = 0
        """How many of these ran the test; the ending of the others was foreseen."""
        self.seconds = 0.0
        self.stopped_early: Literal["", "calls", "seconds", "interrupt", "seldom"] = ""
        """Why the reduction ended early, if it did: what it ran out of, Ctrl-C, or that the start
        fails too seldom."""
        self.seconds_allowed: float | None = None
        """The time limit, if that is why it ended early."""
        self.needed_steps = 0
        """How many steps of a state machine are left, if it was checked that each is needed."""
        self._best = start.choices

    @property
    def calls_to_best(self) -> int:
        """How many calls it took to reach the final case; later calls only confirmed it."""
        return self.steps[-1].calls if self.steps else 0

    @property
    def refusals(self) -> int:
        """How many candidates were refused after the last step."""
        return self.offers - (self.steps[-1].offers if self.steps else 0)

    def count_offer(self, name: str, *, was_run: bool) -> None:
        """Count a replayed candidate, and a call if the test was run on it."""
        self.offers += 1
        if was_run:
            self.calls += 1
            self._tally(name).calls += 1

    def add(self, other: History) -> None:
        """Add the counts of a fork, which is not on the way to the best case."""
        self.offers += other.offers
        self.calls += other.calls
        for name, tally in other.tallies.items():
            self._tally(name).calls += tally.calls

    def accept(self, name: str, trace: Trace) -> None:
        self._tally(name).accepted += 1
        change = change_of(self._best, trace.choices)
        self.steps.append(Step(name, self.calls, self.offers, trace.size, change))
        self._best = trace.choices

    def go_back(self, count: int) -> None:
        """Forget all but the first ``count`` steps."""
        del self.steps[count:]
        *_, self._best = self.choices()

    def choices(self) -> Iterator[Choices]:
        """The choices at the start, and after each step."""
        now = self.start.choices
        yield now
        for step in self.steps:
            start, end, content = step.change
            now = now[:start] + content + now[end:]
            yield now

    def _tally(self, name: str) -> Tally:
        if name not in self.tallies:
            self.tallies[name] = Tally()
        return self.tallies[name]
