"""Census: how large the cases of a run were, and a few of them to look at."""

from __future__ import annotations

from collections import Counter

from shortlex.core.case import Case
from shortlex.core.domain import Choice
from shortlex.core.outcome import Outcome
from shortlex.core.trace import Trace
from shortlex.runner.observer import Observer

SAMPLES = 8
"""About so many cases are kept: never fewer once there were so many, and fewer than twice that."""

LARGEST = 300
"""A case with more choices than this is not kept: nobody would read it."""


class Census(Observer):
    """Counts what is generated, and keeps a case now and then, evenly over the whole run."""

    reads_notes = False

    def __init__(self) -> None:
        self.sizes: Counter[int] = Counter()
        """How many cases had so many choices. Only cases that ran to an end, good or bad."""
        self.samples: list[tuple[Choice, ...]] = []
        self._every = 1
        self._seen = 0
        self._is_over = False

    def see_case(self, case: Case, outcome: Outcome) -> None:
        if self._is_over or outcome in (Outcome.INVALID, Outcome.OVERRUN):
            return
        size = len(case.choices)
        self.sizes[size] += 1
        if size > LARGEST:
            return
        if self._seen % self._every == 0:
            self.samples.append(tuple(case.choices))
            if len(self.samples) == 2 * SAMPLES:
                del self.samples[1::2]
                self._every *= 2
        self._seen += 1

    def see_phase(self, phase: str) -> None:
        # Examples, and failures known from before, are not generated.
        self._is_over = phase != "generate"

    def see_reduction(self, start: Trace) -> None:
        # What follows is not generated, but made of what was.
        self._is_over = True
