"""Luck: where random draws would mostly be refused, a value that is not is looked for by name.

A strategy that makes a single choice says so (``single_domain``) and can tell what value a
choice stands for (``value_of``). A refused choice is then replaced in the record of a light
case by another, as if that had been drawn at once. Recorded cases need no luck.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from shortlex.core.case import RandomCase
from shortlex.core.domain import Domain

if TYPE_CHECKING:
    from shortlex.strategies.strategy import SearchStrategy

FEW = 4096
"""Of this many choices or fewer, all can be looked at."""

PATIENCE = 10
"""After so many refusals a draw stops hoping."""


class _Refused:
    """The type of ``REFUSED``."""

    def __repr__(self) -> str:
        return "REFUSED"


REFUSED: Final = _Refused()
"""Stands for a value where there is none."""


def find_choice(
    case: RandomCase,
    strategy: SearchStrategy[Any],
    domain: Domain,
    accept: Callable[[Any], object],
) -> Any:
    """Put an accepted choice in the place of the one made last; its value, or REFUSED.

    ``strategy`` has just made that choice from ``domain``, and nothing was chosen since. All
    others are looked at, from a random one on.
    """
    choices, count = case.choices, domain.count or 0
    first = domain.index_of(choices[-1])
    for step in range(1, count):
        choice = domain.value_at((first + step) % count)
        value = strategy.value_of(choice)
        if value is not REFUSED:
            # In its place before it is accepted: whoever accepts may draw more.
            choices[-1] = choice
            if accept(value):
                return value
    return REFUSED
