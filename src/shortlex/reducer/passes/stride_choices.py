"""Pass: lower a number by a multiple of a stride.

Size: finding a stride is as long as following it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from math import gcd

from shortlex.core.trace import Trace
from shortlex.reducer.edits import distance_at, with_value
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import lowest

LEAST = 2
"""lower_choices tries one step itself."""

MAX_STRIDE = 12
"""Strides up to this one are tried for each number."""

MAX_QUICK_STRIDE = 128
"""The same where calls are quick and there is one number. Several numbers share as many strides."""

MANY_LEAPS = 3
"""After this many leaps by bisection, a number has a limit, and needs no strides."""

COMMON = (232_792_560, 1_000_000, 720_720, 65_536, 10_000, 2_520, 256, 60)
"""Multiples of many strides. One candidate tries all strides that divide the multiple."""


def stride_choices(problem: Problem) -> Offers:
    """Lower a number by a stride, and then by as many more of the same stride as possible.

    Why: if only every seventh number will do, neither a single step nor bisection finds one:
    ``1004 -> 3`` if the remainder by seven must be three. First comes the common divisor of the
    distances between the last values that failed, then multiples of many strides, such as 2520,
    then each small stride.
    Guarantee: at a fixed point no number can be lowered by two, or, where bisection did not do well
    before, by three to twelve. Where calls are quick, a lone number cannot be lowered by up to 128.
    Cost: twenty candidates per number that stays, or 137 shared by all where calls are quick; some
    twenty more per number that is lowered.
    Leaves to others: lowering the number further (lower_choices).
    """
    position = len(problem.best) - 1
    while position >= 0:
        yield from _stride_often(problem, position)
        position -= 1


def _stride_often(problem: Problem, position: int) -> Offers:
    """Find strides until there are none: a large one leaves room for the small ones in it."""
    # Where bisection did well, at most every second number is refused. A single leap may be chance.
    is_settled = problem.is_settled(position, MANY_LEAPS if problem.is_quick else 1)
    steps = problem.history.steps
    before, leaps = -1, 0
    while len(steps) > before and _is_far(problem.best, position):
        leaps, before = max(leaps, len(steps) - before - 2 if before >= 0 else 0), len(steps)
        yield from _stride(problem, position, () if is_settled else _strides(problem, position))
    # Finding a single number says nothing: it may be every tenth that will do.
    problem.settle([position], leaps)


def _is_far(trace: Trace, position: int) -> bool:
    """Whether there is a number, and not next to its target."""
    return position < len(trace) and abs(distance_at(trace, position)) >= LEAST


def _stride(problem: Problem, position: int, more: Iterable[int]) -> Offers:
    best, distance = problem.best, distance_at(problem.best, position)
    sign = 1 if distance > 0 else -1

    def kept(steps: int) -> Candidate:
        return with_value(best, [position], best.domains[position].simplest + sign * steps)

    strides = [stride for stride in (LEAST, *more) if stride <= abs(distance)]
    accepted = yield (kept(abs(distance) - stride) for stride in strides)
    if accepted is not None:
        stride = strides[accepted]
        turns, rest = divmod(abs(distance) - stride, stride)
        yield from lowest(lambda turn: kept(rest + stride * turn), 0, turns)


def _strides(problem: Problem, position: int) -> Iterator[int]:
    """The strides to try where bisection did not do well, most promising first."""
    yield from _common_divisor(problem, position)
    yield from COMMON
    most = MAX_QUICK_STRIDE // _raised(problem.best) if problem.is_quick else MAX_STRIDE
    yield from range(LEAST + 1, max(MAX_STRIDE, most) + 1)


def _common_divisor(problem: Problem, position: int) -> Iterator[int]:
    """What divides all distances between the last values at a position."""
    best = problem.best
    values = [recent[position] for recent in problem.recent if len(recent) == len(best)]
    value = best.choices[position]
    assert isinstance(value, int), "a number"
    divisor = gcd(*(value - other for other in values if isinstance(other, int)))
    if divisor > LEAST:
        yield divisor


def _raised(trace: Trace) -> int:
    """How many numbers are not at their target; of more than a dozen we only know that."""
    raised = (position for position in range(len(trace)) if distance_at(trace, position))
    return sum(1 for _ in islice(raised, MAX_STRIDE))
