"""Strings: characters, text and bytes; the characters of a codec, a range or a category."""

from __future__ import annotations

import codecs
import warnings
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import groupby
from typing import Any
from unicodedata import category

from shortlex.core.alphabet import (
    LAST_CODE_POINT,
    UNICODE,
    Alphabet,
    Interval,
    Intervals,
    intersect,
    intervals_of,
    subtract,
    union,
)
from shortlex.core.bytestring import Bytes
from shortlex.core.shown import shown
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.errors import InvalidArgument, ShortlexWarning
from shortlex.strategies.collections import Lists, SameLength
from shortlex.strategies.conditions.predicates import Demand
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.selection import Just, Nothing, OneChoice, Sampled
from shortlex.strategies.size_limits import check_sizes
from shortlex.strategies.strategy import SearchStrategy, WeightedBranches
from shortlex.strategies.unions import OneOf

_ONE = Sizes(1, 1)


class Texts(OneChoice[str]):
    """A single choice, which is the value."""

    domain: String

    def narrowed(self, demand: Demand) -> SearchStrategy[str] | None:
        from shortlex.strategies.conditions.text_conditions import texts_left

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

    The arguments limit them to what a codec can encode, to code points, and to Unicode categories
    (``"Lu"``, or ``"L"`` for all that begin with it). ``include_characters`` adds characters
    whatever the other arguments say. Without a codec, lone surrogates are included. Reduces to
    ``'0'``, digits, letters.
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
    """Text over an alphabet: a string of characters, simplest first, or a strategy.

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
                f"text(alphabet={shown(alphabet)}, min_size={shown(min_size)}): there is no "
                "character to make text of. Use min_size=0."
            )
        return Just("")
    return Texts(String(known, sizes))


def alphabet_of(strategy: SearchStrategy[str]) -> Alphabet | None:
    """The characters of a strategy that only chooses one of them, so that a text is one choice."""
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
    """The characters of a collection, in order; errors use ``name`` for the strategy."""
    if isinstance(characters, (set, frozenset)):
        # A set has no order, so the library's order is used.
        characters = sorted(characters, key=lambda each: _simple_key(_check_character(each)))
    if not isinstance(characters, Collection):
        raise InvalidArgument(
            f"{name}(alphabet={shown(characters)}): must be a collection of characters, such as "
            "'abc', or a strategy."
        )
    if isinstance(characters, str) and characters in ("ascii", "utf-8"):
        warnings.warn(
            f"text(alphabet={shown(characters)}) makes text of the letters in that word. For a "
            "codec, "
            f"use text(characters(codec={shown(characters)})).",
            ShortlexWarning,
            stacklevel=2,
        )
    return Alphabet.of_characters(list(dict.fromkeys(map(_check_character, characters))))


def _simple_key(character: str) -> int:
    return UNICODE.index_of(character) if character in UNICODE else 0x110000 + ord(character)


def _check_character(value: Any) -> str:
    if not isinstance(value, str) or len(value) != 1:
        raise InvalidArgument(
            f"text(alphabet=...): {shown(value)} is not a string of one character, and text is "
            "made of those. For longer pieces, use lists(...).map(''.join)."
        )
    return value


@lazy_once
def binary(*, min_size: int = 0, max_size: int | None = None) -> SearchStrategy[bytes]:
    """Byte strings; reduces to shorter ones, then to lower bytes."""
    return ByteStrings(Bytes(check_sizes("binary", min_size, max_size)))


class ByteStrings(OneChoice[bytes]):
    """A single choice, which is the value."""

    domain: Bytes

    def narrowed(self, demand: Demand) -> SearchStrategy[bytes] | None:
        from shortlex.strategies.conditions.text_conditions import bytes_left

        return bytes_left(demand, self.domain)


# The characters that the arguments of ``characters`` describe.

_CATEGORIES = (
    *("Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe"),
    *("Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn"),
)


def described_alphabet(
    *,
    codec: str | None,
    min_codepoint: int | None,
    max_codepoint: int | None,
    categories: Collection[str] | None,
    exclude_categories: Collection[str] | None,
    exclude_characters: Collection[str] | None,
    include_characters: Collection[str] | None,
) -> Alphabet:
    """The alphabet that the arguments of ``characters()`` describe."""
    # Must come first, while locals() has only the arguments.
    call = ", ".join(f"{name}={shown(each)}" for name, each in locals().items() if each is not None)
    included = _characters("include_characters", include_characters)
    excluded = _characters("exclude_characters", exclude_characters)
    low = _code_point("min_codepoint", min_codepoint, 0)
    high = _code_point("max_codepoint", max_codepoint, LAST_CODE_POINT)
    if low > high:
        raise InvalidArgument(
            f"characters({call}) is empty: min_codepoint must not be above max_codepoint."
        )
    chosen: Intervals = ((low, high),)
    if categories is not None and exclude_categories is not None:
        raise InvalidArgument(
            f"characters({call}): categories and exclude_categories cannot go together. Give one "
            "of the two."
        )
    if categories is not None:
        chosen = intersect(chosen, _of_categories("categories", categories))
    elif exclude_categories is not None:
        chosen = subtract(chosen, _of_categories("exclude_categories", exclude_categories))
    elif included and (min_codepoint, max_codepoint, codec) == (None, None, None):
        raise InvalidArgument(
            f"characters({call}): include_characters adds to all characters, which changes "
            f"nothing. To have only these, use sampled_from({shown(include_characters)})."
        )
    chosen = _adjusted(call, chosen, included, excluded, codec)
    if not chosen:
        raise InvalidArgument(f"characters({call}): no character is left. Allow more.")
    return Alphabet.of_intervals(chosen)


def _adjusted(
    call: str, chosen: Intervals, included: Intervals, excluded: Intervals, codec: object
) -> Intervals:
    if intersect(included, excluded):
        raise InvalidArgument(
            f"characters({call}): some of include_characters are in exclude_characters, too. "
            "Leave them out of one."
        )
    if codec is not None and subtract(included, _of_codec(codec)):
        raise InvalidArgument(
            f"characters({call}): not all of include_characters can be encoded. Leave those out."
        )
    if codec is not None:
        chosen = intersect(chosen, _of_codec(codec))
    return subtract(union(chosen, included), excluded)


def _code_point(name: str, value: object, default: int) -> int:
    if value is None:
        return default
    if not isinstance(value, int) or not 0 <= value <= LAST_CODE_POINT:
        raise InvalidArgument(
            f"characters({name}={shown(value)}): must be a code point, 0 to {LAST_CODE_POINT:#x}. "
            "That of a character is ord(...)."
        )
    return value


def _characters(name: str, given: Any) -> Intervals:
    if given is None:
        return ()
    if not isinstance(given, Collection):
        raise InvalidArgument(
            f"characters({name}={shown(given)}): must be a collection of characters, such as 'abc'."
        )
    for each in given:
        if not isinstance(each, str) or len(each) != 1:
            raise InvalidArgument(
                f"characters({name}={shown(given)}): {shown(each)} is not one character. Give "
                "single characters, such as 'abc'."
            )
    return intervals_of(given)


def _of_categories(name: str, given: Any) -> Intervals:
    if isinstance(given, str) or not isinstance(given, Collection):
        raise InvalidArgument(
            f"characters({name}={shown(given)}): must be a collection of names, such as "
            f"({given if isinstance(given, str) else 'Lu'!r},)."
        )
    by_category = _intervals_by_category()
    found: list[Interval] = []
    for each in given:
        matching = [known for known in _CATEGORIES if each in (known, known[0])]
        if not matching:
            raise InvalidArgument(
                f"characters({name}={shown(given)}): {shown(each)} is not a Unicode category. They "
                f"are {' '.join(_CATEGORIES)}, or the first letter of them."
            )
        for known in matching:
            found += by_category[known]
    return union(found)


@lru_cache(maxsize=1)
def _intervals_by_category() -> dict[str, list[Interval]]:
    # Checks every code point, which takes a tenth of a second, but only if categories are used.
    found: dict[str, list[Interval]] = {known: [] for known in _CATEGORIES}
    start = 0
    for known, group in groupby(map(category, map(chr, range(LAST_CODE_POINT + 1)))):
        end = start + sum(1 for _ in group)
        found[known].append((start, end - 1))
        start = end
    return found


def _of_codec(codec: object) -> Intervals:
    try:
        return _encodable(codec)
    except (LookupError, TypeError, ValueError):
        raise InvalidArgument(
            f"characters(codec={codec!r}): there is no text codec of that name. Use one such as "
            "'utf-8' or 'ascii'."
        ) from None


@lru_cache(maxsize=32)
def _encodable(codec: str) -> Intervals:
    info = codecs.lookup(codec)
    "".encode(codec)
    if info.name.startswith("utf-"):
        return ((0, 0xD7FF), (0xE000, LAST_CODE_POINT))
    if info.name in ("ascii", "iso8859-1"):
        return ((0, 0x7F if info.name == "ascii" else 0xFF),)
    candidates: Iterable[str] = map(chr, range(LAST_CODE_POINT + 1))
    try:
        # All at once, but on separate lines, so that no two are encoded as one.
        encoded = "\n".join(candidates).encode(codec, "ignore")
        candidates = set(encoded.decode(codec, "ignore"))
    except UnicodeError:
        candidates = map(chr, range(LAST_CODE_POINT + 1))
    return intervals_of(each for each in candidates if _comes_back(each, codec))


def _comes_back(character: str, codec: str) -> bool:
    # Must survive a round trip: some codecs encode what they cannot decode.
    try:
        return character.encode(codec).decode(codec) == character
    except UnicodeError:
        return False
