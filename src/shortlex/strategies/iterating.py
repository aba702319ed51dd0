"""Iterating: values to go through once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from shortlex.strategies.collections import Key, Lists, UniqueLists, keys_of
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.limits import check_sizes
from shortlex.strategies.strategy import SearchStrategy, check_strategy

T = TypeVar("T")


class OneShot(Generic[T]):
    """An iterator that shows what it had at first, also when it is used up."""

    def __init__(self, values: list[T]) -> None:
        self._values = values
        self._rest = iter(values)

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        return next(self._rest)

    def __repr__(self) -> str:
        return f"iter({self._values!r})"


@lazy_once
def iterables(
    elements: SearchStrategy[T],
    *,
    min_size: int = 0,
    max_size: int | None = None,
    unique_by: Key | tuple[Key, ...] | None = None,
    unique: bool = False,
) -> SearchStrategy[Iterable[T]]:
    """Iterators over values of ``elements``: no length, no index, and only once.

    For code that takes any iterable, where a list would hide mistakes. Takes the arguments of
    ``lists``, and reduces as they do.
    """
    check_strategy(elements, "iterables(): elements")
    sizes = check_sizes("iterables", min_size, max_size)
    keys = keys_of("iterables", unique, unique_by)
    if keys:
        return UniqueLists(elements, sizes, keys, "iterables").map(OneShot)
    return Lists(elements, sizes, "iterables").map(OneShot)
