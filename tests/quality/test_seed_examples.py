"""The examples of the seed documents are minimal from every seed."""

from collections.abc import Callable
from functools import reduce
from operator import or_
from random import Random
from typing import Any, NamedTuple

import pytest

from shortlex import find, settings
from shortlex import strategies as st

FEW, MANY = 25, 100

WORD = st.integers(0, 2**64 - 1)
SHORT = st.integers(-(2**15), 2**15 - 1)


class Example(NamedTuple):
    strategy: Callable[[], st.SearchStrategy[Any]]
    condition: Callable[[Any], bool]
    simplest: Any
    seeds: int = FEW
    """How many the default run tries."""


def as_short(number: int) -> int:
    """Wrapped as sixteen bits with a sign are."""
    return (number + 2**15) % 2**16 - 2**15


def height_of(tree: Any) -> int:
    return 0 if tree is None else 1 + max(map(height_of, tree))


def is_balanced(tree: Any) -> bool:
    if tree is None:
        return True
    left, right = tree
    return abs(height_of(left) - height_of(right)) <= 1 and is_balanced(left) and is_balanced(right)


@st.composite
def trees_of_bits(draw: st.DrawFn) -> Any:
    def node() -> Any:
        return (node(), node()) if draw(st.booleans()) else None

    return node()


def trees() -> st.SearchStrategy[Any]:
    tree: st.SearchStrategy[Any] = st.deferred(lambda: st.none() | st.tuples(tree, tree))
    return tree


def five_lists(**sizes: int) -> st.SearchStrategy[Any]:
    one = st.lists(SHORT, **sizes).filter(lambda xs: as_short(sum(xs)) < 256)
    return st.tuples(one, one, one, one, one)


def overflows(lists: tuple[list[int], ...]) -> bool:
    return as_short(sum(map(sum, lists))) >= 5 * 256


EXAMPLES = {
    "reverse": Example(
        lambda: st.lists(st.integers()),
        lambda xs: xs != xs[::-1],
        [0, 1],
    ),
    "containment": Example(
        lambda: st.tuples(st.lists(WORD), WORD),
        lambda pair: pair[1] in pair[0] and pair[1] >= 100,
        ([100], 100),
    ),
    "sets_of_sets": Example(
        lambda: st.lists(st.lists(WORD).map(frozenset)).map(set),
        lambda sets: len(reduce(or_, sets, frozenset())) >= 30,
        {frozenset(range(30))},
        seeds=5,
    ),
    "tree_of_bits": Example(
        trees_of_bits,
        lambda tree: not is_balanced(tree),
        (None, (None, (None, None))),
    ),
    "tree": Example(
        trees,
        lambda tree: not is_balanced(tree),
        (None, (None, (None, None))),
    ),
    "nested_lists": Example(
        lambda: st.lists(st.lists(st.integers())),
        lambda lists: sum(map(len, lists)) > 10,
        [[0] * 11],
    ),
    "union": Example(
        lambda: st.lists(st.lists(st.integers())),
        lambda lists: len({x for xs in lists for x in xs}) >= 5,
        [[0, 1, -1, 2, -2]],
    ),
    "bound5": Example(
        lambda: five_lists(max_size=1),
        overflows,
        ([], [], [], [-1], [-32768]),
    ),
}


def found(example: Example, seed: int) -> Any:
    return find(
        example.strategy(),
        example.condition,
        settings=settings(max_examples=20_000),
        random=Random(seed),
    )


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_minimal(name: str) -> None:
    example = EXAMPLES[name]
    for seed in range(example.seeds):
        assert found(example, seed) == example.simplest, seed


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_minimal_from_many_seeds(name: str) -> None:
    example = EXAMPLES[name]
    for seed in range(example.seeds, MANY):
        assert found(example, seed) == example.simplest, seed
