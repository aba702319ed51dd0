"""Sets of lengths, against sets of numbers."""

from itertools import product
from random import Random

import pytest

from shortlex.strategies.lengths import (
    NONE,
    ZERO,
    Lengths,
    add,
    between,
    fitting,
    is_run,
    longest,
    members,
    shortest,
)


def of(*lengths: int) -> Lengths:
    return sum(1 << length for length in set(lengths))


SOME = [NONE, ZERO, of(3), of(0, 1, 2), of(2, 3, 4, 5), of(0, 3, 6, 9), of(1, 2, 7), of(0, 8)]
SOME += [Random(seed).getrandbits(12) for seed in range(6)]
PAIRS = [*product(SOME, repeat=2)]


def test_a_set_knows_its_members() -> None:
    assert members(NONE) == []
    assert members(of(0, 3, 70)) == [0, 3, 70]
    assert (shortest(of(3, 70)), longest(of(3, 70))) == (3, 70)
    assert members(between(2, 5)) == [2, 3, 4, 5]
    assert between(3, 2) == NONE
    assert is_run(between(2, 5))
    assert not is_run(of(2, 4))


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_lengths_of_two_texts_add_up(left: Lengths, right: Lengths) -> None:
    expected = {a + b for a in members(left) for b in members(right)}
    assert members(add(left, right)) == sorted(expected)


@pytest.mark.parametrize(("own", "after"), PAIRS)
@pytest.mark.parametrize("times", [1, 2, 3])
def test_what_fits_leaves_a_way_for_the_rest(own: Lengths, after: Lengths, times: int) -> None:
    for allowed in SOME:
        wanted = {*members(allowed)}
        expected = [a for a in members(own) if any(a * times + b in wanted for b in members(after))]
        assert members(fitting(own, after, allowed, times)) == expected
