"""Identifiers: UUIDs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from shortlex.core.alphabet import Alphabet
from shortlex.core.case import Case
from shortlex.core.shown import shown
from shortlex.core.sizes import Sizes
from shortlex.core.string import String
from shortlex.errors import InvalidArgument
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.selection import position_in
from shortlex.strategies.strategy import SearchStrategy

if TYPE_CHECKING:
    from uuid import UUID

_VERSIONS = (1, 2, 3, 4, 5)
# A text, so that each digit is reduced on its own.
_DIGITS = String(Alphabet.of_characters("0123456789abcdef"), Sizes(32, 32))
_RARELY = position_in(64)


class Uuids(SearchStrategy[Any]):
    """Thirty-two digits, of which the version takes some bits."""

    known_empty = False

    def __init__(self, version: int | None, *, is_nil_allowed: bool) -> None:
        from uuid import UUID

        self._make = UUID
        self._version = version
        self._is_nil_allowed = is_nil_allowed

    def do_draw(self, case: Case) -> UUID:
        if self._is_nil_allowed and not case.choose(_RARELY):
            return self._make(int=0)
        number = int(case.choose(_DIGITS), 16)
        # Never the nil UUID by accident, although the simplest digits would make it.
        number = number or int(self._version is None)
        drawn = case.remembered().setdefault(Uuids, frozenset())
        while (value := self._make(int=number, version=self._version)).int in drawn:
            number = (number + 1) % 2**128
        # A new set each time: the memo is copied when a draw may have to be undone.
        case.remembered()[Uuids] = drawn | {value.int}
        return value


@lazy_once
def uuids(
    *, version: Literal[1, 2, 3, 4, 5] | None = None, allow_nil: bool = False
) -> SearchStrategy[UUID]:
    """UUIDs, of one version or of any; with ``allow_nil`` also the one that is all zeros.

    All of a case differ, as they would in real life; only the one that is all zeros may repeat.
    Reduces to zeros: ``00000000-0000-4000-8000-000000000000`` is the simplest of version 4, and
    ``00000000-0000-0000-0000-000000000001`` that of any version.
    """
    if version is not None and (version not in _VERSIONS or isinstance(version, bool)):
        raise InvalidArgument(
            f"uuids(version={shown(version)}): must be one of {_VERSIONS}, or None for any."
        )
    if version is not None and allow_nil:
        raise InvalidArgument(
            f"uuids(version={shown(version)}, allow_nil={shown(allow_nil)}): the nil UUID has no "
            f"version. Use uuids(version={shown(version)}) | just(UUID(int=0))."
        )
    return Uuids(version, is_nil_allowed=bool(allow_nil))
