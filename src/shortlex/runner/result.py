"""Result: what a run found out, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from shortlex.core.case import Drawable, RecordedCase
from shortlex.core.trace import Trace
from shortlex.reducer.history import History
from shortlex.runner.sequential import Rate
from shortlex.settings import HealthCheck

SLOW = 1.0
SLOW_CASE = 0.005
"""Seconds of a run, and of a case: quicker than that, it does not matter where the time goes."""

FEW = 20
"""Fewer refused cases than that do not matter."""


class Statistics:
    """Counts of one run."""

    def __init__(self) -> None:
        self.replays = 0
        """Runs of recorded cases: confirmations, and the candidates of reductions."""
        self.valid = 0
        self.invalid = 0
        self.skips = 0
        """How many of the invalid cases were invalid because they skipped."""
        self.overruns = 0
        self.too_deep = 0
        """So many of the overruns were nested deeper than Python's stack allows."""
        self.duplicates = 0
        """Cases that were met before and not run again."""
        self.seconds = 0.0
        """How long new cases were generated and run."""
        self.phases: dict[str, float] = {}
        """How long each phase took: reuse, generate, shrink, report, explain."""
        self.simplest_size = 0
        """How large the simplest case is."""
        self.is_exhausted = False
        """Every possible case was run."""
        self.events: Counter[str] = Counter()
        self.targets: dict[str, float] = {}
        self.rejections: Counter[object] = Counter()
        """By reason, a text or a strategy, how many cases were invalid."""

    @property
    def calls(self) -> int:
        """How often the test function was run."""
        return self.tried + self.replays

    @property
    def tried(self) -> int:
        """How many cases were generated and run."""
        return self.valid + self.invalid + self.overruns

    @property
    def is_slow(self) -> bool:
        """Whether it took long, and not only because there were many cases."""
        return self.seconds > max(SLOW, SLOW_CASE * self.tried)

    def is_suspicious(self, max_choices: int) -> bool:
        """Whether a test with valid cases may suffer from something, at a glance."""
        return self.valid > 0 and (
            self.is_slow
            or self.invalid + self.overruns >= FEW
            or 2 * self.simplest_size > max_choices
        )

    def count_rejection(self, reason: object) -> None:
        self.invalid += 1
        self.rejections[reason] += 1

    def count_overrun(self, reason: object) -> None:
        self.overruns += 1
        # Only an overrun for lack of stack gives a reason.
        self.too_deep += bool(reason)

    def count_case(
        self, events: Mapping[str, object] | None, targets: Mapping[str, float] | None
    ) -> None:
        """Add what a case said of itself."""
        for name, payload in (events or {}).items():
            self.events[name if payload == "" else f"{name}: {payload}"] += 1
        for label, score in (targets or {}).items():
            self.targets[label] = max(score, self.targets.get(label, score))


class Frequency(NamedTuple):
    """How often the case of a failure fails."""

    rate: Rate
    limit: float
    """What settings ask for."""
    is_confirmed: bool
    """Whether the case was shown to fail more often than that."""


FEWEST = 10
"""With fewer tries, because most were invalid, nothing is said of a part."""


class Tries(NamedTuple):
    """What came of varying something."""

    failed: int
    tried: int
    """Runs that were valid."""
    is_exhaustive: bool = False
    """Every possible value was tried."""

    @property
    def is_free(self) -> bool:
        """Whether it can be anything: every run failed, and there were enough to say so."""
        return self.failed == self.tried >= (1 if self.is_exhaustive else FEWEST)


class Explanation(NamedTuple):
    """What was found out about one failing case."""

    free: Mapping[int, Tries]
    """By the number of its span, each part that can be anything."""
    together: Tries | None
    """What comes of varying all of them at once, if there are several."""
    lines: tuple[tuple[str, int], ...]
    """The lines, by file and number, that every failing run executed, and no other."""
    calls: int
    """How many runs it took."""


class Failure(NamedTuple):
    """One bug, with its simplest known case."""

    error: BaseException | None
    """What the test raised, or that it is flaky; None if it was only marked interesting."""
    trace: Trace
    """The simplest case."""
    case: RecordedCase
    """The handle of its last run, which still has notes and recorded calls."""
    history: History | None = None
    """How the reduction went, if there was one."""
    is_complete: bool = True
    """Whether the last run came to its end, so that no note is missing."""
    frequency: Frequency | None = None
    """How often it fails, where a test may fail only sometimes."""
    explanation: Explanation | None = None
    """Which parts of the case matter, if that was looked into."""
    place: str = ""
    """Where it was kept, if it was known before."""


class Drawing(NamedTuple):
    """Where the time went, in a test that took long."""

    seconds: float
    """What all cases took."""
    share: float
    """How much of that went into drawing values."""
    strategy: Drawable
    """The strategy that took most of it, without what other strategies took for it."""
    own_share: float
    """How much of the drawing that was."""
    acceptance: float
    """Which share of its attempts it kept: below 1 for a filter."""


class Health(NamedTuple):
    """What was found, and the measurement behind it, if there was one."""

    problems: tuple[HealthCheck, ...] = ()
    drawing: Drawing | None = None


class Result(NamedTuple):
    """How a run ended."""

    failures: tuple[Failure, ...]
    """Simplest first."""
    statistics: Statistics
    seed: int
    stopped_by: BaseException | None = None
    """Ended the run early, such as Ctrl-C; the failures are the best known then."""
    health: Health = Health()
    """What it suffers from, if it passed."""
    advice: tuple[str, ...] = ()
    """The same in words, a line for each, and what else there is to tell of a test that passed."""
    key: str = ""
    """What the database knows the test by."""
    complaints: tuple[str, ...] = ()
    """What was wrong with the database, each to be told once."""
