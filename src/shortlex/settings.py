"""Settings: one frozen record, named profiles, and the decorator that applies them.

A field is declared once, with its type, its default and its check. It appears again as a parameter,
for type checkers and editors, and in the docstring. Tests compare the three.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from shortlex.core.shown import shown
from shortlex.database.directory import DirectoryDatabase
from shortlex.database.interface import Database
from shortlex.errors import InvalidArgument
from shortlex.options import (
    HealthCheck,
    Phase,
    Verbosity,
    usable_database,
    usable_deadline,
    usable_flag,
    usable_limit,
    usable_members,
    usable_one_of,
    usable_rate,
    usable_seconds,
    usable_verbosity,
    usable_whole_number,
)
from shortlex.system.environment import is_ci

__all__ = ["HealthCheck", "Phase", "Verbosity", "settings"]

if TYPE_CHECKING:
    from datetime import timedelta

F = TypeVar("F", bound=Callable[..., Any])


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
        """The settings of the active profile."""
        return _profiles[_active]

    def __setattr__(cls, name: str, value: object) -> None:
        raise AttributeError(
            f"settings.{name} cannot be assigned. For all tests, use settings.register_profile() "
            "and settings.load_profile(); for one, @settings(...)."
        )


class settings(metaclass=_SettingsType):
    """How a test is run. Also a decorator: ``@settings(max_examples=1000)``.

    Fields that are not given come from ``parent``, or from the active profile.

    max_examples
        How many valid cases must pass.
    derandomize
        Run the same cases every time, after the failures that the database knows.
    database
        Where failures are kept, to be replayed first in the next run: by default in the directory
        ``.shortlex/failures`` of the project. None keeps nothing.
    phases
        Which stages to run: explicit, reuse, generate, shrink, explain.
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
        base = parent if parent is not None else _profiles.get(_active)
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
        if hasattr(test, "_shortlex_settings"):
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


def attach(test: Any, decorator: str, name: str, value: object) -> None:
    """Store on a test what a decorator says, for ``@given`` to read.

    The test also keeps the names of its decorators, to report those that lack ``@given``.
    """
    is_function = callable(test) or isinstance(test, classmethod)
    if isinstance(test, type) or not is_function:
        raise InvalidArgument(
            f"{decorator}(...) was applied to {shown(test)}: it goes on a test function."
        )
    setattr(test, name, value)
    test._shortlex_decorators = (decorator, *getattr(test, "_shortlex_decorators", ()))


def _settings_of(fields: dict[str, Any]) -> settings:
    return settings(**fields)


_profiles: dict[str, settings] = {}
_active = "default"


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
