"""Settings: one frozen record, named profiles, and the decorator that applies them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from shortlex.errors import InvalidArgument

if TYPE_CHECKING:
    from datetime import timedelta

F = TypeVar("F", bound=Callable[..., Any])


class Phase(Enum):
    """The stages of a run, in their order."""

    explicit = "explicit"
    """Cases given with @example."""
    generate = "generate"
    """New cases."""
    shrink = "shrink"
    """Reduction of what failed."""

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


class Verbosity(IntEnum):
    """How much is printed."""

    quiet = 0
    """Nothing but the error."""
    normal = 1
    """The reduced failing case."""
    verbose = 2
    """Every case."""
    debug = 3
    """Every case, and every step of the reduction."""

    def __repr__(self) -> str:
        return f"Verbosity.{self.name}"


class _Unset:
    def __repr__(self) -> str:
        return "not set"


UNSET: Any = _Unset()


def _whole_number(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InvalidArgument(f"settings({name}={value!r}): must be a whole number above 0.")
    return value


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidArgument(f"settings({name}={value!r}): must be True or False.")
    return value


def _member(kind: type[Enum], name: str, value: object) -> Any:
    if isinstance(value, kind):
        return value
    if isinstance(value, str) and value in kind.__members__:
        return kind[value]
    names = ", ".join(kind.__members__)
    raise InvalidArgument(f"settings({name}={value!r}): must be one of {names}.")


def _phases(name: str, value: object) -> tuple[Phase, ...]:
    if isinstance(value, str) or not isinstance(value, Iterable):
        raise InvalidArgument(f"settings({name}={value!r}): must be a collection of phases.")
    wanted = {_member(Phase, name, each) for each in value}
    return tuple(phase for phase in Phase if phase in wanted)


def _deadline(name: str, value: object) -> timedelta | None:
    if value is None:
        return None
    from datetime import timedelta

    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            value = timedelta(milliseconds=value)
        except (OverflowError, ValueError):
            value = None
    if not isinstance(value, timedelta) or value <= timedelta(0):
        raise InvalidArgument(
            f"settings({name}={value!r}): must be None, milliseconds above 0, or a timedelta."
        )
    return value


def _seconds(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not value >= 0:
        raise InvalidArgument(f"settings({name}={value!r}): must be a number of seconds, 0 or more.")
    return float(value)


# Field, what it is without settings, and what makes a given value usable.
_FIELDS: dict[str, tuple[Any, Callable[[str, Any], Any]]] = {
    "max_examples": (100, _whole_number),
    "derandomize": (False, _flag),
    "phases": (tuple(Phase), _phases),
    "verbosity": (Verbosity.normal, lambda name, value: _member(Verbosity, name, value)),
    "report_multiple_bugs": (True, _flag),
    "deadline": (None, _deadline),
    "max_choices": (10_000, _whole_number),
    "shrink_seconds": (30.0, _seconds),
}


class _SettingsType(type):
    """Lets ``settings.default`` be read, and nothing on the class be assigned."""

    @property
    def default(cls) -> settings:
        """The settings of the active profile."""
        return settings._profiles[settings._active[0]]

    def __setattr__(cls, name: str, value: object) -> None:
        raise AttributeError(
            f"settings.{name} cannot be assigned. Use settings.register_profile() and "
            "settings.load_profile()."
        )


class settings(metaclass=_SettingsType):  # noqa: N801  # the name that users know
    """How a test is run. Also a decorator: ``@settings(max_examples=1000)``.

    What is not given comes from ``parent``, or from the active profile.

    max_examples
        How many valid cases make a passing test.
    derandomize
        Run the same cases every time.
    phases
        Which stages to run: explicit, generate, shrink.
    verbosity
        How much is printed: quiet, normal, verbose, debug.
    report_multiple_bugs
        Go on after a failure to find others, and report each.
    deadline
        Fail a case whose body takes longer than this many milliseconds of CPU time, twice.
        None, the default, never does: a slow machine is no bug.
    max_choices
        A random case with more choices than this is dropped. Cases of any size can be replayed.
    shrink_seconds
        How long reduction may take; then the best case so far is reported.
    """

    __slots__ = tuple(f"_{name}" for name in _FIELDS)

    _profiles: ClassVar[dict[str, settings]] = {}
    _active: ClassVar[list[str]] = ["default"]

    max_examples: int
    derandomize: bool
    phases: tuple[Phase, ...]
    verbosity: Verbosity
    report_multiple_bugs: bool
    deadline: timedelta | None
    max_choices: int
    shrink_seconds: float

    def __init__(
        self,
        parent: settings | None = None,
        *,
        max_examples: int = UNSET,
        derandomize: bool = UNSET,
        phases: Iterable[Phase | str] = UNSET,
        verbosity: Verbosity | str = UNSET,
        report_multiple_bugs: bool = UNSET,
        deadline: int | float | timedelta | None = UNSET,
        max_choices: int = UNSET,
        shrink_seconds: float = UNSET,
    ) -> None:
        if parent is not None and not isinstance(parent, settings):
            raise InvalidArgument(f"settings(parent={parent!r}): must be settings or None.")
        base = parent if parent is not None else settings._profiles.get(settings._active[0])
        given = {
            "max_examples": max_examples,
            "derandomize": derandomize,
            "phases": phases,
            "verbosity": verbosity,
            "report_multiple_bugs": report_multiple_bugs,
            "deadline": deadline,
            "max_choices": max_choices,
            "shrink_seconds": shrink_seconds,
        }
        for name, (default, check) in _FIELDS.items():
            value = given[name]
            if value is not UNSET:
                value = check(name, value)
            elif base is not None:
                value = getattr(base, name)
            else:
                value = default
            object.__setattr__(self, f"_{name}", value)

    def __getattr__(self, name: str) -> Any:
        # Fields are kept under a private name, so that none can be assigned by accident.
        if name in _FIELDS:
            return object.__getattribute__(self, f"_{name}")
        raise AttributeError(f"settings has no field {name!r}; it has {', '.join(_FIELDS)}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"settings are immutable: make new ones, settings({name}={value!r})")

    def __call__(self, test: F) -> F:
        """Apply to a test, above or below ``@given``."""
        if isinstance(test, type) or not callable(test):
            raise InvalidArgument(
                f"@settings(...) was applied to {test!r}: it goes on a test function."
            )
        if hasattr(test, "_shortlex_settings"):
            raise InvalidArgument(f"{test.__name__} has @settings twice: put them in one.")
        test._shortlex_settings = self  # type: ignore[attr-defined]  # read by @given
        return test

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, settings):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _FIELDS)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in _FIELDS))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in sorted(_FIELDS))
        return f"settings({fields})"

    def show_changed(self) -> str:
        """The fields that differ from the built-in defaults."""
        changed = [
            f"{name}={getattr(self, name)!r}"
            for name, (default, _) in _FIELDS.items()
            if getattr(self, name) != default
        ]
        return ", ".join(sorted(changed, key=len))

    @staticmethod
    def register_profile(name: str, parent: settings | None = None, **fields: Any) -> None:
        """Give settings a name, to be loaded later. A name can be used again."""
        if not isinstance(name, str):
            raise InvalidArgument(f"register_profile({name!r}): the name must be a string.")
        settings._profiles[name] = settings(parent, **fields)

    @staticmethod
    def get_profile(name: str) -> settings:
        """The settings registered under a name."""
        if name not in settings._profiles:
            known = ", ".join(sorted(settings._profiles))
            raise InvalidArgument(f"There is no profile {name!r}. There are: {known}.")
        return settings._profiles[name]

    @staticmethod
    def load_profile(name: str) -> None:
        """Make a profile the active one: what tests without settings of their own use."""
        settings.get_profile(name)
        settings._active[0] = name

    @staticmethod
    def get_current_profile_name() -> str:
        """The name of the active profile."""
        return settings._active[0]


settings.register_profile("default")
