"""Pass: shorten a text together with the number that says how long it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shortlex.core.bytestring import Bytes
from shortlex.core.integer import Integer
from shortlex.core.string import String
from shortlex.core.trace import Trace
from shortlex.reducer.edits import integer_at, with_pair
from shortlex.reducer.problem import Candidate, Offers, Problem

MAX_INTEGERS = 3
"""This many integers before a text are tried as its length."""


def cut_texts(problem: Problem) -> Offers:
    """Take one character out of a text of fixed length, and change an earlier integer by one.

    Why: a length that is drawn first prevents shortening the text. Lowering the length cuts off the
    end of the text, but what matters may be there: ``3 '00a' -> 1 'a'``.
    Guarantee: at a fixed point no such text can lose a character while one of the three integers
    before it changes by one.
    Cost: two candidates per text, distinct run of a character in it, and integer before it.
    Leaves to others: texts whose length is free (lower_choices).
    """
    position = 0
    while position < len(problem.best):
        if (yield _cut(problem.best, position)) is None:
            position += 1


def _cut(trace: Trace, position: int) -> Iterator[Candidate]:
    domain, text = trace.domains[position], trace.choices[position]
    if not isinstance(domain, String | Bytes) or domain.sizes.spread:
        return
    shorter = _shortened(text)
    integers = [i for i in range(position) if isinstance(trace.domains[i], Integer)]
    # Nearest first: a length usually stands right before its text.
    for number in integers[: -MAX_INTEGERS - 1 : -1]:
        length = integer_at(trace, number)
        for changed in (length - 1, length + 1):
            if trace.domains[number].contains(changed):
                for cut in shorter:
                    yield with_pair(trace, number, position, (changed, cut))


def _shortened(text: Any) -> list[Any]:
    """A text, or a byte string, without each of its characters; each result once."""
    return list(dict.fromkeys(text[:i] + text[i + 1 :] for i in range(len(text))))
