"""Enough: with how many cases a search ends."""

from __future__ import annotations

from shortlex.errors import ProcessDied
from shortlex.runner.hunt import Hunt
from shortlex.runner.result import Statistics

MOST_EXPLORED = 1_000_000
"""After this many cases, which only a share of time can reach, the first are forgotten."""

MAX_SKIPS = 10
"""If this many cases skip and no other case is met, all of them would skip."""

HOPELESS = 500
"""So many invalid cases are run in search of the first valid one, and then some for each."""


def enough_cases(hunt: Hunt) -> int:
    """With how many valid cases to stop, as things stand: no more than there are means now."""
    statistics = hunt.statistics
    wanted = hunt.wanted
    if hunt.flaky is not None:
        return 0
    if not hunt.bugs:
        return wanted
    bugs = [bug.best for bug in hunt.bugs.values()]
    if not hunt.options.report_multiple_bugs and not any(best.cost for best in bugs):
        return 0
    if any(isinstance(best.error, ProcessDied) and best.error.how == "time" for best in bugs):
        return 0  # the next may take as long
    # Other bugs, or one that costs less, often turn up soon after the first; beyond that,
    # reducing is worth more.
    last = min(2 * hunt.calls_at_last_bug + 10, hunt.calls_at_first_bug + 200)
    return min(wanted, statistics.valid + last - statistics.calls)


def more_cases(hunt: Hunt) -> int:
    """How many more cases to run when there are enough: none, unless there is time to use."""
    if hunt.share is None or hunt.bugs or hunt.flaky or is_hopeless(hunt.statistics):
        return 0
    if len(hunt.explored) > MOST_EXPLORED:
        # To meet a case again costs little, to remember all of them a lot.
        hunt.explored.clear()
    more = hunt.share.more(hunt.statistics.valid)
    hunt.wanted = hunt.statistics.valid + more
    return more


def is_hopeless(statistics: Statistics) -> bool:
    """Whether hardly anything is valid: one per cent is not worth waiting for."""
    if is_skipped(statistics):
        return True
    # An overrun takes longest of all.
    useless = statistics.invalid + 10 * statistics.overruns
    return useless > HOPELESS + 100 * statistics.valid


def is_skipped(statistics: Statistics) -> bool:
    """Whether nothing but skips was met, so often that there is nothing else."""
    return statistics.skips >= MAX_SKIPS and not statistics.valid
