"""Composition: composite, data, shared and runner, which depend on the test that runs."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from shortlex.control import NOBODY, current_self
from shortlex.core.case import Case, RandomCase, references
from shortlex.core.mood import begin_copy, end_copy
from shortlex.core.raised import is_too_deep
from shortlex.core.shown import shown
from shortlex.errors import (
    InvalidArgument,
    ShortlexWarning,
    StopCase,
    TooDeep,
    UnsatisfiedAssumption,
)
from shortlex.strategies.describe import describe_argument, describe_call
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy

P = ParamSpec("P")
T = TypeVar("T")


class DrawFn(Protocol):
    """The ``draw`` that a composite function gets."""

    def __call__(self, strategy: SearchStrategy[T], label: str | None = None) -> T:
        """Draw a value."""


class Composite(SearchStrategy[T]):
    """The result of a function that draws values while it runs."""

    known_empty = False

    def __init__(
        self,
        function: Callable[..., T],
        before: tuple[Any, ...],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> None:
        self.function = function
        self.before = before
        self.args = args
        self.kwargs = kwargs

    def do_draw(self, case: Case) -> T:
        draw = case.draw
        before = references(draw)
        is_copying = type(case) is RandomCase and case.mood is not None and case.mood.copies > 0.0
        try:
            if not is_copying:
                return self.function(*self.before, draw, *self.args, **self.kwargs)
            begun = begin_copy(case, self.function)  # type: ignore[arg-type]  # a RandomCase
            value = self.function(*self.before, draw, *self.args, **self.kwargs)
            end_copy(case, self.function, begun)  # type: ignore[arg-type]  # as above
            return value
        finally:
            if references(draw) != before:
                # Code that keeps `draw` must get an error later, so this object is not reused.
                case.is_marked = True

    def label_to(self, depth: int) -> str:
        return f"composite:{getattr(self.function, '__qualname__', self.function)}"

    def __repr__(self) -> str:
        name = getattr(self.function, "__name__", shown(self.function))
        if self.before:
            name = f"{describe_argument(self.before[0])}.{name}"
        return describe_call(name, self.args, self.kwargs)


def composite(
    function: Callable[Concatenate[DrawFn, P], T],
) -> Callable[P, SearchStrategy[T]]:
    """Turn a function whose first parameter is ``draw`` into one that returns a strategy.

    Its values are what the function returns. Reduces what was drawn: to fewer draws, then to
    simpler values, those drawn first before the others.
    """
    if isinstance(function, (staticmethod, classmethod)):
        is_class = isinstance(function, classmethod)
        return type(function)(_composite(function.__func__, skip=int(is_class)))
    return _composite(function, skip=0)  # type: ignore[no-any-return]  # as declared


def _composite(function: Any, *, skip: int) -> Any:
    """``skip`` is 1 if the function gets its class before ``draw``."""
    import inspect

    if not callable(function):
        raise InvalidArgument(
            f"composite({shown(function)}): must be a function whose first parameter is `draw`."
        )

    signature = inspect.signature(function)
    parameters = list(signature.parameters.values())
    _check_first(function, signature, parameters[skip:])
    _check_annotation(function, signature.return_annotation)

    @wraps(function)
    def described(*args: Any, **kwargs: Any) -> SearchStrategy[Any]:
        return Composite(function, args[:skip], args[skip:], kwargs)

    takes_any = parameters[skip].kind is inspect.Parameter.VAR_POSITIONAL
    returns: Any = SearchStrategy
    if signature.return_annotation is not inspect.Signature.empty:
        returns = returns[signature.return_annotation]
    described.__signature__ = signature.replace(  # type: ignore[attr-defined]  # read by inspect
        parameters=parameters if takes_any else parameters[:skip] + parameters[skip + 1 :],
        return_annotation=returns,
    )
    return described


def _name_of(function: Any) -> str:
    return str(getattr(function, "__name__", function))


def _check_first(function: Any, signature: Any, parameters: list[Any]) -> None:
    positional = ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL")
    if not parameters or parameters[0].kind.name not in positional:
        raise InvalidArgument(
            f"@composite needs a function whose first positional parameter is `draw`, but "
            f"{_name_of(function)}{signature} has none. Add it."
        )
    if parameters[0].default is not parameters[0].empty:
        raise InvalidArgument(
            f"@composite: the first parameter of {_name_of(function)}{signature} is `draw`, so it "
            f"cannot have the default {shown(parameters[0].default)}. Put `draw` before it."
        )


def _check_annotation(function: Any, returns: Any) -> None:
    text = returns if isinstance(returns, str) else describe_argument(returns)
    if text.partition("[")[0].rpartition(".")[2] == "SearchStrategy":
        warnings.warn(
            f"@composite: {_name_of(function)} is annotated to return {text}, but it "
            "returns a value: the decorator makes the strategy. Annotate it with the type of the "
            "value.",
            ShortlexWarning,
            stacklevel=4,
        )


class DataObject:
    """The value of ``data()``: it draws values in the middle of the test."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._count = 0

    def draw(self, strategy: SearchStrategy[T], label: str | None = None) -> T:
        """Draw a value. Reports list the draws in order."""
        self._count += 1
        if self._case.keeps_notes:
            return self._draw_aloud(strategy, label)
        try:
            return self._case.draw(strategy)  # type: ignore[no-any-return]  # the strategy's own
        except RecursionError as error:
            if not is_too_deep(error):
                raise
            self._case.stop(TooDeep())

    def _draw_aloud(self, strategy: SearchStrategy[T], label: str | None) -> T:
        """Draw a value, and note it. If that fails, the report says which draw it was."""
        case = self._case
        name = f"Draw {self._count}" + (f" ({label})" if label else "")
        try:
            value: T = case.draw(strategy)
        except RecursionError as error:
            if is_too_deep(error):
                case.stop(TooDeep())
            case.note(f"The error came while drawing {name} from {shown(strategy)}")
            raise
        except (StopCase, UnsatisfiedAssumption):
            raise
        except BaseException:
            case.note(f"The error came while drawing {name} from {shown(strategy)}")
            raise
        case.note_value(name, value)
        return value

    def __repr__(self) -> str:
        return "data(...)"


class Data(SearchStrategy[DataObject]):
    """One object per case, however often it is drawn."""

    known_empty = False

    def do_draw(self, case: Case) -> DataObject:
        memo = case.remembered()
        if Data not in memo:
            memo[Data] = DataObject(case)
        return memo[Data]  # type: ignore[no-any-return]  # stored above

    def __repr__(self) -> str:
        return "data()"

    def _refuse(self, method: str) -> InvalidArgument:
        return InvalidArgument(
            f"data().{method}() makes no sense: data() draws while the test runs. Use "
            f"data.draw(strategy.{method}(...)) in the test."
        )

    def map(self, pack: Any) -> Any:
        raise self._refuse("map")

    def filter(self, condition: Any) -> Any:
        raise self._refuse("filter")

    def flatmap(self, expand: Any) -> Any:
        raise self._refuse("flatmap")

    def example(self) -> Any:
        raise self._refuse("example")


def data() -> SearchStrategy[DataObject]:
    """An object whose ``draw`` makes values in the middle of the test.

    Reduces what the test draws, as if it had been drawn before the test.
    """
    return Data()


class Shared(SearchStrategy[T], Generic[T]):
    """One value for the whole case."""

    def __init__(self, base: SearchStrategy[T], key: Any) -> None:
        self.base = base
        self.key = key

    def do_draw(self, case: Case) -> T:
        memo = case.remembered()
        key = (Shared, self if self.key is None else self.key)
        if key not in memo:
            check_is_strategy(self.base, "shared(): base")
            value = case.draw(self.base)
            # Drawing may have restored an older memo, so look it up again.
            case.remembered()[key] = (value, self.base)
            return value  # type: ignore[no-any-return]  # the base's own type
        value, base = memo[key]
        if base is not self.base and base.label != self.base.label:
            self._warn_of(base)
        return value  # type: ignore[no-any-return]  # stored above

    def _warn_of(self, other: SearchStrategy[Any]) -> None:
        warnings.warn(
            f"{self!r}: its key is already taken by shared({shown(other)}), whose value it gets. "
            "Use "
            "one strategy for one key.",
            ShortlexWarning,
            stacklevel=2,
        )

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        check_is_strategy(self.base, "shared(): base")
        return (self.base,)

    def label_to(self, depth: int) -> str:
        return self.base.label_to(depth)

    def __repr__(self) -> str:
        return f"shared({self.base!r}{'' if self.key is None else f', key={shown(self.key)}'})"


def shared(base: SearchStrategy[T], *, key: Any = None) -> SearchStrategy[T]:
    """One value per case for each key, or for each call of this function without a key.

    Reduces as ``base`` does; the value changes everywhere at once.
    """
    return Shared(base, key)


class Runner(SearchStrategy[Any]):
    """The instance that the test method was called on."""

    known_empty = False

    def __init__(self, default: Any) -> None:
        self.default = default

    def do_draw(self, case: Case) -> Any:
        instance = current_self.get()
        if instance is not NOBODY:
            return instance
        if self.default is ...:
            raise InvalidArgument(
                "runner(): this test is not a method, so there is no instance. Make it a method "
                "of a class, or give a value to use instead: runner(default=None)."
            )
        return self.default

    def __repr__(self) -> str:
        return f"runner({'' if self.default is ... else f'default={shown(self.default)}'})"


def runner(*, default: Any = ...) -> SearchStrategy[Any]:
    """The instance that the test method was called on: its ``self``.

    Strategies can use its attributes: ``runner().flatmap(...)``. In a test that is not a method,
    the value is ``default``; without a default, that is an error. There is only one value, so there
    is nothing to reduce.
    """
    return Runner(default)
