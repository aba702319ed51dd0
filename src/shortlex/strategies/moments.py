"""Moments: what a clock skips when it is put forward, and repeats when it is put back.

Such a moment is looked for from a date on, which is drawn like any other. So luck is needed for
nothing but the wish to have one, and the date is reduced as if there had been no search: it ends
at the first such moment after the simplest date.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

STEP = timedelta(14)
"""Between looks at the clock: two changes nearer than this may be missed."""

STEPS = 27
"""A little more than a year: who changes the clock does so within one."""

_SECOND = timedelta(seconds=1)


def moment_after(
    date: datetime, zone: tzinfo, low: datetime, high: datetime, *, is_repeated: bool
) -> datetime | None:
    """What the zone skips, or repeats, next after the midnight before a date.

    As far into the hour as the time of the date says; None if nothing is found within the bounds.
    """
    midnight = date.replace(hour=0, minute=0, second=0, microsecond=0)
    start = max(low, midnight)
    offset = _offset(start, zone)
    for _ in range(STEPS):
        end = start + min(STEP, high - start)
        if (following := _offset(end, zone)) != offset:
            # No zone says that it does not know its offset only now and then.
            if offset is None or following is None:
                return None
            length = abs(following - offset)
            if (following < offset) is is_repeated:
                first = _first_with(following, start, end, zone)
                found = first + (date - midnight) % length
                return found if low <= found <= high else None
        start, offset = end, following
    return None


def _offset(clock: datetime, zone: tzinfo) -> timedelta | None:
    # Of a time that is skipped or repeated, what is so after the change.
    return zone.utcoffset(clock.replace(tzinfo=zone, fold=1))


def _first_with(offset: timedelta, start: datetime, end: datetime, zone: tzinfo) -> datetime:
    """When the change to an offset was, between two times before and after it."""
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
    """Whether no clock in its zone ever shows this."""
    return unfolded(value).replace(tzinfo=None) != value.replace(tzinfo=None)


def unfolded(value: datetime) -> datetime:
    """What a clock in the zone shows at the instant that is meant; the same if it exists."""
    try:
        return value.astimezone(UTC).astimezone(value.tzinfo)
    except OverflowError:  # at the ends of time
        return value
