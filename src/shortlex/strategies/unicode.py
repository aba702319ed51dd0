"""Unicode: which characters a codec, a range or a category means."""

from __future__ import annotations

import codecs
from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import groupby
from typing import Any
from unicodedata import category

from shortlex.core.alphabet import (
    LAST_CODE_POINT,
    Alphabet,
    Interval,
    Intervals,
    intersect,
    intervals_of,
    subtract,
    union,
)
from shortlex.errors import InvalidArgument

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
    # Taken first, when nothing else has a name yet.
    shown = ", ".join(f"{name}={each!r}" for name, each in locals().items() if each is not None)
    included = _characters("include_characters", include_characters)
    excluded = _characters("exclude_characters", exclude_characters)
    low = _code_point("min_codepoint", min_codepoint, 0)
    high = _code_point("max_codepoint", max_codepoint, LAST_CODE_POINT)
    if low > high:
        raise InvalidArgument(
            f"characters({shown}) is empty: min_codepoint must not be above max_codepoint."
        )
    chosen: Intervals = ((low, high),)
    if categories is not None and exclude_categories is not None:
        raise InvalidArgument(
            f"characters({shown}): categories and exclude_categories cannot go together. Give one "
            "of the two."
        )
    if categories is not None:
        chosen = intersect(chosen, _of_categories("categories", categories))
    elif exclude_categories is not None:
        chosen = subtract(chosen, _of_categories("exclude_categories", exclude_categories))
    elif included and (min_codepoint, max_codepoint, codec) == (None, None, None):
        raise InvalidArgument(
            f"characters({shown}): include_characters adds to all characters, which changes "
            f"nothing. To have only these, use sampled_from({include_characters!r})."
        )
    chosen = _adjusted(shown, chosen, included, excluded, codec)
    if not chosen:
        raise InvalidArgument(f"characters({shown}): no character is left. Allow more.")
    return Alphabet.of_intervals(chosen)


def _adjusted(
    shown: str, chosen: Intervals, included: Intervals, excluded: Intervals, codec: object
) -> Intervals:
    if intersect(included, excluded):
        raise InvalidArgument(
            f"characters({shown}): some of include_characters are in exclude_characters, too. "
            "Leave them out of one."
        )
    if codec is not None and subtract(included, _of_codec(codec)):
        raise InvalidArgument(
            f"characters({shown}): not all of include_characters can be encoded. Leave those out."
        )
    if codec is not None:
        chosen = intersect(chosen, _of_codec(codec))
    return subtract(union(chosen, included), excluded)


def _code_point(name: str, value: object, default: int) -> int:
    if value is None:
        return default
    if not isinstance(value, int) or not 0 <= value <= LAST_CODE_POINT:
        raise InvalidArgument(
            f"characters({name}={value!r}): must be a code point, 0 to {LAST_CODE_POINT:#x}. "
            "That of a character is ord(...)."
        )
    return value


def _characters(name: str, given: Any) -> Intervals:
    if given is None:
        return ()
    if not isinstance(given, Collection):
        raise InvalidArgument(
            f"characters({name}={given!r}): must be a collection of characters, such as 'abc'."
        )
    for each in given:
        if not isinstance(each, str) or len(each) != 1:
            raise InvalidArgument(
                f"characters({name}={given!r}): {each!r} is not one character. Give single "
                "characters, such as 'abc'."
            )
    return intervals_of(given)


def _of_categories(name: str, given: Any) -> Intervals:
    if isinstance(given, str) or not isinstance(given, Collection):
        raise InvalidArgument(
            f"characters({name}={given!r}): must be a collection of names, such as "
            f"({given if isinstance(given, str) else 'Lu'!r},)."
        )
    by_category = _intervals_by_category()
    found: list[Interval] = []
    for each in given:
        matching = [known for known in _CATEGORIES if each in (known, known[0])]
        if not matching:
            raise InvalidArgument(
                f"characters({name}={given!r}): {each!r} is no Unicode category. They are "
                f"{' '.join(_CATEGORIES)}, or the first letter of them."
            )
        for known in matching:
            found += by_category[known]
    return union(found)


@lru_cache(maxsize=1)
def _intervals_by_category() -> dict[str, list[Interval]]:
    # A look at every code point: a tenth of a second, and only for those who ask by category.
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
        # All at once, each on a line of its own so that no two are encoded as one.
        encoded = "\n".join(candidates).encode(codec, "ignore")
        candidates = set(encoded.decode(codec, "ignore"))
    except UnicodeError:
        candidates = map(chr, range(LAST_CODE_POINT + 1))
    return intervals_of(each for each in candidates if _comes_back(each, codec))


def _comes_back(character: str, codec: str) -> bool:
    # Only what comes back the same can be used: some codecs encode what they cannot decode.
    try:
        return character.encode(codec).decode(codec) == character
    except UnicodeError:
        return False
