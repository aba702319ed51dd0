"""Zones: the time zones of this system, and the times that their clocks skip or repeat.

The search for such a time starts at a date, which is drawn like any other. So chance only decides
whether to search, and the date is reduced as if there were no search: it ends at the first such
time after the simplest date.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from os.path import isfile, join
from typing import Any
from zoneinfo import TZPATH, ZoneInfo, available_timezones

from shortlex.core.case import Case
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.selection import Sampled, position_in
from shortlex.strategies.strategy import SearchStrategy

_PREFIXES = ("", "posix/", "right/")


# UTC, a zone behind it, one ahead of it, one with summer in January, and one with an offset that
# is not in whole hours. All but UTC and the last one change their clocks.
_FAMILIAR = ("UTC", "America/New_York", "Europe/Paris", "Australia/Sydney", "Asia/Kolkata")


@cache
def known_keys() -> tuple[str, ...]:
    """All names of zones, the familiar ones first, then the others in alphabetical order."""
    known = available_timezones()
    return (*(key for key in _FAMILIAR if key in known), *sorted(known.difference(_FAMILIAR)))


class TimezoneKeys(SearchStrategy[str]):
    """A name, then a prefix, if the system has such a zone."""

    known_empty = False

    def __init__(self, keys: tuple[str, ...]) -> None:
        self.keys = keys
        self._which, self._prefix = position_in(len(keys)), position_in(len(_PREFIXES))

    def do_draw(self, case: Case) -> str:
        position: int = case.choose(self._which)
        prefix: int = case.choose(self._prefix)
        key = self.keys[position]
        prefixed = _PREFIXES[prefix] + key
        return prefixed if not prefix or _is_there(prefixed) else key


@cache
def _is_there(key: str) -> bool:
    # Only files have prefixes, not the tzdata package. Reading one as a zone would take twenty
    # times as long as this check.
    return any(isfile(join(folder, key)) for folder in TZPATH)


@cache
def _cached_zone(key: str) -> ZoneInfo:
    # ZoneInfo itself caches only a few zones, and would read the others from disk every time.
    return ZoneInfo(key)


@lazy_once
def timezone_keys(*, allow_prefix: bool = True) -> SearchStrategy[str]:
    """Names of time zones, such as ``'Europe/Paris'``; reduces to ``'UTC'``.

    With ``allow_prefix``, also names that begin with ``posix/`` or ``right/``, if there are any.
    """
    _check_flag("timezone_keys", "allow_prefix", allow_prefix)
    keys = _found_keys("timezone_keys")
    return TimezoneKeys(keys) if allow_prefix else Sampled(keys)


@lazy_once
def timezones(*, no_cache: bool = False) -> SearchStrategy[ZoneInfo]:
    """``ZoneInfo`` objects; reduces to UTC. With ``no_cache`` a new one every time."""
    _check_flag("timezones", "no_cache", no_cache)
    keys: SearchStrategy[str] = Sampled(_found_keys("timezones"))
    return keys.map(ZoneInfo.no_cache if no_cache else _cached_zone)


def _check_flag(name: str, flag: str, value: object) -> None:
    if not isinstance(value, bool):
        raise InvalidArgument(f"{name}({flag}={shown(value)}): must be True or False.")


def _found_keys(name: str) -> tuple[str, ...]:
    keys = known_keys()
    if not keys:
        raise InvalidArgument(
            f"{name}() is empty: this system has no time zone data. Install the package tzdata."
        )
    return keys


# A clock skips times when it is put forward, and repeats times when it is put back.

STEP = timedelta(14)
"""The time between looks at the clock. Two changes within it may be missed."""

STEPS = 27
"""A little more than a year: zones that change their clocks do so at least yearly."""

_SECOND = timedelta(seconds=1)


def moment_after(
    date: datetime, zone: tzinfo, low: datetime, high: datetime, *, is_repeated: bool
) -> datetime | None:
    """The next time that the zone skips, or repeats, after the midnight before a date.

    It is as far into the hour as the time of the date; None if there is none within the bounds.
    """
    midnight = date.replace(hour=0, minute=0, second=0, microsecond=0)
    start = max(low, midnight)
    offset = _offset(start, zone)
    for _ in range(STEPS):
        end = start + min(STEP, high - start)
        if (following := _offset(end, zone)) != offset:
            # A zone without an offset at one time has none at any time.
            if offset is None or following is None:
                return None
            length = abs(following - offset)
            if (following < offset) is is_repeated:
                first = _first_with(following, start, end, zone)
                found = first + (date - midnight) % length
                return found if low <= found <= high else None
        start, offset = end, following
    return None


def is_of_pytz(zone: Any) -> bool:
    """Whether a zone makes times itself: one of pytz given to ``datetime`` has a wrong offset."""
    return hasattr(zone, "localize") and hasattr(zone, "normalize")


def _offset(clock: datetime, zone: Any) -> timedelta | None:
    offset: timedelta | None
    if is_of_pytz(zone):
        try:
            offset = zone.normalize(zone.localize(clock)).utcoffset()
        except OverflowError:  # at the ends of the calendar
            return None
        return offset
    # For a skipped or repeated time, ``fold=1`` gives the offset after the change.
    offset = zone.utcoffset(clock.replace(tzinfo=zone, fold=1))
    return offset


def _first_with(offset: timedelta, start: datetime, end: datetime, zone: tzinfo) -> datetime:
    """When the offset changed, between a time before and a time after the change."""
    start, end = start.replace(microsecond=0), end.replace(microsecond=0)
    while end - start > _SECOND:
        middle = start + (end - start) // 2
        middle = middle.replace(microsecond=0)
        if _offset(middle, zone) == offset:
            end = middle
        else:
            start = middle
    return end


def is_skipped(value: datetime) -> bool:
    """Whether no clock in its zone ever shows this time."""
    return unfolded(value).replace(tzinfo=None) != value.replace(tzinfo=None)


def unfolded(value: datetime) -> datetime:
    """What a clock in the zone shows at that instant: the same, unless the time is skipped."""
    try:
        return value.astimezone(UTC).astimezone(value.tzinfo)
    except OverflowError:  # at the ends of the calendar
        return value
