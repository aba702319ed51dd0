"""Ideals: the simplest failing value of a fresh case, and which results are as good.

It is *proved* if every simpler case was tried, and else the *best known*: of all results, of what
random edits make of them, and of what earlier runs knew.

The two libraries order cases alike but not the same: for one of them a text of any length is a
single choice. So a result is ideal if it equals the ideal, or if Hypothesis, in its own order,
finds it no worse than that. The rule is the same for the results of both. A result that neither
library can make from the choices of the other is compared by the length of its text.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bench.reduction.fresh.compose import Fresh
from bench.reduction.fresh.enumeration import BUDGET, simplest_of
from bench.reduction.fresh.minimality import violations
from bench.reduction.fresh.replays import Made, key_of_hypothesis, replay
from bench.reduction.fresh.search import improve
from bench.reduction.pool import library_of
from shortlex.core.order import simpler

SEARCHED = 2
"""How many different results random edits begin with."""


@dataclass
class Judge:
    """Knows the values of one case that results ended at."""

    fresh: Fresh
    made: dict[str, Made] = field(default_factory=dict)
    """By value, the simplest case of Shortlex that is known to make it."""
    keys: dict[str, Any] = field(default_factory=dict)
    """By value, the lowest key that Hypothesis has for it."""
    ideal: str = ""
    is_proved: bool = False
    broken: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        make, self.fails = self.fresh.load()
        self.ours = make(library_of("Shortlex").strategies)
        self.theirs = make(library_of("Hypothesis").strategies)

    def learn(self, choices: list[Any]) -> None:
        """Make the value of these choices known, if it fails."""
        made = replay(self.ours, self.fails, choices)
        if made is not None and made.fails:
            self._keep(made)
        self._learn_key(choices)

    def _keep(self, made: Made) -> None:
        known = self.made.get(made.text)
        if known is None or simpler(made.trace, known.trace):
            self.made[made.text] = made

    def _learn_key(self, choices: list[Any]) -> None:
        found = key_of_hypothesis(self.theirs, choices)
        if found is not None:
            text, key = found
            self.keys[text] = min(key, self.keys.get(text, key))

    def settle(self, results: Iterable[list[Any]], stored: dict[str, Any] | None = None) -> None:
        """Find the ideal, given the choices of all results and what an earlier run knew."""
        for choices in results:
            self.learn(choices)
        if stored is not None:
            self.learn(literal_eval(stored["choices"]))
        if stored is not None and stored["is_proved"]:
            self.is_proved = True
        else:
            self._search()
        if self.made:
            self.ideal = self.best.text
            self._learn_key(list(self.best.trace.choices))

    @property
    def best(self) -> Made:
        best = next(iter(self.made.values()))
        for other in self.made.values():
            if simpler(other.trace, best.trace):
                best = other
        return best

    def _search(self) -> None:
        if not self.made:
            return
        choices = simplest_of(self.fresh, self.best.trace.size, BUDGET)
        if choices is not None:
            self.is_proved = True
            self.learn(choices)
            return
        by_size = sorted(self.made.values(), key=lambda made: (made.trace.size, made.text))
        for start in [self.best, *by_size[: SEARCHED - 1]]:
            self._keep(improve(self.ours, self.fails, start, Random(self.fresh.name)))
        # Once more from the best of these.
        self._keep(improve(self.ours, self.fails, self.best, Random(f"{self.fresh.name}/again")))

    def is_ideal(self, text: str) -> bool:
        if text == self.ideal:
            return True
        if not self.is_comparable(text):
            return len(text) <= len(self.ideal)
        key, ideal_key = self.keys.get(text), self.keys.get(self.ideal)
        return key is not None and ideal_key is not None and bool(key <= ideal_key)

    def is_comparable(self, text: str) -> bool:
        """Whether either library's order can tell it from the ideal."""
        return text in self.made or (text in self.keys and self.ideal in self.keys)

    def violations(self, text: str) -> list[str]:
        """What could be deleted alone; nothing if Shortlex cannot make the value."""
        if text not in self.made:
            return []
        if text not in self.broken:
            self.broken[text] = violations(self.ours, self.fails, self.made[text])
        return self.broken[text]

    def stored(self) -> dict[str, Any]:
        """For a later run."""
        choices = repr(list(self.made[self.ideal].trace.choices))
        return {"value": self.ideal, "choices": choices, "is_proved": self.is_proved}
