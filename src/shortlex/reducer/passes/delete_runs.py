"""Pass: delete short runs of choices anywhere."""

from __future__ import annotations

from shortlex.core.trace import Trace
from shortlex.reducer.edits import closes_up, crosses_spans, without
from shortlex.reducer.problem import Offers, Problem

LONGEST = 16

SAMPLE = 500
"""So many choices tell how long the parts of a case are."""

SHORT = 4
"""Longer runs must begin with a choice of another kind than the next, as loops do."""


def delete_runs(problem: Problem) -> Offers:
    """Delete up to sixteen choices in a row, wherever they stand, last first.

    Why: a generator that marks no spans still repeats itself: ``1 7 1 0 0 -> 1 7 0`` when the
    ``1 0`` goes.
    Guarantee: at a fixed point no run of up to four choices that cuts no span can be removed
    before choices like its first two, and none of up to sixteen that begins as loops do.
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
    """How long runs are, those first after which most choices are like those before."""
    domains = trace.domains[:SAMPLE]

    def likeness(length: int) -> float:
        pairs = zip(domains, domains[length:], strict=False)
        return sum(a == b for a, b in pairs) / max(1, len(domains) - length)

    return sorted(range(1, LONGEST + 1), key=lambda length: (-round(likeness(length), 1), length))


def _is_likely(trace: Trace, start: int, length: int) -> bool:
    """Whether what follows a run begins as it does, and is no part of a span that it begins."""
    end = start + length
    if not closes_up(trace, start, end):
        return False
    if trace.choices[start:end] == trace.choices[end : end + length]:
        # To delete the next run, which came first, is the same.
        return False
    if crosses_spans(trace, start, end):
        return False
    return length <= SHORT or trace.domains[start] != trace.domains[start + 1]
