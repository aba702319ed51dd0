"""Pass: lower single choices."""

from __future__ import annotations

from shortlex.core.case import MORE, MUST
from shortlex.core.trace import Trace
from shortlex.reducer.problem import Offers, Problem
from shortlex.reducer.values import simpler_values


def lower_choices(problem: Problem) -> Offers:
    """Make each choice as simple as its kind allows, all at once where that works.

    Why: what remains after deletion is often larger than it need be: ``[(1 977) 0] -> [(1 1) 0]``.
    First everything together, then halves, quarters and so on: a thousand choices that do not
    matter cost one candidate.
    Guarantee: at a fixed point no choice can be set to the next simpler value of its kind.
    Cost: two candidates per choice that stays, some twenty per choice that is lowered.
    Leaves to others: choices that can only change together (lower_duplicates, lower_together,
    redistribute), and those that decide how many elements there are (delete_spans).
    """
    yield from _simplify_together(problem)
    position = len(problem.best.choices) - 1
    while position >= 0:
        if position < len(problem.best.choices) and not _is_structure(problem.best, position):
            yield from _lower_choice(problem, position)
        position -= 1


def _is_structure(trace: Trace, position: int) -> bool:
    domain = trace.domains[position]
    return domain is MORE or domain is MUST


def _candidates_for_zero(trace: Trace) -> list[int]:
    return [
        position
        for position, domain in enumerate(trace.domains)
        if not _is_structure(trace, position)
        and domain.sort_key(trace.choices[position]) != domain.sort_key(domain.simplest)
    ]


def _simplify_together(problem: Problem) -> Offers:
    """Set runs of choices to their simplest: all, halves, quarters; single ones come later."""
    length = len(_candidates_for_zero(problem.best))
    while length > 1:
        start = 0
        while True:
            best = problem.best
            positions = _candidates_for_zero(best)[start : start + length]
            if len(positions) < 2:
                break
            choices = list(best.choices)
            for position in positions:
                choices[position] = best.domains[position].simplest
            # What became simplest drops out of the list, so the next run begins here too.
            if (yield [choices]) is None:
                start += length
        length //= 2


def _lower_choice(problem: Problem, position: int) -> Offers:
    best = problem.best
    attempts = simpler_values(best.domains[position], best.choices[position])
    accepted = None
    try:
        while True:
            values = attempts.send(accepted)
            choices = problem.best.choices
            if position >= len(choices):
                return
            before, after = choices[:position], choices[position + 1 :]
            accepted = yield [(*before, value, *after) for value in values]
    except StopIteration:
        return
