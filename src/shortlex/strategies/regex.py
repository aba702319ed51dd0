"""Regex: text that matches a regular expression.

``charsets`` knows what the characters are, ``syntax`` makes parts of the parse tree, ``drafts``
says what these write. Here is what comes before and after, and the check that nothing is wrong.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection
from functools import cached_property
from re import _constants as sre  # type: ignore[attr-defined]  # not in typeshed
from typing import Any, overload
from zlib import crc32

from shortlex.core.alphabet import (
    LAST_CODE_POINT,
    UNICODE,
    Alphabet,
    Intervals,
    intersect,
    subtract,
)
from shortlex.core.case import Case
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.errors import InvalidArgument
from shortlex.strategies.charsets import ANYTHING, NEWLINE, word_characters
from shortlex.strategies.describe import describe_argument
from shortlex.strategies.drafts import Draft
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.strategy import SearchStrategy
from shortlex.strategies.strings import alphabet_of, given_alphabet
from shortlex.strategies.syntax import Unwritable, flags_of, part_of, restricted

_LATIN = Alphabet.of_intervals([(0, 255)])
_ANY = Sizes(0)
_ONE = Sizes(1, 1)
_PERHAPS = Sizes(0, 1)


class Regex(SearchStrategy[Any]):
    """Text written for an expression; nearly all of it matches."""

    known_empty = False

    def __init__(self, pattern: re.Pattern[Any], alphabet: Alphabet, *, is_whole: bool) -> None:
        self.pattern = pattern
        self.is_whole = is_whole
        self._is_bytes = isinstance(pattern.pattern, bytes)
        self._write = part_of(pattern, alphabet, is_whole=is_whole).write
        self._padding = None if is_whole else _Padding(alphabet, flags_of(pattern))

    def do_draw(self, case: Case) -> Any:
        draft = Draft()
        self._write(case, draft)
        text = draft.text() if draft.overlays else "".join(draft.pieces)
        if self._padding is not None:
            text = self._padding.put_around(text, case, draft)
        return text.encode("latin-1") if self._is_bytes else text

    def label_to(self, depth: int) -> str:
        return f"regex:{crc32(repr(self).encode('utf-8', 'replace')):08x}"

    def __repr__(self) -> str:
        fullmatch = ", fullmatch=True" if self.is_whole else ""
        return f"from_regex({describe_argument(self.pattern)}{fullmatch})"


class _Padding:
    """What may stand around a match that is only to be found somewhere.

    ``^``, ``$`` and borders of words at the ends of the match restrict the character next to it,
    or forbid that there is one.
    """

    def __init__(self, alphabet: Alphabet, flags: int) -> None:
        self._alphabet = alphabet
        self._anything = String(alphabet, _ANY)
        self._newline = String(restricted(alphabet, NEWLINE), _PERHAPS)
        self._flags = flags
        self._neighbours: dict[tuple[bool, bool | None], String | None] = {}

    def put_around(self, text: str, case: Case, draft: Draft) -> str:
        last = len(draft.pieces)
        ends = {anchor for place, anchor in draft.marks if place == last}
        starts = {anchor for place, anchor in draft.marks if place == 0}
        text += self._after(text[-1:], ends, case)
        return self._before(text[:1], starts, case) + text

    def _after(self, neighbour: str, anchors: set[Any], case: Case) -> str:
        if sre.AT_END_STRING in anchors:
            return ""
        if sre.AT_END in anchors:
            # A newline may follow what is still called the end.
            return case.choose(self._newline)  # type: ignore[no-any-return]  # a string
        beside, rest = self._drawn(neighbour, anchors, sre.AT_END_LINE, case)
        return beside + rest

    def _before(self, neighbour: str, anchors: set[Any], case: Case) -> str:
        if sre.AT_BEGINNING in anchors or sre.AT_BEGINNING_STRING in anchors:
            return ""
        beside, rest = self._drawn(neighbour, anchors, sre.AT_BEGINNING_LINE, case)
        return rest + beside

    def _drawn(self, neighbour: str, anchors: set[Any], line: Any, case: Case) -> tuple[str, str]:
        """What stands beside the match, and what comes beyond that."""
        rest: str = case.choose(self._anything)
        is_newline, is_word = line in anchors, None
        if sre.AT_BOUNDARY in anchors or sre.AT_NON_BOUNDARY in anchors:
            is_same = sre.AT_NON_BOUNDARY in anchors
            is_word = is_same is (bool(neighbour) and _contains(self._words, neighbour))
        if (not is_newline and is_word is None) or not (rest or is_word):
            return "", rest
        domain = self._neighbour(is_newline, is_word)
        return ("", "") if domain is None else (case.choose(domain), rest)

    @cached_property
    def _words(self) -> Intervals:
        return word_characters(self._flags)

    def _neighbour(self, is_newline: bool, is_word: bool | None) -> String | None:
        key = (is_newline, is_word)
        if key not in self._neighbours:
            allowed = NEWLINE if is_newline else ANYTHING
            if is_word is not None:
                words = self._words if is_word else subtract(ANYTHING, self._words)
                allowed = intersect(allowed, words)
            alphabet = restricted(self._alphabet, allowed)
            self._neighbours[key] = String(alphabet, _ONE) if len(alphabet) else None
        return self._neighbours[key]


def _contains(intervals: Intervals, char: str) -> bool:
    last = bisect_right(intervals, (ord(char), LAST_CODE_POINT)) - 1
    return last >= 0 and ord(char) <= intervals[last][1]


@overload
def from_regex(
    regex: bytes | re.Pattern[bytes], *, fullmatch: bool = False
) -> SearchStrategy[bytes]: ...
@overload
def from_regex(
    regex: str | re.Pattern[str],
    *,
    fullmatch: bool = False,
    alphabet: Collection[str] | SearchStrategy[str] | None = None,
) -> SearchStrategy[str]: ...
@lazy_once
def from_regex(regex: Any, *, fullmatch: bool = False, alphabet: Any = None) -> SearchStrategy[Any]:
    """Text, or bytes, in which ``re.search`` finds a match; with ``fullmatch`` all of it is one.

    All of the syntax of ``re`` can be used. ``alphabet`` limits the characters, as in ``text``:
    alternatives and optional parts that need others are left out. Reduces to the shortest match
    alone, of the simplest characters.
    """
    shown = f"from_regex(regex={regex!r})"
    if not isinstance(regex, (str, bytes, re.Pattern)):
        raise InvalidArgument(
            f"{shown}: must be a string, bytes, or the result of re.compile(). For a literal "
            "value, use re.escape(...) or just(...)."
        )
    try:
        pattern = re.compile(regex)
    except (re.error, OverflowError, RecursionError) as error:
        raise InvalidArgument(
            f"{shown}: is no regular expression: {error}. To match text as it is, use "
            "re.escape(...)."
        ) from error
    characters = _alphabet(shown, pattern, alphabet)
    try:
        strategy = Regex(pattern, characters, is_whole=bool(fullmatch))
    except Unwritable as problem:
        raise InvalidArgument(
            f"{shown}: no text over alphabet={alphabet!r} can match, because of {problem}. Allow "
            "more characters, or make that part optional."
        ) from None
    matches: Callable[[Any], object] = pattern.fullmatch if fullmatch else pattern.search
    return strategy.filter(matches)


def _alphabet(shown: str, pattern: re.Pattern[Any], alphabet: Any) -> Alphabet:
    if isinstance(pattern.pattern, bytes):
        if alphabet is not None:
            raise InvalidArgument(
                f"{shown[:-1]}, alphabet={alphabet!r}): an alphabet is of characters, and this "
                "expression matches bytes. Leave alphabet out, or use classes such as [a-z]."
            )
        return _LATIN
    if alphabet is None:
        return UNICODE
    if not isinstance(alphabet, SearchStrategy):
        return given_alphabet(alphabet, "from_regex")
    known = alphabet_of(alphabet)
    if known is None:
        raise InvalidArgument(
            f"{shown[:-1]}, alphabet={alphabet!r}): which characters these are cannot be known "
            "beforehand. Use characters(...), or a string of them."
        )
    return known
