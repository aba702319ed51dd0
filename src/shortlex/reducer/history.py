"""History: the accepted steps of a reduction, and what each pass cost."""

from __future__ import annotations

from typing import NamedTuple

from shortlex.core.trace import Trace


class Step(NamedTuple):
    """One improvement."""

    name: str
    """The pass that offered it."""
    calls: int
    """How many calls had been made by then."""
    trace: Trace


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
        self.stopped_early = ""
        """Why the reduction ended before its end, if it did."""

    @property
    def calls_to_best(self) -> int:
        """How many calls it took to reach the final case; the others only confirmed it."""
        return self.steps[-1].calls if self.steps else 0

    def count_offer(self, name: str, *, was_run: bool) -> None:
        """One more candidate was replayed, and perhaps the test was run on it."""
        self.offers += 1
        if was_run:
            self.calls += 1
            self._tally(name).calls += 1

    def accept(self, name: str, trace: Trace) -> None:
        self._tally(name).accepted += 1
        self.steps.append(Step(name, self.calls, trace))

    def _tally(self, name: str) -> Tally:
        if name not in self.tallies:
            self.tallies[name] = Tally()
        return self.tallies[name]
