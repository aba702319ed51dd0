"""Survey: collects facts about the generated cases of a run, for its statistics."""

from __future__ import annotations

from collections import Counter

from shortlex.core.case import Case
from shortlex.core.remarks import Place
from shortlex.core.trace import Outcome
from shortlex.runner.observer import Observer

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
