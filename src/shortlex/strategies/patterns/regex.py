"""Regex: text that matches a regular expression.

``syntax`` turns the parse tree into parts, and ``regex_parts`` says what parts write. This
module checks the pattern first, and every text last.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection
from functools import cached_property, lru_cache
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
from shortlex.core.shown import shown
from shortlex.core.sizes import UNBOUNDED, Sizes
from shortlex.core.string import String
from shortlex.errors import InvalidArgument
from shortlex.strategies.describe import describe_argument
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.patterns.fitter import ROOM, Fitter, Plan, is_tied, members
from shortlex.strategies.patterns.regex_parts import Draft, Part
from shortlex.strategies.patterns.syntax import (
    ANYTHING,
    NEWLINE,
    Unwritable,
    flags_of,
    is_known_to_match,
    part_of,
    restricted,
    tree_of,
    word_characters,
)
from shortlex.strategies.size_limits import check_sizes
from shortlex.strategies.strategy import Filtered, SearchStrategy
from shortlex.strategies.strings import alphabet_of, given_alphabet

_LATIN = Alphabet.of_intervals([(0, 255)])
_ANY = Sizes(0)
_ONE = Sizes(1, 1)
_BEGINNINGS = (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING)
_ENDS = (sre.AT_END, sre.AT_END_STRING)

SHOWN = 5
"""An error names this many lengths if none is within the bounds."""


class Regex(SearchStrategy[Any]):
    """Text generated from an expression; nearly all of it matches."""

    known_empty = False

    def __init__(
        self, pattern: re.Pattern[Any], alphabet: Alphabet, *, is_whole: bool, sizes: Sizes = _ANY
    ) -> None:
        self.pattern = pattern
        self.is_whole = is_whole
        self.sizes = sizes
        self._is_bytes = isinstance(pattern.pattern, bytes)
        tree, flags = tree_of(pattern), flags_of(pattern)
        part = part_of(tree, flags, alphabet, is_whole=is_whole)
        self.is_known_to_match = is_known_to_match(tree)
        # Padding around a match can make up for its length, unless none is allowed.
        is_padded = not is_whole and not (
            is_tied(part, _BEGINNINGS, at_end=False) and is_tied(part, _ENDS, at_end=True)
        )
        wanted = Sizes(0, sizes.maximum) if is_padded else sizes
        if sizes.minimum:
            # More characters must not be simpler because they take fewer choices.
            part.weigh()
        self._write = part.write
        if wanted != _ANY:
            plan = Plan(part, wanted)
            if not plan.allowed:
                raise NoLength(_described(part))
            self._write = plan.write
        self._padding = None if is_whole else _Padding(alphabet, flags)

    def do_draw(self, case: Case) -> Any:
        draft = Draft()
        self._write(case, draft)
        text = draft.text() if draft.overlays else "".join(draft.pieces)
        if self._padding is not None:
            text = self._padding.put_around(text, case, draft, self.sizes)
        return text.encode("latin-1") if self._is_bytes else text

    def is_fitting(self, text: Any) -> bool:
        """Whether the length is within the bounds."""
        return self.sizes.minimum <= len(text) <= self.sizes.maximum

    def label_to(self, depth: int) -> str:
        return f"regex:{crc32(repr(self).encode('utf-8', 'replace')):08x}"

    def __repr__(self) -> str:
        fullmatch = ", fullmatch=True" if self.is_whole else ""
        sizes = "" if self.sizes == _ANY else f", {_shown_sizes(self.sizes)}"
        return f"from_regex({describe_argument(self.pattern)}{fullmatch}{sizes})"


class Matching(Filtered[Any]):
    """Text that was checked. The user asked for no filter, so the repr shows none."""

    def __repr__(self) -> str:
        return repr(self.base)


class NoLength(Exception):  # noqa: N818  # never leaves the strategy
    """No match has a length within the bounds."""


def _described(part: Part) -> str:
    """A description of the first lengths that a part can write."""
    found = members(Fitter(ROOM).lengths_of(part))
    lengths = ", ".join(map(str, found[:SHOWN])) + (", ..." if len(found) > SHOWN else "")
    return f"lengths are {lengths}" if found else f"each is longer than {ROOM}"


def _shown_sizes(sizes: Sizes) -> str:
    most = "" if sizes.maximum == UNBOUNDED else f", max_size={shown(sizes.maximum)}"
    return f"min_size={shown(sizes.minimum)}{most}"


class _Padding:
    """Text around a match that may be anywhere in the text.

    ``^``, ``$`` and word boundaries at the ends of the match restrict the character next to it, or
    forbid one.
    """

    def __init__(self, alphabet: Alphabet, flags: int) -> None:
        self._alphabet = alphabet
        self._newline = restricted(alphabet, NEWLINE)
        self._flags = flags
        self._anything = String(alphabet, _ANY)
        self._bounded = lru_cache(maxsize=64)(String)
        self._neighbours: dict[tuple[bool, bool | None], String | None] = {}

    def put_around(self, text: str, case: Case, draft: Draft, sizes: Sizes) -> str:
        last = len(draft.pieces)
        ends = {anchor for place, anchor in draft.marks if place == last}
        starts = {anchor for place, anchor in draft.marks if place == 0}
        is_first = not starts.isdisjoint(_BEGINNINGS)
        text += self._after(text[-1:], ends, case, _left(sizes, text, is_all=is_first))
        if is_first:
            return text
        left = _left(sizes, text, is_all=True)
        beside, rest = self._drawn(text[:1], starts, sre.AT_BEGINNING_LINE, case, left)
        return rest + beside + text

    def _after(self, neighbour: str, anchors: set[Any], case: Case, left: Sizes) -> str:
        if sre.AT_END_STRING in anchors:
            return ""
        if sre.AT_END in anchors:
            # `$` also matches before a newline at the end.
            few = Sizes(0, min(1, left.maximum))
            return case.choose(self._bounded(self._newline, few))  # type: ignore[no-any-return]  # a string
        beside, rest = self._drawn(neighbour, anchors, sre.AT_END_LINE, case, left)
        return beside + rest

    def _drawn(
        self, neighbour: str, anchors: set[Any], line: Any, case: Case, left: Sizes
    ) -> tuple[str, str]:
        """The character next to the match, and the text beyond it."""
        is_newline, is_word = line in anchors, None
        if sre.AT_BOUNDARY in anchors or sre.AT_NON_BOUNDARY in anchors:
            is_same = sre.AT_NON_BOUNDARY in anchors
            is_word = is_same is (bool(neighbour) and _contains(self._words, neighbour))
        if not is_newline and is_word is None:
            return "", case.choose(self._text(left))
        # The first character of the text is replaced by the one next to the match.
        rest: str = case.choose(self._text(left))
        domain = self._neighbour(is_newline, is_word) if rest or is_word else None
        if domain is None:
            return "", ""
        # Drawn even if there is no room: otherwise a full text would take fewer choices than a
        # shorter one, and so would be simpler.
        beside = case.choose(domain)
        return (beside, rest[1:]) if left.maximum else ("", "")

    def _text(self, sizes: Sizes) -> String:
        return self._anything if sizes is _ANY else self._bounded(self._alphabet, sizes)

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


def _left(sizes: Sizes, text: str, *, is_all: bool) -> Sizes:
    """The lengths that are left; at least what is missing if nothing else follows."""
    if sizes is _ANY:
        return sizes
    most = max(0, sizes.maximum - len(text))
    return Sizes(min(most, max(0, sizes.minimum - len(text))) if is_all else 0, most)


@overload
def from_regex(
    regex: bytes | re.Pattern[bytes],
    *,
    fullmatch: bool = False,
    min_size: int = 0,
    max_size: int | None = None,
) -> SearchStrategy[bytes]: ...
@overload
def from_regex(
    regex: str | re.Pattern[str],
    *,
    fullmatch: bool = False,
    alphabet: Collection[str] | SearchStrategy[str] | None = None,
    min_size: int = 0,
    max_size: int | None = None,
) -> SearchStrategy[str]: ...
@lazy_once
def from_regex(
    regex: Any,
    *,
    fullmatch: bool = False,
    alphabet: Any = None,
    min_size: int = 0,
    max_size: int | None = None,
) -> SearchStrategy[Any]:
    """Text or bytes in which ``re.search`` finds a match; with ``fullmatch``, all of it matches.

    The whole syntax of ``re`` is supported. ``alphabet`` limits the characters, as in ``text``:
    alternatives and optional parts that need other characters are left out. ``min_size`` and
    ``max_size`` limit the total length, and repetitions are chosen to fit it. Reduces to the
    shortest match alone, of the simplest characters.
    """
    call = f"from_regex(regex={shown(regex)})"
    pattern = _compiled(call, regex)
    characters = _alphabet(call, pattern, alphabet)
    sizes = check_sizes("from_regex", min_size, max_size)
    # The same object, so that `is` can recognise that there are no bounds.
    sizes = _ANY if sizes == _ANY else sizes
    try:
        strategy = Regex(pattern, characters, is_whole=bool(fullmatch), sizes=sizes)
    except NoLength as problem:
        raise InvalidArgument(
            f"{call[:-1]}, {_shown_sizes(sizes)}): no match has such a length: {problem}. "
            "Move the bounds apart."
        ) from None
    except Unwritable as problem:
        raise InvalidArgument(
            f"{call}: no text over alphabet={shown(alphabet)} can match, because of {problem}. "
            "Allow more characters, or make that part optional."
        ) from None
    if strategy.is_known_to_match:
        return strategy if sizes is _ANY else Matching(strategy, (strategy.is_fitting,))
    # Lookaheads and references may come out wrong, so texts are checked.
    matches: Callable[[Any], object] = pattern.fullmatch if fullmatch else pattern.search
    return Matching(strategy, (matches,) if sizes is _ANY else (strategy.is_fitting, matches))


def _compiled(call: str, regex: Any) -> re.Pattern[Any]:
    if not isinstance(regex, (str, bytes, re.Pattern)):
        raise InvalidArgument(
            f"{call}: must be a string, bytes, or the result of re.compile(). For a literal "
            "value, use re.escape(...) or just(...)."
        )
    try:
        return re.compile(regex)
    except (re.error, OverflowError, RecursionError) as error:
        raise InvalidArgument(
            f"{call}: not a regular expression: {error}. To match text as it is, use "
            "re.escape(...)."
        ) from error


def _alphabet(call: str, pattern: re.Pattern[Any], alphabet: Any) -> Alphabet:
    if isinstance(pattern.pattern, bytes):
        if alphabet is not None:
            raise InvalidArgument(
                f"{call[:-1]}, alphabet={shown(alphabet)}): an alphabet has characters, but this "
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
            f"{call[:-1]}, alphabet={shown(alphabet)}): its characters cannot be known in advance. "
            "Use characters(...), or a string of them."
        )
    return known
