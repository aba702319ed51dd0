"""Pass: delete two letters of a text at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shortlex.core.bytestring import Bytes
from shortlex.core.string import String
from shortlex.core.trace import Trace
from shortlex.reducer.edits import with_value
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_LETTERS = 32
"""Longer texts are left as they are."""


def delete_letters(problem: Problem) -> Offers:
    """Delete two neighbours, or two letters as far from the beginning as from the end.

    Why: brackets come in pairs, and a palindrome loses a letter on each side:
    ``'((()))' -> '(())'``, ``'abcba' -> 'bcb'``.
    Guarantee: at a fixed point no such pair can be deleted from a text of up to 32 letters.
    Cost: three candidates per two letters.
    Leaves to others: single letters and runs of them (lower_choices).
    """
    position = 0
    while position < len(problem.best):
        if (yield _without_pairs(problem.best, position)) is None:
            position += 1


def _without_pairs(trace: Trace, position: int) -> Iterator[Candidate]:
    domain, text = trace.domains[position], trace.choices[position]
    if not isinstance(domain, String | Bytes) or not isinstance(text, str | bytes):
        return
    if len(text) > MAX_LETTERS or len(text) - 2 < domain.sizes.minimum:
        return
    for shorter in dict.fromkeys(_shortened(text)):
        yield with_value(trace, [position], shorter)


def _shortened(text: Any) -> Iterator[Any]:
    # Mirrored pairs, from the middle outwards; then neighbours, from the end.
    for place in range(len(text) // 2 - 1, -1, -1):
        yield text[:place] + text[place + 1 : len(text) - 1 - place] + text[len(text) - place :]
    for place in range(len(text) - 2, -1, -1):
        yield text[:place] + text[place + 2 :]
