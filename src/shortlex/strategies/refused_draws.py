"""Refused draws: when a filter refuses a drawn value, find another that it accepts.

A strategy that makes a single choice says so (``single_domain``) and can tell which value a choice
stands for (``value_of``). A union says what follows its first choice (``alternatives``). A refused
choice is then replaced by another, as if that had been drawn at once.

In a light case any other choice will do; the search begins after a few refused random draws. In a
recorded case the choice was a wish of the reducer or the enumeration, so the nearest choice is
best, and simpler ones come first.
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

MAX_ENUMERATED = 10_000
"""In a domain of up to this many values, all can be tried."""

NEARBY = 1_000
"""Of more whole numbers, this many are tried in each direction."""

PATIENCE = 10
"""After this many refusals a random draw turns to a search."""


class _Refused:
    """The type of ``REFUSED``."""

    def __repr__(self) -> str:
        return "REFUSED"


REFUSED: Final = _Refused()
"""Stands for "no value"."""


def accept_any(value: Any) -> bool:
    return True


def is_searchable(domain: Domain) -> bool:
    """Whether a search makes sense: in a large domain only numbers have similar neighbours."""
    is_small = domain.count is not None and domain.count <= MAX_ENUMERATED
    return is_small or isinstance(domain, Integer)


def find_instead(case: Case, strategy: SearchStrategy[Any], start: int) -> Any:
    """An accepted value to replace a refused one that ``strategy`` has just drawn.

    Its choices are those from ``start`` on. If none is found, REFUSED, and nothing has changed.
    """
    if type(case) is RandomCase:
        return _find_random(case, strategy, start)
    # A source that draws at random or counts out has its own way on after a refusal.
    if not isinstance(case, RecordedCase) or not case.source.is_forgiving():
        return REFUSED
    domain = strategy.single_domain()
    if domain is not None:
        return find_near(case, strategy, domain) if is_searchable(domain) else REFUSED
    return _find_in_branch(case, strategy, start)


def _find_in_branch(case: RecordedCase, strategy: SearchStrategy[Any], start: int) -> Any:
    """Keep the choice of a branch, and replace only the choice made there."""
    alternatives = strategy.alternatives()
    # The value must be made of exactly two choices: the branch, and the one to replace.
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
    before, said = choices[start:], case.save_remarks()
    branches = list(enumerate(strategy.alternatives()))
    # If the first branch were always tried first, its values would be too common.
    random.shuffle(branches)
    for position, (_, derived) in branches:
        domain = derived.single_domain()
        if domain is not None and is_searchable(domain):
            choices[start:] = [position, domain.sample(random, case.scale)]
            value = derived.value_of(choices[-1])
            if value is REFUSED:
                if case.is_marked:
                    case.restore_remarks(said)
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
    *,
    among_all: bool = False,
) -> Any:
    """Replace the last choice by an accepted one; return its value, or REFUSED.

    ``strategy`` has just made that choice from ``domain``, and nothing was chosen since. In a large
    domain only near choices are tried, unless ``among_all`` is set.
    """
    choices = case.choices
    before = choices[-1]
    if not domain.contains(before):
        return REFUSED
    looks, said = 0, case.save_remarks()
    few = domain.count if among_all else MAX_ENUMERATED
    for index in _others(case.random, domain.index_of(before), domain.count, few):
        looks += 1
        # Replaced at once: a condition may raise an error, which is then the error of this choice,
        # and ``accept`` may draw more.
        choices[-1] = choice = domain.value_at(index)
        value = strategy.value_of(choice)
        if value is not REFUSED:
            if accept(value):
                return value
        elif case.is_marked:
            case.restore_remarks(said)
    case.wasted += looks
    choices[-1] = before
    return REFUSED


def _others(random: Random, first: int, count: int | None, few: int | None) -> Iterator[int]:
    """All other indexes in an unbiased order if there are few; otherwise the next ones."""
    if count is None or few is None or count > few:
        last = first + NEARBY if count is None else min(first + NEARBY, count - 1)
        return chain(range(first + 1, last + 1), range(first - 1, max(first - NEARBY, 0) - 1, -1))
    # A stride without a common divisor visits every index once, and a random one favours none.
    stride = 1 + int(random.random() * (count - 1))
    while gcd(stride, count) != 1:
        stride += 1
    return ((first + step * stride) % count for step in range(1, count))


def find_near(case: RecordedCase, strategy: SearchStrategy[Any], domain: Domain) -> Any:
    """As ``find_choice``, in a recorded case: the nearest simpler choice, or else another."""
    wish = case.choices[-1]
    # The wish may come from a wider domain.
    is_inside = domain.contains(wish)
    nearest = wish if is_inside else domain.nearest(wish)
    said = case.save_remarks()
    for choice in chain(() if is_inside else (nearest,), _near(domain, nearest)):
        value = value_instead(case, strategy, choice)
        if value is not REFUSED:
            case.replace_last(choice)
            return value
        if case.is_marked:
            case.restore_remarks(said)
    return REFUSED


def value_instead(case: RecordedCase, strategy: SearchStrategy[Any], choice: Any) -> Any:
    """The value of another choice than the last one. If it raises an error, that choice was made.

    Otherwise the case would seem to fail with a choice that does not.
    """
    try:
        return strategy.value_of(choice)
    except BaseException:
        case.replace_last(choice)
        raise


def _near(domain: Domain, choice: Any) -> Iterator[Any]:
    """Simpler choices, nearest first, then less simple ones; all of them if there are few."""
    first, count = domain.index_of(choice), domain.count
    reach = NEARBY if count is None or count > MAX_ENUMERATED else MAX_ENUMERATED
    last = first + reach if count is None else min(first + reach, count - 1)
    if isinstance(domain, Integer):
        # On the same side of the target, because neighbours in order may be far away.
        step = 1 if choice < domain.target else -1
        yield from range(choice, domain.target, step)[1 : reach + 1]
        yield domain.target
    yield from map(domain.value_at, range(first + 1, last + 1))
    yield from map(domain.value_at, range(first - 1, max(first - reach, 0) - 1, -1))
