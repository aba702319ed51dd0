"""Text conditions: narrow a text strategy by what a filter demands of its characters."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import groupby
from typing import Any

from shortlex.core.alphabet import LAST_CODE_POINT, Alphabet, Interval
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.errors import InvalidArgument
from shortlex.strategies.conditions.bounds import sizes_left
from shortlex.strategies.conditions.predicates import EQUAL, MATCHES, METHOD, TRUTH, UNEQUAL, Demand
from shortlex.strategies.patterns.regex import from_regex
from shortlex.strategies.patterns.syntax import restricted
from shortlex.strategies.selection import nothing
from shortlex.strategies.strategy import SearchStrategy
from shortlex.strategies.strings import ByteStrings, Characters, Texts


def _can_continue_name(char: str) -> bool:
    return f"A{char}".isidentifier()


def _is_not_upper(char: str) -> bool:
    return not (char.isupper() or char.istitle())


def _is_not_lower(char: str) -> bool:
    return not (char.islower() or (char.istitle() and not char.isupper()))


_EVERY: dict[str, Callable[[str], bool]] = {
    "isalnum": str.isalnum,
    "isalpha": str.isalpha,
    "isascii": str.isascii,
    "isdecimal": str.isdecimal,
    "isdigit": str.isdigit,
    "isidentifier": _can_continue_name,
    "islower": _is_not_upper,
    "isnumeric": str.isnumeric,
    "isprintable": str.isprintable,
    "isspace": str.isspace,
    "isupper": _is_not_lower,
}
"""For each method, what holds for every character if the method is true of the text."""

_TRUE_OF_EMPTY = {"isascii", "isprintable"}
_FALSE_OF_EMPTY = {*_EVERY, "istitle"} - _TRUE_OF_EMPTY
_FALSE_OF_EMPTY |= {
    "capitalize",
    "casefold",
    "encode",
    "expandtabs",
    "lower",
    "lstrip",
    "rstrip",
    "split",
}
_FALSE_OF_EMPTY |= {"splitlines", "strip", "swapcase", "title", "upper"}
"""The methods that return something false for an empty text."""

_FALSE_OF_EMPTY_BYTES = {name for name in _FALSE_OF_EMPTY if hasattr(bytes, name)} | {
    "decode",
    "hex",
}

_NOT_EMPTY = Demand(TRUTH)


def texts_left(demand: Demand, domain: String) -> SearchStrategy[str] | None:
    """The texts of a domain that are left."""
    if demand.relation in MATCHES:
        return _matching(demand.relation, demand.argument, domain)
    alphabet, sizes = domain.alphabet, domain.sizes
    if demand.relation == METHOD and demand.argument in _EVERY:
        alphabet = _with_every(alphabet, demand.argument)
        # Without characters only the empty text is left.
        if not len(alphabet):
            sizes = Sizes(0, 0) if not sizes.minimum else sizes
    left = sizes_left(_of_length(demand, "", _FALSE_OF_EMPTY), sizes)
    if left is None and alphabet is domain.alphabet:
        return None
    sizes = left if isinstance(left, Sizes) else sizes
    if (left is not None and not isinstance(left, Sizes)) or (sizes.minimum and not len(alphabet)):
        return nothing()
    is_character = domain.sizes == sizes == Sizes(1, 1)
    return Characters(alphabet) if is_character else Texts(String(alphabet, sizes))


def bytes_left(demand: Demand, domain: Any) -> SearchStrategy[bytes] | None:
    """The byte strings of a domain that are left."""
    if demand.relation in MATCHES:
        return _matching_bytes(demand.relation, demand.argument, domain)
    sizes = sizes_left(_of_length(demand, b"", _FALSE_OF_EMPTY_BYTES), domain.sizes)
    if sizes is None:
        return None
    return ByteStrings(type(domain)(sizes)) if isinstance(sizes, Sizes) else nothing()


def _of_length(demand: Demand, empty: object, some: set[str]) -> Demand:
    """The demand on the length that follows from a demand, or the demand itself."""
    is_unequal = demand.relation == UNEQUAL and demand.argument == empty
    if (demand.relation == METHOD and demand.argument in some) or is_unequal:
        return _NOT_EMPTY
    if demand.relation == EQUAL and isinstance(demand.argument, type(empty)):
        return Demand(EQUAL, len(demand.argument), is_of_length=True)  # type: ignore[arg-type]  # a text
    return demand


def _with_every(alphabet: Alphabet, method: str) -> Alphabet:
    every = _EVERY[method]
    # Listed characters are checked one by one, which keeps the order that the user gave.
    if alphabet.runs:
        return restricted(alphabet, _intervals_of(method))
    return Alphabet.of_characters([char for char in alphabet.listed if every(char)])


@lru_cache(maxsize=len(_EVERY))
def _intervals_of(method: str) -> tuple[Interval, ...]:
    # Checks every code point, which takes a tenth of a second, but only if such a filter is used.
    found: list[Interval] = []
    start = 0
    for is_one, group in groupby(map(_EVERY[method], map(chr, range(LAST_CODE_POINT + 1)))):
        end = start + sum(1 for _ in group)
        if is_one:
            found.append((start, end - 1))
        start = end
    return tuple(found)


def _from_the_start(pattern: re.Pattern[Any]) -> re.Pattern[Any]:
    """An expression for ``search`` that is equivalent to ``match`` with another."""
    is_text = isinstance(pattern.pattern, str)
    # Latin-1 has one character for each byte.
    text = pattern.pattern if is_text else pattern.pattern.decode("latin-1")
    # Inline flags may only stand at the very beginning; ``flags`` contains them already.
    body = re.sub(r"\A\(\?[aiLmsux]+\)", "", text)
    # In verbose mode the expression may end in a comment, which a newline ends.
    end = "\n)" if pattern.flags & re.VERBOSE else ")"
    whole = f"\\A(?:{body}{end}"
    return re.compile(whole if is_text else whole.encode("latin-1"), pattern.flags)


def _matching(method: str, pattern: re.Pattern[Any], domain: String) -> SearchStrategy[str] | None:
    """Texts generated from an expression rather than found by chance."""
    if not isinstance(pattern.pattern, str):
        return None
    try:
        if method == "match":
            pattern = _from_the_start(pattern)
        characters = Characters(domain.alphabet)
        written = from_regex(pattern, fullmatch=method == "fullmatch", alphabet=characters)
        written.validate()
    except (re.error, InvalidArgument):
        # Some expressions cannot be generated, or cannot be nested.
        return None
    is_any = domain.sizes == Sizes(0, None)
    return written if is_any else written.filter(domain.contains)


def _matching_bytes(
    method: str, pattern: re.Pattern[Any], domain: Any
) -> SearchStrategy[bytes] | None:
    """The same for byte strings."""
    if not isinstance(pattern.pattern, bytes):
        return None
    try:
        if method == "match":
            pattern = _from_the_start(pattern)
        written = from_regex(pattern, fullmatch=method == "fullmatch")
        written.validate()
    except (re.error, InvalidArgument):
        return None
    is_any = domain.sizes == Sizes(0, None)
    return written if is_any else written.filter(domain.contains)
