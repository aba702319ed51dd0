"""Recursion: values that contain values of their own kind."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

from shortlex.core.boolean import Boolean
from shortlex.core.case import Case
from shortlex.errors import InvalidArgument
from shortlex.strategies.lazy import Lazy
from shortlex.strategies.strategy import SearchStrategy, check_strategy

T = TypeVar("T")

# How likely a value is extended further, by depth. A list has five elements on average, so below
# the first levels the chance must fall quickly or nothing would ever end.
_DEEPER = tuple(Boolean(chance) for chance in (0.8, 0.4, 0.25, 0.15, 0.08, 0.04))
_LEAF = Boolean(0.0)


class TooManyLeaves(Exception):
    """Unwinds a recursive draw that outgrew its limit."""


class Recursive(SearchStrategy[T]):
    """Leaves from one strategy, everything above from another that is built around this one.

    There is one strategy for every level, so that any part can take the place of the whole.
    """

    def __init__(
        self,
        base: SearchStrategy[Any],
        extend: Callable[[SearchStrategy[Any]], SearchStrategy[Any]],
        min_leaves: int,
        max_leaves: int,
    ) -> None:
        self.base = base
        self.min_leaves = min_leaves
        self.max_leaves = max_leaves
        self.level = Level(self)
        self.extended = extend(self.level)
        check_strategy(self.extended, "recursive(): the result of extend")
        if self.extended is self.level:
            raise InvalidArgument(
                "recursive(): extend gave back its argument, so nothing would ever be extended. "
                "Return a larger strategy, such as lists(children)."
            )

    def do_draw(self, case: Case) -> T:
        attempt = 0
        while True:
            checkpoint = case.checkpoint()
            memo = case.remembered()
            outer = memo.get(self)
            memo[self] = (0, 0)
            try:
                value = case.draw(self.level)
                is_large_enough = case.remembered()[self][1] >= self.min_leaves
            except TooManyLeaves:
                is_large_enough = False
            if is_large_enough:
                if outer is None:
                    del case.remembered()[self]
                else:
                    case.remembered()[self] = outer
                return value  # type: ignore[no-any-return]  # the level's own type
            attempt += 1
            if not case.retry(checkpoint, attempt):
                case.reject(self)

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.base, self.extended)

    def calc_is_empty(self) -> bool:
        return self.base.is_empty and self.extended.is_empty


class Level(SearchStrategy[Any]):
    """A leaf, or something made of levels further down."""

    def __init__(self, whole: Recursive[Any]) -> None:
        self.whole = whole

    def do_draw(self, case: Case) -> Any:
        whole = self.whole
        # An unchangeable pair, so that taking back a draw takes back its count too.
        depth, leaves = case.remembered()[whole]
        can_extend = leaves < whole.max_leaves
        domain = _DEEPER[min(depth, len(_DEEPER) - 1)] if can_extend else _LEAF
        if case.choose(domain):
            case.remembered()[whole] = (depth + 1, leaves)
            value = case.draw(whole.extended)
            memo = case.remembered()
            memo[whole] = (depth, memo[whole][1])
            return value
        if leaves >= whole.max_leaves:
            raise TooManyLeaves
        case.remembered()[whole] = (depth, leaves + 1)
        return case.draw(whole.base)

    @property
    def label(self) -> str:
        return f"Level:{self.whole.base.label}"

    def calc_is_empty(self) -> bool:
        return self.whole.base.is_empty

    def __repr__(self) -> str:
        return "..."


def recursive(
    base: SearchStrategy[T],
    extend: Callable[[SearchStrategy[Any]], SearchStrategy[Any]],
    *,
    min_leaves: int | None = None,
    max_leaves: int = 100,
) -> SearchStrategy[Any]:
    """Values of ``base``, or of what ``extend`` makes around more of the same.

    At most ``max_leaves`` values of ``base`` are in one value. Reduces to a single leaf.
    """
    kwargs: dict[str, Any] = {}
    if min_leaves is not None:
        kwargs["min_leaves"] = min_leaves
    if max_leaves != 100:
        kwargs["max_leaves"] = max_leaves
    return Lazy(_recursive, (base, extend), kwargs, name="recursive")


def _recursive(
    base: Any, extend: Any, min_leaves: Any = 1, max_leaves: Any = 100
) -> SearchStrategy[Any]:
    check_strategy(base, "recursive(base)")
    if not callable(extend):
        raise InvalidArgument(f"recursive(extend={extend!r}): must be a function.")
    for name, value in (("min_leaves", min_leaves), ("max_leaves", max_leaves)):
        if not isinstance(value, int) or value <= 0:
            raise InvalidArgument(f"recursive({name}={value!r}): must be a whole number above 0.")
    if min_leaves > max_leaves:
        raise InvalidArgument(
            f"recursive(min_leaves={min_leaves}, max_leaves={max_leaves}): min_leaves must not be "
            "above max_leaves."
        )
    return Recursive(base, extend, min_leaves, max_leaves)


class Deferred(SearchStrategy[T]):
    """A strategy that is defined later, perhaps in terms of itself."""

    def __init__(self, definition: Callable[[], SearchStrategy[T]]) -> None:
        self.definition = definition
        self._defined: SearchStrategy[T] | None = None

    @property
    def defined(self) -> SearchStrategy[T]:
        if self._defined is None:
            if not isinstance(self.definition, FunctionType):
                raise InvalidArgument(
                    f"deferred({self.definition!r}): must be a function without arguments, such "
                    "as `lambda: tree`."
                )
            strategy = self.definition()
            check_strategy(strategy, "deferred(): the result of its function")
            if strategy is self:
                raise InvalidArgument("deferred(): the function gave back the strategy itself.")
            self._defined = strategy
        return self._defined

    def do_draw(self, case: Case) -> T:
        self.do_draw = self.defined.do_draw  # type: ignore[method-assign]  # no layer stays
        return self.do_draw(case)

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.defined,)

    @property
    def branches(self) -> tuple[SearchStrategy[T], ...]:
        # Not those of the definition: that may be a union which is being flattened right now.
        return (self,)

    def __repr__(self) -> str:
        from shortlex.strategies.describe import describe_callable

        return f"deferred({describe_callable(self.definition)})"


def deferred(definition: Callable[[], SearchStrategy[T]]) -> SearchStrategy[T]:
    """The strategy that a function returns, called when first needed.

    So a strategy can be used before it is defined, and in its own definition.
    """
    return Deferred(definition)
