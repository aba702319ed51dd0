"""Graph: what can be said of strategies that contain each other, perhaps themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shortlex.strategies.strategy import SearchStrategy


MOST_LISTED = 5000


def everything_in(strategy: SearchStrategy[Any]) -> Iterator[SearchStrategy[Any]]:
    """The parts of a strategy, the parts of those and so on; itself only if it is one of them.

    No more than ``MOST_LISTED``: a function may define strategies that define ever new ones.
    """
    seen: dict[int, SearchStrategy[Any]] = {}
    waiting = [*strategy.parts()]
    while waiting and len(seen) < MOST_LISTED:
        each = waiting.pop()
        if id(each) not in seen:
            seen[id(each)] = each
            yield each
            waiting += each.parts()


def contains(strategy: SearchStrategy[Any], part: SearchStrategy[Any]) -> bool:
    """Whether drawing from ``strategy`` can come to draw from ``part``; for itself, once more."""
    return any(each is part for each in everything_in(strategy))


def solve_emptiness(root: SearchStrategy[Any]) -> bool:
    """Whether ``root`` is empty; what is found out on the way about others is kept, too.

    The least fixed point: all are taken for empty until they can be seen to make something, so
    that one which needs itself to make anything turns out to make nothing. An answer is kept
    only at the end, since until then "empty" may only mean "not seen yet".
    """
    search = _Search(root)
    while search.pending or search.has_news():
        search.look_deeper()
    for key, strategy in search.found.items():
        strategy.known_empty = key not in search.makes_something
    return id(root) not in search.makes_something


class _Search:
    """The search for strategies that make something. Without recursion: some nest deeply."""

    def __init__(self, root: SearchStrategy[Any]) -> None:
        self.found = {id(root): root}
        self.pending = [root]
        self.done: list[SearchStrategy[Any]] = []
        """Parts before what they are part of, as far as that is possible."""
        self.makes_something: set[int] = set()

    def is_empty(self, strategy: SearchStrategy[Any]) -> bool:
        """What is known so far; whoever was not asked about before is looked at soon."""
        if strategy.known_empty is not None:
            return strategy.known_empty
        if id(strategy) not in self.found:
            self.found[id(strategy)] = strategy
            self.pending.append(strategy)
        return id(strategy) not in self.makes_something

    def look_deeper(self) -> None:
        """Look at all that was found, parts first."""
        while self.pending:
            strategy, count = self.pending[-1], len(self.pending)
            answer = strategy.calc_is_empty(self.is_empty)
            if len(self.pending) == count:
                self.done.append(self.pending.pop())
                if not answer:
                    self.makes_something.add(id(strategy))

    def has_news(self) -> bool:
        """Whether one that was looked at makes something after all, now that others do."""
        before = len(self.makes_something)
        for strategy in self.done:
            key = id(strategy)
            if key not in self.makes_something and not strategy.calc_is_empty(self.is_empty):
                self.makes_something.add(key)
        return len(self.makes_something) > before or bool(self.pending)
