"""Zones of dateutil, and times in them."""

from datetime import datetime

from dateutil import tz

from shortlex import find, given, settings
from shortlex import strategies as st
from shortlex.extra.dateutil import timezones


def test_zones_reduce_to_utc():
    assert find(timezones(), lambda zone: True) is tz.tzutc()
    assert find(timezones(), lambda zone: "Paris" in repr(zone)) == tz.gettz("Europe/Paris")


@settings(max_examples=200, database=None)
@given(
    st.datetimes(
        datetime(2, 1, 1), datetime(9998, 1, 1), timezones=timezones(), allow_imaginary=False
    )
)
def test_without_imaginary_times_every_time_exists(value):
    assert tz.datetime_exists(value)
