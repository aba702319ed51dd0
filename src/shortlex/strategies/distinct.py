"""Distinct: elements that must differ, for sets, unique lists and the keys of dictionaries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shortlex.core.case import Case, RandomCase
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
        # Of few, all are looked at at once; if none is left, no draw can help. Of many, another
        # draw is fairer.
        is_few = domain is not None and domain.count is not None and domain.count <= FEW
        self._patience = 0 if is_few else PATIENCE

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
            if accept(draw(case)) or (tries >= self._patience and self._find(case, accept)):
                done += 1
                tries = 0
                continue
            del choices[mark:]
            if case.is_marked and self._domain is None:
                case.restore_remarks(remarks)
            tries += 1
            if tries == TRIES or not self._patience:
                if done < sizes.minimum:
                    case.reject(f"{self.label}: too few different elements")
                break
        if done < sizes.maximum and sizes.spread:
            choices.append(False)

    def _find(self, case: RandomCase, accept: Accept) -> bool:
        domain = self._domain
        if domain is None:
            return False
        return find_choice(case, self.elements, domain, accept) is not REFUSED
