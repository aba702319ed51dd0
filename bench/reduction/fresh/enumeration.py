"""Enumeration: the simplest failing case, by trying every case in shortlex order.

Parts of a case that make no difference to whether it fails are not counted out: the writer of the
case has marked them, and in the simplest failing case each of them is as simple as it can be.
"""

from __future__ import annotations

from typing import Any

from bench.reduction.fresh.compose import Fresh, load
from bench.reduction.fresh.replays import Fails
from bench.reduction.fresh.shapes import CLOSE, OPEN
from bench.reduction.pool import library_of
from shortlex.core.case import Drawable, RecordedCase
from shortlex.core.domain import Domain
from shortlex.core.source import EnumerationSource
from shortlex.errors import StopCase

BUDGET = 1_000_000
"""How many choices may be made. A count, not a time, so that the same cases are proved anywhere."""

BUDGET_OF_A_PART = 20_000

UNEVEN = ("st.recursive(", "def trees_", "if draw(", "if not draw(")
"""Where the first choices need not be the fewest. Elsewhere no case is smaller than theirs."""


def simplest_of(fresh: Fresh, size: int, budget: int = BUDGET) -> list[Any] | None:
    """The choices of the simplest failing case, if it has at most this size.

    None if there is none, or if the budget ends before.
    """
    marked = fresh.marked
    for number in range(marked.count(OPEN)):
        marked = marked.replace(OPEN, f"st.unseen({number}, ", 1)
    make, fails = load(marked.replace(CLOSE, ")"), f"<fresh {fresh.name}, counted out>")
    strategy = make(_Strategies())
    first = first_of(strategy)
    is_even = first is not None and not any(words in marked for words in UNEVEN)
    return simplest(strategy, fails, size, budget, first.size if first and is_even else 0)


def simplest(
    strategy: Any, fails: Fails, size: int, budget: int = BUDGET, first: int = 0
) -> list[Any] | None:
    """The choices of the first failing case, if no case is smaller than ``first``.

    The sizes are tried one after another; within one, choices count up like an odometer.
    """
    left = budget
    for most in range(first, size + 1):
        indexes: list[int] | None = []
        while indexes is not None:
            source = _Source(indexes)
            case = _Case(source, most)
            try:
                value = strategy.do_draw(case)
            except StopCase:
                pass
            else:
                # A smaller case was tried with its own size.
                if case.size == most and fails(value):
                    return case.choices
            left -= 1 + len(case.choices)
            if left < 0:
                return None
            # Where the last choice did not fit, its later values do not fit either.
            indexes = source.following(skipped=int(case.size > most))
    return None


def simplest_value(strategy: Any) -> list[Any] | None:
    """The choices of the simplest value of a part; None if too many are refused before it.

    In whichever way parts are spelled, the first of all choices are also the fewest. Only a filter
    may refuse them.
    """
    first = first_of(strategy)
    if first is None:
        return simplest(strategy, lambda _: True, BUDGET_OF_A_PART, BUDGET_OF_A_PART)
    return first.choices


def first_of(strategy: Any) -> RecordedCase | None:
    """The case that takes the first of all choices; None if a filter refuses it."""
    case = _Case(_Source(), BUDGET_OF_A_PART)
    try:
        strategy.do_draw(case)
    except StopCase:
        return None
    return case


class _Source(EnumerationSource):
    """Some of whose choices do not count up."""

    fixed: list[Any] | None = None

    def take(self, domain: Domain) -> Any:
        if self.fixed is None:
            return super().take(domain)
        choice = self.fixed.pop()
        self._indexes.append(domain.index_of(choice))
        self._counts.append(domain.index_of(choice) + 1)
        return choice


class _Case(RecordedCase):
    """A case without spans, for speed."""

    def draw(self, strategy: Drawable, label: str | None = None) -> Any:
        return strategy.do_draw(self)


class _Strategies:
    """Those of Shortlex, and one that marks what makes no difference."""

    def __init__(self) -> None:
        self._strategies = library_of("Shortlex").strategies
        self._simplest: dict[int, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._strategies, name)

    def unseen(self, number: int, strategy: Any) -> Any:
        """A strategy that makes one value, by the choices that make its simplest one."""
        if number not in self._simplest:
            self._simplest[number] = simplest_value(strategy)
        if self._simplest[number] is None:
            # Too many of it are refused. So it is counted out.
            return strategy
        fixed = self._simplest[number][::-1]

        def draw(draw: Any) -> Any:
            source = draw.__self__.source
            source.fixed = list(fixed)
            value = draw(strategy)
            source.fixed = None
            return value

        return self._strategies.composite(draw)()
