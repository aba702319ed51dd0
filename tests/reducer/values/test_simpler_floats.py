"""Simpler floats: whole numbers before fractions, small before large, finite before not."""

import math
from random import Random

import pytest

from shortlex.core.floating import Float
from tests.reducer.values.attempts import minimised


def floats(minimum: float | None = None, maximum: float | None = None, **options: object) -> Float:
    return Float(minimum, maximum, **{"allow_nan": True, "allow_infinity": True, **options})  # type: ignore[arg-type]  # as given


ALL = floats()
DOMAINS = [
    ALL,
    floats(width=32),
    floats(width=16),
    floats(0.0, 1e9, allow_nan=False, allow_infinity=False),
    floats(1.1, 1.6, allow_nan=False, allow_infinity=False),
    floats(-7.75, -2.3, allow_nan=False, allow_infinity=False),
    floats(0.5, 1000.25, allow_nan=False, allow_infinity=False),
    floats(1e300, None, allow_nan=False),
    floats(-0.0, 0.0, allow_nan=False),
    floats(math.inf, math.inf),
    floats(2.0**53, 2.0**60, allow_nan=False),
]


@pytest.mark.parametrize(
    ("least", "expected"),
    [
        (0.5, 1.0),
        (1.0, 1.0),
        (99.5, 100.0),
        (100.5, 101.0),
        (2.0**52, 2.0**52),
        (2.0**53 + 2, 2.0**53 + 2),
        (1e300, 1e300),
    ],
)
@pytest.mark.parametrize("start", [1.7e308, math.inf, 1e300])
def test_the_least_whole_number_is_reached(least: float, expected: float, start: float) -> None:
    assert minimised(ALL, start, lambda x: x >= least).value == expected


def test_the_least_whole_number_is_reached_in_narrow_floats() -> None:
    for width, start in ((16, 65504.0), (32, 3.4028234663852886e38)):
        for least in (1.0, 10.0, 2000.0, 4100.0, 40000.0):
            domain = floats(width=width)
            ended = minimised(domain, start, lambda x, least=least: x >= least)
            assert ended.value == least


def test_the_least_magnitude_is_reached_below_zero() -> None:
    assert minimised(ALL, -1e6, lambda x: x <= -3.5).value == -4.0
    assert minimised(floats(None, -2.5), -1e6, lambda x: True).value == -3.0
    assert minimised(floats(None, -2.5), -1e6 - 0.5, lambda x: x != -3.0 and x % 1 != 0).value in (
        -2.5,
        -3.5,
    )


def test_a_number_loses_its_sign_where_it_may() -> None:
    assert minimised(ALL, -1234.0, lambda x: abs(x) >= 7).value == 7.0


@pytest.mark.parametrize("start", [123.456, 1e6 / 3, 1000.000001])
def test_a_fraction_keeps_few_binary_places(start: float) -> None:
    ended = minimised(ALL, start, lambda x: x > 10 and not x.is_integer())
    assert ended.value == 10.5


def test_a_fraction_alone_can_be_all_that_is_left() -> None:
    assert minimised(ALL, 77.625, lambda x: x % 1 == 0.625).value == 0.625


def test_what_is_not_finite_stays_where_it_must() -> None:
    for value in (math.inf, -math.inf, math.nan):
        ended = minimised(ALL, value, lambda x: False)
        assert repr(ended.value) == repr(value)
    assert minimised(ALL, math.nan, lambda x: not math.isfinite(x)).value in (math.inf, math.nan)
    assert minimised(ALL, -math.inf, lambda x: math.isinf(x)).value == math.inf


def test_nan_gives_way_to_a_finite_number() -> None:
    assert minimised(ALL, math.nan, lambda x: x != 0).value == 1.0


def test_a_negative_zero_becomes_a_positive_one() -> None:
    assert repr(minimised(ALL, -0.0, lambda x: True).value) == "0.0"
    assert repr(minimised(ALL, -0.0, lambda x: str(x) == "-0.0").value) == "-0.0"


def test_the_simplest_float_needs_nothing() -> None:
    assert minimised(ALL, 0.0, lambda x: True).offers == []
    assert minimised(floats(1.1, 1.6), 1.5, lambda x: True).offers == []


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_floats_end_whatever_is_accepted(domain: Float) -> None:
    random = Random(0)
    values = [*domain.edges(), *(domain.sample(random, 1.0) for _ in range(100))]
    for share in (0.0, 0.3, 0.9):
        for value in values:
            ended = minimised(domain, value, lambda x, share=share: random.random() < share)
            assert len(ended.offers) <= 220


def test_where_a_float_should_be_few_offers_confirm_it() -> None:
    assert minimised(ALL, 101.0, lambda x: x > 100.5).offers == [0.0, 100.0]
