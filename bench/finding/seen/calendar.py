"""Calendar: ends of months and years, leap days, time zones, durations."""

from __future__ import annotations

from datetime import date, timedelta

from bench.finding.property import bug


@bug(lambda st: [st.dates()])
def leap_day_has_no_birthday(day: date) -> bool:
    """The same day a year later."""
    return (day.month, day.day) == (2, 29)


@bug(lambda st: [st.dates(), st.dates()])
def days_that_touch_overlap(first: date, second: date) -> bool:
    """Two bookings, the second on the day after the first."""
    return first < date.max and first + timedelta(days=1) == second
