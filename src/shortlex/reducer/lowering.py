"""Lowering: applies the minimiser of a kind to choices of the best trace."""

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
"""A smaller step than this says nothing about values further down."""


def lower_equal(problem: Problem, positions: Sequence[int]) -> Offers:
    """Lower the equal choices at some positions, and keep them equal."""
    best = problem.best
    domain, value = best.domains[positions[0]], best.choices[positions[0]]
    attempts = (values_below if problem.is_floor(positions[0]) else simpler_values)(domain, value)
    accepted, leaps = None, 0
    refused: list[Choice] = []
    try:
        while True:
            values = attempts.send(accepted)
            best, before = problem.best, value
            # The accepted case may be too short to go on.
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
    """Whether replay used another value than the one offered, because that was refused."""
    if position >= len(trace) or trace.domains[position] != domain:
        return False
    return bool(domain.sort_key(trace.choices[position]) != domain.sort_key(value))


def _lower_moved(problem: Problem, positions: Sequence[int], domain: Domain) -> Offers:
    """Lower a choice when many values are refused and replaced by the next simpler one.

    Bisects, each time from the value that was really used. The other searches count steps, and
    would lose track where every step leads far.
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
    """The distance of a choice from the simplest, and its inverse. Numbers stay on their side."""
    if not isinstance(domain, Integer) or not isinstance(choice, int):
        return domain.index_of(choice), domain.value_at
    target, sign = domain.target, 1 if choice > domain.target else -1
    return abs(choice - target), lambda rung: target + sign * rung


def _is_beyond(domain: Domain, value: Choice, refused: list[Choice]) -> bool:
    """Whether a number was accepted although one farther from the target was refused."""
    if not isinstance(domain, Integer) or not isinstance(value, int):
        return False
    distance = value - domain.target
    others = [each - domain.target for each in refused if isinstance(each, int)]
    return any(abs(each) > abs(distance) and (each > 0) == (distance > 0) for each in others)


def _is_leap(domain: Domain, before: Choice, after: Choice) -> bool:
    """Whether a number came much nearer to its target. A change of sides does not count."""
    if not isinstance(domain, Integer) or not isinstance(before, int) or not isinstance(after, int):
        return False
    return abs(before - domain.target) - abs(after - domain.target) > STEP


def lower_by_offset(problem: Problem, group: Sequence[int]) -> Offers:
    """Lower different numbers, none of them at its target, by the same amount."""
    best = problem.best
    if group[-1] >= len(best):
        return
    distances = {position: distance_at(best, position) for position in group}
    nearest = min(map(abs, distances.values()))
    if nearest == 0 or len(set(distances.values())) == 1:
        # lower_duplicates takes care of equal numbers.
        return

    since = len(problem.history.steps)

    def lowered(kept: int) -> Candidate:
        """All numbers lowered by the same amount, so that the nearest keeps distance ``kept``."""
        choices = list(best.choices)
        for position, distance in distances.items():
            away = abs(distance) - nearest + kept
            target: int = best.domains[position].simplest
            choices[position] = target + away if distance > 0 else target - away
        return choices

    if (yield [lowered(0)]) is None:
        for position in group:
            # A number that can become simplest alone is not tied to the others.
            if (yield [with_value(best, [position], best.domains[position].simplest)]) is not None:
                return
        yield from descend(lowered, 1, nearest)
        # If numbers of different kinds come down together, that says nothing about each alone.
        kinds = {best.domains[position] for position in group}
        leaps = len(problem.history.steps) - since - 1
        problem.settle(group, leaps if len(kinds) == 1 else 0)
        if len(group) == 2:
            yield _mirrored(problem.best, *group)


def _mirrored(trace: Trace, first: int, second: int) -> list[Candidate]:
    """The second number mirrored at the first, if that is simpler."""
    if second >= len(trace) or not distance_at(trace, second):
        return []
    domain, number = trace.domains[second], integer_at(trace, second)
    other = 2 * integer_at(trace, first) - number
    is_simpler = domain.contains(other) and domain.index_of(other) < domain.index_of(number)
    return [with_value(trace, [second], other)] if is_simpler else []
