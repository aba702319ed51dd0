"""decimals."""

from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from math import inf, nan
from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.laws.trial import is_same
from tests.strategies.laws_of_strategies import (
    check_refused,
    draw_simplest,
    find_simplest,
    values_of,
)


@pytest.mark.parametrize(
    ("strategy", "condition", "simplest"),
    [
        (st.decimals(), lambda x: x.is_finite() and Decimal("0.3") < x < Decimal("0.4"), "0.31"),
        (st.decimals(), lambda x: x.is_nan() or x > 1000, "1001"),
        (st.decimals(), lambda x: not x.is_finite() or x < 0, "-1"),
        (st.decimals(), lambda x: x.is_finite() and -1 < x < 0, "-0.1"),
        (st.decimals(), lambda x: x.is_finite() and not x and x.is_signed(), "-0.0"),
        (st.decimals(), lambda x: not x.is_finite(), "Infinity"),
        (st.decimals(), lambda x: x.is_nan(), "NaN"),
        (st.decimals(), lambda x: x.is_snan(), "sNaN"),
        (st.decimals(places=2), lambda x: x.is_finite() and x > Decimal("1.5"), "1.51"),
        (st.decimals(0, 1), lambda x: x != 0, "0.1"),
        (st.decimals(Fraction(1, 3), Fraction(2, 3)), lambda x: x > Decimal("0.5"), "0.6"),
    ],
)
def test_decimals_reduce_to_few_digits(
    strategy: st.SearchStrategy[Any], condition: Callable[[Any], bool], simplest: str
) -> None:
    assert is_same(find_simplest(strategy, condition), Decimal(simplest))


def test_no_special_value_is_simpler_than_a_number() -> None:
    assert is_same(draw_simplest(st.decimals()), Decimal(0))
    pair = find_simplest(st.lists(st.decimals(), min_size=2), lambda xs: repr(xs[1]) != repr(xs[0]))
    assert all(each.is_finite() for each in pair)


def test_specials_come_where_they_may() -> None:
    written = {str(value) for value in values_of(st.decimals(), 3000) if not value.is_finite()}
    assert written == {"Infinity", "-Infinity", "NaN", "-NaN", "sNaN", "-sNaN"}
    written = {str(v) for v in values_of(st.decimals(0, allow_nan=False), 1000)}
    assert "Infinity" in written
    assert not written & {"-Infinity", "NaN"}
    assert all(value.is_finite() for value in values_of(st.decimals(0, 10**9), 1000))
    strategy = st.decimals(allow_nan=False, allow_infinity=False)
    assert all(value.is_finite() for value in values_of(strategy, 1000))


def test_bounds_are_exact_and_met() -> None:
    low, high = Decimal("0.123456789012345678901234567890123"), Decimal("0.2")
    values = values_of(st.decimals(low, high), 1000)
    assert min(values) == low
    assert max(values) == high


def test_the_context_does_not_matter() -> None:
    expected = values_of(st.decimals(places=5), 100)
    with localcontext() as context:
        context.prec = 2
        assert list(map(str, values_of(st.decimals(places=5), 100))) == list(map(str, expected))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.decimals("x"), ["min_value='x'", "finite number"]),
        (lambda: st.decimals("nan"), ["min_value=Decimal('NaN')", "finite number"]),
        (lambda: st.decimals("inf"), ["min_value=Decimal('Infinity')"]),
        (lambda: st.decimals(1, 0), ["min_value=1", "max_value=0", "must not be above"]),
        (lambda: st.decimals(allow_nan=1), ["allow_nan=1", "True, False or None"]),  # type: ignore[arg-type]  # the point
        (lambda: st.decimals(0, 1, allow_infinity=True), ["allow_infinity=True", "Leave out"]),
        (lambda: st.decimals(places=-1), ["places=-1", "0 or more"]),
        (lambda: st.decimals("0.1", "0.2", places=0), ["places=0", "Use more places"]),
        (lambda: st.decimals(Fraction(1, 3), Fraction(1, 3)), ["Fraction(1, 3)", "is empty"]),
    ],
)
def test_bad_arguments_of_decimals_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)


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
