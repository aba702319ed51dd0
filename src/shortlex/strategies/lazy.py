"""Lazy: strategies are described first and built when first used.

So a module full of strategies imports quickly, a bad argument is reported by the test that uses it
and not by the import, and the repr is the call that was written.
"""

from __future__ import annotations

from _thread import allocate_lock, get_ident
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from shortlex.core.case import Case
from shortlex.core.domain import Domain
from shortlex.strategies.describe import describe_call
from shortlex.strategies.strategy import Alternatives, SearchStrategy, Seen

if TYPE_CHECKING:
    from shortlex.strategies.conditions.predicates import Demand

P = ParamSpec("P")
T = TypeVar("T")

# The same lock as threading.Lock, without the slow import of threading.
FIRST = allocate_lock()
"""Held while a strategy is set, so that all threads use the one that is set first."""

MAX_KEPT = 256
"""``lazy_once`` keeps this many calls of one function."""


def lazy(build: Callable[P, SearchStrategy[T]]) -> Callable[P, SearchStrategy[T]]:
    """Postpone the call of a function that checks its arguments and builds a strategy."""

    @wraps(build)
    def described(*args: P.args, **kwargs: P.kwargs) -> SearchStrategy[T]:
        return Lazy(build, args, kwargs)

    return described


def lazy_once(
    build: Callable[P, SearchStrategy[T]],
    *,
    name: str | None = None,
    tell_apart: Callable[[tuple[Any, ...], dict[str, Any]], object] | None = None,
) -> Callable[P, SearchStrategy[T]]:
    """As ``lazy``, but equal calls return the same strategy, so that calls in draws build it once.

    Not for functions that take collections, in which 1 and True are equal. If equal calls can mean
    different things, such as those with 0.0 and -0.0, ``tell_apart`` returns what tells them apart.
    """

    # A kept strategy is only described, and what it becomes depends on the arguments alone. So it
    # does not matter who asked first, in which thread, or whether it is still kept.
    @lru_cache(maxsize=MAX_KEPT, typed=True)
    def describe(apart: object, /, *args: P.args, **kwargs: P.kwargs) -> SearchStrategy[T]:
        return Lazy(build, args, kwargs, name=name, apart=apart)

    @wraps(build)
    def described(*args: P.args, **kwargs: P.kwargs) -> SearchStrategy[T]:
        apart = "" if tell_apart is None else tell_apart(args, kwargs)
        try:
            return describe(apart, *args, **kwargs)  # type: ignore[arg-type]  # see the next line
        except TypeError:  # not hashable
            return Lazy(build, args, kwargs, name=name)

    return described


class Lazy(SearchStrategy[T]):
    """A call of a strategy function, made when first needed."""

    def __init__(
        self,
        build: Callable[..., SearchStrategy[T]],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        *,
        name: str | None = None,
        apart: object = None,
    ) -> None:
        self._build = build
        self._args = args
        self._kwargs = kwargs
        self._name = name or build.__name__
        self._apart = apart
        self.is_shared = apart is not None
        self._built: SearchStrategy[T] | None = None
        self._builder = 0
        """The thread that is building it, if any."""

    @property
    def is_under_way(self) -> bool:
        """Whether this thread is building it: to ask for its parts would never end."""
        return self._built is None and self._builder == get_ident()

    @property
    def built(self) -> SearchStrategy[T]:
        """The strategy itself."""
        if self._built is None:
            outer, self._builder = self._builder, get_ident()
            try:
                built = self._build(*self._args, **self._kwargs)
            finally:
                self._builder = outer
            # Two threads may both build it, but all must use the same one, because recursion is
            # detected by identity.
            with FIRST:
                if self._built is None:
                    self._built = built
        return self._built

    def do_draw(self, case: Case) -> T:
        # From now on draws go straight to the strategy: no layer is left on the hot path.
        draw = self.built.do_draw
        self.do_draw = draw  # type: ignore[method-assign]  # the point of it
        return draw(case)

    def do_validate(self) -> None:
        super().do_validate()
        self.do_draw = self.built.do_draw  # type: ignore[method-assign]  # as above

    def label_to(self, depth: int) -> str:
        return self.built.label_to(depth)

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.built,)

    def calc_branches(self, inside: Seen, beyond: Seen) -> tuple[SearchStrategy[T], ...] | None:
        branches = self.built.calc_branches(inside, beyond)
        return (self,) if branches is not None and len(branches) == 1 else branches

    def resolved(self) -> SearchStrategy[T]:
        return self.built.resolved()

    def call_key(self) -> object:
        if self._apart is None:
            return self
        # Not by identity, although equal calls usually return the same object: whether they do
        # depends on other calls, and a union must not depend on those.
        return (
            self._build,
            self._apart,
            tuple(map(_argument_key, self._args)),
            tuple((name, _argument_key(value)) for name, value in self._kwargs.items()),
        )

    def single_domain(self) -> Domain | None:
        return self.built.single_domain()

    def value_of(self, choice: Any) -> Any:
        return self.built.value_of(choice)

    def alternatives(self) -> Alternatives:
        return self.built.alternatives()

    def narrowed(self, demand: Demand) -> SearchStrategy[T] | None:
        return self.built.narrowed(demand)

    def count_at_most(self) -> int | None:
        return self.built.count_at_most()

    def __repr__(self) -> str:
        return describe_call(self._name, self._args, self._kwargs)


def _argument_key(value: object) -> object:
    return value.call_key() if isinstance(value, SearchStrategy) else (type(value), value)
