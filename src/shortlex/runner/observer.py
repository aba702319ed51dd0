"""Observer: what somebody who watches a run is told, as it happens."""

from __future__ import annotations

from shortlex.core.case import Case
from shortlex.core.outcome import Outcome
from shortlex.core.trace import Trace
from shortlex.reducer.offer import Offer


class Observer:
    """Is told everything, and does nothing: what a watcher does not want, it leaves as it is."""

    reads_notes = True
    """Whether it looks at the notes and the call of a case. To write them takes far longer than to
    run it."""

    def see_phase(self, phase: str) -> None:
        """A phase of the run begins: explicit, reuse, generate, shrink, report, explain."""

    def see_start(self, case: Case) -> None:
        """A case is about to be run."""

    def see_case(self, case: Case, outcome: Outcome) -> None:
        """A case was run, and has its notes if they are read."""

    def see_bug(self, case: Case, trace: Trace) -> None:
        """A case failed as none did before; it was just seen."""

    def see_reduction(self, start: Trace) -> None:
        """A reduction begins: the cases that follow are its own."""

    def see_offer(self, offer: Offer) -> None:
        """A pass of the reduction offered something, and it was decided."""


class Observers(Observer):
    """Several at once."""

    def __init__(self, *observers: Observer) -> None:
        self._observers = observers
        self.reads_notes = any(each.reads_notes for each in observers)

    def see_phase(self, phase: str) -> None:
        for each in self._observers:
            each.see_phase(phase)

    def see_start(self, case: Case) -> None:
        for each in self._observers:
            each.see_start(case)

    def see_case(self, case: Case, outcome: Outcome) -> None:
        for each in self._observers:
            each.see_case(case, outcome)

    def see_bug(self, case: Case, trace: Trace) -> None:
        for each in self._observers:
            each.see_bug(case, trace)

    def see_reduction(self, start: Trace) -> None:
        for each in self._observers:
            each.see_reduction(start)

    def see_offer(self, offer: Offer) -> None:
        for each in self._observers:
            each.see_offer(offer)
