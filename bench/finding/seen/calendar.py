"""Calendar: ends of months and years, leap days, time zones, durations."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from bench.finding.property import bug


@bug(lambda st: [st.dates()])
def leap_day_has_no_birthday(day: date) -> bool:
    """The same day a year later."""
    return (day.month, day.day) == (2, 29)


@bug(lambda st: [st.dates(), st.dates()])
def days_that_touch_overlap(first: date, second: date) -> bool:
    """Two bookings, the second on the day after the first."""
    return first < date.max and first + timedelta(days=1) == second


@bug(lambda st: [st.dates(), st.dates()])
def same_day_of_another_year(one: date, other: date) -> bool:
    """Counts years by the day of the year."""
    return one.year != other.year and (one.month, one.day) == (other.month, other.day)


@bug(lambda st: [st.dates(date(2000, 1, 1), date(2050, 12, 31))])
def last_day_is_not_in_the_table(day: date) -> bool:
    """A table of days that ends one too early."""
    return day == date(2050, 12, 31)


@bug(lambda st: [st.datetimes()])
def midnight_is_no_time(moment: datetime) -> bool:
    """Takes midnight for a date without a time."""
    return moment.time() == time(0) and moment != datetime(2000, 1, 1)


@bug(lambda st: [st.times()])
def last_second_of_the_day(moment: time) -> bool:
    """Rounds up to the next day."""
    return (moment.hour, moment.minute) == (23, 59)


@bug(lambda st: [st.timedeltas()])
def whole_days_only(duration: timedelta) -> bool:
    """Shows a duration without hours as if there were none."""
    return duration.days > 1 and duration.seconds == duration.microseconds == 0


@bug(lambda st: [st.datetimes(), st.datetimes()])
def moments_differ_in_the_fraction(one: datetime, other: datetime) -> bool:
    """Compared by the second, sorted by the microsecond."""
    return one != other and one.replace(microsecond=0) == other.replace(microsecond=0)


@bug(lambda st: [st.dates()])
def year_does_not_begin_on_its_first_day(day: date) -> bool:
    """The week of the year, with the year of the calendar."""
    return day.isocalendar()[0] > day.year
