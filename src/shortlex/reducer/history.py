"""History: the accepted steps of a reduction, and what each pass cost.

A step keeps what it changed, not the trace that came of it: of a case with a hundred thousand
choices every trace is some forty megabytes, and there are many.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from shortlex.core.domain import Choice
from shortlex.core.trace import Trace
from shortlex.reducer.offer import Change, change_of

Choices = tuple[Choice, ...]


class Step(NamedTuple):
    """One improvement."""

    name: str
    """The pass that offered it."""
    calls: int
    """How many calls had been made by then."""
    offers: int
    """How many candidates had been replayed by then."""
    size: int
    """What was reached."""
    change: Change
    """How its choices differ from those before."""


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
        """Candidates that were replayed."""
        self.calls = 0
        """Of these, how many the test was run on: the ending of the others was foreseen."""
        self.seconds = 0.0
        self.stopped_early: Literal["", "calls", "seconds", "interrupt", "seldom"] = ""
        """Why the reduction ended before its end, if it did: what it lacked, Ctrl-C, or that the
        start fails too seldom."""
        self.seconds_allowed: float | None = None
        """How long it could take at most, if that is why."""
        self._best = start.choices

    @property
    def calls_to_best(self) -> int:
        """How many calls it took to reach the final case; the others only confirmed it."""
        return self.steps[-1].calls if self.steps else 0

    @property
    def refusals(self) -> int:
        """How many candidates were refused since the last step."""
        return self.offers - (self.steps[-1].offers if self.steps else 0)

    def count_offer(self, name: str, *, was_run: bool) -> None:
        """One more candidate was replayed, and perhaps the test was run on it."""
        self.offers += 1
        if was_run:
            self.calls += 1
            self._tally(name).calls += 1

    def add(self, other: History) -> None:
        """Count what was done beside the way that led to the best."""
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
        """Forget all but the first steps."""
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
