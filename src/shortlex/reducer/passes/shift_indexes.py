"""Pass: delete elements and lower the numbers that point behind them.

Size: numbers that can only be indexes are found, and then all other elements go at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from shortlex.core.integer import Integer
from shortlex.core.trace import Span, Trace
from shortlex.reducer.edits import cut_out_all, integer_at, without_elements
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import longest


def shift_indexes(problem: Problem) -> Offers:
    """Delete siblings, and lower every integer that points behind them by as many.

    Why: if numbers are positions in a list, deleting an element changes the meaning of all
    positions behind it: ``[(1 0) (1 2) (1 1) 0] -> [(1 1) (1 0) 0]``. Runs of siblings grow while
    they are accepted. If numbers behind a list can be as large as its length allows, they are taken
    for its indexes, and all elements that none of them points at are first deleted together.
    Guarantee: at a fixed point no element can be deleted with all positions behind it lowered.
    Cost: one candidate per collection; one per element that stays with an integer above its
    position, and a logarithm per run that goes.
    Leaves to others: numbers that mean something else (delete_and_repair).
    """
    parents = {span.parent for span in problem.best.spans if span.is_element}
    # Spans before a deleted one keep their numbers.
    for parent in sorted(parents, reverse=True):
        elements = _Elements(problem, parent)
        if elements.has_own_indexes:
            yield elements.without_others()
        end = len(elements.spans)
        while end > 0:
            taken = yield from longest(partial(elements.without_run, end))
            end = min(end - taken - 1, len(elements.spans))


class _Elements:
    """The elements of one collection, and the numbers that may point at them, in the best case."""

    def __init__(self, problem: Problem, parent: int) -> None:
        self._problem = problem
        self._parent = parent
        self._of: Trace | None = None
        self._spans: list[Span] = []
        self._indexes: list[int] = []
        self._largest = 0
        self.has_own_indexes = False
        self._look()

    @property
    def spans(self) -> list[Span]:
        if self._of is not self._problem.best:
            self._look()
        return self._spans

    def _look(self) -> None:
        self._of = best = self._problem.best
        self._spans = [s for s in best.spans if s.is_element and s.parent == self._parent]
        numbers = [i for i, domain in enumerate(best.domains) if isinstance(domain, Integer)]
        own = _own_indexes(best, numbers, self._spans)
        self.has_own_indexes = bool(own)
        self._indexes = own or numbers
        self._largest = max((integer_at(best, i) for i in self._indexes), default=0)

    def without_run(self, end: int, taken: int, more: int) -> Candidate | None:
        """The best without ``more`` elements, after ``taken`` before ``end`` have gone."""
        spans, stop = self.spans, end - taken
        # Elements at or behind the largest number are not pointed at.
        if not more <= stop <= min(len(spans), self._largest):
            return None
        choices = list(self._problem.best.choices)
        for position in self._indexes:
            if (number := integer_at(self._problem.best, position)) >= stop:
                choices[position] = number - more
        return without_elements(self._problem.best, spans[stop - more], spans[stop - 1], choices)

    def without_others(self) -> list[Candidate]:
        """The best without all the elements that no index points at."""
        best, spans = self._problem.best, self.spans
        kept = sorted({integer_at(best, position) for position in self._indexes})
        kept = [number for number in kept if 0 <= number < len(spans)]
        if not kept or len(spans) - len(kept) < 2:
            return []
        places = {number: place for place, number in enumerate(kept)}
        choices = list(best.choices)
        for position in self._indexes:
            number = integer_at(best, position)
            choices[position] = places.get(number, number)
        gaps = [(spans[a + 1].start, spans[b - 1].end) for a, b in _gaps(kept, len(spans))]
        if self._parent >= 0 and best.spans[self._parent].end == spans[-1].end:
            # It was full, so it had no choice to end it.
            choices.insert(spans[-1].end, False)
        return [cut_out_all(choices, gaps)]


def _own_indexes(trace: Trace, numbers: Sequence[int], elements: Sequence[Span]) -> list[int]:
    """The numbers behind some elements that can point at each of them, and nowhere else."""
    if not elements:
        return []
    count, behind = len(elements), elements[-1].end
    return [
        position
        for position in numbers
        if position >= behind
        and isinstance(domain := trace.domains[position], Integer)
        and domain.minimum == 0
        and domain.maximum in (count - 1, count)
    ]


def _gaps(kept: Sequence[int], count: int) -> list[tuple[int, int]]:
    """Neighbours among the kept numbers, and -1 and ``count``, that have others between them."""
    marks = [-1, *kept, count]
    return [(a, b) for a, b in pairwise(marks) if b - a > 1]
