"""timezones and timezone_keys."""

from zoneinfo import ZoneInfo, available_timezones

from shortlex import strategies as st
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
