"""Zones: the time zones that this system knows, UTC and a few that everyone knows first."""

from __future__ import annotations

from functools import cache
from os.path import isfile, join
from zoneinfo import TZPATH, ZoneInfo, available_timezones

from shortlex.core.case import Case
from shortlex.errors import InvalidArgument
from shortlex.strategies.choosing import Sampled, position_in
from shortlex.strategies.lazy import lazy_once
from shortlex.strategies.strategy import SearchStrategy

_PREFIXES = ("", "posix/", "right/")


# What one would write down for an offset behind UTC, one ahead of it, summer in January, one that
# is not of whole hours. All but one change their clocks.
_FAMILIAR = ("UTC", "America/New_York", "Europe/Paris", "Australia/Sydney", "Asia/Kolkata")


@cache
def known_keys() -> tuple[str, ...]:
    """All names of zones, the familiar ones first and the others by the alphabet."""
    known = available_timezones()
    return (*(key for key in _FAMILIAR if key in known), *sorted(known.difference(_FAMILIAR)))


class TimezoneKeys(SearchStrategy[str]):
    """A name, then a prefix, where the system has that."""

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
    # The data that can be installed as a package has no prefixes, so files are all there is. To
    # read one as a zone takes twenty times as long.
    return any(isfile(join(folder, key)) for folder in TZPATH)


@cache
def _cached_zone(key: str) -> ZoneInfo:
    # ZoneInfo itself keeps only a few, and reads the others from disk over and over.
    return ZoneInfo(key)


@lazy_once
def timezone_keys(*, allow_prefix: bool = True) -> SearchStrategy[str]:
    """Names of time zones, such as ``'Europe/Paris'``; reduces to ``'UTC'``.

    With ``allow_prefix`` also those that begin with ``posix/`` or ``right/``, if there are any.
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
        raise InvalidArgument(f"{name}({flag}={value!r}): must be True or False.")


def _found_keys(name: str) -> tuple[str, ...]:
    keys = known_keys()
    if not keys:
        raise InvalidArgument(
            f"{name}() is empty: this system has no time zone data. Install the package tzdata."
        )
    return keys
