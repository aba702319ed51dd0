"""Settings: one frozen record, named profiles, and the decorator that applies them.

A field is declared once, with its type, its default and its check. It appears again as a parameter,
for type checkers and editors, and in the docstring. Tests compare the three.

First come the values that fields may have. Each ``usable_`` function gets the name of a field and
the value given for it. It returns the value to store, or raises an error that names both.

Size: a setting, its values and its check are read together.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from enum import Enum, IntEnum
from math import inf
from sys import float_info
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from shortlex.core.shown import shown
from shortlex.database.directory import DirectoryDatabase
from shortlex.database.interface import Database
from shortlex.errors import InvalidArgument
from shortlex.system.environment import is_ci

__all__ = ["HealthCheck", "Phase", "Verbosity", "settings"]

if TYPE_CHECKING:
    from datetime import timedelta

F = TypeVar("F", bound=Callable[..., Any])


class Phase(Enum):
    """The stages of a run, in their order."""

    explicit = "explicit"
    """Run the cases given with @example."""
    reuse = "reuse"
    """Replay failures that the database has from earlier runs."""
    generate = "generate"
    """Generate new cases."""
    target = "target"
    """Search for cases with higher numbers in ``target()``; needs generate."""
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
    return_value = "return_value"
    """A test returned something. An error unless it is suppressed."""
    not_a_test_method = "not_a_test_method"
    """Accepted for tests that come from Hypothesis; never reported."""
    nested_given = "nested_given"
    """A property was called while another ran. An error unless one of them suppresses it."""

    @classmethod
    def all(cls) -> list[HealthCheck]:
        """All of them; `list(HealthCheck)` is the same."""
        return list(cls)

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


_UNSET: Any = object()


class _Field(NamedTuple):
    """A field of the settings."""

    default: Any
    usable: Callable[[str, Any], Any]
    """Checks and converts a value that was given."""


def _field(default: Any, usable: Callable[[str, Any], Any]) -> Any:
    """Declare a field, under the type that its values have."""
    return _Field(default, usable)


class _SettingsType(type):
    """Collects the fields, makes ``settings.default`` a property, and refuses assignments."""

    fields: dict[str, _Field]

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        fields = {name: each for name, each in namespace.items() if isinstance(each, _Field)}
        rest = {name: each for name, each in namespace.items() if name not in fields}
        made = super().__new__(cls, name, bases, rest | {"__slots__": tuple(fields)})
        type.__setattr__(made, "fields", fields)
        return made

    @property
    def default(cls) -> settings:
        """The settings of the running test, or else of the active profile."""
        return in_force.get() or _profiles[_active]

    def __setattr__(cls, name: str, value: object) -> None:
        raise AttributeError(
            f"settings.{name} cannot be assigned. For all tests, use settings.register_profile() "
            "and settings.load_profile(); for one, @settings(...)."
        )


class settings(metaclass=_SettingsType):
    """How a test is run. Also a decorator: ``@settings(max_examples=1000)``.

    Fields that are not given come from ``parent``, from the test that is running, or from the
    active profile.

    max_examples
        How many valid cases must pass.
    derandomize
        Run the same cases every time, after the failures that the database knows.
    database
        Where failures are kept, to be replayed first in the next run: by default in the directory
        ``.shortlex/failures`` of the project. None keeps nothing.
    phases
        Which stages to run: explicit, reuse, generate, target, shrink, explain.
    verbosity
        How much is printed: quiet, normal, verbose, debug. The environment variable
        ``SHORTLEX_VERBOSITY`` sets it for all tests.
    report_multiple_bugs
        Continue after a failure to find others, and report each.
    deadline
        Fail a case whose body takes more than this many milliseconds of CPU time in two runs.
        None, the default, means no deadline: a slow machine is not a bug.
    max_choices
        A random case with more choices than this is dropped. Cases of any size can be replayed.
    shrink_seconds
        How long reduction may take; then the best case so far is reported.
    min_failure_rate
        A case counts as failing if it fails in more than this share of its runs: a number above 0
        and at most 0.5. None, the default: a failing case must fail every time, or the test is
        reported as flaky.
    async_backend
        What runs ``async def`` tests: asyncio or trio.
    suppress_health_check
        The members of ``HealthCheck`` that give no advice.
    fail_health_check
        The members of ``HealthCheck`` that fail a test which otherwise passes.
    stateful_step_count
        The maximum number of steps of a stateful test.
    print_blob
        For tests that come from Hypothesis; it has no effect: a token is always printed.
    backend
        For tests that come from Hypothesis; ``"hypothesis"`` means the same as ``"shortlex"``.
    isolate
        Run the body of each case in a child process, so that a crash is a failure of that case.
    case_seconds
        How many seconds a case may run; longer is a failure. It implies ``isolate``.
    case_memory
        How many bytes a case may allocate; more is a failure. It implies ``isolate``.
    journal
        Write each case to a file before it runs, so that the next run knows which one killed the
        process. Without it, the next run finds out by running the same cases in child processes.
    """

    max_examples: int = _field(100, usable_whole_number)
    derandomize: bool = _field(False, usable_flag)
    database: Database | None = _field(DirectoryDatabase(), usable_database)
    phases: tuple[Phase, ...] = _field(tuple(Phase), usable_members(Phase))
    verbosity: Verbosity = _field(Verbosity.normal, usable_verbosity)
    report_multiple_bugs: bool = _field(True, usable_flag)
    deadline: timedelta | None = _field(None, usable_deadline)
    max_choices: int = _field(10_000, usable_whole_number)
    shrink_seconds: float = _field(30.0, usable_seconds)
    min_failure_rate: float | None = _field(None, usable_rate)
    async_backend: str = _field("asyncio", usable_one_of("asyncio", "trio"))
    suppress_health_check: tuple[HealthCheck, ...] = _field((), usable_members(HealthCheck))
    fail_health_check: tuple[HealthCheck, ...] = _field((), usable_members(HealthCheck))
    stateful_step_count: int = _field(50, usable_whole_number)
    print_blob: bool = _field(False, usable_flag)
    backend: str = _field("shortlex", usable_one_of("shortlex", "hypothesis"))
    isolate: bool = _field(False, usable_flag)
    case_seconds: float | None = _field(None, usable_limit)
    case_memory: float | None = _field(None, usable_limit)
    journal: bool = _field(False, usable_flag)

    def __init__(
        self,
        parent: settings | None = None,
        *,
        max_examples: int = _UNSET,
        derandomize: bool = _UNSET,
        database: Database | None = _UNSET,
        phases: Iterable[Phase | str] = _UNSET,
        verbosity: Verbosity | str = _UNSET,
        report_multiple_bugs: bool = _UNSET,
        deadline: int | float | timedelta | None = _UNSET,
        max_choices: int = _UNSET,
        shrink_seconds: float = _UNSET,
        min_failure_rate: float | None = _UNSET,
        async_backend: str = _UNSET,
        suppress_health_check: Iterable[HealthCheck | str] = _UNSET,
        fail_health_check: Iterable[HealthCheck | str] = _UNSET,
        stateful_step_count: int = _UNSET,
        print_blob: bool = _UNSET,
        backend: str = _UNSET,
        isolate: bool = _UNSET,
        case_seconds: float | None = _UNSET,
        case_memory: float | None = _UNSET,
        journal: bool = _UNSET,
        **unknown: object,
    ) -> None:
        given = dict(locals())
        if unknown:
            known, wrong = ", ".join(sorted(settings.fields)), next(iter(unknown))
            raise TypeError(f"settings() has no {shown(wrong)}; it has {known}.")
        if parent is not None and not isinstance(parent, settings):
            raise InvalidArgument(
                f"settings({shown(parent)}): must be other settings. Fields are given by name, as "
                "in settings(max_examples=1000)."
            )
        base = parent or in_force.get() or _profiles.get(_active)
        for name, (default, usable) in settings.fields.items():
            if given[name] is not _UNSET:
                value = usable(name, given[name])
            else:
                value = default if base is None else getattr(base, name)
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"settings are immutable: make new ones with settings(parent, {name}=...)."
        )

    def __delattr__(self, name: str) -> None:
        raise AttributeError("settings are immutable: no field can be deleted.")

    def __call__(self, test: F) -> F:
        """Apply to a test, above or below ``@given``."""
        if "_shortlex_settings" in getattr(test, "__dict__", ()):
            name = getattr(test, "__name__", repr(test))
            raise InvalidArgument(f"{name} has @settings twice: combine them into one.")
        attach(test, "@settings", "_shortlex_settings", self)
        return test

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, settings):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in settings.fields)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in settings.fields))

    def __reduce__(self) -> tuple[Any, ...]:
        # Copies and pickles call the constructor: fields cannot be assigned afterwards.
        return _settings_of, ({name: getattr(self, name) for name in settings.fields},)

    def __repr__(self) -> str:
        return f"settings({', '.join(self._shown(name) for name in sorted(settings.fields))})"

    def _shown(self, name: str) -> str:
        value = getattr(self, name)
        if name == "deadline" and value is not None:
            # In milliseconds, as it is usually given: no import is needed to paste it.
            value = value.total_seconds() * 1000
        return f"{name}={shown(value)}"

    @property
    def is_isolated(self) -> bool:
        """Whether cases run in a child process."""
        return self.isolate or self.case_seconds is not None or self.case_memory is not None

    def show_changed(self) -> str:
        """The fields that differ from the built-in defaults, the shortest first."""
        changed = [
            self._shown(name)
            for name, (default, _) in settings.fields.items()
            if getattr(self, name) != default
        ]
        return ", ".join(sorted(changed, key=len))

    @staticmethod
    def register_profile(name: str, parent: settings | None = None, **fields: Any) -> None:
        """Give settings a name, to be loaded later. It replaces a profile of the same name."""
        if not isinstance(name, str):
            raise InvalidArgument(f"register_profile({name!r}): the name must be a string.")
        _profiles[name] = settings(parent, **fields)

    @staticmethod
    def get_profile(name: str) -> settings:
        """The settings registered under a name."""
        if name not in _profiles:
            known = ", ".join(map(repr, sorted(_profiles)))
            raise InvalidArgument(f"There is no profile {name!r}. The profiles are: {known}.")
        return _profiles[name]

    @staticmethod
    def load_profile(name: str) -> None:
        """Make a profile the active one, which gives the defaults of all settings."""
        global _active
        settings.get_profile(name)
        _active = name

    @staticmethod
    def get_current_profile_name() -> str:
        """The name of the active profile."""
        return _active


on_attached: list[Callable[[Any, str, object], None]] = []
"""Called with a test, and with the name and value of what a decorator stores on it."""


def attach(test: Any, decorator: str, name: str, value: object) -> None:
    """Store on a test what a decorator says, for ``@given`` to read.

    The test also keeps the names of its decorators, to report those that lack ``@given``.
    """
    is_function = callable(test) or isinstance(test, classmethod)
    is_machine = getattr(test, "is_shortlex_machine", False) is True
    if (isinstance(test, type) and not is_machine) or not is_function:
        raise InvalidArgument(
            f"{decorator}(...) was applied to {shown(test)}: it goes on a test function."
        )
    setattr(test, name, value)
    for see in on_attached:
        see(test, name, value)
    if is_machine:
        return  # its test reads what is on the class
    test._shortlex_decorators = (decorator, *getattr(test, "_shortlex_decorators", ()))


def _settings_of(fields: dict[str, Any]) -> settings:
    return settings(**fields)


_profiles: dict[str, settings] = {}
_active = "default"

in_force: ContextVar[settings | None] = ContextVar("shortlex settings", default=None)
"""The settings of the test that is running."""


def _begin_profiles(environment: Mapping[str, str]) -> None:
    """Register the built-in profiles; the environment decides which one is active."""
    settings.register_profile("default")
    # The same cases every time, and nothing that depends on the speed of the machine.
    settings.register_profile(
        "ci",
        derandomize=True,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
        print_blob=True,
    )
    if is_ci(environment):
        settings.load_profile("ci")


_begin_profiles(os.environ)
