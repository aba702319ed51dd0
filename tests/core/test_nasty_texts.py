"""Nasty texts are edges of text domains, as far as they fit."""

from __future__ import annotations

from unicodedata import normalize

from shortlex.core.alphabet import UNICODE, Alphabet
from shortlex.core.nasty_texts import NASTY_TEXTS
from shortlex.core.sizes import Sizes
from shortlex.core.string import String


def test_there_are_no_repeats() -> None:
    assert len(set(NASTY_TEXTS)) == len(NASTY_TEXTS)


def test_single_characters_come_first() -> None:
    lengths = [len(text) > 1 for text in NASTY_TEXTS[:20]]
    assert not any(lengths)


def test_words_with_a_meaning_and_styled_letters_are_among_them() -> None:
    assert {"null", "NaN", "class", "None", "../", "' OR 1=1 --"} <= set(NASTY_TEXTS)
    assert "The" in {normalize("NFKC", text) for text in NASTY_TEXTS} - set(NASTY_TEXTS)


def test_those_that_fit_are_edges() -> None:
    assert {"null", "\N{GRINNING FACE}"} <= set(String(UNICODE, Sizes()).edges())
    letters = String(Alphabet.of_characters("lnu"), Sizes(0, 4))
    assert "null" in letters.edges()
    assert all(letters.contains(edge) for edge in letters.edges())
