"""Pass: turn a bulk of cells into the few that matter, made by plain choices."""

from __future__ import annotations

from collections.abc import Iterator

from shortlex.core.bulk import IS_FILLED, Bulk
from shortlex.core.trace import Trace
from shortlex.reducer.edits import replaced, with_value
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_SPELLED = 2000
"""More cells than this stay in bulk."""

MAX_REFUSALS = 128
"""After this many refusals in a row, half as many cells at once are not tried any more."""

FEW = 64
"""If more cells than this matter, the same value is tried for all cells of the array."""


def spell_bulk(problem: Problem) -> Offers:
    """Take out the cells of a bulk choice that do not matter, in halves; then draw the rest singly.

    Why: a million cells from a seed are one choice, and no other pass can look into it:
    ``bulk -> [(1 123 4.7) 0]`` if one cell matters. If very many of them matter, one value for all
    is simpler.
    Guarantee: at a fixed point a bulk choice makes more than 2,000 cells, or is simplest.
    Cost: two candidates per cell that matters and halving, and some ten more.
    Leaves to others: the cells that are left (delete_spans, lower_choices), and arrays that are
    filled with one value from the start (empty_fills).
    """
    position = 0
    while position < len(problem.best):
        if _made_count(problem.best, position):
            domain, _ = _bulk_at(problem.best, position)
            yield [with_value(problem.best, [position], domain.simplest)]
            yield from _thin(problem, position)
            if _made_count(problem.best, position) > FEW:
                yield _filled(problem.best, position)
            if 0 < _made_count(problem.best, position) <= MAX_SPELLED:
                yield [_spelled(problem.best, position)]
        position += 1


def _made_count(trace: Trace, position: int) -> int:
    """How many cells the bulk choice at a position makes; 0 if there is none."""
    domain = trace.domains[position] if position < len(trace) else None
    return domain.made_count(trace.choices[position]) if isinstance(domain, Bulk) else 0  # type: ignore[arg-type]  # its choice is bytes


def _bulk_at(trace: Trace, position: int) -> tuple[Bulk, bytes]:
    domain, value = trace.domains[position], trace.choices[position]
    assert isinstance(domain, Bulk), "made cells"
    assert isinstance(value, bytes), "the choice of a bulk"
    return domain, value


def _filled(trace: Trace, position: int) -> Iterator[Candidate]:
    """One of the values for all cells of the array."""
    domain, value = _bulk_at(trace, position)
    if position and trace.domains[position - 1] is IS_FILLED and not trace.choices[position - 1]:
        for made in domain.cells.typical(domain.seed_of(value), domain.ranges_of(value)):
            # What stands for the size of the value is found in replay.
            filled = (True, *made, "", domain.simplest)
            yield replaced(trace, position - 1, position + 1, filled)


def _thin(problem: Problem, position: int) -> Offers:
    """Take out runs of cells, from the back: halves of all cells, then halves of these."""
    run = _made_count(problem.best, position) // 2
    refusals = 0
    while run and refusals < MAX_REFUSALS:
        refusals = 0
        end = _made_count(problem.best, position)
        while end > 0 and refusals < MAX_REFUSALS:
            start = max(0, end - run)
            if _made_count(problem.best, position) < end:
                return  # an accepted candidate has changed more than this
            domain, value = _bulk_at(problem.best, position)
            fewer = with_value(problem.best, [position], domain.without(value, start, end))
            refusals = refusals + 1 if (yield [fewer]) is None else 0
            end = start
        run //= 2


def _spelled(trace: Trace, position: int) -> Candidate:
    domain, value = _bulk_at(trace, position)
    return replaced(trace, position, position + 1, domain.spelled(value))
