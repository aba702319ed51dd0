"""Drawn calls: the results of calling a function with drawn arguments, for builds and from_type."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from shortlex.core.case import Case, RandomCase
from shortlex.core.mood import begin_copy, end_copy
from shortlex.strategies.describe import describe_type
from shortlex.strategies.strategy import SearchStrategy

if TYPE_CHECKING:
    from shortlex.strategies.mappings import FixedDictionaries

T = TypeVar("T")

Draw = Callable[[Case], Any]
Draws = tuple[list[Draw], list[tuple[str, Draw]]]


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

    _draws: Draws | None = None
    """The functions with which light cases draw the arguments, by position and by name."""

    def do_draw(self, case: Case) -> T:
        if type(case) is RandomCase:
            draws = self._draws or self._find_draws()
            if case.mood is not None and case.mood.copies:
                begun = begin_copy(case, self)
                value = self._call(case, *draws)
                end_copy(case, self, begun)
                return value
            return self._call(case, *draws)
        draw = case.draw
        args = [draw(each) for each in self.args]
        kwargs = {name: draw(each) for name, each in self.kwargs.items()}
        value = self.target(*args, **kwargs)
        if case.is_recorded:
            case.record_call(value, self.target, tuple(args), kwargs)
        return value

    def _call(self, case: Case, by_position: list[Draw], by_name: list[tuple[str, Draw]]) -> T:
        if not by_name:
            return self.target(*[draw(case) for draw in by_position])
        args = [draw(case) for draw in by_position]
        return self.target(*args, **{name: draw(case) for name, draw in by_name})

    def _find_draws(self) -> Draws:
        self._draws = (
            [each.resolved().do_draw for each in self.args],
            [(name, each.resolved().do_draw) for name, each in self.kwargs.items()],
        )
        return self._draws

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (*self.args, *self.kwargs.values())


class Constructs(Builds[T]):
    """A call with optional arguments, which are left out when simplest.

    If the call refuses its arguments with one of the given errors, they are drawn again; only this
    object is drawn again, not the whole case.
    """

    def __init__(
        self,
        target: Callable[..., T],
        args: tuple[SearchStrategy[Any], ...],
        arguments: FixedDictionaries,
        refusals: tuple[type[Exception], ...],
    ) -> None:
        super().__init__(target, args, {})
        self.arguments = arguments
        self.refusals = refusals

    def do_draw(self, case: Case) -> T:
        attempt = 0
        while True:
            checkpoint = case.checkpoint()
            args = tuple([case.draw(each) for each in self.args])
            kwargs = self.arguments.do_draw(case)
            try:
                value = self.target(*args, **kwargs)
            except self.refusals:
                attempt += 1
                if not case.retry(checkpoint, attempt):
                    case.reject(self)
                continue
            if case.is_recorded:
                case.record_call(value, self.target, args, kwargs)
            return value

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (*self.args, self.arguments)

    def __repr__(self) -> str:
        return f"from_type({describe_type(self.target)})"
