"""Pass: put like siblings in order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key

from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import Keys, keys_of, replaced_all
from shortlex.reducer.problem import Candidate, Offers, Problem


def sort_siblings(problem: Problem) -> Offers:
    """Sort the spans of one label under one parent, simplest first.

    Why: if the order of elements does not matter, the same order should always be reported:
    ``[(1 1) (1 0) 0] -> [(1 0) (1 1) 0]``. All at once, or one element at a time.
    Guarantee: at a fixed point no two neighbours of one label can be swapped into order.
    Cost: one candidate per group; if that is refused, at most one per pair of neighbours and move.
    Leaves to others: single values in different places (redistribute).
    """
    best, groups = problem.best, iter(_groups(problem.best))
    while group := next(groups, None):
        yield from _sort_group(problem, group)
        if problem.best is not best:
            # Spans before the first one of a group stay as they were, so continue behind it.
            best = problem.best
            groups = iter([each for each in _groups(best) if each[0] > group[0]])


def _groups(trace: Trace) -> list[list[int]]:
    """The numbers of siblings with one label, first group first, without spans of no choices."""
    found: dict[tuple[int, str], list[int]] = {}
    for number, span in enumerate(trace.spans):
        if span.length:
            found.setdefault((span.parent, span.label), []).append(number)
    return [group for group in found.values() if len(group) > 1]


def _sort_group(problem: Problem, group: list[int]) -> Offers:
    best = problem.best
    spans = [best.spans[number] for number in group]
    keys = {span: keys_of(best, span) for span in spans}

    def compare(a: Span, b: Span) -> int:
        return _compare(keys[a], keys[b])

    ordered = sorted(spans, key=cmp_to_key(compare))
    if ordered == spans or (yield [_arranged(best, spans, ordered)]) is not None:
        return
    yield from _insert_each(problem, group)


def _insert_each(problem: Problem, group: list[int]) -> Offers:
    """Move each element in turn to the front, past its neighbours, as far as is accepted."""
    for place in range(1, len(group)):
        while 0 < place < len(group):
            best = problem.best
            left, right = best.spans[group[place - 1]], best.spans[group[place]]
            if _compare(keys_of(best, left), keys_of(best, right)) <= 0:
                break
            if (yield [_arranged(best, [left, right], [right, left])]) is None:
                break
            group = next((each for each in _groups(problem.best) if each[0] == group[0]), [])
            place -= 1


def _compare(a: Keys, b: Keys) -> int:
    """Negative if ``a`` belongs before ``b``: compares how the two read in either order."""
    # Compared alone, a span that is a prefix of another one would always come first, although
    # the case may be simpler the other way round.
    return (a + b > b + a) - (a + b < b + a)


def _arranged(trace: Trace, places: Sequence[Span], order: Sequence[Span]) -> Candidate:
    """The choices with the contents of ``order`` at the places of ``places``."""
    contents = [trace.choices[span.start : span.end] for span in order]
    return replaced_all(trace, places, contents)
