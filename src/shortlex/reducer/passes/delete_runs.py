"""Pass: delete short runs of choices anywhere."""

from __future__ import annotations

from shortlex.core.trace import Trace
from shortlex.reducer.edits import closes_up, crosses_spans, without
from shortlex.reducer.problem import Offers, Problem

MAX_RUN = 16

SAMPLE_SIZE = 500
"""This many choices are enough to see how long the repeated parts of a case are."""

MAX_SHORT_RUN = 4
"""Longer runs must begin as loops do: with a choice from another domain than the next one."""


def delete_runs(problem: Problem) -> Offers:
    """Delete up to sixteen choices in a row, wherever they stand, last first.

    Why: a generator that marks no spans still repeats itself: ``1 7 1 0 0 -> 1 7 0`` when the
    ``1 0`` goes.
    Guarantee: at a fixed point no run of up to four choices that cuts no span can be removed if the
    choices behind it are like its first two, and none of up to sixteen that begins as loops do.
    Cost: at most sixteen candidates per choice.
    Leaves to others: runs whose removal must be repaired (delete_and_repair).
    """
    for length in _lengths(problem.best):
        position = len(problem.best) - length
        while position >= 0:
            if position + length <= len(problem.best) and _is_likely(
                problem.best, position, length
            ):
                yield [without(problem.best, position, position + length)]
            position -= 1


def _lengths(trace: Trace) -> list[int]:
    """The lengths of runs; first the periods at which most choices repeat their domain."""
    domains = trace.domains[:SAMPLE_SIZE]

    def likeness(length: int) -> float:
        pairs = zip(domains, domains[length:], strict=False)
        return sum(a == b for a, b in pairs) / max(1, len(domains) - length)

    # Rounded, so that a multiple of a period, which fits about as well, comes after it.
    return sorted(range(1, MAX_RUN + 1), key=lambda length: (-round(likeness(length), 1), length))


def _is_likely(trace: Trace, start: int, length: int) -> bool:
    """Whether the choices behind a run begin as it does, and the run cuts no span."""
    end = start + length
    if not closes_up(trace, start, end):
        return False
    if trace.choices[start:end] == trace.choices[end : end + length]:
        # The next run is the same, so deleting it, which was tried first, has the same result.
        return False
    if crosses_spans(trace, start, end):
        return False
    return length <= MAX_SHORT_RUN or trace.domains[start] != trace.domains[start + 1]
