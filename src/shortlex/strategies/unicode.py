"""Unicode: which characters a codec, a range or a category means."""

from __future__ import annotations

import codecs
from collections.abc import Collection
from functools import lru_cache
from itertools import groupby
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
    "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn"
).split()



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
    if categories is not None and exclude_categories is not None:
        raise InvalidArgument(
            f"characters(categories={categories!r}, exclude_categories={exclude_categories!r}): "
            "give one of the two."
        )
    low = _code_point("min_codepoint", min_codepoint, 0)
    high = _code_point("max_codepoint", max_codepoint, LAST_CODE_POINT)
    if low > high:
        raise InvalidArgument(
            f"characters(min_codepoint={min_codepoint!r}, max_codepoint={max_codepoint!r}) is "
            "empty: min_codepoint must not be above max_codepoint."
        )
    included = _characters("include_characters", include_characters)
    excluded = _characters("exclude_characters", exclude_characters)
    if intersect(included, excluded):
        raise InvalidArgument(
            f"characters(include_characters={include_characters!r}, "
            f"exclude_characters={exclude_characters!r}): some characters are in both."
        )
    chosen: Intervals = ((low, high),)
    if categories is not None:
        chosen = intersect(chosen, _of_categories("categories", categories))
    elif exclude_categories is not None:
        chosen = subtract(chosen, _of_categories("exclude_categories", exclude_categories))
    elif included and min_codepoint is None and max_codepoint is None and codec is None:
        raise InvalidArgument(
            f"characters(include_characters={include_characters!r}) adds to all characters, which "
            f"changes nothing. To have only these, use sampled_from({include_characters!r})."
        )
    if codec is not None:
        encodable = _of_codec(codec)
        if subtract(included, encodable):
            raise InvalidArgument(
                f"characters(include_characters={include_characters!r}): not all can be encoded "
                f"as {codec!r}."
            )
        chosen = intersect(chosen, encodable)
    chosen = subtract(union(chosen, included), excluded)
    if not chosen:
        raise InvalidArgument("characters(): no character is left. Allow more.")
    return Alphabet.of_intervals(chosen)


def _code_point(name: str, value: object, default: int) -> int:
    if value is None:
        return default
    if not isinstance(value, int) or not 0 <= value <= LAST_CODE_POINT:
        raise InvalidArgument(
            f"characters({name}={value!r}): must be a code point, 0 to {LAST_CODE_POINT:#x}."
        )
    return value


def _characters(name: str, given: Collection[str] | None) -> Intervals:
    if given is None:
        return ()
    for each in given:
        if not isinstance(each, str) or len(each) != 1:
            raise InvalidArgument(f"characters({name}={given!r}): {each!r} is not one character.")
    return intervals_of(given)


def _of_categories(name: str, given: Collection[str]) -> Intervals:
    if isinstance(given, str):
        raise InvalidArgument(f"characters({name}={given!r}): must be a collection, ({given!r},).")
    by_category = _intervals_by_category()
    found: list[Interval] = []
    for each in given:
        matching = [known for known in _CATEGORIES if isinstance(each, str) and each == known[: len(each)]]
        if not matching or not each:
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


@lru_cache(maxsize=32)
def _of_codec(codec: str) -> Intervals:
    try:
        info = codecs.lookup(codec)
        "".encode(codec)
    except (LookupError, TypeError, UnicodeError):
        raise InvalidArgument(
            f"characters(codec={codec!r}): there is no text codec of that name."
        ) from None
    known: dict[str, Intervals] = {
        "utf-8": ((0, 0xD7FF), (0xE000, LAST_CODE_POINT)),
        "ascii": ((0, 0x7F),),
        "iso8859-1": ((0, 0xFF),),
    }
    if info.name in known:
        return known[info.name]
    return intervals_of(chr(code) for code in range(LAST_CODE_POINT + 1) if _encodes(code, codec))


def _encodes(code: int, codec: str) -> bool:
    # Only what comes back the same can be used: some codecs encode what they cannot decode.
    try:
        return chr(code).encode(codec).decode(codec) == chr(code)
    except UnicodeError:
        return False
