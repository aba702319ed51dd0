"""Pass: take an earlier alternative, with new content."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from shortlex.core.boolean import Boolean
from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_branch, is_structure, next_span, replaced
from shortlex.reducer.problem import ANYTHING, Candidate, Offers, Problem, RandomTail

LARGE_NUMBER = 2**16
"""A number above the limits in most tests."""

MAX_FLAGS = 8
"""This many set flags are cleared: the earlier a flag stands, the more depends on it."""

Switch = Generator[Iterable[Candidate], "int | None", bool]
"""Offers that return whether one was accepted."""


def switch_branches(problem: Problem) -> Offers:
    """Lower a choice between alternatives, with the same value, the simplest, or a random one.

    Why: the content of one alternative makes no sense in another, and the simplest content may be
    too simple: ``1 "some text" -> 0 1001`` if only numbers above a thousand fail. A value that
    could be a choice is tried as one: ``1 2 -> 0 5003`` if the third of some constants is 5003.
    A flag is such a choice too if it decides what is drawn next: ``True 0 -> False 1001`` if it
    stands for an infinity, and only numbers above a thousand fail.
    Guarantee: none: it depends on luck.
    Cost: at most five candidates per earlier alternative, and four for each of eight flags.
    Leaves to others: making the new content simple.
    """
    position = flags = 0
    while position < len(problem.best):
        for branch in _earlier(problem.best, position):
            if (yield from _switch(problem, position, branch)):
                break
        else:
            if flags < MAX_FLAGS and _is_set_flag(problem.best, position):
                flags += 1
                yield _cleared(problem.best, position)
            position += 1


def _is_set_flag(trace: Trace, position: int) -> bool:
    """Whether a choice is a flag that is set, and was not drawn as a value of its own."""
    domain = trace.domains[position]
    if not isinstance(domain, Boolean) or domain.count != 2 or is_structure(trace, position):
        return False
    return trace.choices[position] is True and all(
        span.start != position or span.length > 1 for span in trace.spans
    )


def _cleared(trace: Trace, position: int) -> list[Candidate]:
    """Without the flag: twice random content, then a large number of either sign."""
    start = (*trace.choices[:position], False)
    return [
        RandomTail(start),
        RandomTail(start),
        (*start, LARGE_NUMBER),
        (*start, -LARGE_NUMBER),
    ]


def _earlier(trace: Trace, position: int) -> range:
    """The alternatives before the chosen one, if this choice is between alternatives."""
    choice = trace.choices[position]
    return range(choice if is_branch(trace, position) and isinstance(choice, int) else 0)


def _switch(problem: Problem, position: int, branch: int) -> Switch:
    best = problem.best
    old = next_span(best, position + 1)
    assert old is not None, "only a branch has earlier alternatives"
    contents: list[Candidate] = [[ANYTHING] * old.length]
    if position in best.alternatives:
        # Try the same value as a choice of the new alternative.
        contents.insert(0, [best.alternatives[position]])
    offers = [replaced(best, position, old.end, [branch, *content]) for content in contents]
    if (yield offers) is not None:
        return True
    probe = RandomTail((*best.choices[:position], branch))
    if (yield [probe]) is not None:
        return True
    # Even if it was refused, its run shows what the new branch draws.
    return (yield _spliced(best, problem.trace_of(probe), position)) is not None


def _spliced(best: Trace, drawn: Trace | None, position: int) -> list[Candidate]:
    """The draws of the new branch, or a large number, followed by what came after the old one."""
    old = next_span(best, position + 1)
    new = None if drawn is None else next_span(drawn, position + 1)
    if drawn is None or old is None or new is None or new.start != position + 1:
        return []
    rest = best.choices[old.end :]
    spliced: list[Candidate] = [drawn.choices[: new.end] + rest]
    if new.length == 1 and drawn.domains[new.start].contains(LARGE_NUMBER):
        spliced.append((*drawn.choices[: new.start], LARGE_NUMBER, *rest))
    return spliced
