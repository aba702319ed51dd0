"""Lazy: strategies are described first and built when first used.

So a module full of strategies imports in no time, a bad argument is reported by the test that
uses it and not by the import, and the repr is the call that was written.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from shortlex.core.case import Case
from shortlex.strategies.describe import describe_argument
from shortlex.strategies.strategy import SearchStrategy

P = ParamSpec("P")
T = TypeVar("T")


def lazy(build: Callable[P, SearchStrategy[T]]) -> Callable[P, SearchStrategy[T]]:
    """Put off the call of a function that checks its arguments and builds a strategy."""

    @wraps(build)
    def described(*args: P.args, **kwargs: P.kwargs) -> SearchStrategy[T]:
        return Lazy(build, args, kwargs)

    return described


class Lazy(SearchStrategy[T]):
    """The call of a strategy function that is made when first needed."""

    def __init__(
        self,
        build: Callable[..., SearchStrategy[T]],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        *,
        name: str | None = None,
    ) -> None:
        self._build = build
        self._args = args
        self._kwargs = kwargs
        self._name = name or build.__name__
        self._built: SearchStrategy[T] | None = None

    @property
    def built(self) -> SearchStrategy[T]:
        """The strategy itself."""
        if self._built is None:
            self._built = self._build(*self._args, **self._kwargs)
        return self._built

    def do_draw(self, case: Case) -> T:
        # From now on drawing goes straight to the strategy: no layer is left on the hot path.
        self.do_draw = self.built.do_draw  # type: ignore[method-assign]  # the point of it
        return self.do_draw(case)

    def do_validate(self) -> None:
        super().do_validate()
        self.do_draw = self.built.do_draw  # type: ignore[method-assign]  # as above

    @property
    def label(self) -> str:
        return self.built.label

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.built,)

    @property
    def branches(self) -> tuple[SearchStrategy[T], ...]:
        branches = self.built.branches
        return branches if len(branches) > 1 else (self,)

    def __repr__(self) -> str:
        parts = [describe_argument(each) for each in self._args]
        parts += [f"{name}={describe_argument(each)}" for name, each in self._kwargs.items()]
        return f"{self._name}({', '.join(parts)})"


def unwrapped(strategy: SearchStrategy[T]) -> SearchStrategy[T]:
    """The strategy behind any number of lazy calls."""
    while isinstance(strategy, Lazy):
        strategy = strategy.built
    return strategy
