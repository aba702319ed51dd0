"""Moments: what a clock skips when it is put forward, and repeats when it is put back.

They are looked for between two moments of different offset from UTC, by random points: of the
two parts, one has different offsets at its ends again. A light case then records the moment that
was found as if it had been drawn at once, so the search leaves nothing behind to reduce.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

from shortlex.core.case import Case, RandomCase

LUCK = 0.2
"""How often a moment is looked for."""

TRIES = 60
"""So many points are tried: each halves what is left, on average."""

# Zones have rules from about then on; those of the future repeat the last one.
_FIRST, _LAST = datetime(1900, 1, 1), datetime(2100, 1, 1)  # what a clock shows


def find_moment(case: Case, zone: tzinfo, low: datetime, high: datetime) -> datetime | None:
    """A moment between the bounds that the zone skips or repeats, sometimes, if there is one."""
    if type(case) is not RandomCase or case.heard is not None or case.random.random() >= LUCK:
        return None
    low, high = max(low, _FIRST), min(high, _LAST)
    if low >= high:
        return None
    random = case.random.random
    # Half a year apart at most, where summer and winter differ.
    start = low + (high - low) * random()
    low, high = max(low, start - timedelta(100)), min(high, start + timedelta(100))
    for _ in range(TRIES):
        if zone.utcoffset(low.replace(tzinfo=zone)) == zone.utcoffset(high.replace(tzinfo=zone)):
            return None
        point = (low + (high - low) * random()).replace(microsecond=0)
        local = point.replace(tzinfo=zone)
        if local.utcoffset() != local.replace(fold=1).utcoffset():
            return point if low <= point <= high else None
        if local.utcoffset() == zone.utcoffset(low.replace(tzinfo=zone)):
            low = max(low, point)
        else:
            high = min(high, point)
    return None


def is_skipped(value: datetime) -> bool:
    """Whether no clock in its zone ever shows this."""
    return unfolded(value).replace(tzinfo=None) != value.replace(tzinfo=None)


def unfolded(value: datetime) -> datetime:
    """What a clock in the zone shows at the instant that is meant; the same if it exists."""
    try:
        return value.astimezone(UTC).astimezone(value.tzinfo)
    except OverflowError:  # at the ends of time
        return value
