"""complex_numbers."""

import struct
from collections.abc import Callable
from math import hypot, inf, isinf, isnan
from typing import Any

import pytest

from shortlex import strategies as st
from tests.strategies.laws_of_strategies import check_refused, find_simplest, values_of


@pytest.mark.parametrize(
    ("strategy", "condition", "simplest"),
    [
        (st.complex_numbers(), lambda z: hypot(z.real, z.imag) >= 3, 3 + 0j),
        (st.complex_numbers(), lambda z: z.imag != 0, 1j),
        (st.complex_numbers(), lambda z: z.imag != 0 and z.real != 0, 1 + 1j),
        (st.complex_numbers(min_magnitude=1.5), lambda z: True, 2 + 0j),
        (st.complex_numbers(min_magnitude=1, max_magnitude=2), lambda z: z.imag > 0.5, 1j),
        (st.complex_numbers(max_magnitude=9), lambda z: z.real < -2, -3 + 0j),
    ],
)
def test_the_imaginary_part_goes_first(
    strategy: st.SearchStrategy[Any], condition: Callable[[Any], bool], simplest: complex
) -> None:
    assert find_simplest(strategy, condition) == simplest


def test_without_bounds_there_is_everything() -> None:
    values = values_of(st.complex_numbers(), 2000)
    for parts in ([z.real for z in values], [z.imag for z in values]):
        assert any(map(isnan, parts))
        assert {inf, -inf} <= {*parts}


def test_what_is_not_allowed_does_not_come() -> None:
    values = values_of(st.complex_numbers(allow_nan=False, allow_infinity=False), 1000)
    assert not any(isnan(p) or isinf(p) for z in values for p in (z.real, z.imag))
    values = values_of(st.complex_numbers(max_magnitude=1, allow_subnormal=False), 1000)
    assert not any(0 < abs(p) < 2.0**-1022 for z in values for p in (z.real, z.imag))


@pytest.mark.parametrize(
    ("low", "high"),
    [(0, 1), (2, inf), (3, 3.5), (1e299, 1e300), (0, 1e308), (0, 5e-324), (0, 0), (inf, inf)],
)
def test_magnitudes_are_within_the_bounds(low: float, high: float) -> None:
    bound = None if high == inf else high
    values = values_of(st.complex_numbers(min_magnitude=low, max_magnitude=bound), 1000)
    assert len(values) == 1000
    assert [z for z in values if not low <= hypot(z.real, z.imag) <= high] == []


@pytest.mark.parametrize(("width", "code", "error"), [(32, "<e", 2e-3), (64, "<f", 1e-6)])
def test_parts_are_exact_at_half_the_width(width: int, code: str, error: float) -> None:
    strategy = st.complex_numbers(min_magnitude=1, max_magnitude=1.001, width=width)
    for z in values_of(strategy, 500):
        for part in (z.real, z.imag):
            assert struct.unpack(code, struct.pack(code, part))[0] == part
        assert 1 - error <= abs(z) <= 1.001


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.complex_numbers(width=16), ["width=16", "32, 64 or 128"]),
        (lambda: st.complex_numbers(min_magnitude=-1), ["min_magnitude=-1", "0 or more"]),
        (lambda: st.complex_numbers(min_magnitude=None), ["min_magnitude=None"]),  # type: ignore[arg-type]  # the point
        (lambda: st.complex_numbers(max_magnitude="1"), ["max_magnitude='1'"]),  # type: ignore[arg-type]  # the point
        (lambda: st.complex_numbers(min_magnitude=2, max_magnitude=1), ["must not be above"]),
        (
            lambda: st.complex_numbers(max_magnitude=2, allow_infinity=True),
            ["allow_infinity=True", "max_magnitude=2.0"],
        ),
        (
            lambda: st.complex_numbers(min_magnitude=2, allow_nan=True),
            ["allow_nan=True", "min_magnitude=2.0"],
        ),
        (
            lambda: st.complex_numbers(min_magnitude=inf, allow_infinity=False),
            ["min_magnitude=inf", "allow_infinity=False"],
        ),
        (lambda: st.complex_numbers(allow_nan=1), ["allow_nan=1", "True, False or None"]),  # type: ignore[arg-type]  # the point
        (lambda: st.complex_numbers(allow_subnormal=None), ["allow_subnormal=None"]),  # type: ignore[arg-type]  # the point
        (
            lambda: st.complex_numbers(min_magnitude=0.1, max_magnitude=0.1, width=32),
            ["is empty", "16 bits", "larger width"],
        ),
    ],
)
def test_bad_arguments_of_complex_numbers_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)
