"""Result: what a run found out, as data."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from shortlex.core.case import RecordedCase
from shortlex.core.trace import Trace
from shortlex.reducer.history import History


class Statistics:
    """Counts of one run."""

    def __init__(self) -> None:
        self.replays = 0
        """Runs of recorded cases: confirmations, and the candidates of reductions."""
        self.valid = 0
        self.invalid = 0
        self.overruns = 0
        self.duplicates = 0
        """Cases that were met before and not run again."""
        self.is_exhausted = False
        """Every possible case was run."""
        self.events: Counter[str] = Counter()
        self.targets: dict[str, float] = {}
        self.rejections: Counter[str] = Counter()

    @property
    def calls(self) -> int:
        """How often the test function was run."""
        return self.valid + self.invalid + self.overruns + self.replays

    def count_case(
        self, events: dict[str, object] | Any, targets: dict[str, float] | Any
    ) -> None:
        """Add what a case said of itself."""
        for name, payload in (events or {}).items():
            self.events[name if payload == "" else f"{name}: {payload}"] += 1
        for label, score in (targets or {}).items():
            self.targets[label] = max(score, self.targets.get(label, score))


class Failure(NamedTuple):
    """One bug, with its simplest known case."""

    trace: Trace
    """The last run of the simplest case."""
    case: RecordedCase
    """The handle of that run, which still has notes and recorded calls."""
    first: Trace
    """The case by which it was found."""
    history: History | None
    """How the reduction went, if there was one."""


class Result(NamedTuple):
    """How a run ended."""

    failures: tuple[Failure, ...]
    """Simplest first."""
    statistics: Statistics
    seed: int
    is_interrupted: bool = False
    """Ctrl-C came during reduction; the failures are the best known then."""
