"""Composing: values built by calling something, or by a function that draws as it goes."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from shortlex.core.case import Case
from shortlex.errors import InvalidArgument
from shortlex.strategies.lazy import Lazy
from shortlex.strategies.strategy import SearchStrategy, check_strategy

P = ParamSpec("P")
T = TypeVar("T")


class Builds(SearchStrategy[T]):
    """The result of calling a function with drawn arguments."""

    def __init__(
        self,
        target: Callable[..., T],
        args: tuple[SearchStrategy[Any], ...],
        kwargs: dict[str, SearchStrategy[Any]],
    ) -> None:
        self.target = target
        self.args = args
        self.kwargs = kwargs

    def do_draw(self, case: Case) -> T:
        draw = case.draw
        args = [draw(each) for each in self.args]
        kwargs = {name: draw(each) for name, each in self.kwargs.items()}
        value = self.target(*args, **kwargs)
        if case.is_recorded:
            case.record_call(value, self.target, tuple(args), kwargs)
        return value

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (*self.args, *self.kwargs.values())


def builds(
    target: Callable[..., T], /, *args: SearchStrategy[Any], **kwargs: SearchStrategy[Any]
) -> SearchStrategy[T]:
    """Call ``target`` with a value of each strategy; reduces its arguments."""
    return Lazy(_builds, (target, *args), kwargs, name="builds")


def _builds(target: Any, /, *args: Any, **kwargs: Any) -> SearchStrategy[Any]:
    if not callable(target):
        raise InvalidArgument(f"builds({target!r}): the first argument must be callable.")
    for position, each in enumerate(args):
        check_strategy(each, f"builds({_name_of(target)}): argument {position}")
    for name, each in kwargs.items():
        check_strategy(each, f"builds({_name_of(target)}): {name}")
    _check_arguments(target, args, kwargs)
    return Builds(target, args, kwargs)


def _name_of(target: Any) -> str:
    return str(getattr(target, "__name__", target))


def _check_arguments(target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    import inspect

    try:
        signature = inspect.signature(target)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(*args, **kwargs)
    except TypeError as error:
        raise InvalidArgument(
            f"builds({_name_of(target)}, ...): {error}. Its signature is "
            f"{_name_of(target)}{signature}: give a strategy for each argument it needs."
        ) from None


class DrawFn(Protocol):
    """The ``draw`` that a composite function gets."""

    def __call__(self, strategy: SearchStrategy[T], label: str | None = None) -> T:
        """Draw a value."""


class Composite(SearchStrategy[T]):
    """The result of a function that draws as it goes."""

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
        return self.function(*self.before, case.draw, *self.args, **self.kwargs)

    @property
    def label(self) -> str:
        return f"composite:{getattr(self.function, '__qualname__', self.function)}"


def composite(
    function: Callable[Concatenate[DrawFn, P], T],
) -> Callable[P, SearchStrategy[T]]:
    """Turn a function whose first parameter is ``draw`` into one that returns a strategy."""
    if isinstance(function, (staticmethod, classmethod)):
        is_class = isinstance(function, classmethod)
        return type(function)(_composite(function.__func__, skip=is_class))
    return _composite(function, skip=False)  # type: ignore[no-any-return]  # as declared


def _composite(function: Any, *, skip: bool) -> Any:
    """``skip`` when the function gets its class before ``draw``."""
    import inspect

    parameters = list(inspect.signature(function).parameters.values())[int(skip) :]
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if not parameters or parameters[0].kind not in (*positional, inspect.Parameter.VAR_POSITIONAL):
        raise InvalidArgument(
            f"@composite needs a function whose first positional parameter is `draw`, but "
            f"{function.__name__}{inspect.signature(function)} has none."
        )
    if parameters[0].default is not inspect.Parameter.empty:
        raise InvalidArgument(
            f"@composite: the first parameter of {function.__name__} is `draw`, so it cannot "
            f"have a default, but it has {parameters[0].default!r}."
        )

    @wraps(function)
    def described(*args: Any, **kwargs: Any) -> SearchStrategy[Any]:
        before, rest = args[: int(skip)], args[int(skip) :]

        def compose(*args: Any, **kwargs: Any) -> SearchStrategy[Any]:
            return Composite(function, before, args, kwargs)

        return Lazy(compose, rest, kwargs, name=function.__name__)

    return described


class DataObject:
    """What ``data()`` gives: draws in the middle of the test."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._count = 0

    def draw(self, strategy: SearchStrategy[T], label: str | None = None) -> T:
        """Draw a value; it is reported in the order of drawing."""
        self._count += 1
        value: T = self._case.draw(strategy)
        if self._case.keeps_notes:
            name = f"Draw {self._count}" + (f" ({label})" if label else "")
            self._case.note_value(name, value)
        return value

    def __repr__(self) -> str:
        return "data(...)"


class Data(SearchStrategy[DataObject]):
    """One object a case, however often it is asked for."""

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
    """An object whose ``draw`` makes values in the middle of the test."""
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
            value = case.draw(self.base)
            # Drawing may have gone back to an older memory: ask for it again.
            case.remembered()[key] = value
            return value  # type: ignore[no-any-return]  # the base's own type
        return memo[key]  # type: ignore[no-any-return]  # stored above

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.base,)

    @property
    def label(self) -> str:
        return self.base.label

    def __repr__(self) -> str:
        return f"shared({self.base!r}{'' if self.key is None else f', key={self.key!r}'})"


def shared(base: SearchStrategy[T], *, key: Any = None) -> SearchStrategy[T]:
    """One value a case for each key, or for each call of this function if there is no key."""
    check_strategy(base, "shared(base)")
    return Shared(base, key)
