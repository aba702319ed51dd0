"""Charsets: the characters that one item of a regular expression stands for."""

from __future__ import annotations

import re
from functools import lru_cache
from re import _constants as sre  # type: ignore[attr-defined]  # not in typeshed
from typing import Any

from shortlex.core.alphabet import (
    LAST_CODE_POINT,
    Intervals,
    code_points,
    intervals_of,
    subtract,
    union,
)

ANYTHING: Intervals = ((0, LAST_CODE_POINT),)
NEWLINE: Intervals = ((10, 10),)

_MOST_FOLDED = 2000
"""Sets with more characters are taken to have both cases of each already."""

_CATEGORIES = {
    sre.CATEGORY_DIGIT: (r"\d+", False),
    sre.CATEGORY_NOT_DIGIT: (r"\d+", True),
    sre.CATEGORY_SPACE: (r"\s+", False),
    sre.CATEGORY_NOT_SPACE: (r"\s+", True),
    sre.CATEGORY_WORD: (r"\w+", False),
    sre.CATEGORY_NOT_WORD: (r"\w+", True),
}

# Letters that neither upper() nor lower() of the usual ones leads to.
_ODD_CASES = (
    "\N{LATIN SMALL LETTER LONG S}\N{KELVIN SIGN}\N{ANGSTROM SIGN}"
    "\N{LATIN SMALL LETTER DOTLESS I}\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}"
)


def word_characters(flags: int) -> Intervals:
    """What ``\\w`` means, which also decides where words begin and end."""
    return _category(sre.CATEGORY_WORD, flags)


def case_variants(char: str, flags: int) -> tuple[str, ...]:
    """The characters that match a literal one, itself first."""
    if not flags & re.IGNORECASE:
        return (char,)
    cases = (char, char.lower(), char.upper(), char.swapcase(), char.title(), *_ODD_CASES)
    if flags & re.ASCII:
        cases = tuple(each for each in cases if each.isascii()) if char.isascii() else (char,)
    literal = re.compile(re.escape(char), flags & (re.IGNORECASE | re.ASCII))
    return tuple(dict.fromkeys(each for each in cases if literal.fullmatch(each)))


def intervals_of_item(op: Any, argument: Any, flags: int) -> Intervals | None:
    """What a single character that matches this item can be; None if it is no such item."""
    if op is sre.LITERAL:
        return intervals_of(case_variants(chr(argument), flags))
    if op is sre.NOT_LITERAL:
        return subtract(ANYTHING, intervals_of(case_variants(chr(argument), flags)))
    if op is sre.ANY:
        return ANYTHING if flags & re.DOTALL else subtract(ANYTHING, NEWLINE)
    if op is sre.IN:
        return _of_class(argument, flags)
    return None


def _of_class(items: list[tuple[Any, Any]], flags: int) -> Intervals:
    found: Intervals = ()
    is_negated = False
    for op, argument in items:
        if op is sre.NEGATE:
            is_negated = True
        elif op is sre.LITERAL:
            found = union(found, ((argument, argument),))
        elif op is sre.RANGE:
            found = union(found, (argument,))
        else:
            found = union(found, _category(argument, flags))
    if flags & re.IGNORECASE and sum(high - low + 1 for low, high in found) <= _MOST_FOLDED:
        each_case = [case_variants(chr(code), flags) for code in code_points(found)]
        found = union(found, intervals_of(char for cases in each_case for char in cases))
    return subtract(ANYTHING, found) if is_negated else found


def _category(category: Any, flags: int) -> Intervals:
    pattern, is_negated = _CATEGORIES[category]
    found = _matching(re.ASCII if flags & re.ASCII else re.UNICODE)[pattern]
    return subtract(ANYTHING, found) if is_negated else found


@lru_cache(maxsize=2)
def _matching(flags: re.RegexFlag) -> dict[str, Intervals]:
    # In the text of all characters each stands at the place of its code point: the expression
    # itself says in a fiftieth of a second what it means, whatever Unicode this Python knows.
    end = 0x80 if flags is re.ASCII else LAST_CODE_POINT + 1
    everything = "".join(map(chr, range(end)))
    return {
        pattern: union(
            (each.start(), each.end() - 1) for each in re.finditer(pattern, everything, flags)
        )
        for pattern in (r"\d+", r"\s+", r"\w+")
    }
