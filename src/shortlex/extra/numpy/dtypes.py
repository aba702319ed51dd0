"""Dtypes: strategies for numpy's dtypes, simple and structured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.extra.shapes import array_shapes
from shortlex.strategies.collections import lists, tuples
from shortlex.strategies.lazy import lazy, lazy_once
from shortlex.strategies.recursion import recursive
from shortlex.strategies.selection import just, sampled_from
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy
from shortlex.strategies.strings import text
from shortlex.strategies.unions import one_of

Dtypes = SearchStrategy[np.dtype[Any]]

PERIODS = ("Y", "M", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as")
"""Units of dates and durations, from the longest to the shortest."""

ENDS = ("?", "<", "=", ">")
"""Orders of bytes: either, little-endian, this machine's, big-endian."""

_BITS_PER_BYTE = 8


def _of_ends(name: str, codes: Sequence[str], endianness: object) -> Dtypes:
    """Dtypes with these codes, in an order of bytes."""
    if endianness not in ENDS:
        raise InvalidArgument(
            f"{name}(endianness={shown(endianness)}): must be one of {', '.join(map(repr, ENDS))}."
        )
    ends = "<>" if endianness == "?" else str(endianness)
    found = [np.dtype(f"{end}{code}") for end in ends for code in codes]
    # A single byte has no order.
    return sampled_from(list(dict.fromkeys(found)))


def _of_sizes(
    name: str, letter: str, sizes: Any, possible: tuple[int, ...], endianness: object
) -> Dtypes:
    given = (sizes,) if isinstance(sizes, int) else tuple(sizes)
    wrong = [size for size in given if size not in possible]
    if wrong or not given:
        raise InvalidArgument(
            f"{name}(sizes={shown(sizes)}): must be one or more of "
            f"{', '.join(map(str, possible))} bits."
        )
    codes = [f"{letter}{size // _BITS_PER_BYTE}" for size in given]
    missing = [size for size, code in zip(given, codes) if not _exists(code)]
    if missing:
        raise InvalidArgument(
            f"{name}(sizes={shown(sizes)}): numpy has none of {missing[0]} bits on this machine."
        )
    return _of_ends(name, codes, endianness)


def _exists(code: str) -> bool:
    try:
        np.dtype(code)
    except TypeError:
        return False
    return True


@lazy_once
def boolean_dtypes() -> Dtypes:
    """The dtype of booleans. Makes no choice, so there is nothing to reduce."""
    return just(np.dtype("?"))


@lazy
def unsigned_integer_dtypes(
    *, endianness: str = "?", sizes: int | Sequence[int] = (8, 16, 32, 64)
) -> Dtypes:
    """Dtypes of whole numbers that are not negative; reduces to the first of ``sizes``."""
    return _of_sizes("unsigned_integer_dtypes", "u", sizes, (8, 16, 32, 64), endianness)


@lazy
def integer_dtypes(
    *, endianness: str = "?", sizes: int | Sequence[int] = (8, 16, 32, 64)
) -> Dtypes:
    """Dtypes of whole numbers; reduces to the first of ``sizes``."""
    return _of_sizes("integer_dtypes", "i", sizes, (8, 16, 32, 64), endianness)


@lazy
def floating_dtypes(*, endianness: str = "?", sizes: int | Sequence[int] = (16, 32, 64)) -> Dtypes:
    """Dtypes of floats; reduces to the first of ``sizes``, of which 96 or 128 may exist too."""
    return _of_sizes("floating_dtypes", "f", sizes, (16, 32, 64, 96, 128), endianness)


@lazy
def complex_number_dtypes(
    *, endianness: str = "?", sizes: int | Sequence[int] = (64, 128)
) -> Dtypes:
    """Dtypes of complex numbers; reduces to the first of ``sizes``; 192 or 256 may exist too."""
    return _of_sizes("complex_number_dtypes", "c", sizes, (64, 128, 192, 256), endianness)


def _times(name: str, letter: str, longest: object, shortest: object, endianness: object) -> Dtypes:
    for field, period in ("max_period", longest), ("min_period", shortest):
        if period not in PERIODS:
            raise InvalidArgument(
                f"{name}({field}={shown(period)}): must be one of {', '.join(PERIODS)}."
            )
    first, last = PERIODS.index(str(longest)), PERIODS.index(str(shortest))
    if first > last:
        raise InvalidArgument(
            f"{name}(max_period={longest!r}, min_period={shortest!r}): the maximum is the longer "
            "period."
        )
    codes = [f"{letter}8[{period}]" for period in PERIODS[first : last + 1]]
    return _of_ends(name, codes, endianness)


@lazy
def datetime64_dtypes(
    *, max_period: str = "Y", min_period: str = "ns", endianness: str = "?"
) -> Dtypes:
    """Dtypes of dates and times, in units between two periods; reduces to the longest."""
    return _times("datetime64_dtypes", "M", max_period, min_period, endianness)


@lazy
def timedelta64_dtypes(
    *, max_period: str = "Y", min_period: str = "ns", endianness: str = "?"
) -> Dtypes:
    """Dtypes of durations, in units between two periods; reduces to the longest."""
    return _times("timedelta64_dtypes", "m", max_period, min_period, endianness)


def _texts(name: str, letter: str, shortest: object, longest: object, endianness: object) -> Dtypes:
    for field, length in ("min_len", shortest), ("max_len", longest):
        if not isinstance(length, int) or isinstance(length, bool) or length < 0:
            raise InvalidArgument(
                f"{name}({field}={shown(length)}): must be a whole number, 0 or more."
            )
    assert isinstance(shortest, int), "checked"
    assert isinstance(longest, int), "checked"
    if shortest > longest:
        raise InvalidArgument(f"{name}(min_len={shortest}, max_len={longest}): nothing is between.")
    lengths = range(shortest, longest + 1)
    return _of_ends(name, [f"{letter}{length}" for length in lengths], endianness)


@lazy
def byte_string_dtypes(*, endianness: str = "?", min_len: int = 1, max_len: int = 16) -> Dtypes:
    """Dtypes of bytes up to some length; reduces to the shortest."""
    return _texts("byte_string_dtypes", "S", min_len, max_len, endianness)


@lazy
def unicode_string_dtypes(*, endianness: str = "?", min_len: int = 1, max_len: int = 16) -> Dtypes:
    """Dtypes of text up to some length; reduces to the shortest."""
    return _texts("unicode_string_dtypes", "U", min_len, max_len, endianness)


@lazy_once
def scalar_dtypes() -> Dtypes:
    """Dtypes of booleans, numbers, dates and durations; reduces to booleans."""
    return one_of(
        boolean_dtypes(),
        integer_dtypes(),
        unsigned_integer_dtypes(),
        floating_dtypes(),
        complex_number_dtypes(),
        datetime64_dtypes(),
        timedelta64_dtypes(),
    )


@lazy_once
def array_dtypes(
    subtype_strategy: Dtypes | None = None,
    *,
    min_size: int = 1,
    max_size: int = 5,
    allow_subarrays: bool = False,
) -> Dtypes:
    """Structured dtypes, with fields of ``subtype_strategy``; reduces to fewer fields.

    The default is ``scalar_dtypes()``. With ``allow_subarrays=True`` a field may be an array.
    """
    subtypes = scalar_dtypes() if subtype_strategy is None else subtype_strategy
    check_is_strategy(subtypes, "array_dtypes(): subtype_strategy")
    fields: SearchStrategy[Any] = tuples(_field_names(), subtypes)
    if allow_subarrays:
        fields = fields | tuples(_field_names(), subtypes, array_shapes(max_dims=2, max_side=2))
    many = lists(fields, min_size=min_size, max_size=max_size, unique_by=_name_of)
    return many.map(_structured)


def _field_names() -> SearchStrategy[Any]:
    """Names, or pairs of a title and a name; '' lets numpy give one."""
    return just("") | text(min_size=0, max_size=8).filter(_is_sound) | tuples(_names(), _names())


def _names() -> SearchStrategy[str]:
    return text(min_size=1, max_size=8).filter(_is_sound)


def _is_sound(name: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def _name_of(field: Any) -> Any:
    # numpy numbers the fields without a name, so these differ.
    return object() if field[0] == "" else field[0]


def _structured(fields: list[Any]) -> np.dtype[Any]:
    taken: set[str] = set()
    named: list[Any] = []
    for place, (name, *rest) in enumerate(fields):
        both = name if isinstance(name, tuple) else (name,)
        if not all(both) or taken.intersection(both) or len(set(both)) < len(both):
            name = f"f{place}"
            while name in taken:
                name += "_"
            both = (name,)
        taken.update(both)
        named.append((name, *rest))
    return np.dtype(named)


@lazy_once
def nested_dtypes(
    subtype_strategy: Dtypes | None = None,
    *,
    max_leaves: int = 10,
    max_itemsize: int | None = None,
) -> Dtypes:
    """Dtypes that are structured, within others that are, or not at all.

    With ``max_itemsize`` no element takes more bytes. Reduces to a simple dtype.
    """
    leaves = scalar_dtypes() if subtype_strategy is None else subtype_strategy
    check_is_strategy(leaves, "nested_dtypes(): subtype_strategy")
    found = recursive(leaves, _within, max_leaves=max_leaves)
    if max_itemsize is None:
        return found
    return found.filter(lambda dtype: dtype.itemsize <= max_itemsize)


def _within(dtypes: Dtypes) -> Dtypes:
    return array_dtypes(dtypes, allow_subarrays=True)
