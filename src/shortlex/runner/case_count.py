"""Case count: decides how many cases a search runs, with or without a share of time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shortlex.errors import ProcessDied
from shortlex.runner.result import Statistics
from shortlex.system.genuine import monotonic

if TYPE_CHECKING:
    from shortlex.runner.hunt import Hunt

MAX_EXPLORED = 1_000_000
"""After this many cases, which only a time share can reach, explored cases are forgotten."""

MAX_SKIPS = 100
"""If this many cases skip and none is valid, we assume that all would. Fewer may be chance."""

MAX_INVALID = 500
"""The search gives up after this many invalid cases; each valid case allows 100 more."""

MORE_CALLS = 60
"""If the best case has a cost, at least this many more are run, to find one that has none."""

QUICK_FACTOR = 10
"""Where cases are fast, up to this many times as many invalid cases are tried ..."""

GIVE_UP_SECONDS = 0.5
"""... for at most this long."""

MIN_INVALID = 10
"""The search never gives up after fewer invalid cases than this."""

CHOICES_PER_CASE = 100
"""Until a case is valid, this many choices that strategies reject count as an invalid case."""

CLOCK_SECONDS = 0.05
"""About how many seconds pass between two looks at the clock."""


def enough_cases(hunt: Hunt) -> int:
    """How many valid cases are enough, by what is known now. The search stops when it has them."""
    statistics = hunt.statistics
    wanted = hunt.wanted
    if hunt.flaky is not None:
        return 0
    if not hunt.bugs:
        return (wanted + 1) // 2 if hunt.is_climb_due else wanted
    bugs = [bug.best for bug in hunt.bugs.values()]
    if not hunt.options.report_multiple_bugs and not any(best.cost for best in bugs):
        return 0
    if any(isinstance(best.error, ProcessDied) and best.error.how == "time" for best in bugs):
        return 0  # the next case may take as long
    # Other bugs, or cheaper cases, often turn up soon after the first bug. After that, the time
    # is better spent on reducing.
    more = MORE_CALLS if any(best.cost for best in bugs) else 10
    last = min(2 * hunt.calls_at_last_bug + more, hunt.calls_at_first_bug + 200)
    return min(wanted, statistics.valid + last - statistics.calls)


def more_cases(hunt: Hunt) -> int:
    """How many more cases to run after the wanted number: none, unless time is left to use."""
    if hunt.share is None or hunt.bugs or hunt.flaky or is_hopeless(hunt.statistics):
        return 0
    if len(hunt.explored) > MAX_EXPLORED:
        # Running a case twice costs little; remembering all cases costs much memory.
        hunt.explored.clear()
    more = hunt.share.more(hunt.statistics.valid)
    hunt.wanted = hunt.statistics.valid + more
    hunt.has_climbed = False
    return more


def is_hopeless(statistics: Statistics) -> bool:
    """Whether hardly any case is valid: below about one per cent, the search gives up."""
    if is_skipped(statistics):
        return True
    # An overrun takes much longer than other invalid cases.
    useless = statistics.invalid + 10 * statistics.overruns
    enough = MAX_INVALID + 100 * statistics.valid
    if useless > enough:
        # Where cases are fast, many more are tried before the user has to wait.
        is_late = monotonic() - statistics.began > GIVE_UP_SECONDS
        return is_late or useless > QUICK_FACTOR * enough
    if statistics.valid or statistics.invalid < MIN_INVALID:
        return False
    # A filter has tried many values in each of these cases already.
    return useless + statistics.wasted // CHOICES_PER_CASE > enough


def is_skipped(statistics: Statistics) -> bool:
    """Whether every case skipped, in enough cases to give up."""
    return statistics.skips >= MAX_SKIPS and not statistics.valid


class Share:
    """Time that a test may spend on more than ``max_examples`` cases.

    It converts time to numbers of cases, by their speed so far: cases do not look at the clock.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._started = clock()

    def begin(self, statistics: Statistics, max_examples: int) -> int:
        """How many cases to run before the first call of ``more``."""
        return max_examples

    def more(self, done: int) -> int:
        """How many cases to run before the next call, after ``done`` cases; 0 if time is over."""
        taken = self._clock() - self._started
        left = self._seconds - taken
        if left <= 0:
            return 0
        speed = done / taken if taken > 0 else 1.0
        return max(1, int(speed * min(left, CLOCK_SECONDS)))
