"""Observer: the events of a run that others can watch as they happen."""

from __future__ import annotations

from shortlex.core.case import Case
from shortlex.core.trace import Outcome, Trace
from shortlex.reducer.history import Offer


class Observer:
    """Base of all observers. Its methods do nothing; override those that you need."""

    reads_notes = True
    """Whether it reads the notes and the call of a case. Formatting them takes much longer than
    running the case."""

    def see_phase(self, phase: str) -> None:
        """A phase of the run begins: explicit, reuse, generate, shrink, report, explain."""

    def see_start(self, case: Case) -> None:
        """A case is about to be run."""

    def see_case(self, case: Case, outcome: Outcome) -> None:
        """A case was run. It has notes only if ``reads_notes`` is true."""

    def see_bug(self, case: Case, trace: Trace) -> None:
        """A case failed in a new way. ``see_case`` was called for it just before."""

    def see_reduction(self, start: Trace) -> None:
        """A reduction begins: the cases that follow are its own."""

    def see_offer(self, offer: Offer) -> None:
        """A pass of the reduction made an offer, and it was accepted or refused."""


class Observers(Observer):
    """Several observers as one."""

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
