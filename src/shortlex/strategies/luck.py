"""Luck: where a drawn value is refused, one that is not is looked for by name.

A strategy that makes a single choice says so (``single_domain``) and can tell what value a
choice stands for (``value_of``); a union says what follows its first choice (``alternatives``).
A refused choice is then replaced by another, as if that had been drawn at once.

In a light case any other will do: one is looked for when random draws have been refused a few
times. In a recorded case the choice was a wish, of the reducer or of the order, and what is next
to it comes nearest to that: the simpler ones first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from math import gcd
from random import Random
from typing import TYPE_CHECKING, Any, Final

from shortlex.core.case import Case, RandomCase, RecordedCase
from shortlex.core.domain import Domain
from shortlex.core.integer import Integer

if TYPE_CHECKING:
    from shortlex.strategies.strategy import SearchStrategy

FEW = 10_000
"""Of this many choices or fewer, all can be looked at."""

NEARBY = 1_000
"""Of more whole numbers so many are looked at, in each direction."""

PATIENCE = 10
"""After so many refusals a random draw stops hoping."""


class _Refused:
    """The type of ``REFUSED``."""

    def __repr__(self) -> str:
        return "REFUSED"


REFUSED: Final = _Refused()
"""Stands for a value where there is none."""


def accept_any(value: Any) -> bool:
    return True


def is_searchable(domain: Domain) -> bool:
    """Whether there is a point in looking: in a wide domain only numbers have like neighbours."""
    return (domain.count is not None and domain.count <= FEW) or isinstance(domain, Integer)


def find_instead(case: Case, strategy: SearchStrategy[Any], start: int) -> Any:
    """An accepted value in the place of a refused one that ``strategy`` has just drawn.

    Its choices are those from ``start`` on. REFUSED, and all as it was, if none is found.
    """
    if type(case) is RandomCase:
        return _find_random(case, strategy, start)
    if not isinstance(case, RecordedCase) or not case.source.is_forgiving():
        return REFUSED
    domain = strategy.single_domain()
    if domain is not None:
        return find_near(case, strategy, domain) if is_searchable(domain) else REFUSED
    return _find_in_branch(case, strategy, start)


def _find_in_branch(case: RecordedCase, strategy: SearchStrategy[Any], start: int) -> Any:
    """The choice of a branch stays, only what was chosen there is replaced."""
    alternatives = strategy.alternatives()
    if len(case.choices) != start + 2 or not alternatives:
        return REFUSED
    position: Any = case.choices[start]
    plain, derived = alternatives[position]
    domain = derived.single_domain()
    if domain is None or not is_searchable(domain):
        return REFUSED
    value = find_near(case, derived, domain)
    if value is not REFUSED:
        case.record_alternative(start, plain.value_of(case.choices[-1]))
    return value


def _find_random(case: RandomCase, strategy: SearchStrategy[Any], start: int) -> Any:
    choices, random = case.choices, case.random
    domain = strategy.single_domain()
    if domain is not None:
        return find_choice(case, strategy, domain) if is_searchable(domain) else REFUSED
    before = choices[start:]
    branches = list(enumerate(strategy.alternatives()))
    random.shuffle(branches)
    for position, (_, derived) in branches:
        domain = derived.single_domain()
        if domain is not None and is_searchable(domain):
            choices[start:] = [position, domain.sample(random, case.scale)]
            value = derived.value_of(choices[-1])
            if value is REFUSED:
                value = find_choice(case, derived, domain)
            if value is not REFUSED:
                return value
    choices[start:] = before
    return REFUSED


def find_choice(
    case: RandomCase,
    strategy: SearchStrategy[Any],
    domain: Domain,
    accept: Callable[[Any], object] = accept_any,
) -> Any:
    """Put an accepted choice in the place of the one made last; its value, or REFUSED.

    ``strategy`` has just made that choice from ``domain``, and nothing was chosen since.
    """
    choices = case.choices
    before = choices[-1]
    if not domain.contains(before):
        return REFUSED
    for index in _others(case.random, domain.index_of(before), domain.count):
        choice = domain.value_at(index)
        value = strategy.value_of(choice)
        if value is not REFUSED:
            # In its place before it is accepted: whoever accepts may draw more.
            choices[-1] = choice
            if accept(value):
                return value
    choices[-1] = before
    return REFUSED


def _others(random: Random, first: int, count: int | None) -> Iterator[int]:
    """All other indexes of few, in an order in which none is likelier; of many, the next ones."""
    if count is None or count > FEW:
        last = first + NEARBY if count is None else min(first + NEARBY, count - 1)
        return chain(range(first + 1, last + 1), range(first - 1, max(first - NEARBY, 0) - 1, -1))
    stride = 1 + int(random.random() * (count - 1))
    while gcd(stride, count) != 1:
        stride += 1
    return ((first + step * stride) % count for step in range(1, count))


def find_near(case: RecordedCase, strategy: SearchStrategy[Any], domain: Domain) -> Any:
    """As ``find_choice``, in a recorded case: the nearest simpler choice, or else another."""
    wish = case.choices[-1]
    # It may come from a wider domain.
    is_inside = domain.contains(wish)
    nearest = wish if is_inside else domain.nearest(wish)
    for choice in chain(() if is_inside else (nearest,), _near(domain, nearest)):
        value = strategy.value_of(choice)
        if value is not REFUSED:
            case.replace_last(choice)
            return value
    return REFUSED


def _near(domain: Domain, choice: Any) -> Iterator[Any]:
    """The simpler ones from the nearest on, then the less simple; all of them if they are few."""
    first, count = domain.index_of(choice), domain.count
    reach = NEARBY if count is None or count > FEW else FEW
    last = first + reach if count is None else min(first + reach, count - 1)
    if isinstance(domain, Integer):
        # On the same side: what is next in order may be as far on the other.
        step = 1 if choice < domain.target else -1
        yield from range(choice, domain.target, step)[1 : reach + 1]
        yield domain.target
    yield from map(domain.value_at, range(first + 1, last + 1))
    yield from map(domain.value_at, range(first - 1, max(first - reach, 0) - 1, -1))
