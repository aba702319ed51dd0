"""Ballast decides nothing and count as a text does."""

from random import Random

from shortlex.strategies.ballast import ballast_of


def test_ballast_has_one_value_that_is_as_long_as_the_text() -> None:
    for length in (0, 1, 30):
        ballast = ballast_of(length)
        assert ballast.count == 1
        assert ballast.size_of(ballast.sample(Random(0), 1.0)) == 1 + length
