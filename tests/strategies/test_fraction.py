"""fractions."""

from collections.abc import Callable
from fractions import Fraction
from math import inf, nan
from typing import Any

import pytest

from shortlex import strategies as st
from tests.strategies.laws_of_strategies import (
    check_refused,
    draw_simplest,
    find_simplest,
    values_of,
)


@pytest.mark.parametrize(
    ("strategy", "condition", "simplest"),
    [
        (st.fractions(), lambda x: Fraction(3, 10) < x < Fraction(4, 10), Fraction(1, 3)),
        (st.fractions(), lambda x: x.denominator > 1, Fraction(1, 2)),
        (st.fractions(), lambda x: x > Fraction(7, 2), Fraction(4)),
        (st.fractions(), lambda x: x < -2, Fraction(-3)),
        (st.fractions(0, 1), lambda x: Fraction(9, 10) < x < 1, Fraction(10, 11)),
    ],
)
def test_fractions_reduce_to_a_small_denominator(
    strategy: st.SearchStrategy[Any], condition: Callable[[Any], bool], simplest: Fraction
) -> None:
    assert find_simplest(strategy, condition) == simplest


@pytest.mark.parametrize(
    ("low", "high", "simplest"),
    [
        ("1/3", "2/5", "1/3"),
        ("5/17", "6/17", "1/3"),
        ("-6/17", "-5/17", "-1/3"),
        ("1001/1000", "1002/1000", "501/500"),
        ("314/100", "315/100", "22/7"),
        ("5/2", "5/2", "5/2"),
    ],
)
def test_the_simplest_fraction_has_the_least_denominator(
    low: str, high: str, simplest: str
) -> None:
    strategy = st.fractions(low, high)
    assert draw_simplest(strategy) == Fraction(simplest)
    assert all(Fraction(low) <= value <= Fraction(high) for value in values_of(strategy, 300))


def test_every_small_fraction_is_met() -> None:
    every = {Fraction(n, d) for d in range(1, 8) for n in range(d + 1)}
    assert {*values_of(st.fractions(0, 1, max_denominator=7), 2000)} == every


def test_fractions_have_large_numerators_and_denominators() -> None:
    values = values_of(st.fractions(), 500)
    assert max(value.denominator for value in values) > 2**60
    assert max(value.numerator for value in values) > 2**60


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.fractions("x"), ["min_value='x'", "finite number", "or None"]),
        (lambda: st.fractions(max_value=nan), ["max_value=nan"]),
        (lambda: st.fractions(max_value=inf), ["max_value=inf"]),
        (lambda: st.fractions("1/0"), ["min_value='1/0'"]),
        (lambda: st.fractions(1, 0), ["min_value=1", "max_value=0", "must not be above"]),
        (lambda: st.fractions(max_denominator=0), ["max_denominator=0", "1 or more"]),
        (lambda: st.fractions(max_denominator=2.0), ["max_denominator=2.0"]),  # type: ignore[arg-type]  # the point
        (
            lambda: st.fractions("1/3", max_denominator=2),
            ["min_value=Fraction(1, 3)", "max_denominator=2", "Use Fraction(1, 2)"],
        ),
    ],
)
def test_bad_arguments_of_fractions_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)
