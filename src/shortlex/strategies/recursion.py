"""Recursion: values that contain values of the same kind."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

from shortlex.core.boolean import Boolean
from shortlex.core.case import Case, RandomCase
from shortlex.core.mood import begin_copy, end_copy
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.composition import Composite
from shortlex.strategies.describe import describe_argument
from shortlex.strategies.graph import contains, everything_in
from shortlex.strategies.lazy import FIRST, Lazy
from shortlex.strategies.strategy import FlatMapped, SearchStrategy, Seen, check_is_strategy

T = TypeVar("T")
U = TypeVar("U")

# The chance to extend a value further, by depth. A list has five elements on average, so below
# the first levels the chance must fall quickly, or draws would never end.
_DEEPER = tuple(Boolean(chance) for chance in (0.8, 0.4, 0.25, 0.15, 0.08, 0.04))
_DEEPEST = len(_DEEPER) - 1

_PERSISTENCE = 10
"""After this many draws with too many leaves, perhaps only a single leaf is small enough."""

_NARROWING = 0.75
"""The factor by which a deferred strategy shrinks the scale each time it contains itself."""


class TooManyLeavesError(Exception):
    """Unwinds a recursive draw that outgrew its limit."""


class Recursive(SearchStrategy[T]):
    """Leaves come from one strategy; the other, built around this one, makes everything above.

    One strategy serves every level, so that any part can replace the whole.
    The memo of the case keeps the depth of a draw, its number of leaves, and how many draws before
    it were too large. This is an immutable tuple, so that taking back a draw takes back its count.
    """

    def __init__(
        self,
        base: SearchStrategy[Any],
        extend: Callable[[SearchStrategy[Any]], SearchStrategy[Any]],
        min_leaves: int,
        max_leaves: int,
    ) -> None:
        self.base = base
        self.extend = extend
        self.min_leaves = min_leaves
        self.max_leaves = max_leaves
        self.level = Level(self)
        self.extended = extend(self.level)
        self.draws: tuple[Callable[[Case], Any], Callable[[Case], Any]] | None = None
        """The functions with which light cases draw a larger value, and a leaf."""
        check_is_strategy(self.extended, "recursive(): the result of extend")
        if self.extended is self.level:
            raise InvalidArgument(
                f"recursive(extend={describe_argument(extend)}): it gave back its argument, so "
                "nothing would ever be extended. Return a larger strategy, such as lists(children)."
            )

    def do_draw(self, case: Case) -> T:
        attempt = excess = 0
        while True:
            checkpoint = case.checkpoint()
            memo = case.remembered()
            outer = memo.get(self)
            memo[self] = (0, 0, excess)
            try:
                value = case.draw(self.level)
                # Drawing may have restored an older memo, so look it up again.
                memo = case.remembered()
                is_large_enough = memo[self][1] >= self.min_leaves
                excess = 0
            except TooManyLeavesError:
                is_large_enough = False
                excess += 1
            if is_large_enough:
                if outer is None:
                    del memo[self]
                else:
                    memo[self] = outer
                return value  # type: ignore[no-any-return]  # the level's own type
            attempt += 1
            if not case.retry(checkpoint, attempt):
                case.reject(self)

    def find_draws(self) -> tuple[Callable[[Case], Any], Callable[[Case], Any]]:
        """Set ``draws``. Not in __init__, because the strategies may not be fully defined yet."""
        if self.min_leaves > 1 and _is_surely_without(self.extended, self.level):
            raise InvalidArgument(
                f"recursive(min_leaves={self.min_leaves}): extend does not use its argument, so "
                "there is never more than one leaf. Return a strategy made of it, such as "
                "lists(children)."
            )
        self.draws = (self.extended.resolved().do_draw, self.base.resolved().do_draw)
        return self.draws

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.base, self.extended)

    def do_validate(self) -> None:
        super().do_validate()
        self.find_draws()

    def calc_is_empty(self, recur: Callable[[SearchStrategy[Any]], bool]) -> bool:
        return recur(self.base) and recur(self.extended)

    def __repr__(self) -> str:
        return f"recursive({self.base!r}, {describe_argument(self.extend)})"


class Level(SearchStrategy[Any]):
    """A leaf, or something made of levels further down."""

    def __init__(self, whole: Recursive[Any]) -> None:
        self.whole = whole

    def do_draw(self, case: Case) -> Any:
        if type(case) is RandomCase and case.mood is not None and case.mood.copies:
            begun = begin_copy(case, self)
            value = self._draw(case)
            end_copy(case, self, begun)
            return value
        return self._draw(case)

    def _draw(self, case: Case) -> Any:
        whole = self.whole
        memo: Any = case.memo
        depth, leaves, excess = memo[whole]
        if leaves >= whole.max_leaves:
            raise TooManyLeavesError
        domain = _DEEPER[depth] if depth < _DEEPEST else _DEEPER[_DEEPEST]
        draw_larger, draw_leaf = whole.draws or whole.find_draws()
        is_light = type(case) is RandomCase
        if type(case) is RandomCase:
            # What `choose` does, inlined because it is too slow here. Echoes would be pointless.
            if case.offset:
                is_larger = case.choose(domain)
            else:
                chance = _lowered(domain, depth, excess) if excess else domain.probability
                is_larger = case.random.random() < chance
                case.choices.append(is_larger)
        else:
            is_larger = case.choose(domain)
        if not is_larger:
            memo[whole] = (depth, leaves + 1, excess)
            return draw_leaf(case) if is_light else case.draw(whole.base)
        memo[whole] = (depth + 1, leaves, excess)
        value = draw_larger(case) if is_light else case.draw(whole.extended)
        # Drawing may have restored an older memo, so look it up again.
        memo = case.memo
        memo[whole] = (depth, memo[whole][1], excess)
        return value

    def label_to(self, depth: int) -> str:
        return f"Level:{self.whole.base.label_to(depth - 1)}" if depth else "Level"

    def calc_is_empty(self, recur: Callable[[SearchStrategy[Any]], bool]) -> bool:
        return recur(self.whole.base)

    def __repr__(self) -> str:
        return "..."


def _lowered(domain: Boolean, depth: int, excess: int) -> float:
    """The chance to extend in a draw that is repeated because it was too large.

    The draw becomes shallower, but not a single leaf: leaves are never too large, and would soon
    be all that is left.
    """
    if depth:
        return domain.probability * 0.5**excess
    return 1.0 if excess < _PERSISTENCE else domain.probability


def _is_surely_without(strategy: SearchStrategy[Any], part: SearchStrategy[Any]) -> bool:
    """Whether a strategy certainly never draws from a part, as far as can be told."""
    return not any(
        # Some decide what to draw from while drawing; of user-defined classes nothing is known.
        each is part
        or isinstance(each, (FlatMapped, Composite))
        or not type(each).__module__.startswith("shortlex.")
        for each in (strategy, *everything_in(strategy))
    )


def recursive(
    base: SearchStrategy[T],
    extend: Callable[[SearchStrategy[Any]], SearchStrategy[U]],
    *,
    min_leaves: int | None = None,
    max_leaves: int = 100,
) -> SearchStrategy[T | U]:
    """Values of ``base``, or of what ``extend`` makes from a strategy for such values.

    One value contains at most ``max_leaves`` values of ``base``. Reduces to a single leaf.
    """
    kwargs: dict[str, Any] = {}
    if min_leaves is not None:
        kwargs["min_leaves"] = min_leaves
    if max_leaves != 100:
        kwargs["max_leaves"] = max_leaves
    return Lazy(_recursive, (base, extend), kwargs, name="recursive")


def _recursive(
    base: Any, extend: Any, min_leaves: Any = None, max_leaves: Any = 100
) -> SearchStrategy[Any]:
    check_is_strategy(base, "recursive(): base")
    if not callable(extend):
        raise InvalidArgument(
            f"recursive(extend={shown(extend)}): must be a function, such as `lambda children: "
            "lists(children)`."
        )
    for name, value in (("min_leaves", min_leaves), ("max_leaves", max_leaves)):
        if value is None and name == "min_leaves":
            continue
        if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
            raise InvalidArgument(
                f"recursive({name}={shown(value)}): must be a whole number above 0."
            )
    if min_leaves is not None and min_leaves > max_leaves:
        raise InvalidArgument(
            f"recursive(min_leaves={min_leaves}, max_leaves={max_leaves}): min_leaves must not be "
            "above max_leaves."
        )
    # Without ``min_leaves`` there may be no leaf at all: a list can be empty.
    return Recursive(base, extend, min_leaves or 0, max_leaves)


class Deferred(SearchStrategy[T]):
    """A strategy that is defined later, perhaps in terms of itself."""

    def __init__(self, definition: Callable[[], SearchStrategy[T]]) -> None:
        self.definition = definition
        self._defined: SearchStrategy[T] | None = None
        self._is_recursive: bool | None = None

    @property
    def defined(self) -> SearchStrategy[T]:
        if self._defined is None:
            strategy = self.define()
            # As in Lazy: all threads use the one that is set first.
            with FIRST:
                if self._defined is None:
                    self._defined = strategy
        return self._defined

    def define(self) -> SearchStrategy[T]:
        """Call the function, and check its result."""
        if not isinstance(self.definition, FunctionType):
            raise InvalidArgument(
                f"deferred(definition={shown(self.definition)}): must be a function without "
                "arguments, such as `lambda: tree`."
            )
        strategy: SearchStrategy[T] = self.definition()
        check_is_strategy(strategy, f"{self!r}: the result of its function")
        if strategy is self:
            raise InvalidArgument(
                f"{self!r}: its function gave back the strategy itself. Return what it is "
                "made of, such as `none() | tuples(tree, tree)`."
            )
        return strategy

    @property
    def is_recursive(self) -> bool:
        """Whether it contains itself."""
        if self._is_recursive is None:
            self._is_recursive = contains(self, self)
        return self._is_recursive

    def resolved(self) -> SearchStrategy[T]:
        return self if self.is_recursive else self.defined.resolved()

    def do_draw(self, case: Case) -> T:
        if self.is_empty:
            case.reject(self)
        draw = self._draw_smaller if self.is_recursive else self.resolved().do_draw
        self.do_draw = draw  # type: ignore[method-assign]  # the checks above are made only once
        return draw(case)

    def _draw_smaller(self, case: Case) -> T:
        """Each time it contains itself, it makes less; otherwise most recursion would never end."""
        draw = self.defined.do_draw
        if type(case) is not RandomCase:
            return draw(case)
        scale = case.scale
        # A scale above 1 is for the outermost level only: sizes of levels multiply.
        case.scale = (scale if scale < 1.0 else 1.0) * _NARROWING
        try:
            return draw(case)
        finally:
            case.scale = scale

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.defined,)

    def label_to(self, depth: int) -> str:
        return self.defined.label_to(depth - 1) if depth else type(self).__name__

    def calc_branches(self, inside: Seen, beyond: Seen) -> tuple[SearchStrategy[T], ...] | None:
        if id(self) in inside:
            return ()
        if id(self) in beyond:
            return None
        branches = self.defined.calc_branches(inside | {id(self)}, beyond)
        return (self,) if branches is not None and len(branches) == 1 else branches

    def __repr__(self) -> str:
        return f"deferred({describe_argument(self.definition)})"


def deferred(definition: Callable[[], SearchStrategy[T]]) -> SearchStrategy[T]:
    """The strategy that a function returns, called when first needed.

    It lets a strategy be used before it is defined, and in its own definition. Reduces as that
    strategy does.
    """
    return Deferred(definition)
