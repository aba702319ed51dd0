"""Simpler strings: shorter, then with simpler characters. Byte strings are the same."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import TypeVar

from shortlex.core.bytestring import Bytes
from shortlex.core.string import String
from shortlex.reducer.search import descend, longest, lowest
from shortlex.reducer.values.attempt import Attempts

T = TypeVar("T")

Letters = tuple[int, ...]
"""A string as the indexes of its characters in the alphabet: 0 is the simplest."""

Moves = Generator[Sequence[Letters], "int | None", None]

LANDMARKS = (1, 10, 36, 62)
"""Where digits, capitals, small letters and punctuation begin in the usual order."""


class _Word:
    """The letters accepted last."""

    def __init__(self, letters: Letters, minimum: int) -> None:
        self.letters = letters
        self.minimum = minimum


def simpler_strings(domain: String, value: str) -> Attempts[str]:
    """The simplest; without runs of characters; with simpler characters; in order."""
    alphabet = domain.alphabet
    word = _Word(tuple(map(alphabet.index_of, value)), domain.sizes.minimum)
    return _spelled(word, lambda letters: "".join(map(alphabet.char_at, letters)))


def simpler_bytes(domain: Bytes, value: bytes) -> Attempts[bytes]:
    """As strings, with the bytes for characters."""
    return _spelled(_Word(tuple(value), domain.sizes.minimum), bytes)


def _spelled(word: _Word, spell: Callable[[Letters], T]) -> Attempts[T]:
    """Offer every move as a string, and keep the word at what was accepted last."""
    moves = _moves(word)
    position = None
    try:
        while True:
            offers = moves.send(position)
            position = yield [spell(letters) for letters in offers]
            if position is not None:
                word.letters = offers[position]
    except StopIteration:
        return


def _moves(word: _Word) -> Moves:
    simplest = (0,) * word.minimum
    if word.letters == simplest or (yield [simplest]) is not None:
        return
    zeros = (0,) * len(word.letters)
    if zeros == word.letters or (yield [zeros]) is not None:
        # All letters are the same now, so only their number matters.
        yield from descend(lambda length: (0,) * length, word.minimum + 1, len(zeros))
        return
    yield from _delete_letters(word)
    plain = (0,) * len(word.letters)
    if word.letters != plain and (plain == simplest or (yield [plain]) is None):
        yield from _lower_letters(word)
        yield from _sort_letters(word)


def _delete_letters(word: _Word) -> Moves:
    """Runs of letters, from the end; a run grows while that works."""
    end = len(word.letters)
    while end > 0:
        taken = yield from longest(partial(_without, word, end))
        end -= taken + 1


def _without(word: _Word, end: int, taken: int, more: int) -> Letters | None:
    """The word without ``more`` letters, where ``taken`` before ``end`` have gone."""
    stop = end - taken
    if stop < more or len(word.letters) - more < word.minimum:
        return None
    return word.letters[: stop - more] + word.letters[stop:]


def _lower_letters(word: _Word) -> Moves:
    """Equal letters together first: what is said twice is often meant twice."""
    for letter in sorted(set(word.letters), reverse=True):
        places = [place for place, each in enumerate(word.letters) if each == letter]
        if letter and len(places) > 1:
            yield from _lower_places(word, places)
    for place, letter in enumerate(word.letters):
        if letter:
            yield from _lower_places(word, [place])


def _lower_places(word: _Word, places: Sequence[int]) -> Moves:
    """Lower the equal letters at some places to one that is simpler."""
    letter = word.letters[places[0]]

    def with_letter(new: int) -> Letters:
        letters = list(word.letters)
        for place in places:
            letters[place] = new
        return tuple(letters)

    # What a letter stands for rarely grows with its index, so a few landmarks come before the
    # question whether to search.
    tries = [0, *(mark for mark in LANDMARKS if mark < letter - 1), letter - 1]
    tries = list(dict.fromkeys(tries))
    position = yield [with_letter(new) for new in tries]
    if position is not None and tries[position] > 1:
        # From the bottom, past landmarks that were refused: they say little about the others.
        yield from lowest(with_letter, 1, tries[position])


def _sort_letters(word: _Word) -> Moves:
    """Into order at once, or letter by letter past greater ones as far as is allowed."""
    ordered = tuple(sorted(word.letters))
    if ordered == word.letters or (yield [ordered]) is not None:
        return
    for place in range(1, len(word.letters)):
        while place > 0 and word.letters[place - 1] > word.letters[place]:
            letters = word.letters
            left, right = letters[place - 1], letters[place]
            if (yield [(*letters[: place - 1], right, left, *letters[place + 1 :])]) is None:
                break
            place -= 1
