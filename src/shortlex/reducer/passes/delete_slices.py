"""Pass: lower a size, and delete all that one index of it names.

Size: the layouts in which an index can name choices are half of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from operator import ge, gt, le, lt, ne

from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.edits import with_value
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_CELLS = 400
"""If more choices stand behind a number, it is left alone."""

MAX_SLICES = 96
"""This many slices are tried for each number."""

FIGURES: tuple[Callable[[int, int], object], ...] = (lambda row, column: True, gt, lt, ge, le, ne)
"""Which cells of a square are drawn: all, or a triangle, or all but its diagonal."""

Layout = Sequence[tuple[int, ...]]
"""The indexes that name each cell, in the order in which cells are drawn."""


def delete_slices(problem: Problem) -> Offers:
    """Lower a size by one, and delete the choices that one of its indexes names.

    Why: one number may decide several blocks. A square matrix loses a row and a column:
    ``3 (0 0 1) (0 0 0) (1 0 0) -> 2 (0 1) (1 0)``. Two matrices that share a dimension lose a
    column of one and a row of the other. The rows of a triangle lose one cell each. A run with the
    lower size shows how many choices have to go. Spans are not needed, as many people write such
    loops by hand.
    Guarantee: at a fixed point no index can be deleted from a size of up to four and a square, a
    triangle, or two blocks of rows or columns behind it.
    Cost: one candidate per number, and at most 96 per number where that saves choices.
    Leaves to others: contiguous parts (delete_counted, delete_and_repair).
    """
    position = 0
    while position < len(problem.best):
        best = problem.best
        size = _size_at(best, position)
        if size is not None:
            lowered = with_value(best, [position], size - 1)
            if (yield [lowered]) is not None:
                # Lowering alone is enough here, and lower_choices searches better.
                return
            length = problem.length_of(lowered) or len(best)
            is_block = length + 1 < len(best)
            if is_block and (yield _sliced(best, position, size, length)) is not None:
                continue
        position += 1


def _size_at(trace: Trace, position: int) -> int | None:
    """A number that may be a size of two or more."""
    domain, choice = trace.domains[position], trace.choices[position]
    if not isinstance(domain, Integer) or not isinstance(choice, int):
        return None
    behind = min(len(trace) - position, MAX_CELLS)
    is_size = len(trace) - position <= MAX_CELLS and max(1, domain.target) < choice <= behind
    return choice if is_size else None


def _sliced(trace: Trace, position: int, size: int, length: int) -> Iterator[Candidate]:
    """The choices without one index of the size, where that leaves a number of choices."""
    lowered = with_value(trace, [position], size - 1)
    before, cells = lowered[: position + 1], lowered[position + 1 :]
    slices = (
        (*before, *_without(cells, layout, start, index))
        for layout in _layouts(size, len(cells), len(trace) - length)
        for start in dict.fromkeys((len(cells) - len(layout), 0))
        for index in reversed(range(size))
    )
    return islice((each for each in slices if len(each) == length), MAX_SLICES)


def _layouts(size: int, most: int, saved: int) -> Iterator[Layout]:
    """How up to some cells may be named by the indexes of a size, each of which saves some."""
    everything = range(size)
    for is_drawn in FIGURES:
        square = [(a, b) for a in everything for b in everything if is_drawn(a, b)]
        if square and len(square) <= most:
            yield square
            yield [cell for cell in square for _ in range(most // len(square))]
    for wide in range(saved if saved * size <= most else -1, -1, -1):
        columns = [(i,) for _ in range(wide) for i in everything]
        rows = [(i,) for i in everything for _ in range(saved - wide)]
        yield columns + rows
        yield rows + columns


def _without(cells: Candidate, layout: Layout, start: int, index: int) -> Candidate:
    """The cells without those that an index names, in a layout that begins somewhere."""
    end = start + len(layout)
    named = zip(cells[start:end], layout, strict=True)
    return (*cells[:start], *(c for c, indexes in named if index not in indexes), *cells[end:])
