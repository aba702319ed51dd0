"""Simpler strings: shorter, then with simpler characters. Byte strings work the same way."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from itertools import combinations
from typing import TypeVar
from unicodedata import combining, normalize

from shortlex.core.alphabet import Alphabet
from shortlex.core.bytestring import Bytes
from shortlex.core.string import String
from shortlex.reducer.search import Attempts, descend, longest, lowest

T = TypeVar("T")

Letters = tuple[int, ...]
"""A string as the indexes of its characters in the alphabet: 0 is the simplest."""

Moves = Generator[Sequence[Letters], "int | None", None]

SECTIONS = ((1, 9), (10, 35), (36, 61))
"""The first and last index of digits, capitals and small letters in the usual order."""

MAX_EXCHANGED = 4
"""The first this many different letters of a text are exchanged."""

PUNCTUATION = 62
"""The index at which punctuation begins in the usual order."""


class _Word:
    """The letters accepted last."""

    def __init__(
        self,
        letters: Letters,
        minimum: int,
        count: int,
        plainer: Callable[[int], list[int]] | None = None,
    ) -> None:
        self.letters = letters
        self.minimum = minimum
        self.count = count
        """How many letters the alphabet has."""
        self.plainer = plainer or (lambda letter: [])
        """Simpler letters that may mean the same as a letter."""


def simpler_strings(domain: String, value: str) -> Attempts[str]:
    """Try the simplest; without runs of characters; with simpler characters; in order."""
    alphabet = domain.alphabet
    word = _Word(
        tuple(map(alphabet.index_of, value)),
        domain.sizes.minimum,
        len(alphabet),
        partial(_plainer, alphabet),
    )
    return _spelled(word, lambda letters: "".join(map(alphabet.char_at, letters)))


def simpler_bytes(domain: Bytes, value: bytes) -> Attempts[bytes]:
    """As strings, with bytes as characters."""
    return _spelled(_Word(tuple(value), domain.sizes.minimum, 256), bytes)


def _spelled(word: _Word, spell: Callable[[Letters], T]) -> Attempts[T]:
    """Offer every move as a string, and set the word to the one accepted last."""
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
        # All letters are equal now, so only their number matters.
        yield from descend(lambda length: (0,) * length, word.minimum + 1, len(zeros))
        return
    yield from _delete_letters(word)
    plain = (0,) * len(word.letters)
    if word.letters != plain and (plain == simplest or (yield [plain]) is None):
        yield from _fold_letters(word)
        yield from _lower_letters(word)
        yield from _sort_letters(word)
        yield from _exchange_letters(word)
        yield from _shift_letters(word)
        yield from _carry_letters(word)


def _delete_letters(word: _Word) -> Moves:
    """Delete runs of letters from the end; a run grows as long as that is accepted."""
    end = len(word.letters)
    while end > 0:
        taken = yield from longest(partial(_without, word, end))
        end -= taken + 1


def _without(word: _Word, end: int, taken: int, more: int) -> Letters | None:
    """The word without ``more`` letters, after ``taken`` letters before ``end`` have gone."""
    stop = end - taken
    if stop < more or len(word.letters) - more < word.minimum:
        return None
    return word.letters[: stop - more] + word.letters[stop:]


def _plainer(alphabet: Alphabet, letter: int) -> list[int]:
    """The capital of a letter, and the letter or ligature without accents."""
    char = alphabet.char_at(letter)
    bases = [each for each in normalize("NFKD", char) if not combining(each)]
    likes = {*bases, *(capital for base in (char, *bases) for capital in base.upper())}
    indexes = {alphabet.index_of(each) for each in likes if each in alphabet}
    return sorted(index for index in indexes if index < letter)


def _fold_letters(word: _Word) -> Moves:
    """Replace all letters at once by their plainest equivalents."""
    folded = tuple(min([letter, *word.plainer(letter)]) for letter in word.letters)
    if folded != word.letters:
        yield [folded]


def _shift_letters(word: _Word) -> Moves:
    """Lower all letters but the simplest by one step, for texts that must keep distances."""
    shifted = tuple(max(0, letter - 1) for letter in word.letters)
    if len(set(word.letters) - {0}) > 1:
        yield [shifted]


def _carry_letters(word: _Word) -> Moves:
    """Drop the first letter that is not the simplest, and make the next or the last one small.

    Texts of a fixed length are like numbers: ``'0010' -> '0002'`` if it must be even.
    """
    letters = word.letters
    first = next((place for place, letter in enumerate(letters) if letter), len(letters))
    if first + 1 < len(letters) == word.minimum:
        places = dict.fromkeys((len(letters) - 1, first + 1))
        smalls = range(1, min(3, word.count))
        zeros = (*letters[:first], 0, *letters[first + 1 :])
        yield [(*zeros[:at], small, *zeros[at + 1 :]) for at in places for small in smalls]


def _exchange_letters(word: _Word) -> Moves:
    """Exchange two letters everywhere, for texts that need a pattern: ``'baab' -> 'abba'``."""
    letters = list(dict.fromkeys(word.letters))[:MAX_EXCHANGED]
    for one, other in combinations(letters, 2):
        exchange = {one: other, other: one}
        exchanged = tuple(exchange.get(letter, letter) for letter in word.letters)
        if exchanged < word.letters:
            yield [exchanged]


def _lower_letters(word: _Word) -> Moves:
    """Lower equal letters together first, because repeated letters often belong together."""
    for letter in sorted(set(word.letters), reverse=True):
        places = [place for place, each in enumerate(word.letters) if each == letter]
        if letter and len(places) > 1:
            yield from _lower_places(word, places)
            if len(places) > 2 and all(word.letters[place] == letter for place in places):
                # All but one: the test may need several of one letter, and another one.
                yield [_with_letter(word, places[:-1], 0)]
    for place, letter in enumerate(word.letters):
        if letter:
            yield from _lower_places(word, [place])


def _lower_places(word: _Word, places: Sequence[int]) -> Moves:
    """Lower the equal letters at some places to one that is simpler."""
    letter = word.letters[places[0]]
    with_letter = partial(_with_letter, word, places)

    # The meaning of a letter rarely grows with its index, except among digits, capitals or small
    # letters. The last letter of each section shows whether to search there.
    tops = {last: first for first, last in SECTIONS if last < letter}
    marks = [*tops, *word.plainer(letter), PUNCTUATION, letter - 1]
    tries = [0, *sorted({mark for mark in marks if 0 < mark < letter})]
    position = yield [with_letter(new) for new in tries]
    if position is None or position == 0:
        return
    found = tries[position]
    # Start behind the refused letter, which says little about the others.
    low = tops.get(found, tries[position - 1] + 1)
    if low < found and (yield [with_letter(low)]) is None:
        yield from lowest(with_letter, low + 1, found)


def _with_letter(word: _Word, places: Sequence[int], new: int) -> Letters:
    letters = list(word.letters)
    for place in places:
        letters[place] = new
    return tuple(letters)


def _sort_letters(word: _Word) -> Moves:
    """Sort all letters at once, or move each past greater ones as far as is accepted."""
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
