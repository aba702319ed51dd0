"""Pass: lower one choice and flip a flag behind it."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.core.boolean import Boolean
from shortlex.core.domain import Choice
from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_simplest, is_structure, with_value
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_FLAGS = 8
"""This many flags behind a choice are tried, and at most this many steps down are taken."""


def lower_and_flip(problem: Problem) -> Offers:
    """Lower a number or clear a flag, and set one flag that comes later.

    Why: earlier choices count most, but a simpler one may need more behind it:
    ``Or False False -> And False True``, if each of them is wrong in its own way.
    Guarantee: at a fixed point no choice can be lowered by one while one of the next eight flags
    is set.
    Cost: at most eight candidates per choice that is not simplest.
    Leaves to others: numbers that make up for each other (redistribute).
    """
    position = steps = 0
    while position < len(problem.best):
        lowered = _lowered(problem.best, position)
        if (
            # Otherwise a large number would be lowered one by one all the way.
            steps < MAX_FLAGS
            and lowered is not None
            and (yield _flipped(problem.best, position, lowered)) is not None
        ):
            steps += 1
        else:
            position, steps = position + 1, 0


def _lowered(trace: Trace, position: int) -> Choice | None:
    domain = trace.domains[position]
    if domain.kind not in ("integer", "boolean") or is_structure(trace, position):
        return None
    if is_simplest(trace, position):
        return None
    value: Choice = domain.value_at(domain.index_of(trace.choices[position]) - 1)
    return value


def _is_flag(trace: Trace, position: int) -> bool:
    domain = trace.domains[position]
    return isinstance(domain, Boolean) and domain.count == 2 and not is_structure(trace, position)


def _flipped(trace: Trace, position: int, lowered: Choice) -> Iterator[Candidate]:
    # The next choice may become a flag once this one is lowered.
    flags = [
        other
        for other in range(position + 1, len(trace))
        if is_simplest(trace, other) and (other == position + 1 or _is_flag(trace, other))
    ]
    changed = with_value(trace, [position], lowered)
    # The later the flag that is set, the simpler the case.
    for flag in reversed(flags[:MAX_FLAGS]):
        yield (*changed[:flag], True, *changed[flag + 1 :])
