"""Time zones of pytz. Needs ``shortlex[pytz]``."""

from __future__ import annotations

from datetime import tzinfo

import pytz

from shortlex.strategies.calendar.zones import known_keys
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.selection import sampled_from
from shortlex.strategies.strategy import SearchStrategy

__all__ = ["timezones"]


@lazy_once
def timezones() -> SearchStrategy[tzinfo]:
    """All zones of pytz; reduces to UTC.

    For ``datetimes(timezones=...)``, which takes care that they are used as pytz wants it.
    """
    familiar = [key for key in known_keys() if key in pytz.all_timezones_set]
    keys = dict.fromkeys([*familiar, *pytz.all_timezones])
    return sampled_from([*keys]).map(pytz.timezone)
