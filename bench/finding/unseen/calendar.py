"""Bugs in dates and times: leap years, ends of months, clock changes, years of weeks."""

from datetime import date, datetime, time, timedelta

from bench.finding.property import bug

EPOCH = date(1970, 1, 1)
MONTH_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@bug(lambda st: [st.dates(), st.integers(1, 50)])
def anniversary_of_a_leap_day(day, years):
    """Moves a date by years, though the day may not exist then."""
    try:
        day.replace(year=min(day.year + years, 9999))
    except ValueError:
        return True
    return False


@bug(lambda st: [st.dates()])
def century_is_never_a_leap_year(day):
    """Does not know that every fourth century begins with a leap year."""
    is_leap = day.year % 4 == 0 and day.year % 100 != 0
    lengths = [length + (i == 1 and is_leap) for i, length in enumerate(MONTH_LENGTHS)]
    return sum(lengths[: day.month - 1]) + day.day != day.timetuple().tm_yday


@bug(lambda st: [st.dates(min_value=date(2001, 1, 1))])
def week_of_another_year(day):
    """Puts the year of the date before the number of the week."""
    return (day.year, day.isocalendar().week) != tuple(day.isocalendar())[:2]


@bug(lambda st: [st.timedeltas(min_value=timedelta(0), max_value=timedelta(hours=25))])
def seconds_without_the_days(duration):
    """Takes the seconds of a duration for the whole of it."""
    seconds = duration.seconds
    return seconds != int(duration.total_seconds())


@bug(lambda st: [st.dates(max_value=date(9998, 12, 31))])
def month_after_the_last_day(day):
    """Adds a month by its own length, and skips a whole month."""
    length = (date(day.year + day.month // 12, day.month % 12 + 1, 1) - day.replace(day=1)).days
    later = day + timedelta(days=length)
    return (later.month - day.month) % 12 == 2


@bug(lambda st: [st.datetimes(datetime(2015, 1, 1), datetime(2035, 12, 31))])
def hour_that_does_not_exist(moment):
    """Accepts a time of the hour that is left out on the last Sunday of March."""
    is_last_sunday = moment.month == 3 and moment.weekday() == 6 and moment.day > 24
    return is_last_sunday and moment.hour == 2


@bug(lambda st: [st.dates(date(2000, 1, 1), date(2050, 12, 31)), st.times()])
def day_of_25_hours(day, at):
    """Rings every 24 hours, and so at another time after the last Sunday of October."""
    tomorrow = day + timedelta(days=1)
    changes = tomorrow.month == 10 and tomorrow.weekday() == 6 and tomorrow.day >= 25
    return changes and at.hour >= 2


@bug(lambda st: [st.datetimes()])
def a_thousand_milliseconds(moment):
    """Rounds the fraction of a second to milliseconds, which may make a whole second."""
    written = f"{moment.second:02d}.{round(moment.microsecond / 1000):03d}"
    return len(written) != len("00.000")


@bug(lambda st: [st.integers(-12 * 60, 14 * 60)])
def offset_with_a_lost_sign(minutes):
    """Writes an offset from UTC by hours and minutes, without the sign if the hours are zero."""
    hours, rest = divmod(abs(minutes), 60)
    written = f"{-hours if minutes < 0 else hours:+03d}:{rest:02d}"
    sign = -1 if written[0] == "-" else 1
    return sign * (int(written[1:3]) * 60 + int(written[4:])) != minutes


@bug(lambda st: [st.times()])
def noon_is_midnight(at):
    """Shows the hours from noon on less twelve, so noon itself as zero."""
    hour = at.hour - 12 if at.hour >= 12 else at.hour or 12
    return not 1 <= hour <= 12


@bug(lambda st: [st.times(), st.times(), st.times()])
def shift_over_midnight(start, end, now):
    """Does not see that a shift that ends before it starts goes over midnight, up to 1 o'clock."""
    is_on_duty = start <= now < end
    goes_over = time(22) <= start and end <= time(1)
    return goes_over and not is_on_duty and (now >= start or now < end)


@bug(lambda st: [st.dates(), st.dates()])
def age_on_the_birthday(born, today):
    """Counts a year only from the day after the birthday on."""
    if today.year <= born.year:
        return False
    age = today.year - born.year - ((today.month, today.day) <= (born.month, born.day))
    return age != today.year - born.year - ((today.month, today.day) < (born.month, born.day))


@bug(lambda st: [st.dates(), st.integers(0, 60)])
def working_days_from_a_weekend(day, count):
    """Adds working days by whole weeks, and so ends on a Saturday if it starts on one."""
    if day.year > 9900:
        return False
    later = day + timedelta(days=count // 5 * 7 + count % 5)
    return count >= 5 and count % 5 == 0 and later.weekday() == 5


@bug(lambda st: [st.dates(date(1900, 1, 1), date(2100, 12, 31)), st.integers(-5, 5)])
def days_before_the_epoch(day, shift):
    """Finds the weekday from the days since the epoch, which is its own day zero."""
    days = (day - EPOCH).days + shift
    weekday = (days + 3) % 7 if days else 0
    return weekday != (day + timedelta(days=shift)).weekday()
