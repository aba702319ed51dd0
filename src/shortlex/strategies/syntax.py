"""Syntax: from the parse tree of a regular expression to the parts that write matching text.

The tree is the standard library's own, so that nothing is read differently here than there.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Sequence
from math import prod
from re import _constants as sre  # type: ignore[attr-defined]  # not in typeshed
from re import _parser  # type: ignore[attr-defined]  # not in typeshed
from typing import Any

from shortlex.core.alphabet import Alphabet, Intervals, intersect
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.strategies.charsets import case_variants, intervals_of_item
from shortlex.strategies.drafts import (
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
_MOST_SPELLINGS = 1 << 16
_LONGEST_FIXED = 10_000
_ONE = Sizes(1, 1)
_BY_LINE = {sre.AT_BEGINNING: sre.AT_BEGINNING_LINE, sre.AT_END: sre.AT_END_LINE}


class Unwritable(Exception):  # noqa: N818  # never leaves the strategy
    """No text over the alphabet can match some part."""


def restricted(alphabet: Alphabet, intervals: Intervals) -> Alphabet:
    """The characters of an alphabet that are also in a set, in the order of the alphabet."""
    if alphabet.runs:
        return Alphabet.of_intervals(intersect(alphabet.intervals, intervals))
    allowed = Alphabet.of_intervals(intervals)
    return Alphabet.of_characters([char for char in alphabet.listed if char in allowed])


def part_of(pattern: re.Pattern[Any], alphabet: Alphabet, *, is_whole: bool) -> Part:
    """What writes text that matches a pattern: all of it, or with room before and after."""
    with warnings.catch_warnings():
        # Who compiled the pattern was warned then.
        warnings.simplefilter("ignore")
        tree = _parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    return _Syntax(alphabet).sequel(
        tree, flags_of(pattern), is_first=not is_whole, is_last=not is_whole
    )


def flags_of(pattern: re.Pattern[Any]) -> int:
    """The flags; bytes know no letters beyond ASCII, which goes without saying there."""
    return pattern.flags | (re.ASCII if isinstance(pattern.pattern, bytes) else 0)


class _Syntax:
    """Makes parts. ``is_first`` and ``is_last`` tell that before or after them all is allowed."""

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
            # At either end of what is found somewhere, what must be seen can simply be written.
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
        if isinstance(part, Fixed) and not sizes.spread and least * len(part.text) < _LONGEST_FIXED:
            return Fixed(part.text * least)
        return Repeated(part, sizes)

    def letters(self, code: int, flags: int, sizes: Sizes) -> Part:
        try:
            cases = self.letter(code, flags)
        except Unwritable:
            if sizes.minimum:
                raise
            return Fixed("")
        if len(cases) == 1 and not sizes.spread and sizes.minimum < _LONGEST_FIXED:
            return Fixed(cases[0] * sizes.minimum)
        return Chosen(String(Alphabet.of_characters(cases), sizes))

    def branch(self, branches: Iterable[Any], flags: int, **ends: bool) -> Part:
        parts = []
        problem = None
        # The shortest first: that is what the choice reduces to.
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
    """A run of literal characters, in pieces that do not have too many spellings."""
    start = 0
    while start < len(letters):
        end, count = start, 1
        while end < len(letters) and count * len(letters[end]) <= _MOST_SPELLINGS:
            count *= len(letters[end])
            end += 1
        run = letters[start:end]
        if count == 1:
            yield Fixed("".join([cases[0] for cases in run]))
        else:
            yield Spelled(run, prod(map(len, run)))
        start = end
