"""Observer: the events of a run that others can watch as they happen.

``Survey`` is the observer that collects facts about the generated cases, for the statistics.
"""

from __future__ import annotations

from collections import Counter

from shortlex.core.case import Case
from shortlex.core.remarks import Place
from shortlex.core.trace import Outcome, Trace
from shortlex.reducer.history import Offer


class Observer:
    """Base of all observers. Its methods do nothing; override those that you need."""

    reads_notes = True
    """Whether it reads the notes and the call of a case. Formatting them takes much longer than
    running the case."""

    def see_phase(self, phase: str) -> None:
        """A phase of the run begins: explicit, reuse, generate, target, shrink, ..."""

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


MAX_OBSERVATIONS = 10_000
"""How many observations of a target are kept, evenly over the run."""


class Sample:
    """A sample of numbers: if there are many, only every n-th is kept."""

    def __init__(self) -> None:
        self.values: list[float] = []
        self._every = 1
        self._seen = 0

    def add(self, value: float) -> None:
        if self._seen % self._every == 0:
            self.values.append(value)
            if len(self.values) > MAX_OBSERVATIONS:
                del self.values[1::2]
                self._every *= 2
        self._seen += 1


class Survey(Observer):
    """Looks at generated cases, not at examples and reductions."""

    reads_notes = False

    def __init__(self) -> None:
        self.sizes: Counter[int] = Counter()
        """The number of valid or failing cases of each size in choices."""
        self.targets: dict[str, Sample] = {}
        """The observations of each label."""
        self.checks: dict[Place, list[int]] = {}
        """How often the assumption at each place was not met, and how often it was."""
        self._is_generating = False

    def see_phase(self, phase: str) -> None:
        self._is_generating = phase in ("generate", "target")

    def see_start(self, case: Case) -> None:
        if self._is_generating:
            case.checks = {}

    def see_case(self, case: Case, outcome: Outcome) -> None:
        if not self._is_generating:
            return
        for place, counts in (case.checks or {}).items():
            known = self.checks.setdefault(place, [0, 0])
            for is_met, count in enumerate(counts):
                known[is_met] += count
        if outcome >= Outcome.VALID:
            self.sizes[len(case.choices)] += 1
            for label, score in (case.targets or {}).items():
                self.targets.setdefault(label, Sample()).add(score)
