"""Slice: slices of a sequence."""

from __future__ import annotations

from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.strategy import SearchStrategy


class Slices(SearchStrategy[slice]):
    """Three numbers, each of which may be left out, which is simplest."""

    known_empty = False

    def __init__(self, size: int) -> None:
        # None, then 0, -1, 1, -2 and so on: positions from the front and the back in turn.
        self._place = Integer(0, 2 * size)
        # None, then 1, -1, 2, -2 and so on.
        self._step = Integer(0, 2 * max(size, 1))

    def do_draw(self, case: Case) -> slice:
        # The step comes first, because leaving it out matters most.
        step = _step(case.choose(self._step))
        start = _place(case.choose(self._place))
        return slice(start, _place(case.choose(self._place)), step)

    def label_to(self, depth: int) -> str:
        return f"Slices:{shown(self._place.maximum)}"


def _place(number: int) -> int | None:
    if not number:
        return None
    return number // 2 if number & 1 else -(number // 2)


def _step(number: int) -> int | None:
    if not number:
        return None
    return (number + 1) // 2 if number & 1 else -(number // 2)


@lazy_once
def slices(size: int) -> SearchStrategy[slice]:
    """Slices of a sequence of ``size`` elements, forward or backward, with indexes inside it.

    Reduces to ``slice(None, None, None)``, then to small numbers.
    """
    return Slices(_check_size(size))


def _check_size(size: object) -> int:
    if not isinstance(size, int) or isinstance(size, bool) or size < 0:
        raise InvalidArgument(
            f"slices(size={shown(size)}): must be the length of a sequence, a whole number, 0 or "
            "more."
        )
    return int(size)
