"""Ballast: choices that decide nothing, and count as much as a text that is not chosen freely."""

from __future__ import annotations

from functools import lru_cache

from shortlex.core.alphabet import Alphabet
from shortlex.core.sizes import Sizes
from shortlex.core.string import String

ONE_LETTER = Alphabet.of_characters("0")


@lru_cache(maxsize=256)
def ballast_of(length: int) -> String:
    """A choice of a single value, as long as a text of that length."""
    return String(ONE_LETTER, Sizes(length, length))
