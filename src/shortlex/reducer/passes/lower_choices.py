"""Pass: lower single choices."""

from __future__ import annotations

from shortlex.core.trace import Trace
from shortlex.reducer.edits import is_structure, with_value
from shortlex.reducer.lowering import lower_equal
from shortlex.reducer.problem import Offers, Problem


def lower_choices(problem: Problem) -> Offers:
    """Make each choice as simple as possible, and then other choices from the same domain.

    Why: values that remain after deletion are often larger than they need be:
    ``[(1 977) 0] -> [(1 1) 0]``. Where one choice ends, others from the same domain often end too:
    one candidate tries that. If a filter replaces the offered value by a simpler one, the search
    goes on by bisection from there.
    Guarantee: at a fixed point no number can come one nearer to its target, and no text can lose a
    character.
    Cost: one to four candidates per number that stays, or all simpler ones if its domain is small;
    a few per letter of a text; some twenty per choice that is lowered.
    Leaves to others: choices that can only change together (lower_duplicates, lower_together,
    redistribute), and those that decide how many elements there are (delete_spans).
    """
    position = 0
    while position < len(problem.best):
        if not is_structure(problem.best, position):
            before = problem.best
            yield from lower_equal(problem, [position])
            if problem.best is not before and position < len(problem.best):
                likes = _larger_likes(problem.best, position)
                if likes:
                    yield [with_value(problem.best, likes, problem.best.choices[position])]
        position += 1


def _larger_likes(trace: Trace, position: int) -> list[int]:
    """The positions at which the same domain gave a less simple value."""
    domain = trace.domains[position]
    key = domain.sort_key(trace.choices[position])
    return [
        other
        for other in range(len(trace))
        if trace.domains[other] is domain and domain.sort_key(trace.choices[other]) > key
    ]
