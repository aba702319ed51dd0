"""Fields of dates and times, drawn one after another."""

from collections import Counter
from datetime import date, timedelta
from random import Random

import pytest

from shortlex import strategies as st
from shortlex.strategies.calendar.fields import (
    DAY,
    FRACTION,
    MICROSECOND,
    MONTH,
    Fields,
    days_in,
)
from tests.strategies.laws_of_strategies import draw_replayed, values_of

YEAR = (1, 9999)


@pytest.mark.parametrize(
    ("choices", "day"),
    [
        ([2011, 0], date(2011, 1, 1)),
        ([2011, 3, 1], date(2011, 3, 1)),
        ([2012, 2, 31], date(2012, 2, 29)),
        ([2011, 2, 31], date(2011, 2, 28)),
        # On a bound, to stop is to be on it.
        ([2010, 4], date(2010, 5, 17)),
        ([2010, 5, 18], date(2010, 5, 18)),
        ([2010, 6, 1], date(2010, 6, 1)),
        ([2012, 0], date(2012, 1, 1)),
        ([2012, 12, 31], date(2012, 4, 3)),
    ],
)
def test_a_date_is_its_year_and_then_perhaps_more(choices: list[int], day: date) -> None:
    strategy = st.dates(date(2010, 5, 17), date(2012, 4, 3))
    drawn = draw_replayed(strategy, [*choices])
    assert drawn.value == day
    assert len(drawn.choices) <= max(2, len(choices))


def test_fewer_fields_are_fewer_choices() -> None:
    lengths = [
        len(draw_replayed(st.datetimes(), choices).choices)
        for choices in ([2001, 0], [2001, 2, 0], [2001, 2, 3, -1], [2001, 2, 3, 4, 5, 6, "7"])
    ]
    assert lengths == [2, 3, 4, 7]


def test_months_are_as_long_as_they_are() -> None:
    for year in (1900, 1999, 2000, 2004):
        for month in range(1, 13):
            last = date(year, month, days_in(year, month))
            assert (last + timedelta(1)).day == 1


def test_bounds_of_one_value_leave_nothing_to_choose() -> None:
    day = date(2012, 2, 29)
    assert {*values_of(st.dates(day, day), 20)} == {day}


def test_fields_are_told_apart_by_their_bounds() -> None:
    usual = (YEAR, MONTH, DAY)
    one, other = Fields((1, 1, 1), (9, 12, 31), usual), Fields((1, 1, 2), (9, 12, 31), usual)
    assert repr(one) != repr(other)
    assert st.dates(date(1, 1, 1)).resolved().label != st.dates(date(1, 1, 2)).resolved().label


def test_a_microsecond_is_its_digits_where_no_bound_is_near() -> None:
    assert MICROSECOND == (0, 999_999)
    drawn = draw_replayed(st.times(), [3, 4, 5, "67"])
    assert drawn.value.microsecond == 67
    assert draw_replayed(st.times(), [3, 4, 5, ""]).value.microsecond == 0


def test_a_fraction_has_any_number_of_digits_and_edges_that_are_members() -> None:
    random = Random(0)
    digits = Counter(len(FRACTION.sample(random, 1.0)) for _ in range(2000))
    assert set(digits) == set(range(7))
    assert digits[0] > 200
    assert all(FRACTION.contains(edge) for edge in FRACTION.edges())
    assert all(FRACTION.contains(FRACTION.sample(random, 1.0)) for _ in range(200))
