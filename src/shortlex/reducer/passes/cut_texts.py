"""Pass: shorten a text together with the number that says how long it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, cast

from shortlex.core.bytestring import Bytes
from shortlex.core.integer import Integer
from shortlex.core.string import String
from shortlex.core.trace import Trace
from shortlex.reducer.edits import distance_at, integer_at, raised_numbers, with_pair
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import longest

MAX_INTEGERS = 3
"""This many integers near a text are tried as its length."""


def cut_texts(problem: Problem) -> Offers:
    """Take one character, or a block of them, out of a text, and change an integer by one.

    Why: a length that is drawn first prevents shortening the text. Lowering the length cuts off the
    end of the text, but what matters may be there: ``3 '00a' -> 1 'a'``. If a test compares the
    length of a text with a number, neither can be lowered alone: ``'aaa' 2 -> 'aa' 1``. The
    number may also count blocks: ``'aaaaaa' 3 -> 'aa' 1``.
    Guarantee: at a fixed point no text of a fixed length can lose a character while one of the
    three integers before it changes by one; no other text can lose its last character while one of
    the three integers nearest to it comes one nearer to its target, nor its last block, if that
    integer counts blocks.
    Cost: two candidates per text of a fixed length, distinct run of a character in it, and integer
    before it; six per other text, and a logarithm for each that gets shorter.
    Leaves to others: texts that can be shortened alone (lower_choices).
    """
    position = 0
    while position < len(problem.best):
        if _has_free_length(problem.best, position):
            for number in _nearest_numbers(problem.best, position):
                for block in _blocks(problem.best, position, number):
                    yield from longest(partial(_shorter, problem, position, number, block))
            position += 1
        elif (yield _cut(problem.best, position)) is None:
            position += 1


def _has_free_length(trace: Trace, position: int) -> bool:
    domain = trace.domains[position]
    return isinstance(domain, String | Bytes) and domain.sizes.spread > 0


def _nearest_numbers(trace: Trace, position: int) -> list[int]:
    numbers = sorted(raised_numbers(trace), key=lambda number: abs(number - position))
    return numbers[:MAX_INTEGERS]


def _blocks(trace: Trace, position: int, number: int) -> list[int]:
    """How many characters a text may lose for each step of a number."""
    if not _are_there(trace, position, number):
        return []
    text, count = cast("str | bytes", trace.choices[position]), integer_at(trace, number)
    counts_blocks = 0 < count < len(text) and len(text) % count == 0
    return [1, len(text) // count] if counts_blocks else [1]


def _are_there(trace: Trace, position: int, number: int) -> bool:
    """Whether the text and the number are still there. A shorter text may have changed what is."""
    return (
        max(position, number) < len(trace)
        and _has_free_length(trace, position)
        and distance_at(trace, number) != 0
    )


def _shorter(
    problem: Problem, position: int, number: int, block: int, taken: int, more: int
) -> Candidate | None:
    """The best with ``more`` blocks less at the end of a text, and a number as much nearer."""
    best = problem.best
    if not _are_there(best, position, number):
        return None
    domain, text = best.domains[position], cast("str | bytes", best.choices[position])
    distance = distance_at(best, number)
    kept = text[: len(text) - more * block]
    if more * block > len(text) or more > abs(distance) or not domain.contains(kept):
        return None
    nearer = integer_at(best, number) - (more if distance > 0 else -more)
    return with_pair(best, number, position, (nearer, kept))


def _cut(trace: Trace, position: int) -> Iterator[Candidate]:
    domain, text = trace.domains[position], trace.choices[position]
    if not isinstance(domain, String | Bytes):
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
