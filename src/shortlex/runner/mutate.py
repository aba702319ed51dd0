"""Mutate: runs mutants of valid cases where hardly any random case is valid.

Assumptions that few cases meet, such as a sorted list, a valid checksum, or a term that is well
typed, are often still met after a small change. So for each invalid random case a few mutants of
valid ones are run, until about one case in twelve is valid. A mutant that is invalid is dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shortlex.core.case import RecordedCase, key_of
from shortlex.core.domain import Choice
from shortlex.core.mutation import mutant
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.core.trace import DUPLICATE, Outcome, Trace, end_before_body
from shortlex.runner.case_count import enough_cases
from shortlex.runner.execute import execute

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shortlex.runner.hunt import Hunt
    from shortlex.runner.result import Statistics

MIN_INVALID = 30
"""Fewer invalid cases than this may be chance."""

INVALID_PER_VALID = 12
"""Where there are fewer invalid cases than this for each valid one, random cases do well."""

MUTANTS = 4
"""How many mutants are run for each invalid case."""


MAX_KNOWN = 40
"""After this many mutants in a row that were run before, there are hardly any new ones."""


def is_hard(statistics: Statistics) -> bool:
    """Whether so few random cases are valid that mutants are worth their time."""
    return statistics.invalid > MIN_INVALID + INVALID_PER_VALID * statistics.valid


def run_mutants(hunt: Hunt, limit: int) -> None:
    """Run a few mutants of valid cases."""
    pool, random = hunt.pool, hunt.random
    for choices in hunt.recent:
        trace = recorded(hunt, choices)
        if trace is not None:
            pool.add(trace, random)
    hunt.recent.clear()
    for _ in range(MUTANTS if len(pool) else 0):
        if hunt.statistics.valid >= enough_cases(hunt) or hunt.known_mutants >= MAX_KNOWN:
            return
        trace = run_choices(hunt, mutant(pool.pick(random), pool.pick(random), random), limit)
        hunt.known_mutants = hunt.known_mutants + 1 if trace is None else 0
        if trace is not None and trace.outcome is Outcome.VALID:
            pool.add(trace, random)


def recorded(hunt: Hunt, choices: Sequence[Choice]) -> Trace | None:
    """The trace of a case up to its body; None if there are no choices before it."""
    case = RecordedCase(ReplaySource(choices))
    case.on_arguments = end_before_body
    trace = execute(hunt.test, case)
    return trace if trace.choices else None


def run_choices(hunt: Hunt, choices: Sequence[Choice], limit: int) -> Trace | None:
    """Run a new case of these choices; None if it was run before."""
    case = RecordedCase(ReplaySource(choices, RandomSource(hunt.random)), limit)
    case.explored = hunt.explored
    trace = hunt.run(case, is_new=True)
    if trace.reason is DUPLICATE.reason:
        hunt.statistics.duplicates += 1
        return None
    if key_of(list(trace.choices)) in hunt.explored:
        hunt.statistics.replays += trace.was_run
        return None
    hunt.count(trace)
    return trace
