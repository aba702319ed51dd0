"""Rules: the decorators that make methods the steps and the invariants of a machine.

A decorator returns a copy of the function that carries a record of what was said, so that one
function can become several rules, in a loop for example.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from inspect import Parameter, iscoroutinefunction
from types import FunctionType
from typing import Any, NamedTuple, TypeVar

from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument, InvalidDefinition
from shortlex.stateful.bundles import Bundle
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy

F = TypeVar("F", bound=Callable[..., Any])

MARK = "_shortlex_step"
"""The attribute of a decorated function that holds its record."""

Condition = Callable[[Any], object]

Weight = float | Callable[[Any], float]


class Marked(NamedTuple):
    """What the decorators of a method say about it."""

    kind: str
    """The decorator: rule, initialize, invariant, or precondition if there is only that."""
    targets: tuple[str, ...] = ()
    arguments: tuple[tuple[str, SearchStrategy[Any]], ...] = ()
    conditions: tuple[Condition, ...] = ()
    weight: Weight = 1.0
    is_checked_early: bool = False
    """For an invariant: whether it must also hold before all initialize rules have run."""


def rule(
    *function: object,
    targets: Iterable[Bundle[Any]] = (),
    target: Bundle[Any] | None = None,
    weight: Weight | SearchStrategy[Any] = 1.0,
    **strategies: SearchStrategy[Any],
) -> Callable[[F], F]:
    """A step that may be taken at any time, with arguments drawn from the strategies.

    What it returns is added to the ``target``, or to each of the ``targets``. With a larger
    ``weight``, a number or a function of the machine, it is taken more often.
    """
    _check_brackets("rule", function)
    if isinstance(weight, SearchStrategy):  # an argument of this name
        strategies, weight = {"weight": weight, **strategies}, 1.0
    return _step("rule", target, targets, weight, strategies)


def initialize(
    *function: object,
    targets: Iterable[Bundle[Any]] = (),
    target: Bundle[Any] | None = None,
    **strategies: SearchStrategy[Any],
) -> Callable[[F], F]:
    """A step that is taken exactly once, before all rules. Several may come in any order."""
    _check_brackets("initialize", function)
    return _step("initialize", target, targets, 1.0, strategies)


def _check_brackets(kind: str, given: tuple[object, ...]) -> None:
    if given:
        raise InvalidArgument(
            f"@{kind}({shown(given[0])}): takes no positional arguments. Without arguments, the "
            f"decorator needs its brackets: @{kind}()."
        )


def _step(
    kind: str,
    target: object,
    targets: Iterable[Any],
    weight: Weight,
    strategies: dict[str, SearchStrategy[Any]],
) -> Callable[[F], F]:
    names = _names_of(kind, target, targets)
    for name, strategy in strategies.items():
        check_is_strategy(strategy, f"@{kind}({name})")
    if not callable(weight) and not _is_weight(weight):
        raise InvalidArgument(
            f"@{kind}(weight={shown(weight)}): must be a positive number, or a function that takes "
            "the machine and returns a number."
        )

    def decorate(function: F) -> F:
        before = _mark_of(function)
        if before is not None and before.kind != "precondition":
            raise InvalidDefinition(
                f"{_name_of(function)} has @{before.kind} and @{kind}: a method has one of them. "
                "To take the same step in two ways, decorate two methods."
            )
        conditions = () if before is None else before.conditions
        if kind == "initialize" and conditions:
            raise _precondition_on_initialize(function)
        _check_signature(kind, function, tuple(strategies))
        mark = Marked(kind, names, tuple(strategies.items()), conditions, weight)
        marked: F = _marked(function, mark)
        return marked

    return decorate


def _is_weight(weight: object) -> bool:
    is_number = isinstance(weight, (int, float)) and not isinstance(weight, bool)
    return is_number and 0 < weight < float("inf")  # type: ignore[operator]  # a number


def _names_of(kind: str, target: object, targets: Any) -> tuple[str, ...]:
    """The names of the bundles that results go to."""
    if isinstance(targets, (Bundle, str)) or not isinstance(targets, Iterable):
        raise InvalidArgument(
            f"@{kind}(targets={shown(targets)}): must be several bundles, as in targets=(a, b). "
            "For one, write target=."
        )
    bundles = list(targets)
    if target is not None:
        if bundles:
            raise InvalidArgument(
                f"@{kind}(target={shown(target)}, targets={shown(bundles)}): give one of the two."
            )
        bundles = [target]
    names: list[str] = []
    for each in bundles:
        if not isinstance(each, Bundle):
            raise InvalidArgument(
                f"@{kind}(target={shown(each)}): must be a Bundle, such as the one made by "
                "accounts = Bundle('accounts') in the class."
            )
        if len(each.names) > 1:
            raise InvalidArgument(
                f"@{kind}(target={each!r}): results go to one bundle or to each of several: "
                "write targets=(a, b)."
            )
        if not each.is_plain:
            raise InvalidArgument(
                f"@{kind}(target={each!r}): a target cannot be filtered or mapped: give the "
                "bundle itself."
            )
        names += each.names
    return tuple(dict.fromkeys(names))


def precondition(condition: Condition) -> Callable[[F], F]:
    """Take a rule, or check an invariant, only while ``condition(machine)`` is true.

    Above or below ``@rule`` or ``@invariant``. If there are several, all must be true.
    """
    if not callable(condition):
        raise InvalidArgument(
            f"@precondition({shown(condition)}): needs a function of the machine, such as "
            "@precondition(lambda self: self.items)."
        )

    def decorate(function: F) -> F:
        before = _mark_of(function) or Marked("precondition")
        if before.kind == "initialize":
            raise _precondition_on_initialize(function)
        mark = before._replace(conditions=(*before.conditions, condition))
        marked: F = _marked(function, mark)
        return marked

    return decorate


def _precondition_on_initialize(function: object) -> InvalidDefinition:
    return InvalidDefinition(
        f"{_name_of(function)} has @precondition and @initialize: an initialize rule always runs. "
        "Use @rule, or test the condition inside the method."
    )


def invariant(*function: object, check_during_init: bool = False) -> Callable[[F], F]:
    """A method that must not raise after any step.

    With ``check_during_init``, not even before all initialize rules have run.
    """
    _check_brackets("invariant", function)
    if not isinstance(check_during_init, bool):
        raise InvalidArgument(
            f"@invariant(check_during_init={shown(check_during_init)}): must be True or False."
        )

    def decorate(function: F) -> F:
        before = _mark_of(function)
        if before is not None and before.kind != "precondition":
            raise InvalidDefinition(
                f"{_name_of(function)} has @{before.kind} and @invariant: a method has one of them."
            )
        _check_signature("invariant", function, ())
        conditions = () if before is None else before.conditions
        mark = Marked("invariant", conditions=conditions, is_checked_early=check_during_init)
        marked: F = _marked(function, mark)
        return marked

    return decorate


def _mark_of(function: object) -> Marked | None:
    if not callable(function):
        raise InvalidArgument(f"A step must be a function, not {shown(function)}.")
    found = vars(function).get(MARK) if hasattr(function, "__dict__") else None
    return found if isinstance(found, Marked) else None


def _marked(function: Any, mark: Marked) -> Any:
    """A copy of the function with the mark: the function itself may become other rules, too."""
    if type(function) is FunctionType:
        copy = FunctionType(
            function.__code__,
            function.__globals__,
            function.__name__,
            function.__defaults__,
            function.__closure__,
        )
        copy.__kwdefaults__ = function.__kwdefaults__
        copy.__qualname__, copy.__doc__ = function.__qualname__, function.__doc__
        copy.__module__, copy.__annotations__ = function.__module__, function.__annotations__
        vars(copy).update(vars(function))
    else:
        copy = _wrapper(function)
    setattr(copy, MARK, mark)
    return copy


def _wrapper(function: Callable[..., Any]) -> Any:
    if iscoroutinefunction(function):

        @wraps(function)
        async def step(self: Any, **kwargs: Any) -> Any:
            return await function(self, **kwargs)
    else:

        @wraps(function)
        def step(self: Any, **kwargs: Any) -> Any:
            return function(self, **kwargs)

    return step


def _name_of(function: object) -> str:
    return str(getattr(function, "__qualname__", shown(function)))


def _check_signature(kind: str, function: Callable[..., Any], names: tuple[str, ...]) -> None:
    """Raise unless the function takes the machine and exactly these arguments, by name."""
    try:
        parameters = [*inspect.signature(function).parameters.values()]
    except (ValueError, TypeError):  # some callables written in C have no signature
        return
    where = f"@{kind} on {_name_of(function)}"
    code = getattr(function, "__code__", None)
    if code is not None and code.co_flags & (inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR):
        raise InvalidDefinition(
            f"{where}: it is a generator function, so calling it does not run its body. Remove "
            "the yield; to return several values, return multiple(a, b)."
        )
    by_position = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    if not parameters or parameters[0].kind not in (*by_position, Parameter.VAR_POSITIONAL):
        raise InvalidDefinition(f"{where}: it must take the machine as its first parameter, self.")
    own = parameters[1:] if parameters[0].kind in by_position else parameters
    for problem in _misfits(own, names):
        raise InvalidDefinition(f"{where}: {problem}")


def _misfits(parameters: list[Parameter], names: tuple[str, ...]) -> Iterator[str]:
    by_name = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    known = [each.name for each in parameters if each.kind in by_name]
    takes_any = any(each.kind is Parameter.VAR_KEYWORD for each in parameters)
    for each in parameters:
        is_used = each.default is Parameter.empty or (each.name in names and not takes_any)
        if each.kind is Parameter.POSITIONAL_ONLY and is_used:
            yield f"the parameter {each.name!r} is positional-only: rules pass arguments by name."
    for name in names:
        if name not in known and not takes_any:
            has = ", ".join(known) or "none besides self"
            yield f"there is a strategy for {name!r}, but no such parameter; it has {has}."
    for each in parameters:
        needs_value = each.default is Parameter.empty and each.name not in names
        if each.kind in by_name and needs_value:
            yield (
                f"there is no strategy for the parameter {each.name!r}. Give one, as in "
                f"{each.name}=integers(), or give the parameter a default."
            )
