"""Pass: change two letters of one text or byte string, so that their sum or difference stays.

Size: four forms, with one function each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from shortlex.core.bytestring import Bytes
from shortlex.core.string import String
from shortlex.core.trace import Trace
from shortlex.reducer.edits import with_value
from shortlex.reducer.problem import Candidate, Offers, Problem
from shortlex.reducer.search import descend

MIN_LETTERS, MAX_LETTERS = 8, 256
"""In smaller and larger alphabets, the letters are no amounts."""

MAX_LENGTH = 1000
"""Longer texts are left alone."""

MAX_DROPS = 32
"""This many ways are tried to delete one letter."""

MAX_GIVERS = 6
"""This many letters that are not the simplest are lowered, each with as many behind it."""

Letters = tuple[int, ...]
"""A text as the indexes of its letters, or the bytes."""


class Word(NamedTuple):
    """A text of the best case."""

    letters: Letters
    minimum: int
    top: int
    """The index of the last letter."""
    offer: Callable[[Letters], Candidate]


def trade_letters(problem: Problem) -> Offers:
    """Delete or lower a letter of a text, and let other letters of it make up for that.

    Why: a text may be a row of digits or bytes whose sum matters, or whose last one is a checksum.
    Then no letter can be changed alone: ``'3047' -> '1001'`` if the last digit is the sum of the
    others, ``b'\\x60\\x70\\x08' -> b'\\xd8'`` if the sum must be 216.
    Guarantee: at a fixed point, a text of up to six letters cannot lose a letter to the letters
    behind it, and no letter can be lowered by one while one behind it is raised or lowered by one.
    Cost: at most 213 candidates per text that stays, some ten per pair of letters that changes.
    Leaves to others: changes of one letter (lower_choices), and of two texts (edit_texts).
    """
    position = 0
    while position < len(problem.best):
        for form in (_fill, _drop, _give, _lower):
            if _word(problem.best, position) is not None:
                yield from form(problem, position)
        position += 1


def _word(trace: Trace, position: int) -> Word | None:
    """The text at a position, if it has letters to trade."""
    if position >= len(trace):
        return None
    domain, text = trace.domains[position], trace.choices[position]
    if not isinstance(text, str | bytes) or not 2 <= len(text) <= MAX_LENGTH:
        return None
    if isinstance(domain, Bytes) and isinstance(text, bytes):
        letters, count = tuple(text), 256
        spell: Callable[[Letters], str | bytes] = bytes
    elif isinstance(domain, String) and isinstance(text, str):
        alphabet = domain.alphabet
        letters, count = tuple(map(alphabet.index_of, text)), len(alphabet)
        spell = lambda indexes: "".join(map(alphabet.char_at, indexes))  # noqa: E731  # short
    else:
        return None
    if not MIN_LETTERS <= count <= MAX_LETTERS or not any(letters):
        return None

    def offer(new: Letters) -> Candidate:
        return with_value(trace, [position], spell(new))

    return Word(letters, domain.sizes.minimum, count - 1, offer)


def _fill(problem: Problem, position: int) -> Offers:
    """Fewer letters, each of them the last of the alphabet: for sums that must be large."""
    word = _word(problem.best, position)
    assert word is not None, "a text stays a text"
    last, length = word.top, len(word.letters)
    if sum(word.letters) < last * (length - 1):
        yield from descend(lambda size: word.offer((last,) * size), word.minimum, length)


def _drop(problem: Problem, position: int) -> Offers:
    """Delete a letter, as often as it goes, and let others make up for it."""
    word = _word(problem.best, position)
    while word is not None and len(word.letters) > word.minimum:
        if (yield map(word.offer, islice(_shorter(word), MAX_DROPS))) is None:
            return
        word = _word(problem.best, position)


def _shorter(word: Word) -> Iterator[Letters]:
    """The letters without one, whose amount others take over, or are lowered by."""
    letters, count = word.letters, word.top + 1
    for place, amount in enumerate(letters):
        rest = letters[:place] + letters[place + 1 :]
        if amount:
            yield _spread(rest, amount, count - 1)
            for other in reversed(range(len(rest))):
                yield _replaced(rest, {other: (rest[other] - amount) % count})
                yield _replaced(rest, {other: (rest[other] + amount) % count})


def _spread(letters: Letters, amount: int, most: int) -> Letters:
    """An amount added to the last letters, as much as each can hold."""
    spread = list(letters)
    for place in reversed(range(len(spread))):
        taken = min(amount, most - spread[place])
        spread[place] += taken
        amount -= taken
    return tuple(spread)


def _replaced(letters: Letters, new: dict[int, int]) -> Letters:
    return tuple(new.get(place, letter) for place, letter in enumerate(letters))


def _give(problem: Problem, position: int) -> Offers:
    """Lower each letter, and let all behind it take over what it had, the last ones first."""
    first = 0
    while (word := _word(problem.best, position)) and first < len(word.letters) - 1:
        yield from _give_one(word, first)
        first += 1


def _give_one(word: Word, first: int) -> Offers:
    before, amount, behind = word.letters[:first], word.letters[first], word.letters[first + 1 :]
    least = max(0, amount - sum(word.top - letter for letter in behind))

    def make(kept: int) -> Candidate:
        return word.offer((*before, kept, *_spread(behind, amount - kept, word.top)))

    if least < amount and (yield [make(least)]) is None:
        yield from descend(make, least + 1, amount)


def _lower(problem: Problem, position: int) -> Offers:
    """Lower a letter, and raise or lower one behind it as much, if need be past the last letter."""
    word = _word(problem.best, position)
    givers = [place for place, letter in enumerate(word.letters) if letter] if word else []
    for first in givers[:MAX_GIVERS]:
        length = len(word.letters) if word else 0
        for second in [*range(length - 1, first, -1)][:MAX_GIVERS]:
            for sign in (1, -1):
                yield from _lower_both(problem, position, first, second, sign)


def _lower_both(problem: Problem, position: int, first: int, second: int, sign: int) -> Offers:
    word = _word(problem.best, position)
    if word is None or second >= len(word.letters) or not word.letters[first]:
        return
    a, b = word.letters[first], word.letters[second]

    def make(kept: int) -> Candidate:
        other = (b + sign * (a - kept)) % (word.top + 1)
        return word.offer(_replaced(word.letters, {first: kept, second: other}))

    room = word.top - b if sign > 0 else b
    least = max(0, a - room)
    # To zero, even if the other letter begins anew then; else as far as it does not.
    if (yield [make(0)]) is None and room > 0 and (not least or (yield [make(least)]) is None):
        yield from descend(make, least + 1, a)
