"""Calendar: dates, times, moments and durations, each drawn part by part from the largest on.

A part is limited only while all before it lie on a bound, so no draw is refused, and each part
is reduced on its own: the year towards 2000, the others towards the first of their kind.

Size: four kinds of values that share their parts, their bounds and the checks of these.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Any

from shortlex.core.boolean import Boolean
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.errors import InvalidArgument
from shortlex.strategies.choosing import Just, none
from shortlex.strategies.lazy import MOST_KEPT, lazy
from shortlex.strategies.moments import find_moment, is_skipped, unfolded
from shortlex.strategies.narrowing import limited, ordered_limits, time_limits
from shortlex.strategies.predicates import Demand
from shortlex.strategies.strategy import SearchStrategy, check_strategy
from shortlex.strategies.zones import timezones as every_zone

Parts = tuple[int, ...]

SIMPLEST_YEAR = 2000
_YEAR = (1, 9999)
_MONTH, _HOUR, _MINUTE, _MICROSECOND = (1, 12), (0, 23), (0, 59), (0, 999_999)
_DAYS = (-999_999_999, 999_999_999)
_SECOND_OF_DAY = (0, 86_399)
_DATE = (_YEAR, _MONTH, (1, 31))
_TIME = (_HOUR, _MINUTE, _MINUTE, _MICROSECOND)
_IS_SECOND_TIME = Boolean()
_NO_ZONE = none()

# The limits differ from case to case, but the same ones come again and again.
_between = lru_cache(maxsize=MOST_KEPT)(Integer)


def draw_parts(case: Case, low: Parts, high: Parts, usual: tuple[tuple[int, int], ...]) -> Parts:
    """Parts between two others, compared as tuples are; ``usual`` has the limits of each."""
    found: Parts = ()
    is_lowest = is_highest = True
    for position, (first, last) in enumerate(usual):
        if position == 2 and usual[1] is _MONTH:
            last = monthrange(found[0], found[1])[1]
        if is_lowest:
            first = low[position]
        if is_highest:
            last = high[position]
        target = SIMPLEST_YEAR if position == 0 and usual[0] is _YEAR else 0
        part: int = case.choose(_between(first, last, target))
        is_lowest = is_lowest and part == first
        is_highest = is_highest and part == last
        found += (part,)
    return found


class Dates(SearchStrategy[date]):
    """A year, a month and a day."""

    known_empty = False

    def __init__(self, low: date, high: date) -> None:
        self.low, self.high = _date_parts(low), _date_parts(high)

    def do_draw(self, case: Case) -> date:
        return date(*draw_parts(case, self.low, self.high, _DATE))

    def narrowed(self, demand: Demand) -> SearchStrategy[date] | None:
        limits = ordered_limits(demand, date(*self.low), date(*self.high), timedelta(days=1))
        return limited(limits, Dates)

    def label_to(self, depth: int) -> str:
        return f"Dates({self.low}, {self.high})"


class Times(SearchStrategy[time]):
    """An hour, a minute, a second and a microsecond; then the zone."""

    def __init__(self, low: time, high: time, zones: SearchStrategy[Any]) -> None:
        self.low, self.high, self.zones = _time_parts(low), _time_parts(high), zones

    def do_draw(self, case: Case) -> time:
        hour, minute, second, microsecond = draw_parts(case, self.low, self.high, _TIME)
        zone = case.draw(self.zones)
        _check_zone("times", zone)
        return time(hour, minute, second, microsecond, tzinfo=zone)

    def narrowed(self, demand: Demand) -> SearchStrategy[time] | None:
        if not _is_naive(demand.argument, self.zones):
            return None
        low, high = time(*self.low), time(*self.high)  # type: ignore[arg-type]  # four numbers
        limits = time_limits(demand, low, high)
        return limited(limits, lambda low, high: Times(low, high, self.zones))

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.zones,)


class Timedeltas(SearchStrategy[timedelta]):
    """Days, seconds and microseconds."""

    known_empty = False

    def __init__(self, low: timedelta, high: timedelta) -> None:
        self.low = (low.days, low.seconds, low.microseconds)
        self.high = (high.days, high.seconds, high.microseconds)

    def do_draw(self, case: Case) -> timedelta:
        return timedelta(
            *draw_parts(case, self.low, self.high, (_DAYS, _SECOND_OF_DAY, _MICROSECOND))
        )

    def narrowed(self, demand: Demand) -> SearchStrategy[timedelta] | None:
        low, high = timedelta(*self.low), timedelta(*self.high)
        return limited(ordered_limits(demand, low, high, timedelta.resolution), Timedeltas)

    def label_to(self, depth: int) -> str:
        return f"Timedeltas({self.low}, {self.high})"


class Datetimes(SearchStrategy[datetime]):
    """The zone, then the parts of what a clock there shows."""

    def __init__(
        self,
        low: datetime,
        high: datetime,
        zones: SearchStrategy[Any],
        *,
        allow_imaginary: bool,
    ) -> None:
        self.low, self.high, self.zones = low, high, zones
        self.allow_imaginary = allow_imaginary
        self._usual = _DATE + _TIME

    def do_draw(self, case: Case) -> datetime:
        zone = case.draw(self.zones)
        _check_zone("datetimes", zone)
        low, high = self._bounds_in(zone)
        # Where a clock is put forward or back programs are often wrong: see ``moments``.
        lucky = None if zone is None else find_moment(case, zone, low, high)
        if lucky is None:
            parts = draw_parts(case, _datetime_parts(low), _datetime_parts(high), self._usual)
        else:
            parts = _datetime_parts(lucky)
            case.choices.extend(parts)
        naive = datetime(*parts)  # type: ignore[arg-type]  # seven of them
        return naive if zone is None else self._within(self._in_zone(case, naive, zone))

    def _bounds_in(self, zone: tzinfo | None) -> tuple[datetime, datetime]:
        """What a clock shows at the bounds."""
        if self.low.tzinfo is None:
            return self.low, self.high
        if zone is None:
            raise InvalidArgument(
                f"datetimes(min_value={self.low!r}, max_value={self.high!r}, timezones=...) gave "
                "None: with such bounds there must be a zone. Use timezones()."
            )
        first = _clock_at(self.low, zone, datetime.min)
        last = _clock_at(self.high, zone, datetime.max)
        # The other way round where the clock is put back between them.
        return min(first, last), max(first, last)

    def _within(self, value: datetime) -> datetime:
        """The value, or the bound that it is beyond: a clock shows some hours twice."""
        if self.low.tzinfo is None or self.low <= value <= self.high:
            return value
        return (self.low if value < self.low else self.high).astimezone(value.tzinfo)

    def _in_zone(self, case: Case, naive: datetime, zone: tzinfo) -> datetime:
        localize = getattr(zone, "localize", None)
        if localize is not None:  # pytz wants it so
            found: datetime = localize(naive)
            return found
        value = naive.replace(tzinfo=zone)
        if value.utcoffset() == value.replace(fold=1).utcoffset():
            return value
        if is_skipped(value):
            return value if self.allow_imaginary else self._moved(case, value)
        return value.replace(fold=int(case.choose(_IS_SECOND_TIME)))

    def _moved(self, case: Case, value: datetime) -> datetime:
        """As far from the gap as the clock is put forward, after it or else before."""
        for each in (value, value.replace(fold=1)):
            moved = unfolded(each)
            if self.low.tzinfo or self.low <= moved.replace(tzinfo=None) <= self.high:
                return moved
        case.reject(self)

    def narrowed(self, demand: Demand) -> SearchStrategy[datetime] | None:
        is_naive = self.low.tzinfo is None
        is_aware = getattr(demand.argument, "tzinfo", None) is not None
        # Bounds are instants, or what a clock shows where there are no zones.
        if not (_is_naive(demand.argument, self.zones) if is_naive else is_aware):
            return None
        limits = ordered_limits(demand, self.low, self.high, timedelta.resolution)
        return limited(
            limits,
            lambda low, high: Datetimes(
                low, high, self.zones, allow_imaginary=self.allow_imaginary
            ),
        )

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.zones,)


def _date_parts(value: date) -> Parts:
    return (value.year, value.month, value.day)


def _time_parts(value: time | datetime) -> Parts:
    return (value.hour, value.minute, value.second, value.microsecond)


def _datetime_parts(value: datetime) -> Parts:
    return _date_parts(value) + _time_parts(value)


def _is_naive(bound: object, zones: SearchStrategy[Any]) -> bool:
    """Whether neither a bound nor any value has a zone."""
    zone = zones.resolved()
    has_zones = not isinstance(zone, Just) or zone.value is not None
    return not has_zones and getattr(bound, "tzinfo", None) is None


def _clock_at(value: datetime, zone: tzinfo, end: datetime) -> datetime:
    try:
        return value.astimezone(zone).replace(tzinfo=None, fold=0)
    except OverflowError:
        return end


@lazy
def dates(min_value: date = date.min, max_value: date = date.max) -> SearchStrategy[date]:
    """Dates, both bounds included; reduces towards 2000-01-01."""
    _check_bounds("dates", date, min_value, max_value)
    return Dates(min_value, max_value)


@lazy
def times(
    min_value: time = time.min,
    max_value: time = time.max,
    *,
    timezones: SearchStrategy[tzinfo | None] = _NO_ZONE,
) -> SearchStrategy[time]:
    """Times of day, both bounds included, with a zone if ``timezones`` gives one.

    Reduces towards midnight.
    """
    _check_naive("times", min_value, max_value)
    _check_bounds("times", time, min_value, max_value)
    check_strategy(timezones, "times(): timezones")
    return Times(min_value, max_value, timezones)


@lazy
def timedeltas(
    min_value: timedelta = timedelta.min, max_value: timedelta = timedelta.max
) -> SearchStrategy[timedelta]:
    """Durations, both bounds included; reduces towards none at all."""
    _check_bounds("timedeltas", timedelta, min_value, max_value)
    return Timedeltas(min_value, max_value)


@lazy
def datetimes(
    min_value: datetime | None = None,
    max_value: datetime | None = None,
    *,
    timezones: SearchStrategy[tzinfo | None] | None = None,
    allow_imaginary: bool = True,
) -> SearchStrategy[datetime]:
    """Moments, both bounds included, with a zone if ``timezones`` gives one.

    Bounds without a zone are compared with what a clock shows in the drawn one; bounds with a
    zone are instants, and every value then has a zone, from ``timezones()`` unless told.

    Hours that a clock skips or repeats come often; ``allow_imaginary=False`` leaves out those
    that it skips. Reduces towards 2000-01-01 at midnight.
    """
    has_zone = [
        getattr(each, "tzinfo", None) is not None
        for each in (min_value, max_value)
        if each is not None
    ]
    if len({*has_zone}) == 2:
        raise InvalidArgument(
            f"datetimes(min_value={min_value!r}, max_value={max_value!r}): only one of the bounds "
            "has a zone. Give one to both or to neither."
        )
    ends_in = UTC if any(has_zone) else None
    low = datetime.min.replace(tzinfo=ends_in) if min_value is None else min_value
    high = datetime.max.replace(tzinfo=ends_in) if max_value is None else max_value
    _check_bounds("datetimes", datetime, low, high)
    if not isinstance(allow_imaginary, bool):
        raise InvalidArgument(
            f"datetimes(allow_imaginary={allow_imaginary!r}): must be True or False."
        )
    zones: SearchStrategy[Any] | None = timezones
    if zones is None:
        zones = every_zone() if ends_in else _NO_ZONE
    check_strategy(zones, "datetimes(): timezones")
    return Datetimes(low, high, zones, allow_imaginary=allow_imaginary)


def _check_bounds(name: str, kind: type[Any], low: Any, high: Any) -> None:
    for label, value in (("min_value", low), ("max_value", high)):
        if not isinstance(value, kind) or (kind is date and isinstance(value, datetime)):
            hint = " Use its .date()." if kind is date and isinstance(value, datetime) else ""
            raise InvalidArgument(f"{name}({label}={value!r}): must be a {kind.__name__}.{hint}")
    if low > high:
        raise InvalidArgument(
            f"{name}(min_value={low!r}, max_value={high!r}) is empty: min_value must not be "
            "above max_value."
        )


def _check_naive(name: str, low: Any, high: Any) -> None:
    for label, value in (("min_value", low), ("max_value", high)):
        if getattr(value, "tzinfo", None) is not None:
            raise InvalidArgument(
                f"{name}({label}={value!r}): bounds have no zone of their own. Use "
                ".replace(tzinfo=None), and timezones=just(...) for the zone."
            )


def _check_zone(name: str, zone: object) -> None:
    if zone is not None and not isinstance(zone, tzinfo):
        raise InvalidArgument(
            f"{name}(timezones=...) gave {zone!r}: must give tzinfo objects or None. Use "
            "timezones()."
        )
