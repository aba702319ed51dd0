"""Dates: dates, times, datetimes and durations. Their parts are in ``fields``.

Size: four kinds of values share their bounds and the checks of bounds.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any, TypeVar

from shortlex.core.boolean import Boolean
from shortlex.core.case import Case
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.calendar.fields import DAY, MICROSECOND, MONTH, Fields, PartLimits, Parts
from shortlex.strategies.calendar.zones import is_of_pytz, is_skipped, moment_after, unfolded
from shortlex.strategies.calendar.zones import timezones as every_zone
from shortlex.strategies.conditions.bounds import stepped_limits
from shortlex.strategies.conditions.predicates import Demand
from shortlex.strategies.lazy import lazy
from shortlex.strategies.selection import Just, limited, none
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy

T = TypeVar("T", bound=date | time | timedelta)

_YEAR = (1, 9999)
_HOUR, _MINUTE = (0, 23), (0, 59)
_DATE: tuple[PartLimits, ...] = (_YEAR, MONTH, DAY)
_TIME: tuple[PartLimits, ...] = (_HOUR, _MINUTE, _MINUTE, MICROSECOND)
_MOMENT = _DATE + _TIME
# The fields that a timedelta has and its repr shows.
_DURATION: tuple[PartLimits, ...] = ((-999_999_999, 999_999_999), (0, 86_399), MICROSECOND)
_IS_MOMENT = Boolean(0.2)
_IS_REPEATED = Boolean()
_IS_SECOND_TIME = Boolean()
_NO_ZONE = none()


class _Bounded(SearchStrategy[T]):
    """Values from a lowest to a highest."""

    low: T
    high: T
    is_bound_round: bool = True
    """Whether the simplest value at the lower bound is the bound: see ``Fields``."""

    def _is_round(self, low: T) -> bool:
        """Whether it is after narrowing. A filter does not change what its values reduce to."""
        return self.is_bound_round and low == self.low


class Dates(_Bounded[date]):
    """A year, a month and a day."""

    known_empty: bool | None = False

    def __init__(self, low: date, high: date, *, is_bound_round: bool = True) -> None:
        self.low: date = low
        self.high: date = high
        self.is_bound_round: bool = is_bound_round
        self._fields = Fields(
            _date_parts(low), _date_parts(high), _DATE, is_bound_round=is_bound_round
        )

    def do_draw(self, case: Case) -> date:
        return date(*self._fields.draw(case))

    def narrowed(self, demand: Demand) -> SearchStrategy[date] | None:
        def make(low: date, high: date) -> Dates:
            return Dates(low, high, is_bound_round=self._is_round(low))

        return limited(stepped_limits(demand, self.low, self.high, date.resolution), make)

    def label_to(self, depth: int) -> str:
        return f"Dates:{self._fields}"


class Times(_Bounded[time]):
    """An hour, a minute, a second and a microsecond; then the zone."""

    def __init__(
        self,
        low: time,
        high: time,
        zones: SearchStrategy[Any],
        *,
        is_bound_round: bool = True,
    ) -> None:
        self.low: time = low
        self.high: time = high
        self.zones: SearchStrategy[Any] = zones
        self.is_bound_round = is_bound_round
        self._fields = Fields(
            _time_parts(low), _time_parts(high), _TIME, is_bound_round=is_bound_round
        )

    def do_draw(self, case: Case) -> time:
        hour, minute, second, microsecond = self._fields.draw(case)
        zone = case.draw(self.zones)
        _check_zone("times", zone)
        return time(hour, minute, second, microsecond, tzinfo=zone)

    def narrowed(self, demand: Demand) -> SearchStrategy[time] | None:
        if not _is_naive(self.zones):
            return None

        def make(low: time, high: time) -> Times:
            return Times(low, high, self.zones, is_bound_round=self._is_round(low))

        # Times have no difference, so an excluded bound is left to the condition itself.
        limits = stepped_limits(demand, self.low, self.high, None)
        return limited(limits, make)

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.zones,)


class Timedeltas(_Bounded[timedelta]):
    """Days, seconds and microseconds."""

    known_empty: bool | None = False

    def __init__(self, low: timedelta, high: timedelta, *, is_bound_round: bool = True) -> None:
        self.low: timedelta = low
        self.high: timedelta = high
        self.is_bound_round: bool = is_bound_round
        first, last = _duration_parts(low), _duration_parts(high)
        self._fields = Fields(first, last, _DURATION, is_bound_round=is_bound_round)

    def do_draw(self, case: Case) -> timedelta:
        return timedelta(*self._fields.draw(case))

    def narrowed(self, demand: Demand) -> SearchStrategy[timedelta] | None:
        def make(low: timedelta, high: timedelta) -> Timedeltas:
            return Timedeltas(low, high, is_bound_round=self._is_round(low))

        return limited(stepped_limits(demand, self.low, self.high, timedelta.resolution), make)

    def label_to(self, depth: int) -> str:
        return f"Timedeltas:{self._fields}"


class Datetimes(_Bounded[datetime]):
    """The zone, then a clock time there, then perhaps a move to where the clock changes.

    The move comes last, so that it still finds such a moment after the date has been reduced.
    """

    def __init__(
        self,
        low: datetime,
        high: datetime,
        zones: SearchStrategy[Any],
        *,
        allow_imaginary: bool,
        is_bound_round: bool = True,
    ) -> None:
        self.low: datetime = low
        self.high: datetime = high
        self.zones: SearchStrategy[Any] = zones
        self.allow_imaginary: bool = allow_imaginary
        self.is_bound_round: bool = is_bound_round
        # Bounds with a zone are instants: clocks in different zones show different times then.
        self._fields = None if low.tzinfo else self._fields_between(low, high)

    def do_draw(self, case: Case) -> datetime:
        zone = case.draw(self.zones)
        _check_zone("datetimes", zone)
        if self._fields is not None:
            low, high, fields = self.low, self.high, self._fields
        else:
            low, high = self._bounds_in(zone)
            fields = self._fields_between(low, high)
        # In its own span, so that it can be made simple whatever comes after.
        case.start_span("clock")
        naive = datetime(*fields.draw(case))  # type: ignore[arg-type]  # seven of them
        case.stop_span()
        if zone is None:
            return naive
        # Programs often get clock changes wrong: see ``zones``.
        is_moment = case.choose(_IS_MOMENT)
        if is_moment:
            is_repeated = case.choose(_IS_REPEATED)
            naive = moment_after(naive, zone, low, high, is_repeated=is_repeated) or naive
        return self._within(case, self._in_zone(case, naive, zone, may_be_second=is_moment))

    def _fields_between(self, low: datetime, high: datetime) -> Fields:
        first, last = (_date_parts(each) + _time_parts(each) for each in (low, high))
        return Fields(first, last, _MOMENT, is_bound_round=self.is_bound_round)

    def _bounds_in(self, zone: tzinfo | None) -> tuple[datetime, datetime]:
        """What a clock in the zone shows at the bounds."""
        if zone is None:
            raise InvalidArgument(
                f"datetimes(min_value={shown(self.low)}, max_value={shown(self.high)}, "
                "timezones=...) gave None: if the bounds have a zone, every value needs one. Use "
                "timezones()."
            )
        first = _clock_at(self.low, zone, datetime.min)
        last = _clock_at(self.high, zone, datetime.max)
        # They swap places if the clock is put back between them.
        return min(first, last), max(first, last)

    def _within(self, case: Case, value: datetime) -> datetime:
        """The value, or the bound if it is beyond: a clock shows some hours twice."""
        if self.low.tzinfo is None or self.low <= value <= self.high:
            return value
        name, bound = ("min_value", self.low) if value < self.low else ("max_value", self.high)
        try:
            return bound.astimezone(value.tzinfo)
        except OverflowError:
            case.reject(
                f"datetimes({name}={shown(bound)}): no datetime can show that moment in the zone "
                f"{value.tzinfo}. Move the bound by a day, or use other timezones."
            )

    def _in_zone(
        self, case: Case, naive: datetime, zone: tzinfo, *, may_be_second: bool
    ) -> datetime:
        if is_of_pytz(zone):
            return self._localized(case, naive, zone)
        localize = getattr(zone, "localize", None)
        if localize is not None:
            found: datetime = localize(naive)
            return found
        value = naive.replace(tzinfo=zone)
        if value.utcoffset() == value.replace(fold=1).utcoffset():
            return value
        if is_skipped(value):
            return value if self.allow_imaginary else self._moved(case, value)
        # A time that is repeated by luck is the first of the two. Otherwise a lucky date would
        # count as simpler than the round date from which the search finds the second time.
        return value.replace(fold=int(may_be_second and case.choose(_IS_SECOND_TIME)))

    def _localized(self, case: Case, naive: datetime, zone: Any) -> datetime:
        """The same for a zone of pytz, which must be told which time is meant."""
        try:
            found = [zone.localize(naive, is_dst=is_summer) for is_summer in (False, True)]
            shown_there = [zone.normalize(each) for each in found]
        except OverflowError:  # at the ends of the calendar
            case.reject(self)
        value: datetime
        moved: datetime
        for value, moved in zip(found, shown_there):
            if self.allow_imaginary or moved.replace(tzinfo=None) == naive:
                return value
        for moved in shown_there:
            if self.low.tzinfo or self.low <= moved.replace(tzinfo=None) <= self.high:
                return moved
        case.reject(self)

    def _moved(self, case: Case, value: datetime) -> datetime:
        """Move a skipped time by the length of the gap: to after it, or else to before it."""
        for each in (value, value.replace(fold=1)):
            moved = unfolded(each)
            if self.low.tzinfo or self.low <= moved.replace(tzinfo=None) <= self.high:
                return moved
        case.reject(self)

    def narrowed(self, demand: Demand) -> SearchStrategy[datetime] | None:
        if self._fields is not None and not _is_naive(self.zones):
            # The bounds are clock times here, but values with zones are compared as instants.
            return None

        def make(low: datetime, high: datetime) -> Datetimes:
            return Datetimes(
                low,
                high,
                self.zones,
                allow_imaginary=self.allow_imaginary,
                is_bound_round=self._is_round(low),
            )

        return limited(stepped_limits(demand, self.low, self.high, datetime.resolution), make)

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.zones,)


def _is_naive(zones: SearchStrategy[Any]) -> bool:
    """Whether it is certain that no value has a zone."""
    made = zones.resolved()
    return isinstance(made, Just) and made.value is None


def _date_parts(value: date) -> Parts:
    return (value.year, value.month, value.day)


def _time_parts(value: time | datetime) -> Parts:
    return (value.hour, value.minute, value.second, value.microsecond)


def _duration_parts(value: timedelta) -> Parts:
    return (value.days, value.seconds, value.microseconds)


def _clock_at(value: datetime, zone: tzinfo, end: datetime) -> datetime:
    try:
        return value.astimezone(zone).replace(tzinfo=None, fold=0)
    except OverflowError:
        return end


@lazy
def dates(min_value: date = date.min, max_value: date = date.max) -> SearchStrategy[date]:
    """Dates, both bounds included; reduces to the first of a year, towards 2000-01-01."""
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

    Reduces to whole hours or minutes, towards midnight.
    """
    _check_naive("times", min_value, max_value)
    _check_bounds("times", time, min_value, max_value)
    check_is_strategy(timezones, "times(): timezones")
    return Times(min_value, max_value, timezones)


@lazy
def timedeltas(
    min_value: timedelta = timedelta.min, max_value: timedelta = timedelta.max
) -> SearchStrategy[timedelta]:
    """Durations, both bounds included; reduces to whole days or seconds, towards no time at all."""
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

    Bounds without a zone are compared with the clock time in the drawn zone. Bounds with a zone are
    instants; then every value has a zone, from ``timezones()`` by default.

    Hours that a clock skips or repeats are common; ``allow_imaginary=False`` excludes the skipped
    ones. Reduces to round moments, towards 2000-01-01 at midnight.
    """
    has_zone = [
        getattr(each, "tzinfo", None) is not None
        for each in (min_value, max_value)
        if each is not None
    ]
    if len({*has_zone}) == 2:
        raise InvalidArgument(
            f"datetimes(min_value={shown(min_value)}, max_value={shown(max_value)}): only one of "
            "the bounds has a zone. Give one to both or to neither."
        )
    ends_in = UTC if any(has_zone) else None
    low = datetime.min.replace(tzinfo=ends_in) if min_value is None else min_value
    high = datetime.max.replace(tzinfo=ends_in) if max_value is None else max_value
    _check_bounds("datetimes", datetime, low, high)
    if not isinstance(allow_imaginary, bool):
        raise InvalidArgument(
            f"datetimes(allow_imaginary={shown(allow_imaginary)}): must be True or False."
        )
    zones: SearchStrategy[Any] | None = timezones
    if zones is None:
        zones = every_zone() if ends_in else _NO_ZONE
    check_is_strategy(zones, "datetimes(): timezones")
    return Datetimes(low, high, zones, allow_imaginary=allow_imaginary)


def _check_bounds(name: str, kind: type[Any], low: Any, high: Any) -> None:
    for label, value in (("min_value", low), ("max_value", high)):
        if not isinstance(value, kind) or (kind is date and isinstance(value, datetime)):
            hint = " Use its .date()." if kind is date and isinstance(value, datetime) else ""
            raise InvalidArgument(
                f"{name}({label}={shown(value)}): must be a {kind.__name__}.{hint}"
            )
    if low > high:
        raise InvalidArgument(
            f"{name}(min_value={shown(low)}, max_value={shown(high)}) is empty: min_value must not "
            "be above max_value."
        )


def _check_naive(name: str, low: Any, high: Any) -> None:
    for label, value in (("min_value", low), ("max_value", high)):
        if getattr(value, "tzinfo", None) is not None:
            raise InvalidArgument(
                f"{name}({label}={shown(value)}): bounds have no zone of their own. Use "
                ".replace(tzinfo=None), and timezones=just(...) for the zone."
            )


def _check_zone(name: str, zone: object) -> None:
    if zone is not None and not isinstance(zone, tzinfo):
        raise InvalidArgument(
            f"{name}(timezones=...) gave {shown(zone)}: must give tzinfo objects or None. Use "
            "timezones()."
        )
