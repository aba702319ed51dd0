"""Lowering: let the minimiser of a kind loose on choices of the best trace."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shortlex.core.domain import Choice, Domain
from shortlex.core.integer import Integer
from shortlex.core.trace import Trace
from shortlex.reducer.edits import distance_at, integer_at, with_value
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import descend
from shortlex.reducer.values import simpler_values, values_below

STEP = 2
"""To be accepted so little below says nothing about what is further down."""


def lower_equal(problem: Problem, positions: Sequence[int]) -> Offers:
    """Lower the choices at some positions, which are equal, and keep them so."""
    best = problem.best
    domain, value = best.domains[positions[0]], best.choices[positions[0]]
    attempts = (values_below if problem.is_floor(domain, value) else simpler_values)(domain, value)
    accepted, leaps = None, 0
    refused: list[Choice] = []
    try:
        while True:
            values = attempts.send(accepted)
            best, before = problem.best, value
            # What was accepted may be too short to go on with.
            if positions[-1] >= len(best):
                return
            accepted = yield [with_value(best, positions, each) for each in values]
            refused += values[:accepted]
            if accepted is not None:
                value = values[accepted]
                if _was_moved(problem.best, positions[0], domain, value):
                    yield from _lower_moved(problem, positions, domain)
                    break
                leaps += _is_leap(domain, before, value)
    except StopIteration:
        pass
    problem.settle(positions, 0 if _is_beyond(domain, value, refused) else leaps)


def _was_moved(trace: Trace, position: int, domain: Domain, value: Choice) -> bool:
    """Whether something else was used than what was offered, because that was refused."""
    if position >= len(trace) or trace.domains[position] != domain:
        return False
    return bool(domain.sort_key(trace.choices[position]) != domain.sort_key(value))


def _lower_moved(problem: Problem, positions: Sequence[int], domain: Domain) -> Offers:
    """Lower choices among which many are refused and replaced by the next simpler.

    By halves, each time from what was really used: where every step goes far no search that
    counts steps knows where it is.
    """
    floor, position = 1, positions[0]
    while position < len(problem.best) and problem.best.domains[position] == domain:
        rung, at = _ladder(domain, problem.best.choices[position])
        if floor >= rung:
            return
        middle = (floor + rung) // 2
        if (yield [with_value(problem.best, positions, at(middle))]) is None:
            floor = middle + 1


def _ladder(domain: Domain, choice: Choice) -> tuple[int, Callable[[int], Choice]]:
    """How far a choice is from the simplest, and what is so far: of numbers, on the same side."""
    if not isinstance(domain, Integer) or not isinstance(choice, int):
        return domain.index_of(choice), domain.value_at
    target, sign = domain.target, 1 if choice > domain.target else -1
    return abs(choice - target), lambda rung: target + sign * rung


def _is_beyond(domain: Domain, value: Choice, refused: list[Choice]) -> bool:
    """Whether a number was accepted though one further from the target, on its side, was not."""
    if not isinstance(domain, Integer) or not isinstance(value, int):
        return False
    distance = value - domain.target
    others = [each - domain.target for each in refused if isinstance(each, int)]
    return any(abs(each) > abs(distance) and (each > 0) == (distance > 0) for each in others)


def _is_leap(domain: Domain, before: Choice, after: Choice) -> bool:
    """Whether a number came much nearer to its target; to change sides is no way down."""
    if not isinstance(domain, Integer) or not isinstance(before, int) or not isinstance(after, int):
        return False
    return abs(before - domain.target) - abs(after - domain.target) > STEP


def lower_by_offset(problem: Problem, group: Sequence[int]) -> Offers:
    """Lower numbers that differ, none of them at its target, by one amount."""
    best = problem.best
    if group[-1] >= len(best):
        return
    distances = {position: distance_at(best, position) for position in group}
    nearest = min(map(abs, distances.values()))
    if nearest == 0 or len(set(distances.values())) == 1:
        # Equal ones are lowered by lower_duplicates.
        return

    since = len(problem.history.steps)

    def lowered(kept: int) -> Candidate:
        """The numbers with all but ``kept`` of the common distance taken away."""
        choices = list(best.choices)
        for position, distance in distances.items():
            away = abs(distance) - nearest + kept
            target: int = best.domains[position].simplest
            choices[position] = target + away if distance > 0 else target - away
        return choices

    if (yield [lowered(0)]) is None:
        for position in group:
            # What need not be there at all is not tied to the others.
            if (yield [with_value(best, [position], best.domains[position].simplest)]) is not None:
                return
        yield from descend(lowered, 1, nearest)
        # That two of different kinds come down together says nothing about each alone.
        kinds = {best.domains[position] for position in group}
        leaps = len(problem.history.steps) - since - 1
        problem.settle(group, leaps if len(kinds) == 1 else 0)
        if len(group) == 2:
            yield _mirrored(problem.best, *group)


def _mirrored(trace: Trace, first: int, second: int) -> list[Candidate]:
    """The second number on the other side of the first, as far away, if that is simpler."""
    if second >= len(trace) or not distance_at(trace, second):
        return []
    domain, number = trace.domains[second], integer_at(trace, second)
    other = 2 * integer_at(trace, first) - number
    is_simpler = domain.contains(other) and domain.index_of(other) < domain.index_of(number)
    return [with_value(trace, [second], other)] if is_simpler else []
