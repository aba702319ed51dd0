"""Options: which values the fields of the settings may have.

Each ``usable_`` function gets the name of a field and the value given for it. It returns the value
to store, or raises an error that names both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum, IntEnum
from math import inf
from sys import float_info
from typing import TYPE_CHECKING, Any

from shortlex.core.shown import shown
from shortlex.database.interface import Database
from shortlex.errors import InvalidArgument

if TYPE_CHECKING:
    from datetime import timedelta


class Phase(Enum):
    """The stages of a run, in their order."""

    explicit = "explicit"
    """Run the cases given with @example."""
    reuse = "reuse"
    """Replay failures that the database has from earlier runs."""
    generate = "generate"
    """Generate new cases."""
    shrink = "shrink"
    """Reduce the failing cases."""
    explain = "explain"
    """Find out which parts of the reduced case matter, and which can be anything."""

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


class Verbosity(IntEnum):
    """How much is printed."""

    quiet = 0
    """Nothing but the error."""
    normal = 1
    """The reduced failing case."""
    verbose = 2
    """Every case, and each failure as soon as it is found."""
    debug = 3
    """The same until the reduction begins, then a line for every candidate."""

    def __repr__(self) -> str:
        return f"Verbosity.{self.name}"


class HealthCheck(Enum):
    """Problems of a test that are not bugs. Each gives a line of advice by default.

    ``settings(suppress_health_check=[...])`` turns the advice off;
    ``settings(fail_health_check=[...])`` makes the test fail instead.
    """

    data_too_large = "data_too_large"
    """Many random cases were larger than ``max_choices``, and dropped."""
    filter_too_much = "filter_too_much"
    """Filters or assumptions refused most of the cases."""
    too_slow = "too_slow"
    """Most of the time went into drawing values. Never in the ``ci`` profile."""
    large_base_example = "large_base_example"
    """Even the simplest case is large."""
    function_scoped_fixture = "function_scoped_fixture"
    """Accepted for tests that come from Hypothesis; never reported."""
    differing_executors = "differing_executors"
    """Accepted for tests that come from Hypothesis; never reported."""
    nested_given = "nested_given"
    """A property was called while another ran. An error unless the inner one suppresses it."""

    def __repr__(self) -> str:
        return f"HealthCheck.{self.name}"


def usable_whole_number(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InvalidArgument(f"settings({name}={shown(value)}): must be a whole number above 0.")
    return value


def usable_flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidArgument(f"settings({name}={shown(value)}): must be True or False.")
    return value


def _member(kind: type[Enum], value: object) -> Any:
    """The member itself, or the member of that name; None if there is none."""
    if isinstance(value, kind):
        return value
    return kind.__members__.get(value) if isinstance(value, str) else None


def usable_verbosity(name: str, value: object) -> Verbosity:
    verbosity: Verbosity | None = _member(Verbosity, value)
    if verbosity is None:
        known = ", ".join(map(repr, Verbosity))
        raise InvalidArgument(f"settings({name}={shown(value)}): must be one of {known}.")
    return verbosity


def usable_members(kind: type[Enum]) -> Callable[[str, object], tuple[Any, ...]]:
    """Turn a collection of members or their names into a tuple, in definition order."""

    def members(name: str, value: object) -> tuple[Any, ...]:
        first = next(iter(kind))
        if isinstance(value, (str, Enum)) or not isinstance(value, Iterable):
            raise InvalidArgument(
                f"settings({name}={shown(value)}): must be a collection such as "
                f"{name}=[{shown(first)}]."
            )
        given = list(value)
        wanted = [_member(kind, each) for each in given]
        if None in wanted:
            known = ", ".join(map(repr, kind))
            raise InvalidArgument(f"settings({name}={shown(given)}): each must be one of {known}.")
        return tuple(member for member in kind if member in wanted)

    return members


def usable_one_of(*allowed: str) -> Callable[[str, object], str]:
    def one_of(name: str, value: object) -> str:
        if value not in allowed:
            known = " or ".join(map(repr, allowed))
            raise InvalidArgument(f"settings({name}={shown(value)}): must be {known}.")
        return str(value)

    return one_of


def usable_deadline(name: str, value: object) -> timedelta | None:
    if value is None:
        return None
    from datetime import timedelta

    deadline = value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            deadline = timedelta(milliseconds=value)
        except (OverflowError, ValueError):
            deadline = None
    if not isinstance(deadline, timedelta) or deadline <= timedelta(0):
        raise InvalidArgument(
            f"settings({name}={shown(value)}): must be None, a number of milliseconds above 0, or "
            "a timedelta above 0."
        )
    return deadline


def usable_seconds(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value >= 0:
        raise InvalidArgument(
            f"settings({name}={shown(value)}): must be a number of seconds, 0 or more."
        )
    # An integer that is too large for a float means no limit.
    return float(min(value, float_info.max)) if value < inf else inf


def usable_rate(name: str, value: object) -> float | None:
    if value is None:
        return None
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not 0 < value <= 0.5:  # type: ignore[operator]  # a number by now
        raise InvalidArgument(
            f"settings({name}={shown(value)}): must be None, or a number above 0 and at most 0.5."
        )
    return float(value)  # type: ignore[arg-type]  # see above


def usable_database(name: str, value: object) -> Database | None:
    if value is not None and not isinstance(value, Database):
        raise InvalidArgument(
            f"settings({name}={shown(value)}): must be None, or a database such as "
            "shortlex.database.DirectoryDatabase(path)."
        )
    return value


def usable_limit(name: str, value: object) -> float | None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if value is not None and not (is_number and value > 0):  # type: ignore[operator]  # a number by now
        raise InvalidArgument(
            f"settings({name}={shown(value)}): must be None, or a number above 0."
        )
    return value  # type: ignore[return-value]  # see above
