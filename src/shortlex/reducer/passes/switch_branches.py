"""Pass: take an earlier alternative, with new content."""

from __future__ import annotations

from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.problem import Candidate, Offers, Problem, RandomTail

MOST_BRANCHES = 16
REDRAWS = 3


def switch_branches(problem: Problem) -> Offers:
    """Lower a choice between alternatives, and draw what the new one needs at random.

    Why: the content of one alternative is nonsense in another, and the simplest content may be
    too simple: ``1 "some text" -> 0 1001`` when only numbers above a thousand fail.
    Guarantee: none: it depends on luck, three times per alternative.
    Cost: at most four candidates per earlier alternative of each small integer.
    Leaves to others: making the new content simple.
    """
    position = 0
    while position < len(problem.best.choices):
        accepted = None
        for branch in _earlier(problem.best, position):
            accepted = yield from _switch(problem, position, branch)
            if accepted is not None:
                break
        if accepted is None:
            position += 1


def _earlier(trace: Trace, position: int) -> range:
    domain, choice = trace.domains[position], trace.choices[position]
    if isinstance(domain, Integer) and domain.minimum == 0 and isinstance(choice, int):
        # An alternative is chosen just before something is drawn from it.
        is_choice = any(span.start == position + 1 for span in trace.spans)
        if is_choice and (domain.count or MOST_BRANCHES + 1) <= MOST_BRANCHES:
            return range(choice)
    return range(0)


def _switch(problem: Problem, position: int, branch: int) -> Offers:  # type: ignore[misc]  # returns
    best = problem.best
    for _ in range(REDRAWS):
        probe = RandomTail((*best.choices[:position], branch))
        if (yield [probe]) is not None:  # type: ignore[list-item]  # choices only
            return True  # type: ignore[return-value]  # a claim, for the caller
        trace = problem.trace_of(probe)  # type: ignore[arg-type]  # choices only
        if trace is not None:
            spliced = _spliced(best, trace, position)
            if spliced is not None and (yield [spliced]) is not None:
                return True  # type: ignore[return-value]  # a claim, for the caller
    return None


def _spliced(best: Trace, trace: Trace, position: int) -> Candidate | None:
    """What the new branch drew, followed by what came after the old one."""
    old = next((span for span in best.spans if span.start == position + 1), None)
    new = next((span for span in trace.spans if span.start == position + 1), None)
    if old is None or new is None:
        return None
    return trace.choices[: new.end] + best.choices[old.end :]
