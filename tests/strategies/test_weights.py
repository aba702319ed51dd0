"""Weights decide nothing and count as a text does."""

from random import Random

from shortlex.strategies.weights import weight_of


def test_a_weight_has_one_value_that_is_as_long_as_the_text() -> None:
    for length in (0, 1, 30):
        weight = weight_of(length)
        assert weight.count == 1
        assert weight.size_of(weight.sample(Random(0), 1.0)) == 1 + length
