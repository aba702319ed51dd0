"""The pass move_earlier."""

import pytest

from shortlex.core.integer import Integer
from shortlex.reducer.passes.move_earlier import move_earlier
from tests.reducer.laws_of_passes import (
    DIGIT,
    NUMBER,
    counted,
    left_out,
    numbers,
    reduced,
    repertoire,
    simplest_from,
)

KIND = Integer(1, 6)


def unmarked_tree(case):
    """A leaf, 1, or a node with a key and two children; nothing is marked."""
    if case.choose(KIND) == 1:
        return None
    return case.choose(NUMBER), unmarked_tree(case), unmarked_tree(case)


def digits(case):
    """As many digits as the first one says."""
    return [case.choose(DIGIT) for _ in range(case.choose(DIGIT))]


def test_offers_each_choice_before_every_greater_one() -> None:
    def three(case):
        return [case.choose(NUMBER) for _ in range(3)]

    assert repertoire(move_earlier, three, 3, 1, 2) == [[1, 3, 2], [2, 3, 1]]


def test_offers_nothing_across_domains() -> None:
    def two(case):
        return case.choose(NUMBER), case.choose(DIGIT)

    assert repertoire(move_earlier, two, 3, 1) == []


def test_offers_nothing_on_long_cases() -> None:
    assert repertoire(move_earlier, counted, 9, *range(9, 0, -1))
    assert repertoire(move_earlier, numbers, *[1, 3, 1, 2] * 7, 0) == []


def test_offers_nothing_for_choices_to_go_on() -> None:
    assert repertoire(move_earlier, numbers, 1, 3, 1, 5, 0) == []


def test_goes_on_where_the_shape_changes_under_it() -> None:
    # The lowest digit comes first, and is then how many follow.
    assert reduced(digits, [3, 9, 9, 1], lambda xs: xs[0] in (3, 9), move_earlier) == [1, 3]


def test_the_empty_child_of_a_tree_goes_before_the_other() -> None:
    found = reduced(
        unmarked_tree,
        [2, 0, 2, 0, 1, 1, 1],
        lambda t: t is not None and any(t[1:]),
        move_earlier,
    )
    assert found == [2, 0, 1, 2, 0, 1, 1]


def test_the_empty_child_stays_behind_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(t):
        return t is not None and t[0] == 3 and any(child and child[0] == 7 for child in t[1:])

    choices = [2, 3, 2, 7, 1, 1, 1]
    assert simplest_from(unmarked_tree, choices, fails) == [2, 3, 1, 2, 7, 1, 1]
    left_out(monkeypatch, move_earlier)
    assert simplest_from(unmarked_tree, choices, fails) == choices
