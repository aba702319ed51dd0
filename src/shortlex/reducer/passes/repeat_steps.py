"""Pass: repeat what the last steps did together, ever more often."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from shortlex.core.domain import Choice
from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_structure
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import longest

STRETCHES = (1, 2, 4, 8, 16, 32)
"""How many steps are taken as one change."""

SIMILAR = 2
"""Two changes are similar if no number changed more than this many times as much in one of them."""

Shift = dict[int, int]
"""By how much each number changed, by position."""


def repeat_steps(problem: Problem) -> Offers:
    """Repeat the change of the last steps, if the same numbers changed in the steps before.

    Why: two passes may take turns, because each number can only follow the other:
    ``6000 90000 -> 5973 89487 -> 5946 88974 -> ...`` where ``a * 19 - b`` must stay in a range. Or
    a number can only fall by a step that no pass knows: ``8013 -> 7997 -> 7981 -> ...``.
    Guarantee: none: it depends on how regular the steps were.
    Cost: none in most reductions. Where steps repeat, twice the logarithm of how often.
    Leaves to others: the first steps of such a series.
    """
    for stretch in STRETCHES:
        best = problem.best
        shift = _joint_shift(best, problem.recent, stretch)
        if shift:
            yield from longest(partial(_repeated, best, shift))


def _joint_shift(trace: Trace, recent: Sequence[Sequence[Choice]], stretch: int) -> Shift:
    """What the last steps changed, if the steps before changed about the same."""
    if len(recent) <= 2 * stretch:
        return {}
    now, middle, before = recent[-1], recent[-1 - stretch], recent[-1 - 2 * stretch]
    late, early = _shift(trace, middle, now), _shift(trace, before, middle)
    is_regular = late.keys() == early.keys() and all(
        late[i] * early[i] > 0 and _are_similar(abs(late[i]), abs(early[i])) for i in late
    )
    # Bisection lowers a number by less each time. That is no reason to go on with its last step.
    return late if is_regular and (len(late) > 1 or late == early) else {}


def _are_similar(a: int, b: int) -> bool:
    return a <= SIMILAR * b and b <= SIMILAR * a  # no quotient: numbers may be too long for a float


def _shift(trace: Trace, before: Sequence[Choice], after: Sequence[Choice]) -> Shift:
    """How the numbers changed; nothing if anything else did, too."""
    if not len(before) == len(after) == len(trace):
        return {}
    shift: Shift = {}
    for i, (old, new) in enumerate(zip(before, after, strict=True)):
        if old is new or old == new:
            continue
        if type(old) is not int or type(new) is not int or is_structure(trace, i):
            return {}
        if not isinstance(trace.domains[i], Integer):
            return {}
        shift[i] = new - old
    return shift


def _repeated(trace: Trace, shift: Shift, taken: int, more: int) -> Candidate | None:
    """The choices with a change applied ``more`` times again; None if no number would move."""
    times = taken + more
    choices: list[Choice] = list(trace.choices)
    for i, change in shift.items():
        old, target = choices[i], trace.domains[i].simplest
        assert isinstance(old, int), "only integers change"
        new = old + times * change
        # A number that comes to its target stays there.
        choices[i] = target if (new - target) * (old - target) < 0 else new
    return None if choices[min(shift)] == trace.choices[min(shift)] else choices
