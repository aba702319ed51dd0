"""Pass: take an earlier alternative, with new content."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_branch, next_span, replaced
from shortlex.reducer.problem import ANYTHING, Candidate, Offers, Problem, RandomTail

REDRAWS = 2

Switch = Generator[Iterable[Candidate], "int | None", bool]
"""Offers that end with whether one was accepted."""


def switch_branches(problem: Problem) -> Offers:
    """Lower a choice between alternatives, and draw what the new one needs at random.

    Why: the content of one alternative is nonsense in another, and the simplest content may be
    too simple: ``1 "some text" -> 0 1001`` when only numbers above a thousand fail.
    Guarantee: none: it depends on luck, twice per alternative.
    Cost: at most five candidates per earlier alternative of each small integer.
    Leaves to others: making the new content simple.
    """
    position = 0
    while position < len(problem.best):
        for branch in _earlier(problem.best, position):
            if (yield from _switch(problem, position, branch)):
                break
        else:
            position += 1


def _earlier(trace: Trace, position: int) -> range:
    """The alternatives before the one that was chosen here, if that is what the choice is."""
    choice = trace.choices[position]
    return range(choice if is_branch(trace, position) and isinstance(choice, int) else 0)


def _switch(problem: Problem, position: int, branch: int) -> Switch:
    best = problem.best
    old = next_span(best, position + 1)
    assert old is not None, "what is no branch has nothing earlier"
    content: Candidate = [branch, *[ANYTHING] * old.length]
    if (yield [replaced(best, position, old.end, content)]) is not None:
        return True
    for _ in range(REDRAWS):
        probe = RandomTail((*best.choices[:position], branch))
        if (yield [probe]) is not None:
            return True
        spliced = _spliced(best, problem.trace_of(probe), position)
        if spliced is not None and (yield [spliced]) is not None:
            return True
    return False


def _spliced(best: Trace, drawn: Trace | None, position: int) -> Candidate | None:
    """What the new branch drew, followed by what came after the old one."""
    old = next_span(best, position + 1)
    new = None if drawn is None else next_span(drawn, position + 1)
    if drawn is None or old is None or new is None or new.start != position + 1:
        return None
    return drawn.choices[: new.end] + best.choices[old.end :]
