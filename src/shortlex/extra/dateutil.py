"""Time zones of dateutil. Needs ``shortlex[dateutil]``."""

from __future__ import annotations

from datetime import tzinfo

from dateutil import tz

from shortlex.strategies.calendar.zones import known_keys
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.selection import sampled_from
from shortlex.strategies.strategy import SearchStrategy

__all__ = ["timezones"]


@lazy_once
def timezones() -> SearchStrategy[tzinfo]:
    """All zones that dateutil finds on this system; reduces to UTC."""
    zones = [tz.tzutc(), *[tz.gettz(key) for key in known_keys() if key != "UTC"]]
    return sampled_from([zone for zone in zones if zone is not None])
