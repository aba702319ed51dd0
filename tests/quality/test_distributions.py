"""Random values are such as find bugs: edges come often, and not too often."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from ipaddress import ip_address
from math import isinf, isnan
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from shortlex import strategies as st
from shortlex.strategies.calendar.zones import is_skipped
from tests.strategies.laws_of_strategies import values_of

CASES = 2000

Row = tuple[str, Callable[[Any], object], float, float]
"""What is counted, and the least and the largest share of the cases that it may have."""

PARIS = st.datetimes(timezones=st.just(ZoneInfo("Europe/Paris")))


def is_leap_day(value: date) -> bool:
    return (value.month, value.day) == (2, 29)


def is_last_of_month(value: date) -> bool:
    return value == date.max or (value + timedelta(1)).day == 1


TABLE: dict[Any, list[Row]] = {
    st.floats(): [
        ("nan", isnan, 0.005, 0.05),
        ("infinite", isinf, 0.01, 0.08),
        ("zero", lambda x: x == 0, 0.01, 0.15),
        ("whole", lambda x: x == x // 1, 0.2, 0.7),
        ("below 0", lambda x: x < 0, 0.3, 0.6),
    ],
    st.floats(0, 1): [
        ("a bound", lambda x: x in (0, 1), 0.02, 0.3),
        ("few digits", lambda x: x * 2**16 % 1 == 0, 0.2, 0.7),
    ],
    st.decimals(): [
        ("nan", lambda x: x.is_nan(), 0.02, 0.08),
        ("infinite", lambda x: x.is_infinite(), 0.01, 0.05),
        ("whole", lambda x: x.is_finite() and x == int(x), 0.03, 0.5),
        ("below one", lambda x: x.is_finite() and 0 < abs(x) < 1, 0.1, 0.4),
    ],
    st.decimals("-1.5", "1.5"): [
        ("a bound", lambda x: abs(x) == Decimal("1.5"), 0.005, 0.3),
        ("below 0", lambda x: x < 0, 0.2, 0.6),
    ],
    st.fractions(): [
        ("whole", lambda x: x.denominator == 1, 0.05, 0.6),
        ("below 0", lambda x: x < 0, 0.2, 0.6),
    ],
    st.fractions(0, 1): [("a bound", lambda x: x in (Fraction(0), Fraction(1)), 0.02, 0.4)],
    st.complex_numbers(): [
        ("nan", lambda z: z != z, 0.01, 0.1),
        ("real", lambda z: z.imag == 0, 0.01, 0.2),
    ],
    st.complex_numbers(max_magnitude=1): [
        ("on the circle", lambda z: abs(z) > 0.999, 0.01, 0.4),
        ("real", lambda z: z.imag == 0, 0.01, 0.3),
    ],
    st.dates(): [
        ("a leap day", is_leap_day, 0.001, 0.02),
        ("the last of a month", is_last_of_month, 0.06, 0.25),
        ("the first of a year", lambda d: (d.month, d.day) == (1, 1), 0.05, 0.15),
        ("of our times", lambda d: 1900 <= d.year < 2100, 0.25, 0.6),
        ("long ago", lambda d: d.year < 1500, 0.03, 0.3),
    ],
    st.dates(date(2020, 1, 5), date(2020, 3, 7)): [
        ("a bound", lambda d: d in (date(2020, 1, 5), date(2020, 3, 7)), 0.02, 0.6),
        ("a leap day", is_leap_day, 0.01, 0.2),
    ],
    st.times(): [
        ("midnight", lambda t: t == time(0), 0.001, 0.1),
        ("a whole second", lambda t: not t.microsecond, 0.1, 0.4),
        ("after noon", lambda t: t.hour >= 12, 0.4, 0.6),
    ],
    st.timedeltas(): [
        ("below 0", lambda d: d < timedelta(0), 0.3, 0.6),
        ("whole days", lambda d: not d.seconds and not d.microseconds, 0.01, 0.3),
    ],
    st.datetimes(): [("midnight", lambda d: d.time() == time(0), 0.05, 0.3)],
    PARIS: [
        ("skipped", is_skipped, 0.03, 0.15),
        ("second of two", lambda d: d.fold == 1, 0.01, 0.1),
        (
            "first of two",
            lambda d: d.fold == 0 and d.replace(fold=1).utcoffset() < d.utcoffset(),
            0.01,
            0.1,
        ),
    ],
    st.datetimes(timezones=st.timezones()): [
        ("skipped", is_skipped, 0.005, 0.1),
        ("second of two", lambda d: d.fold == 1, 0.002, 0.1),
    ],
    st.uuids(version=4): [("mostly zeros", lambda x: x.hex.count("0") > 28, 0.002, 0.1)],
    st.ip_addresses(v=4): [
        ("private", lambda x: x.is_private, 0.2, 0.7),
        ("loopback", lambda x: x.is_loopback, 0.01, 0.1),
        ("global", lambda x: x.is_global, 0.3, 0.8),
        ("the last", lambda x: x == ip_address("255.255.255.255"), 0.005, 0.1),
    ],
    st.emails(): [
        ("of com", lambda x: x.endswith(".com"), 0.05, 0.5),
        ("of another script", lambda x: ".xn--" in x, 0.001, 0.05),
    ],
    st.text(): [
        ("plain", str.isascii, 0.5, 0.8),
        ("empty", lambda x: not x, 0.05, 0.25),
        ("of spaces", str.isspace, 0.003, 0.1),
        ("of letters elsewhere", lambda x: x.isalpha() and not x.isascii(), 0.02, 0.2),
        ("beyond two bytes", lambda x: max(x, default="") > "\uffff", 0.05, 0.3),
    ],
}

ROWS = [(strategy, *row) for strategy, rows in TABLE.items() for row in rows]


@pytest.mark.parametrize(
    ("strategy", "name", "condition", "least", "most"),
    ROWS,
    ids=[f"{strategy!r}: {name}" for strategy, name, *_ in ROWS],
)
def test_edges_have_their_share(
    strategy: st.SearchStrategy[Any],
    name: str,
    condition: Callable[[Any], object],
    least: float,
    most: float,
) -> None:
    values = values_of(strategy, CASES)
    assert len(values) == CASES
    assert least <= sum(1 for value in values if condition(value)) / CASES <= most


def test_years_have_no_favourite() -> None:
    years = [value.year for value in values_of(st.datetimes(), CASES)]
    assert len({*years}) > CASES / 4
    assert datetime.max.year in years
