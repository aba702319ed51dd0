"""Distinct: elements that must differ, for sets, unique lists and the keys of dictionaries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shortlex.core.case import Case, RandomCase, RecordedCase
from shortlex.core.domain import Domain
from shortlex.core.sizes import UNBOUNDED, Sizes
from shortlex.core.source import TRIES
from shortlex.errors import Overrun
from shortlex.strategies.refused_draws import (
    MAX_ENUMERATED,
    PATIENCE,
    REFUSED,
    find_choice,
    is_searchable,
    value_instead,
)
from shortlex.strategies.size_limits import MANY, SCALE_OF_MANY
from shortlex.strategies.strategy import SearchStrategy

MAX_TRIES_FACTOR = 20
"""Tries stop at this many times the average number that a new element takes."""

Accept = Callable[[Any], bool]
"""Takes a drawn value and keeps it, or returns False if it is there already."""


class Distinct:
    """Draws elements one after another; one that is there already is drawn again."""

    def __init__(self, elements: SearchStrategy[Any], sizes: Sizes, label: str) -> None:
        self.elements = elements
        self.sizes = sizes
        self.label = label
        self._draw = elements.resolved().do_draw
        domain = self._domain = elements.single_domain()
        count = None if domain is None else domain.count
        # In a small domain a search is quick. In a large one drawing again is fairer.
        self._patience = 0 if count is not None and count <= MAX_ENUMERATED else PATIENCE
        self._count = elements.count_at_most()

    def draw(self, case: Case, accept: Accept) -> None:
        """Draw until there are enough elements."""
        if type(case) is RandomCase:
            self._draw_light(case, accept)
            return
        others = None
        for step in case.repeat(self.sizes, self.label):
            if accept(case.draw(self.elements)):
                continue
            if others is None and self._domain is not None and is_searchable(self._domain):
                others = _Others(self.elements, self._domain, accept)
            if others is None or not others.replace(case):
                step.reject()

    def _draw_light(self, case: RandomCase, accept: Accept) -> None:
        """What ``RandomCase.repeat`` does, but searching for elements, and without a generator."""
        sizes, choices, draw = self.sizes, case.choices, self._draw
        wanted = sizes.sample(case.random, case.scale)
        if sizes.spread and len(choices) + wanted > case.limit:
            case.stop(Overrun())
        done = tries = 0
        mood, scale = case.mood, case.scale
        if wanted > MANY:
            case.scale = min(scale, SCALE_OF_MANY)
        while done < wanted:
            mark = len(choices)
            # A strategy of a single choice makes no remarks, so there is nothing to restore.
            is_marked = case.is_marked and self._domain is None
            remarks = case.save_remarks() if is_marked else None
            if sizes.spread:
                choices.append(True)
            is_new = accept(draw(case))
            is_over = False
            if not is_new and tries == self._patience:
                domain = self._searchable(done)
                if domain is not None:
                    found = find_choice(case, self.elements, domain, accept, among_all=True)
                    is_new = found is not REFUSED
                    # The search looked at all values.
                    is_over = not is_new
            if is_new:
                done += 1
                tries = 0
                case.mood = mood
                continue
            # An element that repeats an earlier one would be refused again.
            case.mood, case.offset = None, 0
            del choices[mark:]
            if case.is_marked and self._domain is None:
                case.restore_remarks(remarks)
            tries += 1
            if is_over or (tries >= TRIES and tries >= self._tries_for(done)):
                case.wasted += tries
                if done < sizes.minimum:
                    case.reject(f"{self.label}: too few different elements")
                break
        case.mood, case.scale = mood, scale
        if done < sizes.maximum and sizes.spread:
            choices.append(False)

    def _tries_for(self, done: int) -> int:
        """How often to try for one more: the fewer are left, the longer it takes to find one."""
        if self._count is None:
            return TRIES
        return MAX_TRIES_FACTOR * self._count // (self._count - done)

    def _searchable(self, done: int) -> Domain | None:
        """The domain, if it may be searched: it is small, or random tries would take as long."""
        count = None if self._domain is None else self._domain.count
        is_small = count is not None and count <= max(MAX_ENUMERATED, TRIES * done)
        return self._domain if is_small else None


class _Others:
    """In a recorded case, looks near a duplicate for an element that is not there yet.

    A refused element stays refused until the collection is full, so nothing is looked at twice:
    each index that was tried links to the next one to try, in both directions.
    """

    def __init__(self, elements: SearchStrategy[Any], domain: Domain, accept: Accept) -> None:
        self.elements = elements
        self.domain = domain
        self.accept = accept
        self._below: dict[int, int] = {}
        self._above: dict[int, int] = {}
        self._looks = MAX_ENUMERATED
        """How many more elements may be refused before the search ends."""

    def replace(self, case: Case) -> bool:
        """Replace the last choice by the nearest simpler new element, or else another."""
        if not isinstance(case, RecordedCase) or not case.source.is_forgiving():
            return False
        before, domain = case.choices[-1], self.domain
        if not domain.contains(before):
            return False
        first = domain.index_of(before)
        count = UNBOUNDED if domain.count is None else domain.count
        for links, step in ((self._below, -1), (self._above, 1)):
            index = _end_of(links, first)
            while 0 <= index < count and self._looks:
                is_accepted = self._is_accepted(case, index)
                links[index] = index + step
                if is_accepted:
                    self._looks = MAX_ENUMERATED
                    return True
                index = _end_of(links, index)
                self._looks -= 1
        case.replace_last(before)
        return False

    def _is_accepted(self, case: RecordedCase, index: int) -> bool:
        choice = self.domain.value_at(index)
        value = value_instead(case, self.elements, choice)
        if value is REFUSED:
            return False
        # Replaced before it is accepted, because ``accept`` may draw more.
        case.replace_last(choice)
        return self.accept(value)


def _end_of(links: dict[int, int], index: int) -> int:
    """Where the links from an index lead; shortens the links on the way."""
    passed = []
    while index in links:
        passed.append(index)
        index = links[index]
    links.update(dict.fromkeys(passed, index))
    return index
