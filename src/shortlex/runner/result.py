"""Result: what a run found, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from shortlex.core.case import Drawable, RecordedCase
from shortlex.core.shown import text_of
from shortlex.core.trace import Trace
from shortlex.reducer.history import History
from shortlex.runner.flaky.sequential import Rate
from shortlex.settings import HealthCheck
from shortlex.system.genuine import monotonic

if TYPE_CHECKING:
    from shortlex.runner.reuse import Misfit

SLOW_RUN = 1.0
SLOW_CASE = 0.005
"""Seconds of a run, and of a case. If both are faster, drawing times are not measured."""

MIN_REFUSED = 20
"""Fewer invalid or too large cases than this do not matter."""


MIN_CASES_OF_RULES = 20
"""With fewer cases than this, a rule may not have run by chance."""


class RuleCount(NamedTuple):
    """How often a rule of a state machine ran in random cases, and what kept it from running."""

    name: str
    taken: int
    blocked: Mapping[str, int]
    """How often, for each reason."""


class Statistics:
    """Counts of one run."""

    def __init__(self) -> None:
        self.began: float = monotonic()
        """When the run began."""
        self.replays = 0
        """Runs of recorded cases: confirmations, and the candidates of reductions."""
        self.valid = 0
        self.invalid: int = 0
        self.skips = 0
        """How many of the invalid cases were invalid because they skipped."""
        self.wasted = 0
        """About how many choices were drawn for nothing, in invalid cases."""
        self.overruns: int = 0
        self.too_deep: int = 0
        """How many of the overruns were nested deeper than Python's stack allows."""
        self.duplicates = 0
        """Cases that were generated before and not run again."""
        self.seconds: float = 0.0
        """How long it took to generate and run new cases."""
        self.phases: dict[str, float] = {}
        """How long each phase took: reuse, generate, shrink, report, explain."""
        self.simplest_size = 0
        """How large the simplest case is."""
        self.is_exhausted = False
        """Whether every possible case was run."""
        self.events: Counter[str] = Counter()
        self.targets: dict[str, float] = {}
        self.rejections: Counter[object] = Counter()
        """How many cases were invalid, for each reason: a text or a strategy."""
        self.rules: tuple[RuleCount, ...] = ()
        """The rules of a state machine."""

    @property
    def calls(self) -> int:
        """How often the test function was run."""
        return self.tried + self.replays

    @property
    def tried(self) -> int:
        """How many cases were generated and run."""
        return self.valid + self.invalid + self.overruns

    @property
    def idle_rules(self) -> tuple[RuleCount, ...]:
        """The rules that never ran, if there were enough cases to say that."""
        if self.tried + self.duplicates < MIN_CASES_OF_RULES:
            return ()
        return tuple(each for each in self.rules if not each.taken)

    @property
    def is_slow(self) -> bool:
        """Whether the run took long, and not only because there were many cases."""
        return self.seconds > max(SLOW_RUN, SLOW_CASE * self.tried)

    def is_suspicious(self, max_choices: int) -> bool:
        """Whether a test with valid cases may have a problem that needs a closer look."""
        return self.valid > 0 and (
            self.is_slow
            or self.invalid + self.overruns >= MIN_REFUSED
            or 2 * self.simplest_size > max_choices
        )

    def count_rejection(self, reason: object) -> None:
        self.invalid += 1
        self.rejections[reason] += 1

    def count_overrun(self, reason: object) -> None:
        self.overruns += 1
        # Only an overrun of the stack has a reason.
        self.too_deep += bool(reason)

    def count_case(
        self, events: Mapping[str, object] | None, targets: Mapping[str, float] | None
    ) -> None:
        """Add the events and targets of a case."""
        for name, payload in (events or {}).items():
            self.events[name if payload == "" else f"{name}: {text_of(payload)}"] += 1
        for label, score in (targets or {}).items():
            self.targets[label] = max(score, self.targets.get(label, score))


class Frequency(NamedTuple):
    """How often the case of a failure fails."""

    rate: Rate
    limit: float
    """The limit from ``settings.min_failure_rate``."""
    is_confirmed: bool
    """Whether the case was shown to fail more often than the limit."""


MIN_TRIES = 10
"""With fewer valid tries than this, nothing is said about a part."""


class Tries(NamedTuple):
    """The results of varying a part."""

    failed: int
    tried: int
    """How many runs were valid."""
    is_exhaustive: bool = False
    """Whether every possible value was tried."""

    @property
    def is_free(self) -> bool:
        """Whether the part can be anything: every run failed, and there were enough runs."""
        return self.failed == self.tried >= (1 if self.is_exhaustive else MIN_TRIES)


class Explanation(NamedTuple):
    """What is known about one failing case."""

    free: Mapping[int, Tries]
    """The parts that can be anything, by the number of their span."""
    together: Tries | None
    """The results of varying all of them at once, if there are several."""
    lines: tuple[tuple[str, int], ...]
    """The lines, by file and number, that every failing run executed, but no other run."""
    calls: int
    """How many runs it took."""


class Failure(NamedTuple):
    """One bug, with its simplest known case."""

    error: BaseException | None
    """The error of the test, or a ``Flaky``; None if it was only marked interesting."""
    trace: Trace
    """The simplest case."""
    case: RecordedCase
    """The handle of its last run, which still has notes and recorded calls."""
    history: History | None = None
    """How the reduction went, if there was one."""
    is_complete: bool = True
    """Whether the last run was completed, so that no notes are missing."""
    frequency: Frequency | None = None
    """How often it fails, if the test may fail only sometimes."""
    explanation: Explanation | None = None
    """Which parts of the case matter, if that was examined."""
    place: str = ""
    """Where it is stored, if it was known before."""


class Drawing(NamedTuple):
    """Where the time of a slow test was spent."""

    seconds: float
    """The time of all cases."""
    share: float
    """The share of it that was spent drawing values."""
    strategy: Drawable
    """The strategy that took the most time itself, without the strategies in it."""
    own_share: float
    """Its share of the time of drawing."""
    acceptance: float
    """The share of its attempts that it kept: below 1 for a filter."""


class Health(NamedTuple):
    """The problems of a test, and a measurement of drawing, if there was one."""

    problems: tuple[HealthCheck, ...] = ()
    drawing: Drawing | None = None


class Trouble(Enum):
    """What can go wrong with a database."""

    too_many = "it has more failures of one test than are read"
    unreadable = "it could not be read"
    damaged = "something in it is not a stored failure"
    unwritable = "a failure could not be saved"
    undeletable = "a failure that is fixed could not be deleted"
    stale = "a failure does not fit its test any more"
    more = "there was more trouble than is told"


class Complaint(NamedTuple):
    """One problem with a database. It never fails a test."""

    trouble: Trouble
    test: str
    """The name of the test."""
    place: str
    """The database, or the place of one failure in it."""
    reason: str | int | Misfit = ""
    """The error as text, how many more problems there are, or why a failure does not fit."""


class Result(NamedTuple):
    """How a run ended."""

    failures: tuple[Failure, ...]
    """Simplest first."""
    statistics: Statistics
    seed: int
    stopped_by: BaseException | None = None
    """What ended the run early, such as Ctrl-C; the failures are the best known by then."""
    health: Health = Health()
    """The problems of a passing test."""
    advice: tuple[str, ...] = ()
    """The same as lines of text, with other advice for a passing test."""
    key: str = ""
    """The test's key in the database."""
    complaints: tuple[Complaint, ...] = ()
    """Problems with the database, each reported once."""
    bugs_left_out: int = 0
    """How many more bugs there are that were neither reduced nor kept."""
