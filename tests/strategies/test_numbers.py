"""booleans, integers and floats."""

import struct
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import copysign, inf, isinf, isnan, nan
from typing import Any

import pytest

from shortlex import strategies as st
from tests.strategies.laws_of_strategies import (
    check_refused,
    draw_simplest,
    find_simplest,
    values_of,
)


def test_booleans_are_both() -> None:
    assert {*values_of(st.booleans())} == {False, True}
    assert find_simplest(st.booleans(), lambda value: True) is False


def test_integers_without_bounds_are_of_all_sizes() -> None:
    values = values_of(st.integers(), 1000)
    assert min(values) < -(2**60)
    assert max(values) > 2**60
    assert sum(abs(value) < 1000 for value in values) > 200


@pytest.mark.parametrize(
    ("strategy", "simplest"),
    [
        (st.integers(), 0),
        (st.integers(-5, 5), 0),
        (st.integers(3), 3),
        (st.integers(max_value=-3), -3),
        (st.integers(-9, -3), -3),
    ],
    ids=repr,
)
def test_integers_reduce_to_what_is_nearest_to_zero(
    strategy: st.SearchStrategy[int], simplest: int
) -> None:
    assert draw_simplest(strategy) == simplest


def test_positive_integers_are_simpler_than_negative_ones() -> None:
    assert find_simplest(st.integers(), lambda value: abs(value) >= 7) == 7


@pytest.mark.parametrize(
    ("low", "high"), [(0, 0), (-1, 1), (10**40, 10**40 + 3), (-(2**70), 2**70), (0, 255), (0, 256)]
)
def test_both_bounds_are_met(low: int, high: int) -> None:
    values = values_of(st.integers(low, high), 2000)
    assert min(values) == low
    assert max(values) == high


@pytest.mark.parametrize(
    "bound", [2.0, Fraction(2), Decimal(2), True + 1], ids=lambda bound: type(bound).__name__
)
def test_bounds_of_other_types_are_taken_if_whole(bound: Any) -> None:
    assert {type(value) for value in values_of(st.integers(bound, 3), 5)} == {int}
    assert min(values_of(st.integers(bound, 3), 50)) == 2


@pytest.mark.parametrize(
    ("strategy", "written"),
    [
        (st.integers(), "integers()"),
        (st.integers(None, None), "integers()"),
        (st.integers(1), "integers(min_value=1)"),
        (st.integers(None, 1), "integers(max_value=1)"),
        (st.integers(min_value=10**30), f"integers(min_value={10**30})"),
        (st.integers(min_value=0, max_value=1), "integers(0, 1)"),
        (st.integers(2.0, 5), "integers(2.0, 5)"),  # type: ignore[arg-type]  # allowed
        (st.integers(5, 2), "integers(5, 2)"),
    ],
)
def test_integers_are_written_shortly(strategy: st.SearchStrategy[int], written: str) -> None:
    assert repr(strategy) == written


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.integers(0.5), ["min_value=0.5", "whole number or None"]),  # type: ignore[arg-type]  # the point
        (lambda: st.integers(max_value=Fraction(1, 2)), ["max_value=Fraction(1, 2)"]),  # type: ignore[arg-type]  # the point
        (lambda: st.integers(nan), ["min_value=nan"]),  # type: ignore[arg-type]  # the point
        (lambda: st.integers(max_value=inf), ["max_value=inf"]),  # type: ignore[arg-type]  # the point
        (lambda: st.integers("0", "1"), ["min_value='0'"]),  # type: ignore[arg-type]  # the point
        (lambda: st.integers([]), ["min_value=[]"]),  # type: ignore[arg-type]  # the point
        (lambda: st.integers(1j, 2), ["min_value=1j"]),  # type: ignore[arg-type]  # the point
        (lambda: st.integers(2, 1), ["min_value=2", "max_value=1", "must not be above"]),
        (lambda: st.integers(2.0, 1), ["min_value=2.0", "max_value=1"]),  # type: ignore[arg-type]  # the point
    ],
)
def test_bad_bounds_of_integers_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)


# Floats.


def test_floats_without_bounds_have_everything() -> None:
    values = values_of(st.floats(), 2000)
    assert any(map(isnan, values))
    assert {inf, -inf} <= {*values}
    assert any(0 < abs(value) < 2.0**-1022 for value in values)
    assert any(value == 0.0 and copysign(1.0, value) < 0 for value in values)


def test_floats_with_a_bound_have_no_nan() -> None:
    for strategy in (st.floats(0), st.floats(max_value=0)):
        values = values_of(strategy, 1000)
        assert not any(map(isnan, values))
        assert any(map(isinf, values))


def test_floats_with_both_bounds_have_no_infinity() -> None:
    assert not any(map(isinf, values_of(st.floats(-1e308, 1e308), 1000)))


def test_an_infinite_bound_is_a_value() -> None:
    assert inf in values_of(st.floats(0, inf), 500)
    assert values_of(st.floats(min_value=inf), 3) == [inf] * 3
    assert -inf in values_of(st.floats(-inf, 5, exclude_max=True), 500)
    assert inf not in values_of(st.floats(0, inf, exclude_max=True), 500)


def test_what_is_not_allowed_does_not_come() -> None:
    values = values_of(st.floats(allow_nan=False, allow_infinity=False), 1000)
    assert not any(isnan(value) or isinf(value) for value in values)
    values = values_of(st.floats(allow_subnormal=False), 1000)
    assert not any(0 < abs(value) < 2.0**-1022 for value in values)


@pytest.mark.parametrize(("width", "code"), [(16, "<e"), (32, "<f"), (64, "<d")])
def test_floats_are_exact_at_their_width(width: int, code: str) -> None:
    for value in values_of(st.floats(width=width, allow_nan=False), 500):
        assert struct.unpack(code, struct.pack(code, value))[0] == value


def test_excluded_bounds_do_not_come() -> None:
    values = values_of(st.floats(1, 1 + 2.0**-50, exclude_min=True, exclude_max=True), 300)
    assert {*values} == {1 + i * 2.0**-52 for i in (1, 2, 3)}


def test_excluding_one_zero_excludes_both() -> None:
    assert 0.0 not in values_of(st.floats(0.0, 1.0, exclude_min=True), 500)
    assert 0.0 not in values_of(st.floats(-0.0, 1.0, exclude_min=True), 500)
    assert 0.0 not in values_of(st.floats(-1.0, -0.0, exclude_max=True), 500)


def test_a_zero_bound_keeps_its_sign() -> None:
    zeros = [v for v in values_of(st.floats(0.0, 1.0), 500) if v == 0.0]
    assert zeros
    assert all(copysign(1.0, zero) > 0 for zero in zeros)
    zeros = [v for v in values_of(st.floats(-0.0, 1.0), 500) if v == 0.0]
    assert {copysign(1.0, zero) for zero in zeros} == {1.0, -1.0}


def test_floats_reduce_to_what_is_easy_to_read() -> None:
    assert find_simplest(st.floats(), lambda value: value > 2.25) == 3.0
    assert find_simplest(st.floats(2, 3), lambda value: 2 < value < 3) == 2.5
    assert find_simplest(st.floats(), isnan) != 0
    assert find_simplest(st.floats(), lambda value: not value < inf) == inf


def test_bounds_of_other_types_are_taken_if_exact() -> None:
    assert {type(value) for value in values_of(st.floats(0, Fraction(1, 2)), 50)} == {float}
    assert max(values_of(st.floats(0, Decimal("0.5")), 500)) == 0.5  # type: ignore[arg-type]  # a number


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.floats(width=8), ["width=8", "16, 32 or 64"]),
        (lambda: st.floats(width="64"), ["width='64'"]),  # type: ignore[arg-type]  # the point
        (lambda: st.floats(width=[]), ["width=[]"]),  # type: ignore[arg-type]  # the point
        (lambda: st.floats("0"), ["min_value='0'", "number or None"]),  # type: ignore[arg-type]  # the point
        (lambda: st.floats(max_value=1j), ["max_value=1j"]),  # type: ignore[arg-type]  # the point
        (lambda: st.floats(nan), ["min_value=nan", "Leave it out"]),
        (lambda: st.floats(Decimal("sNaN")), ["nan cannot be a bound"]),  # type: ignore[arg-type]  # the point
        (lambda: st.floats(Fraction(1, 3)), ["min_value=Fraction(1, 3)", "0.3333333333333333"]),
        (
            lambda: st.floats(max_value=0.1, width=32),
            ["max_value=0.1", "width=32", "0.10000000149"],
        ),
        (lambda: st.floats(10**400), ["min_value=1000", "1.7976931348623157e+308"]),
        (lambda: st.floats(-1e10, width=16), ["min_value=-10000000000.0", "-65504.0"]),
        (lambda: st.floats(1, 0), ["min_value=1", "max_value=0", "width=64", "is empty"]),
        (lambda: st.floats(0.0, -0.0), ["min_value=0.0", "max_value=-0.0", "is empty"]),
        (lambda: st.floats(1, 1, exclude_min=True), ["exclude_min=True", "is empty"]),
        (lambda: st.floats(exclude_min=True), ["exclude_min=True", "min_value=None", "Give"]),
        (lambda: st.floats(0, exclude_max=True), ["exclude_max=True", "max_value=None"]),
        (lambda: st.floats(inf, exclude_min=True), ["exclude_min=True", "min_value=inf"]),
        (lambda: st.floats(max_value=-inf, exclude_max=True), ["max_value=-inf"]),
        (lambda: st.floats(0, exclude_min=1), ["exclude_min=1", "True or False"]),  # type: ignore[arg-type]  # the point
        (lambda: st.floats(0, allow_nan=True), ["allow_nan=True", "min_value=0", "just(nan)"]),
        (lambda: st.floats(allow_nan=1), ["allow_nan=1", "True, False or None"]),  # type: ignore[arg-type]  # the point
        (lambda: st.floats(0, 1, allow_infinity=True), ["allow_infinity=True", "max_value=1.0"]),
        (lambda: st.floats(-inf, allow_infinity=False), ["min_value=-inf", "allow_infinity=False"]),
        (lambda: st.floats(allow_subnormal="x"), ["allow_subnormal='x'"]),  # type: ignore[arg-type]  # the point
        (lambda: st.floats(1, 2, allow_subnormal=True), ["allow_subnormal=True", "min_value=1.0"]),
        (
            lambda: st.floats(2.0**-1074, 2.0**-1030, allow_subnormal=False),
            ["allow_subnormal=False", "only subnormals"],
        ),
        (
            lambda: st.floats(-(2.0**-1030), -(2.0**-1074), allow_subnormal=False),
            ["allow_subnormal=False", "only subnormals"],
        ),
    ],
)
def test_bad_arguments_of_floats_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)
