"""Zones of pytz, and times in them."""

from datetime import datetime, timedelta

import pytz

from shortlex import find, given, settings
from shortlex import strategies as st
from shortlex.extra.pytz import timezones

QUICK = settings(max_examples=300, database=None)


def shown_there(value):
    return value.tzinfo.normalize(value).replace(tzinfo=None)


def test_zones_reduce_to_utc():
    assert find(timezones(), lambda zone: True) is pytz.UTC
    assert find(timezones(), lambda zone: "Paris" in str(zone)) is pytz.timezone("Europe/Paris")
    assert timezones().count_at_most() == len(pytz.all_timezones)


@QUICK
@given(st.datetimes(timezones=timezones(), allow_imaginary=False))
def test_without_imaginary_times_every_clock_shows_its_time(value):
    assert shown_there(value) == value.replace(tzinfo=None)


def test_skipped_times_are_found_unless_they_are_excluded():
    paris = st.just(pytz.timezone("Europe/Paris"))
    value = find(
        st.datetimes(datetime(1990, 1, 1), datetime(2030, 1, 1), timezones=paris),
        lambda value: shown_there(value) != value.replace(tzinfo=None),
    )
    assert value.replace(tzinfo=None) == datetime(2000, 3, 26, 2)


@QUICK
@given(st.datetimes(timezones=timezones()))
def test_offsets_are_those_of_the_time_not_of_local_mean_time(value):
    assert value.utcoffset() == value.tzinfo.localize(value.replace(tzinfo=None)).utcoffset()


def test_times_within_an_hour_that_is_skipped_are_moved_within_the_bounds():
    paris = st.just(pytz.timezone("Europe/Paris"))
    low = datetime(2000, 3, 26, 2, 15)
    strategy = st.datetimes(low, low + timedelta(hours=1), timezones=paris, allow_imaginary=False)
    value = find(strategy, lambda value: True)
    assert low <= value.replace(tzinfo=None) <= low + timedelta(hours=1)
