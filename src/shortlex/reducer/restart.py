"""Restart: reduce other failures of a state machine, and keep the simplest result.

Steps that undo each other, or that go another way round, leave minima from which no single step,
nor two or three at random, can be removed: three discs are moved in seven steps or in nine. Another
random failure often leads to another minimum, and where steps are fast, it costs milliseconds.
"""

from __future__ import annotations

from shortlex.core.trace import STEP
from shortlex.reducer.problem import Pass, Problem
from shortlex.reducer.turn import run_pass

MIN_STEPS = 4
"""Shorter cases are left alone: they are hardly ever a local minimum."""

MAX_STARTS = 16
"""How many other failures are reduced in all."""

MAX_FRESH = 2000
"""How many random cases are run in all, in search of them."""

MAX_LENGTH = 200
"""Longer cases take too much time."""


def restart(problem: Problem, passes: tuple[Pass, ...]) -> bool:
    """Reduce other failures until one ends simpler than the best; return whether one did."""
    best = problem.best
    steps = sum(span.label == STEP for span in best.spans)
    if steps < MIN_STEPS or len(best) > MAX_LENGTH or not problem.is_quick:
        return False
    while problem.starts < MAX_STARTS and problem.fresh < MAX_FRESH:
        start = problem.fresh_failure("restart")
        if start is None:
            continue
        problem.starts += 1
        fork = problem.fork(start, lambda candidate: True)
        _descend(fork, passes)
        if problem.adopt(fork, start.choices, "restart"):
            return True
    return False


def _descend(fork: Problem, passes: tuple[Pass, ...]) -> None:
    """Run the cheap passes as long as they find something."""
    before = None
    while fork.best is not before:
        before = fork.best
        for one in passes:
            run_pass(fork, one)
