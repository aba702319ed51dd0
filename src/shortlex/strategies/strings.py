"""Strings: characters, text, bytes. Which characters a description means is in ``unicode``."""

from __future__ import annotations

import warnings
from collections.abc import Collection
from typing import Any

from shortlex.core.alphabet import UNICODE, Alphabet
from shortlex.core.bytestring import Bytes
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.errors import InvalidArgument, ShortlexWarning
from shortlex.strategies.choosing import Just, Nothing, OneChoice, Sampled
from shortlex.strategies.collections import Lists, SameLength
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.limits import check_sizes
from shortlex.strategies.predicates import Demand
from shortlex.strategies.strategy import SearchStrategy, WeightedBranches
from shortlex.strategies.unicode import described_alphabet
from shortlex.strategies.unions import OneOf

_ONE = Sizes(1, 1)


class Texts(OneChoice[str]):
    """A choice that is the value."""

    domain: String

    def narrowed(self, demand: Demand) -> SearchStrategy[str] | None:
        from shortlex.strategies.letters import texts_left

        return texts_left(demand, self.domain)


class Characters(Texts):
    """One character of an alphabet."""

    def __init__(self, alphabet: Alphabet) -> None:
        super().__init__(String(alphabet, _ONE))
        self.alphabet = alphabet


@lazy_once
def characters(
    *,
    codec: str | None = None,
    min_codepoint: int | None = None,
    max_codepoint: int | None = None,
    categories: Collection[str] | None = None,
    exclude_categories: Collection[str] | None = None,
    exclude_characters: Collection[str] | None = None,
    include_characters: Collection[str] | None = None,
) -> SearchStrategy[str]:
    """Strings of one character.

    Limited to what a codec can encode, to code points, to Unicode categories (``"Lu"``, or
    ``"L"`` for all that begin so); ``include_characters`` adds some whatever else is said.
    Without a codec, lone surrogates are among them. Reduces to ``'0'``, digits, letters.
    """
    return Characters(
        described_alphabet(
            codec=codec,
            min_codepoint=min_codepoint,
            max_codepoint=max_codepoint,
            categories=categories,
            exclude_categories=exclude_categories,
            exclude_characters=exclude_characters,
            include_characters=include_characters,
        )
    )


@lazy_once
def text(
    alphabet: Collection[str] | SearchStrategy[str] | None = None,
    *,
    min_size: int = 0,
    max_size: int | None = None,
) -> SearchStrategy[str]:
    """Text over an alphabet: characters in the order in which they are simple, or a strategy.

    By default any Unicode text that can be encoded. Reduces to shorter text, then to simpler
    characters: ``'0'`` first, or the first of the alphabet given.
    """
    sizes = check_sizes("text", min_size, max_size)
    if isinstance(alphabet, SearchStrategy):
        known = alphabet_of(alphabet)
        if known is None:
            return SameLength(Lists(alphabet.map(_check_character), sizes, "text"), "".join)
    else:
        known = UNICODE if alphabet is None else given_alphabet(alphabet)
    if not len(known):
        if sizes.minimum:
            raise InvalidArgument(
                f"text(alphabet={alphabet!r}, min_size={min_size}): there is no character to "
                "make text of. Use min_size=0."
            )
        return Just("")
    return Texts(String(known, sizes))


def alphabet_of(strategy: SearchStrategy[str]) -> Alphabet | None:
    """The characters of a strategy that only chooses one of them, so that text is one choice."""
    strategy = strategy.resolved()
    if isinstance(strategy, Characters):
        return strategy.alphabet
    if isinstance(strategy, Nothing):
        return given_alphabet([])
    if isinstance(strategy, Just):
        return given_alphabet([strategy.value])
    if isinstance(strategy, Sampled) and strategy.weights is None:
        return given_alphabet(strategy.elements)
    if isinstance(strategy, OneOf) and not isinstance(strategy.branches, WeightedBranches):
        parts = [alphabet_of(branch) for branch in strategy.branches]
        known = [part for part in parts if part is not None]
        if len(known) == len(parts) and all(len(part) <= 1024 for part in known):
            listed = [part.char_at(i) for part in known for i in range(len(part))]
            return Alphabet.of_characters(list(dict.fromkeys(listed)))
    return None


def given_alphabet(characters: Any, name: str = "text") -> Alphabet:
    """The characters of a collection, in its order; ``name`` is what errors call the strategy."""
    if isinstance(characters, (set, frozenset)):
        # A set has no order of its own, so the library's is used.
        characters = sorted(characters, key=lambda each: _simple_key(_check_character(each)))
    if not isinstance(characters, Collection):
        raise InvalidArgument(
            f"{name}(alphabet={characters!r}): must be a collection of characters, such as 'abc', "
            "or a strategy."
        )
    if isinstance(characters, str) and characters in ("ascii", "utf-8"):
        warnings.warn(
            f"text(alphabet={characters!r}) makes text of the letters in that word. For a codec, "
            f"use text(characters(codec={characters!r})).",
            ShortlexWarning,
            stacklevel=2,
        )
    return Alphabet.of_characters(list(dict.fromkeys(map(_check_character, characters))))


def _simple_key(character: str) -> int:
    return UNICODE.index_of(character) if character in UNICODE else 0x110000 + ord(character)


def _check_character(value: Any) -> str:
    if not isinstance(value, str) or len(value) != 1:
        raise InvalidArgument(
            f"text(alphabet=...): {value!r} is not a string of one character, and text is made "
            "of those. For longer pieces, use lists(...).map(''.join)."
        )
    return value


@lazy_once
def binary(*, min_size: int = 0, max_size: int | None = None) -> SearchStrategy[bytes]:
    """Byte strings; reduces to shorter ones, then to lower bytes."""
    return ByteStrings(Bytes(check_sizes("binary", min_size, max_size)))


class ByteStrings(OneChoice[bytes]):
    """A choice that is the value."""

    domain: Bytes

    def narrowed(self, demand: Demand) -> SearchStrategy[bytes] | None:
        from shortlex.strategies.letters import bytes_left

        return bytes_left(demand, self.domain)
