"""Machine: the class that users extend, and which of its rules runs next."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from inspect import iscoroutinefunction
from itertools import accumulate
from numbers import Real
from random import Random
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from shortlex.core.integer import Integer
from shortlex.core.shown import shown
from shortlex.errors import InvalidDefinition
from shortlex.settings import settings
from shortlex.stateful.bundles import Bundle, Pool
from shortlex.stateful.rules import MARK, Condition, Marked, Weight
from shortlex.strategies.strategy import SearchStrategy

if TYPE_CHECKING:
    from unittest import TestCase


class Step(NamedTuple):
    """A rule or an initialize rule of a machine, ready to run."""

    place: int
    """Its position among the rules."""
    name: str
    function: Callable[..., Any]
    targets: tuple[str, ...]
    arguments: tuple[tuple[str, SearchStrategy[Any]], ...]
    draws: tuple[tuple[str, Callable[[Any], Any]], ...]
    """The same for a light case: what draws each argument."""
    conditions: tuple[Condition, ...]
    needs: tuple[tuple[str, ...], ...]
    """For each argument from a bundle, the bundles that it can come from."""
    is_guarded: bool
    """Whether it may be blocked."""
    weight: Weight
    is_async: bool

    def blocker(self, machine: Any, pool: Pool) -> str | None:
        """What forbids this step now; None if it is allowed."""
        for names in self.needs:
            # The values that another argument takes away are not counted: such a step is dropped.
            if not any(pool.bundles.get(name) for name in names):
                return f"{_either(names)} was empty"
        for condition in self.conditions:
            if not condition(machine):
                return f"its precondition{_place_of(condition)} was not met"
        return None


class Invariant(NamedTuple):
    """An invariant of a machine."""

    name: str
    function: Callable[..., Any]
    conditions: tuple[Condition, ...]
    is_checked_early: bool
    is_async: bool

    def is_due(self, machine: Any) -> bool:
        """Whether it must hold now: whether its preconditions are met."""
        for condition in self.conditions:  # noqa: SIM110  # a generator would change StopIteration
            if not condition(machine):
                return False
        return True

    def refuse_result(self, machine: object, result: object) -> None:
        """Raise if it returned something: that is not looked at."""
        if result is not None:
            owner = type(machine).__name__
            raise InvalidDefinition(
                f"The invariant {owner}.{self.name} returned {shown(result)}. What it returns is "
                "ignored: did you mean to assert it?"
            )


class Definition:
    """The rules and invariants of a class, those of its bases first, in the order of the code."""

    def __init__(self, machine: type[Any]) -> None:
        self.machine = machine
        self.name: str = machine.__name__
        marked = list(_marked_in(machine))
        self.rules: tuple[Step, ...] = _steps(marked, "rule")
        self.initializers: tuple[Step, ...] = _steps(marked, "initialize")
        self.invariants: tuple[Invariant, ...] = tuple(
            Invariant(
                name,
                function,
                mark.conditions,
                mark.is_checked_early,
                iscoroutinefunction(function),
            )
            for name, function, mark in marked
            if mark.kind == "invariant"
        )
        self.early_invariants = tuple(each for each in self.invariants if each.is_checked_early)
        self.positions: Integer = Integer(0, max(0, len(self.rules) - 1))
        """The domain of the choice between rules: all of them, whether or not they are allowed
        now, so that a choice means the same whatever happens to the steps before it."""
        functions = [step.function for step in (*self.rules, *self.initializers)]
        functions += [each.function for each in self.invariants]
        self.is_async: bool = any(map(iscoroutinefunction, (*functions, machine.teardown)))
        self.has_weights: bool = any(each.weight != 1.0 for each in self.rules)
        self._check(marked)

    def _check(self, marked: Sequence[tuple[str, Any, Marked]]) -> None:
        for name, _, mark in marked:
            if mark.kind == "precondition":
                raise InvalidDefinition(
                    f"{self.name}.{name} has @precondition, but neither @rule nor @invariant: "
                    "add one of them."
                )
            if hasattr(RuleBasedStateMachine, name):
                raise InvalidDefinition(
                    f"{self.name}.{name} has @{mark.kind}, but that name has a meaning in every "
                    f"machine: {name} cannot be a step or an invariant. Rename the method."
                )
        if not self.rules:
            raise InvalidDefinition(
                f"{self.name} has no rules, so there is nothing to run. Decorate a method with "
                "@rule()."
            )
        if isinstance(vars(self.machine).get("settings"), settings):
            raise InvalidDefinition(
                f"{self.name}.settings has no effect. Decorate the class with @settings(...), or "
                f"set {self.name}.TestCase.settings."
            )
        steps = (*self.initializers, *self.rules)
        filled = {name for step in steps for name in step.targets}
        for step in steps:
            for argument, strategy in step.arguments:
                strategy.validate()
                for bundle in bundles_in(strategy):
                    if not filled.intersection(bundle.names):
                        known = ", ".join(sorted(filled)) or "none"
                        raise InvalidDefinition(
                            f"{self.name}.{step.name} draws {argument!r} from {bundle!r}, but no "
                            f"rule has that bundle as its target. Add target= to the rule that "
                            f"makes such values. The bundles with values are: {known}."
                        )

    def whence(self, error: BaseException) -> str:
        """Where an error came from that was raised between two steps."""
        codes = {frame.f_code for frame, _ in walk_tb(error.__traceback__)}
        guarded: tuple[Step | Invariant, ...] = (*self.rules, *self.invariants)
        for each in guarded:
            for condition in each.conditions:
                if getattr(condition, "__code__", None) in codes:
                    return f"in the precondition{_place_of(condition)} of {each.name}"
        for rule in self.rules:
            if getattr(rule.weight, "__code__", None) in codes:
                return f"in the weight of {rule.name}"
        return "in a precondition, a weight or an argument"

    def choose(self, random: Random, machine: Any, among: Sequence[int]) -> int:
        """The index of a random rule, by its weight now."""
        if not self.has_weights:
            return among[int(random.random() * len(among))]
        # All of them, so that a weight that is no number is an error wherever it is met.
        weights = self.weights_now(range(len(self.rules)), machine)
        sums = list(accumulate(weights[index] for index in among))
        if not sums[-1]:
            return among[int(random.random() * len(among))]
        return among[min(bisect(sums, random.random() * sums[-1]), len(among) - 1)]

    def weights_now(self, among: Iterable[int], machine: Any) -> list[float]:
        """The weights of some rules in the present state of the machine."""
        return [weight_now(self.rules[index], machine) for index in among]


def weight_now(step: Step, machine: Any) -> float:
    """The weight of a rule in the present state of the machine."""
    if not callable(step.weight):
        return step.weight
    weight: Any = step.weight(machine)
    is_number = isinstance(weight, Real)
    if not is_number or not 0 <= weight < float("inf"):
        raise InvalidDefinition(
            f"The weight of {step.name} is a function that returned {shown(weight)}: it must "
            "return a number, 0 or more."
        )
    return float(weight)


def _either(names: tuple[str, ...]) -> str:
    return "bundle " + " and ".join(repr(name) for name in names)


def _place_of(condition: Condition) -> str:
    """The name of a condition, or the line of a lambda."""
    code = getattr(condition, "__code__", None)
    name = getattr(condition, "__name__", "")
    if name and name != "<lambda>":
        return f" {name}"
    return "" if code is None else f" in line {code.co_firstlineno}"


def _marked_in(machine: type[Any]) -> Iterator[tuple[str, Any, Marked]]:
    """The decorated methods of a class, those of its bases first; an overridden one counts once."""
    names: dict[str, None] = {}
    for base in reversed(machine.__mro__):
        names.update(dict.fromkeys(vars(base)))
    for name in names:
        function = getattr(machine, name, None)
        mark = getattr(function, MARK, None)
        if isinstance(mark, Marked):
            yield name, function, mark


def _steps(marked: Sequence[tuple[str, Any, Marked]], kind: str) -> tuple[Step, ...]:
    chosen = [(name, function, mark) for name, function, mark in marked if mark.kind == kind]
    return tuple(
        _step(index, name, function, mark) for index, (name, function, mark) in enumerate(chosen)
    )


def _step(index: int, name: str, function: Any, mark: Marked) -> Step:
    needs = tuple(each.names for _, each in mark.arguments if isinstance(each, Bundle))
    return Step(
        index,
        name,
        function,
        mark.targets,
        mark.arguments,
        tuple((argument, strategy.resolved().do_draw) for argument, strategy in mark.arguments),
        mark.conditions,
        needs,
        bool(needs or mark.conditions),
        mark.weight,
        iscoroutinefunction(function),
    )


def bundles_in(strategy: SearchStrategy[Any]) -> list[Bundle[Any]]:
    """The bundles that a strategy draws from, as far as its parts are known."""
    found: list[Bundle[Any]] = []
    waiting, met = [strategy], {id(strategy)}
    while waiting:
        each = waiting.pop()
        if isinstance(each, Bundle):
            found.append(each)
        for part in each.parts():
            if id(part) not in met:
                met.add(id(part))
                waiting.append(part)
    return found


class _TestCaseOfClass:
    """Gives each machine a test case of its own. No metaclass, so that machines mix with others."""

    def __get__(self, instance: object, owner: type[Any]) -> type[TestCase]:
        from shortlex.stateful.entrance import test_case_of

        return test_case_of(owner)


class RuleBasedStateMachine:
    """A system under test, as a class whose methods are the steps that can be taken.

    Each case makes a new instance, takes random steps, and calls ``teardown``.
    """

    is_shortlex_machine: ClassVar[bool] = True

    TestCase = _TestCaseOfClass()
    """A ``unittest.TestCase`` that tests the machine; for unittest and for pytest."""

    def teardown(self) -> object:
        """Called once at the end of each case, however it ended."""
        return None
