"""Positions of which some are more likely."""

from __future__ import annotations

from random import Random

import pytest

from shortlex.core.integer import Integer, Weighted


def counts_of(domain: Weighted, samples: int = 20_000) -> list[int]:
    random = Random(1)
    found = [0] * len(domain.weights)
    for _ in range(samples):
        found[domain.sample(random, 1.0)] += 1
    return found


@pytest.mark.parametrize("weights", [(1, 1), (1, 3), (5, 0.5, 2.5), (1e-300, 1e-300), (0.1,) * 7])
def test_positions_come_as_often_as_their_weights_say(weights: tuple[float, ...]) -> None:
    found = counts_of(Weighted(weights))
    expected = [sum(found) * (weight / sum(weights)) for weight in weights]
    # Chi-square: for 6 degrees of freedom, 99.9 of 100 are below 22.5.
    assert sum((f - e) ** 2 / e for f, e in zip(found, expected, strict=True)) < 22.5


def test_the_order_and_the_members_are_those_of_positions() -> None:
    weighted, plain = Weighted([1, 100, 1]), Integer(0, 2)
    assert weighted.count == plain.count == 3
    assert [weighted.value_at(i) for i in range(3)] == [plain.value_at(i) for i in range(3)]
    assert weighted.simplest == 0
    assert weighted.nearest(9) == 2
    assert weighted.edges() == plain.edges()


def test_rounding_never_leads_beyond_the_last() -> None:
    class Highest(Random):
        def random(self) -> float:
            return 1.0

    assert Weighted([0.1] * 10).sample(Highest(), 1.0) == 9


def test_domains_with_other_weights_are_others() -> None:
    assert Weighted([1, 2]) == Weighted([1.0, 2.0])
    assert hash(Weighted([1, 2])) == hash(Weighted([1.0, 2.0]))
    assert Weighted([1, 2]) != Weighted([2, 1])
    assert Weighted([1, 1]) != Integer(0, 1)
    assert repr(Weighted([1.0, 2.0])) == "Weighted((1.0, 2.0))"
