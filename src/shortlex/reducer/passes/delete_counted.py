"""Pass: delete parts that a number counts.

Size: finding the number and the parts takes as much as deleting them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import partial
from operator import attrgetter
from typing import NamedTuple

from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import cut_out_all, distance_at, is_branch, max_refusals, with_value
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import longest

MIN_PARTS = 3
"""Fewer parts are left to ``delete_and_repair``."""

MAX_SHARE = 256
"""In a large case, parts are deleted if there is one for this many choices or fewer: others wait
until the case is smaller and faster to run."""

NEAREST = 3
"""This many numbers before some parts are tried as their count."""

MAX_MISSES = 16
"""The pass ends when this many numbers in a row turned out to count nothing."""

MANY = 200
"""More parts than this are first deleted many at a time only."""

SHARES = 64

Key = tuple[str, int, str]
"""How spans belong together: by their parent or their depth, which one, and their label."""


class Counted(NamedTuple):
    """A number, and the parts that it seems to count."""

    position: int
    key: Key
    rows: int
    """A number that counts columns takes one part of each row."""
    unit: int
    """How many parts of one row belong to one count."""


class _Parts:
    """The parts behind a number, in the best case of the moment."""

    def __init__(self, problem: Problem, count: Counted) -> None:
        self._problem = problem
        self.count = count
        self._of: Trace | None = None
        self._spans: list[Span] = []
        self._steps = 0

    @property
    def spans(self) -> list[Span]:
        best = self._problem.best
        if self._of is not best:
            self._of = best
            key, position = self.count.key, self.count.position
            self._spans = [s for s in best.spans if s.start > position and key in _keys_of(s)]
            steps, rest = divmod(len(self._spans), self.count.rows * self.count.unit)
            self._steps = 0 if rest else steps
        return self._spans

    @property
    def steps(self) -> int:
        """How many counts there are parts for; none if the parts no longer divide."""
        return self._steps if self.spans else 0

    def regions(self, start: int, stop: int) -> list[tuple[int, int]]:
        """Where the parts for some of the counts are, one region in each row."""
        spans, (_, _, rows, unit) = self.spans, self.count
        width = len(spans) // rows
        return [
            (spans[row + start * unit].start, spans[row + stop * unit - 1].end)
            for row in range(0, width * rows, width)
        ]

    def without(self, end: int, stride: int, taken: int, more: int) -> Candidate | None:
        """The best without some counts before ``end``, ``taken`` of which have gone."""
        best, position = self._problem.best, self.count.position
        stop, more = end - taken * stride, more * stride
        # Where there are parts, the number before them is still there too.
        if not more <= stop <= self.steps:
            return None
        distance = distance_at(best, position)
        if abs(distance) < more:
            return None
        target: int = best.domains[position].simplest
        lowered = target + distance - (more if distance > 0 else -more)
        return cut_out_all(with_value(best, [position], lowered), self.regions(stop - more, stop))


def delete_counted(problem: Problem) -> Offers:
    """Delete several of many like parts, and lower the number before them by as many.

    Why: many generators draw first how much they will draw: ``4 (5) (900) (6) (7) -> 1 (900)``.
    Each part that goes must be taken from the number too. Runs of parts grow while they are
    accepted, so that a thousand useless ones cost some twenty candidates. A number may also count
    groups of parts, as the height of a grid does, or one part of each row, as its width does.
    Guarantee: at a fixed point no single part can be deleted from four to two hundred parts, if
    one of the three numbers before them is their count.
    Cost: two candidates per number that may count some parts; a logarithm per run that goes; at
    most one per part that stays.
    Leaves to others: counts of fewer parts, and of parts without spans (delete_and_repair).
    """
    depth, left = 0, MAX_MISSES
    while left > 0 and depth <= max((span.depth for span in problem.best.spans), default=-1):
        met: set[tuple[int, Key, bool]] = set()
        best, counts = problem.best, iter(_counts(problem.best, depth))
        while left > 0 and (count := next(counts, None)):
            what = count.position, count.key, count.rows > 1
            if what in met:
                continue
            met.add(what)
            yield from _delete(problem, _Parts(problem, count))
            left -= 1
            if problem.best is not best:
                # Fewer parts belong to what is left, for example fewer cells to a row.
                best, left = problem.best, MAX_MISSES
                counts = iter(_counts(best, depth))
        depth += 1


def _delete(problem: Problem, parts: _Parts) -> Offers:
    before = None
    while parts.steps > MANY and problem.best is not before:
        before = problem.best
        yield from _sweep(problem, parts, parts.steps // SHARES)
        if problem.best is before:
            return
    yield from _sweep(problem, parts, 1)


def _sweep(problem: Problem, parts: _Parts, stride: int) -> Offers:
    """Delete from the last to the first, in runs of ``stride`` counts or more."""
    start, end, left, refused = problem.best, parts.steps, max_refusals(problem.best), None
    while end >= stride and left > 0:
        best = problem.best
        content = [best.choices[a:b] for a, b in parts.regions(end - stride, end)]
        taken = 0
        # Deleting an equal neighbour of a refused run would give the same case.
        if content != refused:
            left -= 1
            offer = parts.without(end, stride, 0, 1)
            taken = yield from longest(partial(parts.without, end, stride))
            if offer is None or (problem.best is start and not _fits(problem, offer)):
                return
        refused = content
        end -= (taken + 1) * stride
        if problem.best is not best:
            end, refused, left = min(end, parts.steps), None, max_refusals(best)


def _fits(problem: Problem, refused: Candidate) -> bool:
    """Whether a refused candidate drew as much as it had, as it does if the number is the count."""
    return problem.length_of(refused) in (None, len(refused))


def _keys_of(span: Span) -> list[Key]:
    """All that a span may share with other parts."""
    if span.is_element or not span.length:
        return []
    return [
        ("parent", span.parent, span.label),
        ("parent", span.parent, ""),
        ("depth", span.depth, span.label),
    ]


def _counts(trace: Trace, depth: int) -> list[Counted]:
    """Numbers that may count spans of one depth, the last ones first."""
    families: dict[Key, list[Span]] = {}
    for span in trace.spans:
        if span.depth == depth:
            for key in _keys_of(span):
                families.setdefault(key, []).append(span)
    numbers = [position for position in range(len(trace)) if abs(distance_at(trace, position)) > 1]
    found: dict[tuple[int, ...], Counted] = {}
    for key, spans in families.items():
        if len(spans) >= max(MIN_PARTS, len(trace) // MAX_SHARE):
            for count in _counts_of(trace, key, spans, numbers):
                same = (*count[:1], *count[2:], spans[-1].start, len(spans))
                found.setdefault(same, count)
    return sorted(found.values(), reverse=True)


def _counts_of(trace: Trace, key: Key, spans: list[Span], numbers: list[int]) -> Iterator[Counted]:
    if key[0] == "depth" and not _are_rows(spans):
        return
    place = stop = bisect_left(numbers, spans[0].start)
    if not key[2]:
        # Among spans of several kinds the count may be one of the first.
        stop = bisect_left(numbers, spans[min(NEAREST, len(spans) - 1)].start)
    for position in numbers[max(0, place - NEAREST) : stop]:
        behind = len(spans) - bisect_right(spans, position, key=attrgetter("start"))
        value = abs(distance_at(trace, position))
        if behind < MIN_PARTS or behind % value or is_branch(trace, position):
            continue
        unit = behind // value
        yield Counted(position, key, 1, unit)
        if unit > 1:
            yield Counted(position, key, unit, 1)


def _are_rows(spans: list[Span]) -> bool:
    """Whether spans of one depth are the cells of rows of one width. In a tree they are not."""
    widths = set(Counter(span.parent for span in spans).values())
    return len(widths) == 1 and widths.pop() >= MIN_PARTS
