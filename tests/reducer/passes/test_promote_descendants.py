"""The pass promote_descendants."""

import pytest

from shortlex.core.integer import Integer
from shortlex.reducer.passes.promote_descendants import promote_descendants
from tests.reducer.laws_of_passes import (
    FLAG,
    NUMBER,
    left_out,
    offers_of,
    problem_of,
    reduced,
    repertoire,
    simplest_from,
    span,
    tree,
)

NODE = [1, 0, 0]


def test_offers_the_parts_of_each_span_smallest_first() -> None:
    assert repertoire(promote_descendants, tree, 1, *NODE, 0) == [[0], NODE, [1, 0, 0]]


def test_offers_no_part_of_another_label() -> None:
    def two(case):
        with span(case, "outer"), span(case, "inner"):
            case.choose(NUMBER)
            case.choose(NUMBER)

    assert repertoire(promote_descendants, two, 1, 2) == []


def test_a_subtree_takes_the_place_of_the_whole() -> None:
    assert reduced(tree, [1, *NODE, 0], bool, promote_descendants) == NODE


def test_a_deep_subtree_is_found_in_one_step() -> None:
    problem = problem_of(tree, [1, 1, 1, *NODE, 0, 0, 0], bool)
    offers = offers_of(promote_descendants, problem)
    assert offers[1] == NODE
    assert list(problem.best.choices) == NODE


KEY = Integer(0, 99)


def keyed_tree(case):
    """A key, 0, or a node, 1, with two children."""
    with span(case, "tree"):
        is_node = case.choose(FLAG)
        return (keyed_tree(case), keyed_tree(case)) if is_node else case.choose(KEY)


def _levels(t):
    """The depth of a tree if all its leaves are at the same, or -1."""
    if not isinstance(t, tuple):
        return 0
    left, right = map(_levels, t)
    return left + 1 if left == right >= 0 else -1


def _keys(t):
    return [*_keys(t[0]), *_keys(t[1])] if isinstance(t, tuple) else [t]


def _perfect(levels, keys):
    if levels == 0:
        return [0, next(keys)]
    return [1, *_perfect(levels - 1, keys), *_perfect(levels - 1, keys)]


def test_a_tree_that_must_be_balanced_stays_large_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(t):
        keys = _keys(t)
        return _levels(t) >= 2 and len(set(keys)) == len(keys) and keys[-1] == 99

    start = _perfect(4, iter(range(84, 100)))
    assert simplest_from(keyed_tree, start, fails) == _perfect(2, iter([0, 1, 2, 99]))
    left_out(monkeypatch, promote_descendants)
    assert len(simplest_from(keyed_tree, start, fails)) == len(start)


def keyed(case):
    """A number, and perhaps two trees like the whole."""
    with span(case, "tree"):
        key = case.choose(NUMBER)
        return key, (keyed(case), keyed(case)) if case.choose(FLAG) else ()


def test_offers_descendants_only_and_no_sibling_before_or_behind() -> None:
    inner = [8, 1, 9, 0, 4, 0]
    assert repertoire(promote_descendants, keyed, 5, 1, 7, 0, *inner) == [
        *[[7, 0], [9, 0], [4, 0], inner],
        *[[5, 1, 7, 0, 9, 0], [5, 1, 7, 0, 4, 0]],
    ]
    assert repertoire(promote_descendants, keyed, 5, 1, *inner, 7, 0)[-2:] == [
        [5, 1, 9, 0, 7, 0],
        [5, 1, 4, 0, 7, 0],
    ]


def test_offers_nothing_of_another_label_and_nothing_as_long_or_empty() -> None:
    def wrapped(case):
        with span(case, "whole"), span(case, "whole"):
            with span(case, "whole"):
                pass
            with span(case, "part"):
                case.choose(NUMBER)
            return case.choose(NUMBER)

    assert repertoire(promote_descendants, wrapped, 5, 6) == []
