"""Pass: lower a text, and delete what it no longer needs behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shortlex.core.bytestring import Bytes
from shortlex.core.domain import Choice
from shortlex.core.string import String
from shortlex.reducer.edits import cut_out, is_simplest, with_value
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.values import simpler_values

MAX_PLACES = 16
"""This many places behind a text are tried with each simpler text."""


def lower_and_delete(problem: Problem) -> Offers:
    """Make a text simpler, and if that saves choices, delete as many somewhere behind it.

    Why: what is drawn behind a text may depend on it, for example one flag for each of its bytes. A
    simpler text reads the first flags, but the last ones may be those that matter:
    ``'\\U00010000' 0 0 1 -> '\\x80' 1``.
    Guarantee: at a fixed point no text can be lowered by one step while as many of the sixteen
    choices behind it are deleted as that saves.
    Cost: as lower_choices per text, but without calls for candidates that it tried before, and up
    to sixteen candidates more for each simpler text that saves choices.
    Leaves to others: texts on which nothing depends (lower_choices), numbers (delete_and_repair).
    """
    position = 0
    while position < len(problem.best):
        domain = problem.best.domains[position]
        if isinstance(domain, String | Bytes) and not is_simplest(problem.best, position):
            yield from _lower(problem, position)
        position += 1


def _lower(problem: Problem, position: int) -> Offers:
    best = problem.best
    attempts = simpler_values(best.domains[position], best.choices[position])
    accepted: int | None = None
    try:
        while position < len(problem.best):
            values = attempts.send(accepted)
            owners: list[int] = []
            accepted = yield _repaired(problem, position, values, owners)
            accepted = None if accepted is None else owners[accepted]
    except StopIteration:
        return


def _repaired(
    problem: Problem, position: int, values: Sequence[Choice], owners: list[int]
) -> Iterator[Candidate]:
    """Each value alone, and then with as many choices deleted as it saves, at each place in turn.
    Appends to ``owners`` which value each candidate is for."""
    best = problem.best
    for number, value in enumerate(values):
        plain = with_value(best, [position], value)
        owners.append(number)
        yield plain
        length = problem.length_of(plain)
        saved = 0 if length is None else len(best) - length
        if saved > 0:
            for place in range(position + 1, min(position + 1 + MAX_PLACES, len(best) - saved + 1)):
                owners.append(number)
                yield cut_out(plain, place, place + saved)
