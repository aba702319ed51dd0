"""Entrance: how a machine becomes a test, for pytest, for unittest, or for a direct call.

A machine is tested by a property like any other: it has the same settings, database, tokens and
reports. Only its body is special: it takes the steps of one case.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from shortlex.control import current
from shortlex.core.case import Case
from shortlex.core.shown import shown
from shortlex.decorators import test_of
from shortlex.errors import InvalidArgument, InvalidDefinition
from shortlex.property.body import Property
from shortlex.property.session import Body
from shortlex.runner.execute import Test
from shortlex.runner.result import RuleCount, Statistics
from shortlex.settings import settings
from shortlex.stateful.machine import Definition, RuleBasedStateMachine
from shortlex.stateful.scripted import invariants_checked, run_script
from shortlex.stateful.steps import Execution, Limits, Tally

if TYPE_CHECKING:
    from unittest import TestCase

    from shortlex.property.unittest_cases import Surroundings

CHOICES_PER_STEP = 20
"""A random case may have at least this many choices for each step that it may take."""

RunSettings = settings
"""The class, where a parameter has its name."""

Factory = Callable[..., RuleBasedStateMachine]

_NO_DATA = (object(),)
"""Stands for arguments of which nothing is known: all choices are made in the body."""

_ATTRIBUTES = ("_shortlex_settings", "_shortlex_seed", "_shortlex_token", "_shortlex_examples")
"""What decorators leave on a machine for its test."""


class MachineProperty(Property):
    """The property that no steps of a machine raise an error or break an invariant."""

    def __init__(
        self, factory: Factory, options: settings | None = None, *, min_steps: int = 0
    ) -> None:
        super().__init__(self._take_place, {})
        self.factory = factory
        self.options = options
        """The settings given for this test, instead of those of the machine."""
        self.min_steps = min_steps
        name = getattr(factory, "__name__", type(factory).__name__)
        self.name = name if name.isidentifier() else "make_machine"
        self.tally: Tally = Tally()
        self._leaks: Counter[str] = Counter()
        self._definition: Definition | None = None

    def check(self) -> None:
        self.tally = Tally()
        self._definition = Definition(self.factory) if isinstance(self.factory, type) else None

    @property
    def counters(self) -> tuple[Counter[Any], ...]:
        return self.tally.counters

    def definition_of(self, machine: RuleBasedStateMachine) -> Definition:
        """The rules of a machine that was made."""
        definition = self._definition
        if definition is None or definition.machine is not type(machine):
            if not isinstance(machine, RuleBasedStateMachine):
                raise InvalidArgument(
                    f"{self.name}() returned {shown(machine)}, but must return a "
                    "RuleBasedStateMachine."
                )
            self._definition = definition = Definition(type(machine))
        return definition

    def options_for(self, wrapper: Any, args: tuple[Any, ...]) -> settings:
        # Now, since decorators and assignments may come after the test was made.
        for attribute in _ATTRIBUTES:
            if attribute in getattr(self.factory, "__dict__", ()):
                setattr(wrapper, attribute, vars(self.factory)[attribute])
        if args and isinstance(self.factory, type) and (names := _required(self.factory)):
            raise InvalidDefinition(
                f"{self.name} takes {', '.join(each.name for each in names)}, which its TestCase "
                f"cannot give. Write test_it = get_state_machine_test({self.name}): then the "
                "parameters are fixtures."
            )
        given = super().options_for(wrapper, args)
        own = getattr(type(args[0]), "settings", None) if args else None
        if isinstance(own, settings) and own is not settings.default:
            given = own
        if self.options is not None:
            given = self.options
        # Otherwise long cases would all be dropped.
        room = CHOICES_PER_STEP * given.stateful_step_count
        return given if given.max_choices >= room else settings(given, max_choices=room)

    def coroutine_runner(
        self, options: settings, surroundings: Surroundings | None, leaks: Counter[str]
    ) -> None:
        """None: a case runs coroutines itself, all of them on one event loop."""
        self._leaks = leaks

    def see_leak(self, name: str) -> None:
        """A case left a task running."""
        self._leaks[name] += 1

    def see_statistics(self, statistics: Statistics) -> None:
        blocked: dict[str, dict[str, int]] = {}
        for (name, reason), count in self.tally.blocked.items():
            blocked.setdefault(name, {})[reason] = count
        statistics.rules = tuple(
            RuleCount(name, taken, blocked.get(name, {}))
            for name, taken in self.tally.taken.items()
        )

    def complaint(self, statistics: Statistics) -> BaseException | None:
        rules = statistics.rules
        if any(each.taken for each in rules) or not any(each.blocked for each in rules):
            return None
        reasons = ", ".join(f"{each.name} ({min(each.blocked)})" for each in rules if each.blocked)
        cases = self.tally.lengths.total()
        return InvalidDefinition(
            f"{self.name} took no step in {cases:,} cases: no rule could run. What "
            f"blocked them: {reasons}. Let one rule run at the beginning, or set it up with "
            "@initialize."
        )

    def function_for(self, options: settings) -> Body:
        limits = Limits(
            min(self.min_steps, options.stateful_step_count),
            options.stateful_step_count,
            options.async_backend,
        )
        return partial(self._take_place, limits)

    def test_function(
        self,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        body: Body | None = None,
        beside: object = None,
    ) -> Test:
        body = self.function_for(settings.default) if body is None else body

        def test(case: Case) -> None:
            case.arguments_wanted()
            if case.keeps_notes:
                from shortlex.report.terminal import write_notes

                write_notes(case)
                case.call_text = f"a case of {self.name}"  # if it ends here, as in a sketch
            if case.watch is not None:
                case.watch.draw_arguments(case, {})
            case.arguments_drawn(_NO_DATA)
            if case.keeps_notes:
                case.call_text = f"{self.name}, step by step:"
            if case.watch is not None:
                case.watch.begin_body()
            body(*args, **kwargs)

        return test

    def _take_place(
        self, limits: Limits, *instance: object, _example: Body | None = None, **fixtures: Any
    ) -> None:
        """Run one case."""
        if _example is not None:
            assert self._definition is not None, "an example is of a class"
            with invariants_checked(self._definition):
                run_script(_example, limits.async_backend, self.see_leak)
            return
        case = current.get()
        assert case is not None, "a case is running"
        make = partial(self.factory, **fixtures) if fixtures else self.factory
        making = f"{self.name}({', '.join(f'{name}={name}' for name in fixtures)})"
        Execution(self, case, limits).take_place(make, making)


def run_state_machine_as_test(
    factory: Factory, *, settings: settings | None = None, _min_steps: int = 0
) -> None:
    """Test a machine now. ``factory`` is its class, or a function that makes one."""
    test = get_state_machine_test(factory, settings=settings, _min_steps=_min_steps)
    if names := ", ".join(each.name for each in _required(factory)):
        name = getattr(factory, "__name__", shown(factory))
        raise InvalidArgument(
            f"{name} takes {names}, which nothing gives here. Give a function that makes the "
            f"machine, as in run_state_machine_as_test(lambda: {name}(...))."
        )
    test()


def get_state_machine_test(
    factory: Factory, *, settings: settings | None = None, _min_steps: int = 0
) -> Callable[..., None]:
    """A test function for a machine, to be collected by pytest: ``test_it = ...``.

    Its parameters are those of the factory, for a class those of ``__init__``. So fixtures of these
    names are set up for each case and passed to the machine.
    """
    _check_factory(factory)
    if settings is not None and not isinstance(settings, RunSettings):
        raise InvalidArgument(
            f"settings={shown(settings)}: must be settings(...), such as settings(max_examples=9)."
        )
    test: Callable[..., None] = _test_of_machine(factory, settings, min_steps=_min_steps)
    return test


def _check_factory(factory: object) -> None:
    if isinstance(factory, type) and not issubclass(factory, RuleBasedStateMachine):
        raise InvalidArgument(
            f"The machine {shown(factory)} is a class that does not extend RuleBasedStateMachine."
        )
    if not callable(factory):
        hint = " Give its class." if isinstance(factory, RuleBasedStateMachine) else ""
        raise InvalidArgument(
            f"The machine {shown(factory)} must be a class that extends RuleBasedStateMachine, or "
            f"a function that makes such a machine.{hint}"
        )


def _test_of_machine(
    factory: Factory, options: settings | None = None, *, min_steps: int = 0
) -> Any:
    """The test of a machine, with what decorators have left on its class."""

    def test_steps(*args: Any, **kwargs: Any) -> None:
        """Stands for the machine where its name is looked up."""

    name = getattr(factory, "__name__", "machine")
    test_steps.__name__ = name
    test_steps.__qualname__ = getattr(factory, "__qualname__", name)
    test_steps.__module__ = getattr(factory, "__module__", __name__)
    tested = MachineProperty(factory, options, min_steps=min_steps)
    return test_of(test_steps, tested, inspect.Signature(_required(factory)))


def _required(factory: Factory) -> list[inspect.Parameter]:
    """The parameters that need a value."""
    return [
        each
        for each in inspect.signature(factory).parameters.values()
        if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD) and each.default is each.empty
    ]


_test_cases: WeakKeyDictionary[type[Any], type[TestCase]] = WeakKeyDictionary()


def test_case_of(machine: type[Any]) -> type[TestCase]:
    """The class for ``machine.TestCase``: always the same one."""
    if machine not in _test_cases:
        _test_cases[machine] = _make_test_case(machine)
    return _test_cases[machine]


def _make_test_case(machine: type[Any]) -> type[TestCase]:
    from unittest import TestCase

    test = _test_of_machine(machine)
    test.__signature__ = inspect.Signature(
        [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    )
    test.__name__, test.__qualname__ = "runTest", f"{machine.__qualname__}.TestCase.runTest"
    return type(
        f"{machine.__name__}.TestCase",
        (TestCase,),
        {
            "runTest": test,
            "settings": vars(machine).get("_shortlex_settings", settings.default),
            "__module__": machine.__module__,
            "__qualname__": f"{machine.__qualname__}.TestCase",
        },
    )


def example_of(machine: Any) -> Callable[[Body], Body]:
    """Run a script before the random cases of ``machine``, with the invariants after each step.

    Put it on a function whose body is the script of a report. It stays a test of its own, in which
    only what it calls is checked.
    """
    if not (isinstance(machine, type) and issubclass(machine, RuleBasedStateMachine)):
        raise InvalidArgument(f"example_of({shown(machine)}): needs the class of a machine.")

    def decorate(script: Any) -> Any:
        if not callable(script) or inspect.signature(script).parameters:
            raise InvalidArgument(
                f"@example_of({machine.__name__}) was applied to {shown(script)}: it goes on a "
                "function without parameters, whose body is the script."
            )
        before = vars(machine).get("_shortlex_examples", ())
        setattr(machine, "_shortlex_examples", (*before, _Example(script)))  # noqa: B010  # not declared
        return script

    return decorate


class _Example:
    """A script, as ``run_examples`` asks for it."""

    expected: tuple[type[BaseException], ...] = ()
    reason = ""

    def __init__(self, script: Body) -> None:
        self._script = script

    def arguments(self, names: object, test_name: str) -> dict[str, Any]:
        return {"_example": self._script}
