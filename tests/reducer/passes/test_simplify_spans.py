"""The pass simplify_spans."""

import pytest

from shortlex.reducer.passes.simplify_spans import LARGE, simplify_spans
from tests.reducer.laws_of_passes import (
    NUMBER,
    left_out,
    numbers,
    pair,
    problem_of,
    reduced,
    repertoire,
    simplest_from,
    span,
    tree,
)

LEAF = [0]
NODE = [1, 0, 0]
BIGGER = [1, 0, *NODE]


def test_offers_the_simplest_and_then_as_much_of_it_as_was_taken() -> None:
    assert repertoire(simplify_spans, tree, 1, *NODE, 0) == [
        [..., ..., ..., ..., ...],
        [...],
        [1, ..., ..., ..., 0],
        [1, ..., 0],
    ]


def test_offers_no_element_and_no_single_choice() -> None:
    assert repertoire(simplify_spans, numbers, 1, 7, 1, 8, 0) == []


def test_offers_nothing_that_is_simplest() -> None:
    def labelled_pair(case):
        with span(case, "pair"):
            return pair(case)

    assert repertoire(simplify_spans, labelled_pair, 0, 0) == []
    assert repertoire(simplify_spans, labelled_pair, 0, 1) == [[..., ...]]


def test_a_subtree_that_does_not_matter_becomes_a_leaf() -> None:
    assert reduced(tree, [1, *BIGGER, 0], bool, simplify_spans) == [1, 0, 0]


def test_what_follows_a_span_that_gets_shorter_stays() -> None:
    choices = [1, *BIGGER, *NODE]
    is_kept = reduced(tree, choices, lambda t: t is not None and t[1] is not None, simplify_spans)
    assert is_kept == [1, *LEAF, *NODE]


def test_a_list_that_must_be_long_or_empty_stays_long_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def list_and_number(case):
        with span(case, "list"):
            found = numbers(case)
        return found, case.choose(NUMBER)

    def fails(value):
        return len(value[0]) not in range(1, 10) and value[1] >= 100

    choices = [*[1, 5] * 12, 0, 500]
    assert simplest_from(list_and_number, choices, fails) == [0, 100]
    left_out(monkeypatch, simplify_spans)
    assert simplest_from(list_and_number, choices, fails) == [*[1, 0] * 10, 0, 100]


def test_a_large_case_is_taken_level_by_level() -> None:
    def written(depth: int) -> list[int]:
        return [1, *written(depth - 1), *written(depth - 1)] if depth else [0]

    choices = written(10)
    assert len(choices) > LARGE
    problem = problem_of(tree, choices)
    offers = simplify_spans(problem)
    left = []
    for _ in range(6):
        for candidate in next(offers):
            assert not problem.accepts(candidate, "simplify_spans")
            left.append(len(candidate))
    # Each is tried whole, and then as one leaf: the root, the second half, the first half.
    whole, half = len(choices), len(choices) // 2
    assert left == [whole, 1, whole, whole - half + 1, whole, whole - half + 1]
