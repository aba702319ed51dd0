"""Survey: what the generated cases of a run were like, for its statistics."""

from __future__ import annotations

from collections import Counter

from shortlex.core.case import Case
from shortlex.core.outcome import Outcome
from shortlex.core.remarks import Place
from shortlex.runner.observer import Observer

MOST = 10_000
"""So many observations of a target are kept at most, evenly over the run."""


class Sample:
    """Numbers of which only every so manieth is kept, when there are many."""

    def __init__(self) -> None:
        self.values: list[float] = []
        self._every = 1
        self._seen = 0

    def add(self, value: float) -> None:
        if self._seen % self._every == 0:
            self.values.append(value)
            if len(self.values) > MOST:
                del self.values[1::2]
                self._every *= 2
        self._seen += 1


class Survey(Observer):
    """Looks at what is generated, and not at examples and reductions."""

    reads_notes = False

    def __init__(self) -> None:
        self.sizes: Counter[int] = Counter()
        """How many valid or failing cases made so many choices."""
        self.targets: dict[str, Sample] = {}
        """By label, what was observed."""
        self.checks: dict[Place, list[int]] = {}
        """By the place of an assumption, how often it was not met, and how often it was."""
        self._is_generating = False

    def see_phase(self, phase: str) -> None:
        self._is_generating = phase == "generate"

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
