"""Syntax: from the parse tree of a regular expression to the parts that write matching text.

The tree is the standard library's own, so expressions mean the same here as there. It also
shows whether a text that was written part by part must be checked at all.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod
from re import _constants as sre  # type: ignore[attr-defined]  # not in typeshed
from re import _parser  # type: ignore[attr-defined]  # not in typeshed
from typing import Any

from shortlex.core.alphabet import (
    LAST_CODE_POINT,
    Alphabet,
    Intervals,
    code_points,
    intersect,
    intervals_of,
    subtract,
    union,
)
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.strategies.patterns.regex_parts import (
    Alternatives,
    Anchor,
    Chosen,
    Conditional,
    Fixed,
    Group,
    Look,
    Part,
    Reference,
    Repeated,
    Sequel,
    Spelled,
)

_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
_MAX_SPELLINGS = 1 << 16
_MAX_FIXED = 10_000
_ONE = Sizes(1, 1)
_BY_LINE = {sre.AT_BEGINNING: sre.AT_BEGINNING_LINE, sre.AT_END: sre.AT_END_LINE}


class Unwritable(Exception):  # noqa: N818  # never leaves the strategy
    """No text over the alphabet can match some part."""


def restricted(alphabet: Alphabet, intervals: Intervals) -> Alphabet:
    """The characters of an alphabet that are in the intervals, in the order of the alphabet."""
    if alphabet.runs:
        return Alphabet.of_intervals(intersect(alphabet.intervals, intervals))
    allowed = Alphabet.of_intervals(intervals)
    return Alphabet.of_characters([char for char in alphabet.listed if char in allowed])


def tree_of(pattern: re.Pattern[Any]) -> Any:
    """The parse tree of a pattern."""
    with warnings.catch_warnings():
        # Python warned when the pattern was compiled.
        warnings.simplefilter("ignore")
        return _parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)


def part_of(tree: Any, flags: int, alphabet: Alphabet, *, is_whole: bool) -> Part:
    """The part that writes a match: the whole text, or with room before and after."""
    return _Syntax(alphabet).sequel(tree, flags, is_first=not is_whole, is_last=not is_whole)


def flags_of(pattern: re.Pattern[Any]) -> int:
    """The flags; patterns of bytes always have ASCII."""
    return pattern.flags | (re.ASCII if isinstance(pattern.pattern, bytes) else 0)


class _Syntax:
    """Makes parts. ``is_first`` and ``is_last`` say that any text may come before or after."""

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet = alphabet

    def sequel(
        self, items: Any, flags: int, *, is_first: bool = False, is_last: bool = False
    ) -> Part:
        parts: list[Part] = []
        spelled: list[Sequence[str]] = []
        last = len(items) - 1
        for i, (op, argument) in enumerate(items):
            if op is sre.LITERAL:
                spelled.append(self.letter(argument, flags))
                continue
            parts += _spellings(spelled)
            spelled = []
            ends = {"is_first": is_first and i == 0, "is_last": is_last and i == last}
            parts.append(self.part(op, argument, flags, **ends))
        parts += _spellings(spelled)
        return parts[0] if len(parts) == 1 else Sequel(parts)

    def letter(self, code: int, flags: int) -> Sequence[str]:
        cases = [char for char in case_variants(chr(code), flags) if char in self.alphabet]
        if not cases:
            raise Unwritable(f"the character {chr(code)!r}")
        return cases

    def part(self, op: Any, argument: Any, flags: int, *, is_first: bool, is_last: bool) -> Part:
        intervals = intervals_of_item(op, argument, flags)
        if intervals is not None:
            return self.characters(intervals, _ONE)
        if op in _REPEATS:
            return self.repeat(argument, flags)
        if op is sre.BRANCH:
            return self.branch(argument[1], flags, is_first=is_first, is_last=is_last)
        if op is sre.SUBPATTERN:
            number, added, removed, inner = argument
            flags = (flags | added) & ~removed
            part = self.sequel(inner, flags, is_first=is_first, is_last=is_last)
            return part if number is None else Group(number, part)
        if op is sre.ATOMIC_GROUP:
            return self.sequel(argument, flags, is_first=is_first, is_last=is_last)
        if op is sre.AT:
            return Anchor(_BY_LINE.get(argument, argument) if flags & re.MULTILINE else argument)
        if op is sre.ASSERT:
            direction, inner = argument
            # At the ends of a match with room around it, a lookaround can simply be written out.
            if (is_last and direction > 0) or (is_first and direction < 0):
                return self.sequel(inner, flags, is_first=is_first, is_last=is_last)
            return Look(self.sequel(inner, flags), is_before=direction < 0)
        if op is sre.ASSERT_NOT and len(argument[1]):
            return Part()
        if op is sre.GROUPREF:
            return Reference(argument)
        if op is sre.GROUPREF_EXISTS:
            return self.conditional(argument, flags)
        raise Unwritable("a part that never matches")

    def characters(self, intervals: Intervals, sizes: Sizes) -> Part:
        alphabet = restricted(self.alphabet, intervals)
        if not len(alphabet):
            if sizes.minimum:
                raise Unwritable("a class of characters")
            return Fixed("")
        return Chosen(String(alphabet, sizes))

    def repeat(self, argument: tuple[int, Any, Any], flags: int) -> Part:
        least, most, items = argument
        sizes = Sizes(least, None if most is sre.MAXREPEAT else int(most))
        if len(items) == 1:
            op, inner = items[0]
            if op is sre.LITERAL:
                return self.letters(inner, flags, sizes)
            intervals = intervals_of_item(op, inner, flags)
            if intervals is not None:
                return self.characters(intervals, sizes)
        try:
            part = self.sequel(items, flags)
        except Unwritable:
            if least:
                raise
            return Fixed("")
        if isinstance(part, Fixed) and not sizes.spread and least * len(part.text) < _MAX_FIXED:
            return Fixed(part.text * least)
        return Repeated(part, sizes)

    def letters(self, code: int, flags: int, sizes: Sizes) -> Part:
        try:
            cases = self.letter(code, flags)
        except Unwritable:
            if sizes.minimum:
                raise
            return Fixed("")
        if len(cases) == 1 and not sizes.spread and sizes.minimum < _MAX_FIXED:
            return Fixed(cases[0] * sizes.minimum)
        return Chosen(String(Alphabet.of_characters(cases), sizes))

    def branch(self, branches: Iterable[Any], flags: int, **ends: bool) -> Part:
        parts = []
        problem = None
        # The shortest first, because the choice reduces to it.
        for each in sorted(branches, key=lambda branch: branch.getwidth()[0]):
            try:
                parts.append(self.sequel(each, flags, **ends))
            except Unwritable as error:
                problem = error
        if not parts:
            raise problem or Unwritable("an alternative")
        if len(parts) == 1:
            return parts[0]
        if not all(isinstance(each, Fixed) for each in parts):
            for each in parts:
                each.weigh()
        return Alternatives(parts)

    def conditional(self, argument: tuple[int, Any, Any], flags: int) -> Part:
        number, present, absent = argument
        other = Fixed("") if absent is None else self.sequel(absent, flags)
        return Conditional(number, self.sequel(present, flags), other)


def _spellings(letters: list[Sequence[str]]) -> Iterable[Part]:
    """A run of literal characters, in pieces with few enough spellings."""
    start = 0
    while start < len(letters):
        end, count = start, 1
        while end < len(letters) and count * len(letters[end]) <= _MAX_SPELLINGS:
            count *= len(letters[end])
            end += 1
        run = letters[start:end]
        if count == 1:
            yield Fixed("".join([cases[0] for cases in run]))
        else:
            yield Spelled(run, prod(map(len, run)))
        start = end


# ``re`` tries one way after another. If a part of variable length is repeated, as in
# ``(x{1,9}){50}``, there can be more ways than atoms in the world, and almost all lead nowhere.
# But the generator of a text knows a way that leads to a match. So if nothing else decides what
# matches, the text is not checked.

_CHARACTERS = (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN, sre.RANGE, sre.CATEGORY)
_BACKTRACKING = (sre.MAX_REPEAT, sre.MIN_REPEAT)
_BEGINNINGS = (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING)
_ENDS = (sre.AT_END, sre.AT_END_STRING)


def is_known_to_match(tree: Any) -> bool:
    """Whether text generated part by part certainly matches, while a check may take forever."""
    items = list(tree)
    # The padding around a match respects anchors at its ends.
    if items and items[0][0] is sre.AT and items[0][1] in _BEGINNINGS:
        del items[0]
    if items and items[-1][0] is sre.AT and items[-1][1] in _ENDS:
        del items[-1]
    return _has_many_ways(items) and _is_certain(items, set())


def _inner(op: Any, argument: Any) -> list[Any]:
    """The sequences inside an item of a parse tree."""
    if op in _BACKTRACKING:
        return [argument[2]]
    if op is sre.SUBPATTERN:
        return [argument[-1]]
    return argument[1] if op is sre.BRANCH else []


def _is_certain(items: Any, groups: set[int]) -> bool:
    """Whether there is no lookaround, and no reference to a group that may be missing.

    Groups that are certainly there are added to ``groups``.
    """
    for op, argument in items:
        if op is sre.GROUPREF:
            if argument not in groups:
                return False
        elif op in (*_BACKTRACKING, sre.SUBPATTERN, sre.BRANCH):
            is_optional = op is sre.BRANCH or (op in _BACKTRACKING and not argument[0])
            inside = set(groups) if is_optional else groups
            if not all(_is_certain(each, inside) for each in _inner(op, argument)):
                return False
            if op is sre.SUBPATTERN and argument[0] is not None:
                groups.add(argument[0])
        elif op not in _CHARACTERS:
            return False
    return True


def _has_many_ways(items: Any) -> bool:
    """Whether something of variable length is repeated, and cannot be empty as a whole."""
    for op, argument in items:
        if op in _BACKTRACKING and argument[1] > 1:
            least, most = argument[2].getwidth()
            if least < most and (least or argument[0] > 1):
                return True
        if any(map(_has_many_ways, _inner(op, argument))):
            return True
    return False


# The characters that one item stands for.

ANYTHING: Intervals = ((0, LAST_CODE_POINT),)
NEWLINE: Intervals = ((10, 10),)

_MAX_FOLDED = 2000
"""Sets with more characters are assumed to contain both cases of each already."""

_CATEGORIES = {
    sre.CATEGORY_DIGIT: (r"\d+", False),
    sre.CATEGORY_NOT_DIGIT: (r"\d+", True),
    sre.CATEGORY_SPACE: (r"\s+", False),
    sre.CATEGORY_NOT_SPACE: (r"\s+", True),
    sre.CATEGORY_WORD: (r"\w+", False),
    sre.CATEGORY_NOT_WORD: (r"\w+", True),
}

# Letters that upper() and lower() of the usual letters do not lead to.
_ODD_CASES = (
    "\N{LATIN SMALL LETTER LONG S}\N{KELVIN SIGN}\N{ANGSTROM SIGN}"
    "\N{LATIN SMALL LETTER DOTLESS I}\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}"
)


def word_characters(flags: int) -> Intervals:
    """The characters of ``\\w``, which also decide where words begin and end."""
    return _category(sre.CATEGORY_WORD, flags)


def case_variants(char: str, flags: int) -> tuple[str, ...]:
    """The characters that match a literal character, itself first."""
    if not flags & re.IGNORECASE:
        return (char,)
    cases = (char, char.lower(), char.upper(), char.swapcase(), char.title(), *_ODD_CASES)
    if flags & re.ASCII:
        cases = tuple(each for each in cases if each.isascii()) if char.isascii() else (char,)
    literal = re.compile(re.escape(char), flags & (re.IGNORECASE | re.ASCII))
    return tuple(dict.fromkeys(each for each in cases if literal.fullmatch(each)))


def intervals_of_item(op: Any, argument: Any, flags: int) -> Intervals | None:
    """The characters that match an item; None if it does not stand for a single character."""
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
    if flags & re.IGNORECASE and sum(high - low + 1 for low, high in found) <= _MAX_FOLDED:
        each_case = [case_variants(chr(code), flags) for code in code_points(found)]
        found = union(found, intervals_of(char for cases in each_case for char in cases))
    return subtract(ANYTHING, found) if is_negated else found


def _category(category: Any, flags: int) -> Intervals:
    pattern, is_negated = _CATEGORIES[category]
    found = _matching(re.ASCII if flags & re.ASCII else re.UNICODE)[pattern]
    return subtract(ANYTHING, found) if is_negated else found


@lru_cache(maxsize=2)
def _matching(flags: re.RegexFlag) -> dict[str, Intervals]:
    # In a text of all characters, positions are code points. So matching the class itself shows in
    # a fiftieth of a second what it means, whatever the Unicode version of this Python.
    end = 0x80 if flags is re.ASCII else LAST_CODE_POINT + 1
    everything = "".join(map(chr, range(end)))
    return {
        pattern: union(
            (each.start(), each.end() - 1) for each in re.finditer(pattern, everything, flags)
        )
        for pattern in (r"\d+", r"\s+", r"\w+")
    }
