"""Graph: questions about strategies that contain each other, perhaps themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shortlex.strategies.strategy import SearchStrategy


MAX_LISTED = 5000


def everything_in(strategy: SearchStrategy[Any]) -> Iterator[SearchStrategy[Any]]:
    """The parts of a strategy, their parts, and so on; itself only if it contains itself.

    At most ``MAX_LISTED``, because a function may define new strategies without end.
    """
    seen: dict[int, SearchStrategy[Any]] = {}
    waiting = [*strategy.parts()]
    while waiting and len(seen) < MAX_LISTED:
        each = waiting.pop()
        if id(each) not in seen:
            seen[id(each)] = each
            yield each
            waiting += each.parts()


def contains(strategy: SearchStrategy[Any], part: SearchStrategy[Any]) -> bool:
    """Whether drawing from ``strategy`` may draw from ``part``; for itself, whether it recurs."""
    return any(each is part for each in everything_in(strategy))


def solve_emptiness(root: SearchStrategy[Any]) -> bool:
    """Whether ``root`` is empty. Answers about other strategies on the way are kept, too.

    Computes the least fixed point: all strategies count as empty until they are seen to make a
    value, so one that needs itself to make anything is empty. Answers are kept only at the end,
    because until then "empty" may only mean "not seen yet".
    """
    search = _Search(root)
    while search.pending or search.has_news():
        search.look_deeper()
    for key, strategy in search.found.items():
        strategy.known_empty = key not in search.makes_something
    return id(root) not in search.makes_something


class _Search:
    """The search for strategies that make a value. Not recursive, because some nest deeply."""

    def __init__(self, root: SearchStrategy[Any]) -> None:
        self.found = {id(root): root}
        self.pending = [root]
        self.done: list[SearchStrategy[Any]] = []
        """Parts before the strategies that contain them, as far as possible."""
        self.makes_something: set[int] = set()

    def is_empty(self, strategy: SearchStrategy[Any]) -> bool:
        """What is known so far. A strategy that is new is put in the queue."""
        if strategy.known_empty is not None:
            return strategy.known_empty
        if id(strategy) not in self.found:
            self.found[id(strategy)] = strategy
            self.pending.append(strategy)
        return id(strategy) not in self.makes_something

    def look_deeper(self) -> None:
        """Look at all strategies that were found, parts first."""
        while self.pending:
            strategy, count = self.pending[-1], len(self.pending)
            answer = strategy.calc_is_empty(self.is_empty)
            if len(self.pending) == count:
                self.done.append(self.pending.pop())
                if not answer:
                    self.makes_something.add(id(strategy))

    def has_news(self) -> bool:
        """Whether a strategy turns out to make a value, now that others do."""
        before = len(self.makes_something)
        for strategy in self.done:
            key = id(strategy)
            if key not in self.makes_something and not strategy.calc_is_empty(self.is_empty):
                self.makes_something.add(key)
        return len(self.makes_something) > before or bool(self.pending)
