"""Pass: lower equal choices together."""

from __future__ import annotations

from shortlex.core.case import MORE, MUST
from shortlex.core.domain import Choice
from shortlex.core.trace import Trace
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.values import simpler_values


def lower_duplicates(problem: Problem) -> Offers:
    """Lower all choices that have the same value and kind by one minimiser.

    Why: where two values must be equal neither can be lowered alone: ``[(1 977) 0] 977 ->
    [(1 100) 0] 100``.
    Guarantee: at a fixed point no group of equal choices can be lowered by one step.
    Cost: as lower_choices, per group of equal choices.
    Leaves to others: values that differ by a constant (lower_together).
    """
    met: set[object] = set()
    while True:
        group = next((g for g in _groups(problem.best) if g[0] not in met), None)
        if group is None:
            return
        key, positions = group
        met.add(key)
        best = problem.best
        attempts = simpler_values(best.domains[positions[0]], best.choices[positions[0]])
        accepted = None
        try:
            while True:
                values = attempts.send(accepted)
                if positions[-1] >= len(problem.best.choices):
                    break
                accepted = yield [_with(problem.best, positions, value) for value in values]
        except StopIteration:
            pass


def _groups(trace: Trace) -> list[tuple[object, list[int]]]:
    """Positions of equal choices that are not the simplest, most frequent first."""
    found: dict[tuple[str, object], list[int]] = {}
    for position, (choice, domain) in enumerate(zip(trace.choices, trace.domains, strict=True)):
        if domain is MORE or domain is MUST or domain.count == 2 or choice == domain.simplest:
            continue
        found.setdefault((domain.kind, choice), []).append(position)
    groups: list[tuple[object, list[int]]] = [
        (key, positions) for key, positions in found.items() if len(positions) > 1
    ]
    return sorted(groups, key=lambda group: -len(group[1]))


def _with(trace: Trace, positions: list[int], value: Choice) -> Candidate:
    choices = list(trace.choices)
    for position in positions:
        choices[position] = value
    return choices
