"""Pass: take an earlier alternative, with new content."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_branch, next_span, replaced
from shortlex.reducer.problem import ANYTHING, Candidate, Offers, Problem, RandomTail

LARGE = 2**16
"""More than enough for most limits."""

Switch = Generator[Iterable[Candidate], "int | None", bool]
"""Offers that end with whether one was accepted."""


def switch_branches(problem: Problem) -> Offers:
    """Lower a choice between alternatives, with the same value, the simplest, or a random one.

    Why: the content of one alternative is nonsense in another, and the simplest content may be
    too simple: ``1 "some text" -> 0 1001`` when only numbers above a thousand fail. A value that
    is a choice itself is tried as one: ``1 2 -> 0 5003`` if the third of some constants is 5003.
    Guarantee: none: it depends on luck.
    Cost: at most five candidates per earlier alternative.
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
    contents: list[Candidate] = [[ANYTHING] * old.length]
    if position in best.alternatives:
        # The same value, as a choice of the new alternative.
        contents.insert(0, [best.alternatives[position]])
    offers = [replaced(best, position, old.end, [branch, *content]) for content in contents]
    if (yield offers) is not None:
        return True
    probe = RandomTail((*best.choices[:position], branch))
    if (yield [probe]) is not None:
        return True
    return (yield _spliced(best, problem.trace_of(probe), position)) is not None


def _spliced(best: Trace, drawn: Trace | None, position: int) -> list[Candidate]:
    """What the new branch drew, or a large number, followed by what came after the old one."""
    old = next_span(best, position + 1)
    new = None if drawn is None else next_span(drawn, position + 1)
    if drawn is None or old is None or new is None or new.start != position + 1:
        return []
    rest = best.choices[old.end :]
    spliced: list[Candidate] = [drawn.choices[: new.end] + rest]
    if new.length == 1 and drawn.domains[new.start].contains(LARGE):
        spliced.append((*drawn.choices[: new.start], LARGE, *rest))
    return spliced
