"""Distinct: elements that must differ, for sets, unique lists and the keys of dictionaries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shortlex.core.case import Case, RandomCase
from shortlex.core.domain import Domain
from shortlex.core.sizes import Sizes
from shortlex.core.source import TRIES
from shortlex.errors import Overrun
from shortlex.strategies.luck import FEW, PATIENCE, REFUSED, find_choice
from shortlex.strategies.strategy import SearchStrategy

Accept = Callable[[Any], bool]
"""Takes a drawn value and keeps it, or says that it is there already."""


class Distinct:
    """Draws elements one after another; one that is there already is drawn again."""

    def __init__(self, elements: SearchStrategy[Any], sizes: Sizes, label: str) -> None:
        self.elements = elements
        self.sizes = sizes
        self.label = label
        self._draw = elements.resolved().do_draw
        domain = self._domain = elements.single_domain()
        count = None if domain is None else domain.count
        # Among few the next one is soon found. Among many another draw is fairer.
        self._patience = 0 if count is not None and count <= FEW else PATIENCE

    def draw(self, case: Case, accept: Accept) -> None:
        """Draw until there are enough."""
        if type(case) is RandomCase:
            self._draw_light(case, accept)
            return
        for step in case.repeat(self.sizes, self.label):
            if not accept(case.draw(self.elements)):
                step.reject()

    def _draw_light(self, case: RandomCase, accept: Accept) -> None:
        """What ``RandomCase.repeat`` does, with luck and without a generator."""
        sizes, choices, draw = self.sizes, case.choices, self._draw
        wanted = sizes.sample(case.random, case.scale)
        if sizes.spread and len(choices) + wanted > case.limit:
            raise Overrun
        done = tries = 0
        while done < wanted:
            mark = len(choices)
            # A single choice says nothing besides: only what is more may have to be unsaid.
            is_marked = case.is_marked and self._domain is None
            remarks = case.save_remarks() if is_marked else None
            if sizes.spread:
                choices.append(True)
            is_new = accept(draw(case))
            is_over = False
            if not is_new and tries == self._patience:
                domain = self._searchable(done)
                if domain is not None:
                    is_new = find_choice(case, self.elements, domain, accept) is not REFUSED
                    # All were looked at.
                    is_over = not is_new
            if is_new:
                done += 1
                tries = 0
                continue
            del choices[mark:]
            if case.is_marked and self._domain is None:
                case.restore_remarks(remarks)
            tries += 1
            if tries == TRIES or is_over:
                if done < sizes.minimum:
                    case.reject(f"{self.label}: too few different elements")
                break
        if done < sizes.maximum and sizes.spread:
            choices.append(False)

    def _searchable(self, done: int) -> Domain | None:
        """The domain, if all of it may be looked at: there is little, or half of it is used up."""
        count = None if self._domain is None else self._domain.count
        return self._domain if count is not None and count <= max(FEW, 2 * done) else None
