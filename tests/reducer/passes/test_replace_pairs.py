"""The pass replace_pairs."""

from random import Random

import pytest

from shortlex import lowlevel
from shortlex import strategies as st
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.reducer.passes.replace_pairs import MAX_ALTERNATIVES, MAX_ELEMENTS, replace_pairs
from tests.reducer.laws_of_passes import left_out, numbers, reduced, repertoire

STEP = Integer(0, 3)
MOVES = [(a, b) for a in range(3) for b in range(3) if a != b]


def steps(case):
    return [case.choose(STEP) for _ in case.repeat(Sizes(), "step")]


def place_after(moves):
    """Where one is that began at A and goes as far as the moves fit."""
    place = 0
    for start, end in moves:
        place = end if start == place else place
    return place


def test_offers_every_other_alternative_for_each_pair_last_first() -> None:
    assert repertoire(replace_pairs, steps, 1, 0, 1, 1, 1, 2, 0) == [
        [1, 0, 1, 0, 0],
        [1, 0, 1, 3, 0],
        [1, 2, 1, 2, 0],
        [1, 3, 1, 2, 0],
    ]


def test_offers_nothing_for_wide_numbers_flags_or_long_collections() -> None:
    assert repertoire(replace_pairs, numbers, 1, 5, 1, 6, 0) == []
    flags = lambda case: [case.choose(Integer(0, 1)) for _ in case.repeat(Sizes(), "f")]  # noqa: E731  # short
    assert repertoire(replace_pairs, flags, 1, 0, 1, 1, 0) == []
    assert repertoire(replace_pairs, steps, *[1, 1] * (MAX_ELEMENTS + 1), 0) == []


def test_one_step_for_two() -> None:
    assert reduced(steps, [1, 1, 1, 2, 0], lambda xs: sum(xs) >= 3, replace_pairs) == [1, 3, 0]


BACK = (2, 0)


def wander(random: Random) -> list[object]:
    """A move back, and then moves from A to C in more steps than one."""
    while True:
        moves = [random.randrange(len(MOVES)) for _ in range(8)]
        if place_after([MOVES[i] for i in moves]) == 2 and MOVES.index((0, 2)) not in moves:
            moves = [MOVES.index(BACK), *moves]
            return [*[each for move in moves for each in (True, move)], False]


def lengths() -> list[int]:
    def test(case):
        moves = case.draw(st.lists(st.sampled_from(MOVES)))
        if moves[:1] == [BACK] and place_after(moves) == 2:
            case.mark_interesting()

    starts = [wander(Random(seed)) for seed in range(10)]
    return [len(lowlevel.reduce(test, start).choices) for start in starts]


def test_a_way_round_stays_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lengths() == [5] * 10
    left_out(monkeypatch, replace_pairs)
    assert sum(lengths()) > 50


def test_offers_alternatives_of_three_to_twelve_values() -> None:
    def of(count):
        domain = Integer(0, count - 1)
        return lambda case: [case.choose(domain) for _ in case.repeat(Sizes(), "step")]

    assert repertoire(replace_pairs, of(3), 1, 0, 1, 1, 0) == [[1, 2, 0]]
    many = repertoire(replace_pairs, of(MAX_ALTERNATIVES), 1, 0, 1, 1, 0)
    assert many == [[1, other, 0] for other in range(2, MAX_ALTERNATIVES)]
    assert repertoire(replace_pairs, of(MAX_ALTERNATIVES + 1), 1, 0, 1, 1, 0) == []


def test_offers_something_for_the_longest_collection() -> None:
    assert repertoire(replace_pairs, steps, *[1, 1] * MAX_ELEMENTS, 0)
