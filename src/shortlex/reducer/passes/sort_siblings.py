"""Pass: put like siblings in order."""

from __future__ import annotations

from collections.abc import Sequence

from shortlex.core.span import Span
from shortlex.core.trace import Trace
from shortlex.reducer.problem import Candidate, Offers, Problem


def sort_siblings(problem: Problem) -> Offers:
    """Sort the spans of one label under one parent, simplest first.

    Why: if the order of elements does not matter, one order should be reported:
    ``[(1 1) (1 0) 0] -> [(1 0) (1 1) 0]``. All at once, or one element at a time.
    Guarantee: at a fixed point no two neighbours of one label can be swapped into order.
    Cost: one candidate per group, and if refused at most one per pair of neighbours and move.
    Leaves to others: single values in different places (redistribute).
    """
    met: set[int] = set()
    while True:
        group = next((g for g in _groups(problem.best) if g[0] not in met), None)
        if group is None:
            return
        parent, siblings = group
        met.add(parent)
        best = problem.best
        ordered = sorted(siblings, key=lambda span: _key(best, span))
        if ordered == siblings or (yield [_arranged(best, siblings, ordered)]) is not None:
            continue
        yield from _insert_each(problem, parent, len(siblings))


def _groups(trace: Trace) -> list[tuple[int, list[Span]]]:
    """Like siblings, by the position of the first; those that make no choice do not count."""
    found: dict[tuple[int, str], list[Span]] = {}
    firsts: dict[tuple[int, str], int] = {}
    for number, span in enumerate(trace.spans):
        if span.length:
            key = (span.parent, span.label)
            found.setdefault(key, []).append(span)
            firsts.setdefault(key, number)
    return [(firsts[key], group) for key, group in found.items() if len(group) > 1]


def _key(trace: Trace, span: Span) -> tuple[object, ...]:
    size = sum(trace.domains[i].size_of(trace.choices[i]) for i in range(span.start, span.end))
    keys = [
        (trace.domains[i].kind, trace.domains[i].sort_key(trace.choices[i]))
        for i in range(span.start, span.end)
    ]
    return (size, keys)


def _arranged(trace: Trace, places: Sequence[Span], order: Sequence[Span]) -> Candidate:
    """The choices with the contents of ``order`` at the places of ``places``."""
    result: list[object] = []
    end = 0
    for place, span in zip(places, order, strict=True):
        result += trace.choices[end : place.start]
        result += trace.choices[span.start : span.end]
        end = place.end
    result += trace.choices[end:]
    return result  # type: ignore[return-value]  # choices only


def _insert_each(problem: Problem, first: int, count: int) -> Offers:
    for number in range(1, count):
        place = number
        while place > 0:
            group = next((g for f, g in _groups(problem.best) if f == first), [])
            if place >= len(group):
                break
            left, right = group[place - 1], group[place]
            if _key(problem.best, left) <= _key(problem.best, right):
                break
            if (yield [_arranged(problem.best, [left, right], [right, left])]) is None:
                break
            place -= 1
