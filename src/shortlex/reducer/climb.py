"""Climb: leave a local minimum by a step uphill, and see whether another way down leads lower."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shortlex.core.domain import Choice
from shortlex.reducer.edits import (
    distance_at,
    integer_at,
    is_branch,
    next_span,
    numbers_in,
    replaced,
    with_value,
)
from shortlex.reducer.passes.delete_and_repair import delete_and_repair
from shortlex.reducer.passes.lower_choices import lower_choices
from shortlex.reducer.problem import Candidate, Pass, Problem
from shortlex.reducer.turn import Turn

DOWN: tuple[Pass, ...] = (lower_choices, delete_and_repair)
"""The passes that lead down again: they lower other choices, and delete what is not needed."""

PATIENCE = 12
"""Each of these passes stops after this many refused calls in a row."""

MAX_RAISED = 6
"""At most this many numbers are raised."""


class Ascent(NamedTuple):
    """A step uphill: a candidate, and the choice that the way down must not take back."""

    candidate: Candidate
    position: int
    choice: Choice


def climb(problem: Problem) -> bool:
    """Try each step uphill that may pay off; return whether one led to a simpler case."""
    ascents = [*_raised(problem), *_moved(problem)]
    return any(_climb(problem, ascent) for ascent in ascents)


def _raised(problem: Problem) -> Iterator[Ascent]:
    """Raise by one a number that decides how much is drawn, if several numbers do.

    If a product is a length, neither factor can be lowered, and raising one makes the case
    longer at first: ``5 5 [25 elements] -> 6 5 [30] -> 6 4 [24]``.
    """
    best, numbers = problem.best, numbers_in(problem.best)
    shaping = [position for position in numbers if _is_shaping(problem, position)]
    if len(shaping) < 2:
        return
    # A number at its target cannot be tested by lowering it, but it may be a factor too.
    lowest = [position for position in numbers if not distance_at(best, position)]
    for position in [*shaping, *lowest][:MAX_RAISED]:
        more = integer_at(best, position) + 1
        if best.domains[position].contains(more):
            yield Ascent(with_value(best, [position], more), position, more)


def _is_shaping(problem: Problem, position: int) -> bool:
    """Whether lowering a number is known to change how many choices follow."""
    best, distance = problem.best, distance_at(problem.best, position)
    if not distance:
        return False
    less = integer_at(best, position) - (1 if distance > 0 else -1)
    return problem.length_of(with_value(best, [position], less)) not in (None, len(best))


def _moved(problem: Problem) -> Iterator[Ascent]:
    """Take the same value from an earlier alternative. It may be larger there, but can be edited.

    For example, a text that a grammar made is larger as plain text, but plain text can be cut.
    """
    best = problem.best
    for position, value in best.alternatives.items():
        old = next_span(best, position + 1)
        if old is None or not is_branch(best, position):
            continue
        for branch in range(integer_at(best, position)):
            candidate = replaced(best, position, old.end, [branch, value])
            yield Ascent(candidate, position, branch)


def _climb(problem: Problem, ascent: Ascent) -> bool:
    candidate, position, choice = ascent
    start = problem.beyond(candidate, "climb")
    if start is None:
        return False

    def keeps_choice(candidate: Candidate) -> bool:
        return position < len(candidate) and candidate[position] == choice

    fork = problem.fork(start, keeps_choice)
    before = None
    while fork.best is not before:
        before = fork.best
        for one in DOWN:
            Turn(fork, one).run(PATIENCE)
    return problem.adopt(fork, candidate, "climb")
