"""timezones and timezone_keys."""

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, available_timezones

import pytest

from shortlex import strategies as st
from shortlex.strategies.calendar.zones import is_skipped, moment_after, unfolded
from tests.strategies.laws_of_strategies import check_refused, find_simplest, values_of


def test_keys_reduce_to_utc() -> None:
    assert find_simplest(st.timezone_keys(), lambda key: True) == "UTC"
    assert find_simplest(st.timezone_keys(), lambda key: "Paris" in key) == "Europe/Paris"


def test_keys_are_those_of_the_system() -> None:
    assert {*values_of(st.timezone_keys(allow_prefix=False), 200)} <= available_timezones()
    for key in values_of(st.timezone_keys(), 100):
        assert ZoneInfo(key).key == key


def test_zones_reduce_to_utc() -> None:
    assert find_simplest(st.timezones(), lambda zone: True).key == "UTC"
    assert find_simplest(st.timezones(), lambda zone: "Paris" in zone.key).key == "Europe/Paris"


def test_zones_are_cached_unless_told_otherwise() -> None:
    zone = find_simplest(st.timezones(), lambda zone: True)
    assert find_simplest(st.timezones(), lambda zone: True) is zone
    assert find_simplest(st.timezones(no_cache=True), lambda zone: True) is not zone


def test_bad_arguments_are_refused() -> None:
    check_refused(lambda: st.timezones(no_cache=1), "no_cache=1", "True or False")  # type: ignore[arg-type]  # the point
    check_refused(lambda: st.timezone_keys(allow_prefix=None), "allow_prefix=None")  # type: ignore[arg-type]  # the point


# What clocks skip and repeat, found from a date on.


PARIS = ZoneInfo("Europe/Paris")
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")


def moment(
    date: datetime,
    zone: tzinfo,
    *,
    is_repeated: bool,
    low: datetime = datetime.min,
    high: datetime = datetime.max,
) -> datetime | None:
    return moment_after(date, zone, low, high, is_repeated=is_repeated)


@pytest.mark.parametrize(
    ("zone", "date", "skipped", "repeated"),
    [
        (PARIS, datetime(2000, 1, 1), datetime(2000, 3, 26, 2), datetime(2000, 10, 29, 2)),
        (PARIS, datetime(2000, 3, 26), datetime(2000, 3, 26, 2), datetime(2000, 10, 29, 2)),
        (PARIS, datetime(2000, 5, 1), datetime(2001, 3, 25, 2), datetime(2000, 10, 29, 2)),
        # As far into the hour as the time says.
        (
            PARIS,
            datetime(2000, 1, 1, 7, 15, 3, 9),
            datetime(2000, 3, 26, 2, 15, 3, 9),
            datetime(2000, 10, 29, 2, 15, 3, 9),
        ),
        # By half an hour only.
        (
            LORD_HOWE,
            datetime(2020, 1, 1, 0, 40),
            datetime(2020, 10, 4, 2, 10),
            datetime(2020, 4, 5, 1, 40),
        ),
    ],
)
def test_the_next_moment_is_found(
    zone: tzinfo, date: datetime, skipped: datetime, repeated: datetime
) -> None:
    assert moment(date, zone, is_repeated=False) == skipped
    assert moment(date, zone, is_repeated=True) == repeated
    assert is_skipped(skipped.replace(tzinfo=zone))
    twice = repeated.replace(tzinfo=zone)
    assert not is_skipped(twice)
    assert twice.utcoffset() != twice.replace(fold=1).utcoffset()


def test_nothing_is_found_where_clocks_are_left_alone() -> None:
    for zone in (UTC, timezone(timedelta(hours=5)), ZoneInfo("Asia/Tokyo")):
        assert moment(datetime(2000, 1, 1), zone, is_repeated=False) is None
    # Nor where the zone has no such rules yet.
    assert moment(datetime(1500, 1, 1), PARIS, is_repeated=True) is None


def test_what_is_found_is_within_the_bounds() -> None:
    low, high = datetime(2000, 3, 26, 2, 10), datetime(2000, 3, 26, 2, 20)
    date = datetime(2000, 3, 26, 2, 15)
    assert moment(date, PARIS, is_repeated=False, high=high) == date
    assert moment(date, PARIS, is_repeated=False, low=low, high=low) is None
    assert moment(date.replace(minute=5), PARIS, is_repeated=False, low=low, high=high) is None
    assert moment(date.replace(minute=30), PARIS, is_repeated=False, high=high) is None


def test_the_ends_of_time_do_no_harm() -> None:
    for zone in (PARIS, ZoneInfo("America/New_York")):
        for date in (datetime.min, datetime.max):
            moment(date, zone, is_repeated=True)
    assert unfolded(datetime.max.replace(tzinfo=timezone(timedelta(hours=-1)))).year == 9999


class Unsure(tzinfo):
    """Knows its offset in summer only."""

    def utcoffset(self, value: datetime | None) -> timedelta | None:
        return timedelta(0) if value is not None and value.month == 7 else None


def test_a_zone_that_does_not_know_its_offset_has_no_moments() -> None:
    assert moment(datetime(2000, 1, 1), Unsure(), is_repeated=False) is None
