"""Pass: edit several texts in the same way, or move letters from one to another.

Size: three edits, each with its helpers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shortlex.core.bytestring import Bytes
from shortlex.core.domain import Domain
from shortlex.core.string import String
from shortlex.core.trace import Trace
from shortlex.reducer.edits import with_pair
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import descend, longest

WINDOW = 3
"""A text is paired with this many texts that follow."""

MAX_LETTERS = 8
"""This many of the simplest letters are tried in place of another."""


def edit_texts(problem: Problem) -> Offers:
    """Delete a letter from two texts, replace it in both by a simpler one, or move a tail.

    Why: if two texts must agree, one cannot be changed alone: ``'abc' 'cba' -> '01' '10'`` if they
    must be anagrams. If their total length matters, earlier texts should be shorter:
    ``'00000' '00000' -> '000' '0000000'``.
    Guarantee: at a fixed point no letter can be deleted from two near texts at its first or last
    place, none can be replaced in both by one of the eight simplest, and none moved to the other.
    Cost: at most twelve candidates per pair of near texts and letter in both, two per pair, and a
    logarithm for each pair that changes.
    Leaves to others: single texts, and equal ones (lower_choices, lower_duplicates).
    """
    for first, second in _pairs(problem.best):
        yield from _delete_common(problem, first, second)
        yield from _replace_common(problem, first, second)
        yield from _move_tail(problem, first, second)


def _pairs(trace: Trace) -> list[tuple[int, int]]:
    texts = [i for i, domain in enumerate(trace.domains) if isinstance(domain, String | Bytes)]
    return [(a, b) for place, a in enumerate(texts) for b in texts[place + 1 : place + 1 + WINDOW]]


def _texts(trace: Trace, first: int, second: int) -> tuple[Any, Any] | None:
    """The two texts, if they are still there and of one kind."""
    if second >= len(trace):
        return None
    a, b = trace.choices[first], trace.choices[second]
    return (a, b) if type(a) is type(b) and isinstance(a, str | bytes) else None


def _delete_common(problem: Problem, first: int, second: int) -> Offers:
    """Delete each letter that is in both, last occurrence first."""
    texts = _texts(problem.best, first, second)
    for letter in _letters(texts[0])[::-1] if texts is not None else ():

        def make(taken: int, more: int, letter: Any = letter) -> Candidate | None:
            found = _texts(problem.best, first, second)
            if found is None or min(text.count(letter) for text in found) < more:
                return None
            fewer = tuple(_without_last(text, letter, more) for text in found)
            return with_pair(problem.best, first, second, fewer)

        if not (yield from longest(make)):
            yield _without_first(problem.best, first, second, letter)


def _without_first(trace: Trace, first: int, second: int, letter: Any) -> list[Candidate]:
    """Delete the first occurrence of the letter in each instead."""
    texts = _texts(trace, first, second)
    if texts is None or any(text.count(letter) < 1 for text in texts):
        return []
    ends = [(text.replace(letter, text[:0], 1), _without_last(text, letter, 1)) for text in texts]
    (a, b), (c, d) = ends
    return [with_pair(trace, first, second, pair) for pair in ((a, c), (a, d), (b, c))]


def _letters(text: Any) -> list[Any]:
    """The different letters of a text, each as a text."""
    return list(dict.fromkeys(text[i : i + 1] for i in range(len(text))))


def _without_last(text: Any, letter: Any, count: int) -> Any:
    for _ in range(count):
        place = text.rindex(letter)
        text = text[:place] + text[place + 1 :]
    return text


def _replace_common(problem: Problem, first: int, second: int) -> Offers:
    """Replace each letter that is in both by one of the simplest."""
    texts = _texts(problem.best, first, second)
    for letter in _letters(texts[0]) if texts is not None else ():
        yield _replaced(problem.best, first, second, letter)


def _replaced(trace: Trace, first: int, second: int, letter: Any) -> Iterator[Candidate]:
    texts = _texts(trace, first, second)
    if texts is None or any(letter not in text for text in texts):
        return
    for simpler in _simplest_letters(trace.domains[first], letter):
        replaced = tuple(text.replace(letter, simpler) for text in texts)
        yield with_pair(trace, first, second, replaced)


def _simplest_letters(domain: Domain, letter: Any) -> list[Any]:
    """The first letters of a domain, as far as they are simpler than the given one."""
    if isinstance(domain, String):
        index = domain.alphabet.index_of(letter)
        return [domain.alphabet.char_at(i) for i in range(min(index, MAX_LETTERS))]
    return [bytes([i]) for i in range(min(letter[0], MAX_LETTERS))]


def _move_tail(problem: Problem, first: int, second: int) -> Offers:
    """Move letters from the end of one text to the end of the other."""
    best = problem.best
    texts = _texts(best, first, second)
    if texts is None:
        return
    (giver, taker), source, target = texts, best.domains[first], best.domains[second]
    assert isinstance(source, String | Bytes), "a text"
    assert isinstance(target, String | Bytes), "a text"
    room = min(len(giver) - source.sizes.minimum, target.sizes.maximum - len(taker))
    if room <= 0:
        return

    def moved(kept: int) -> Candidate:
        stop = len(giver) - room + kept
        return with_pair(best, first, second, (giver[:stop], taker + giver[stop:]))

    if (yield [moved(0)]) is None:
        yield from descend(moved, 1, room)
