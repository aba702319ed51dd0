"""Pass: raise one choice so that the rest gets shorter.

Size: the choices outside of elements are found once, for all numbers.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from shortlex.core.boolean import Boolean
from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.edits import cut_out, is_structure
from shortlex.reducer.problem import Candidate, Offers, Problem

Raise = Generator[Iterable[Candidate], "int | None", bool]
"""Offers that return whether one was accepted."""

MAX_NUMBERS = 8
"""This many numbers are tried: the earlier a number stands, the more it can shorten."""


def raise_to_shorten(problem: Problem) -> Offers:
    """Raise one number as far as possible; the rest becomes simplest, or stays as it was.

    Why: the way to the shortest case sometimes leads uphill: ``2 [(1 9) (1 5) 0] -> 90 [0]``
    if a product matters, or if a flag ends the drawing. If the rest gets shorter by some choices,
    as many are left out of it, at each place in turn.
    Guarantee: neither the next nor the largest value of one of the first eight numbers or flags
    leads to a simpler case.
    Cost: four candidates per number, two per flag, and one per choice of the rest where that
    shortens it.
    Leaves to others: lowering the raised number again (lower_choices).
    """
    position = tried = 0
    best, loose = problem.best, _loose(problem.best)
    while position < len(problem.best) and tried < MAX_NUMBERS:
        if problem.best is not best:
            best, loose = problem.best, _loose(problem.best)
        values = _larger(best, position) if loose[position] else []
        tried += bool(values)
        for value in values:
            if (yield from _raise(problem, position, value)):
                break
        else:
            position += 1


def _raise(problem: Problem, position: int, value: int) -> Raise:
    best = problem.best
    before, after = best.choices[:position], best.choices[position + 1 :]
    # What is missing at the end becomes simplest.
    if (yield [(*before, value)]) is not None:
        return True
    probe = (*before, value, *after)
    if (yield [probe]) is not None:
        return True
    # The refused run shows whether the rest would do with fewer choices.
    saved = len(best) - (problem.length_of(probe) or len(best))
    return saved > 0 and (yield _without_each(probe, position + 1, saved)) is not None


def _without_each(candidate: Candidate, start: int, count: int) -> Iterator[Candidate]:
    """The candidate without ``count`` choices at each place from ``start``."""
    for place in range(start, len(candidate) - count + 1):
        yield cut_out(candidate, place, place + count)


def _larger(trace: Trace, position: int) -> list[int]:
    """The next value and the largest of a flag or number that is not part of an element."""
    domain, choice = trace.domains[position], trace.choices[position]
    if is_structure(trace, position):
        return []
    if isinstance(domain, Boolean):
        return [True] if choice is False and domain.count == 2 else []
    if isinstance(domain, Integer) and isinstance(choice, int):
        top = domain.maximum if domain.maximum is not None else 2 * abs(choice) + 1000
        return [value for value in dict.fromkeys([choice + 1, top]) if choice < value <= top]
    return []


def _loose(trace: Trace) -> bytearray:
    """For each position, whether the choice is part of no element."""
    loose = bytearray(b"\1") * len(trace)
    end = 0
    for span in trace.spans:
        # Elements inside other elements add nothing.
        if span.is_element and span.start >= end:
            end = span.end
            loose[span.start : end] = bytes(span.length)
    return loose
