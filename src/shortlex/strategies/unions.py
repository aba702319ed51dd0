"""Unions: one of several strategies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar, overload

from shortlex.core.case import Case, RandomCase
from shortlex.core.domain import Domain
from shortlex.errors import InvalidArgument
from shortlex.strategies.choosing import nothing, position_in
from shortlex.strategies.graph import contains
from shortlex.strategies.lazy import Lazy
from shortlex.strategies.predicates import Demand
from shortlex.strategies.strategy import NONE_SEEN, Alternatives, SearchStrategy, Seen

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")
W = TypeVar("W")


class _Plan(NamedTuple):
    """What drawing from a union needs to know."""

    domain: Domain | None
    """Of the positions of branches, if there are several."""

    draws: tuple[Callable[[Case], Any], ...]

    ends: tuple[int, ...]
    """In a recursive union, the positions of branches that do not come back to it."""


class OneOf(SearchStrategy[T]):
    """One of several strategies, by its position. Unions inside unions are flattened."""

    def __init__(self, originals: Sequence[SearchStrategy[Any]]) -> None:
        self.originals = tuple(originals)
        self._branches: tuple[SearchStrategy[T], ...] | None = None
        self._plan: _Plan | None = None

    @property
    def branches(self) -> tuple[SearchStrategy[T], ...]:
        if self._branches is None:
            usable: dict[object, SearchStrategy[T]] = {}
            for each in self.calc_branches(NONE_SEEN, NONE_SEEN) or ():
                if not each.is_empty:
                    usable.setdefault(each.call_key(), each)
            self._branches = tuple(usable.values())
        return self._branches

    def calc_branches(self, inside: Seen, beyond: Seen) -> tuple[SearchStrategy[T], ...] | None:
        if id(self) in inside:
            return ()
        if id(self) in beyond:
            return None
        inside |= {id(self)}
        flat: list[SearchStrategy[T]] = []
        for each in self.originals:
            branches = each.calc_branches(inside, beyond)
            if branches is None:
                return None
            flat += branches
        return tuple(flat)

    def do_draw(self, case: Case) -> T:
        plan = self._plan or self._make_plan()
        domain = plan.domain
        if domain is None:
            if not plan.draws:
                case.reject(self)
            return case.draw(self.branches[0])  # type: ignore[no-any-return]  # the branch's own type
        if type(case) is not RandomCase:
            place = len(case.choices)
            value = case.draw(self.branches[case.choose(domain)])
            case.record_alternative(place, value)
            return value  # type: ignore[no-any-return]  # as above
        draws = plan.draws
        if plan.ends and case.random.random() ** 2 > case.scale:
            # Deep inside a recursive strategy, where the scale has become small.
            position = plan.ends[int(case.random.random() * len(plan.ends))]
            case.choices.append(position)
        elif case.heard is None:
            # What `choose` does for so small a range, without a call.
            position = int(case.random.random() * len(draws))
            case.choices.append(position)
        else:
            position = case.choose(domain)
        return draws[position](case)  # type: ignore[no-any-return]  # as above

    def _make_plan(self) -> _Plan:
        branches = self.branches
        ends: list[int] = []
        if contains(self, self):
            ends = [i for i, branch in enumerate(branches) if not contains(branch, self)]
        self._plan = plan = _Plan(
            domain=position_in(len(branches)) if len(branches) > 1 else None,
            draws=tuple(branch.resolved().do_draw for branch in branches),
            ends=tuple(ends),
        )
        return plan

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return self.originals

    def do_validate(self) -> None:
        super().do_validate()
        self._make_plan()

    def calc_is_empty(self, recur: Callable[[SearchStrategy[Any]], bool]) -> bool:
        return all(recur(each) for each in self.originals)

    def alternatives(self) -> Alternatives:
        plan = self._plan or self._make_plan()
        return () if plan.domain is None else tuple((each, each) for each in self.branches)

    def narrowed(self, demand: Demand) -> SearchStrategy[T] | None:
        pairs = [(each.narrowed(demand), each) for each in self.originals]
        if all(narrower is None for narrower, _ in pairs):
            return None
        return OneOf([each if narrower is None else narrower for narrower, each in pairs])

    def count_at_most(self) -> int | None:
        total = 0
        for branch in self.branches:
            count = branch.count_at_most()
            if count is None:
                return None
            total += count
        return total

    def __repr__(self) -> str:
        return f"one_of({', '.join(map(repr, self.originals))})"


def either(left: SearchStrategy[T], right: object) -> SearchStrategy[Any]:
    """What ``left | right`` is: one union, however long the chain."""
    if not isinstance(right, SearchStrategy):
        raise ValueError(
            f"Cannot | the strategy {left!r} with {right!r}, which is not one. To have it as a "
            f"value, use just({right!r})."
        )
    originals: list[SearchStrategy[Any]] = []
    for each in (left, right):
        originals += each.originals if type(each) is OneOf else (each,)
    return OneOf(originals)


@overload
def one_of(strategies: Iterable[SearchStrategy[T]], /) -> SearchStrategy[T]: ...
@overload
def one_of(a: SearchStrategy[T], /) -> SearchStrategy[T]: ...
@overload
def one_of(a: SearchStrategy[T], b: SearchStrategy[U], /) -> SearchStrategy[T | U]: ...
@overload
def one_of(
    a: SearchStrategy[T], b: SearchStrategy[U], c: SearchStrategy[V], /
) -> SearchStrategy[T | U | V]: ...
@overload
def one_of(
    a: SearchStrategy[T], b: SearchStrategy[U], c: SearchStrategy[V], d: SearchStrategy[W], /
) -> SearchStrategy[T | U | V | W]: ...
@overload
def one_of(*strategies: SearchStrategy[T]) -> SearchStrategy[T]: ...
def one_of(*strategies: Any) -> SearchStrategy[Any]:
    """A value of one of the strategies, each as likely; reduces to the earlier ones.

    Takes strategies, or one iterable of strategies. ``a | b`` is the same as ``one_of(a, b)``.
    """
    if len(strategies) == 1 and not isinstance(strategies[0], SearchStrategy):
        try:
            strategies = tuple(strategies[0])
        except TypeError:
            raise InvalidArgument(
                f"one_of({strategies[0]!r}): the argument must be a strategy or an iterable of "
                f"them. To have this value always, use just({strategies[0]!r})."
            ) from None
    if not strategies:
        return nothing()
    if all(isinstance(each, SearchStrategy) for each in strategies):
        return strategies[0] if len(strategies) == 1 else OneOf(strategies)
    if not any(isinstance(each, SearchStrategy) for each in strategies):
        # Certainly meant differently, so it is said at once.
        return _one_of(*strategies)
    return Lazy(_one_of, strategies, {}, name="one_of")


def _one_of(*strategies: Any) -> SearchStrategy[Any]:
    """The error, for a call that has some other value among its strategies."""
    position, wrong = next(
        (position, each)
        for position, each in enumerate(strategies)
        if not isinstance(each, SearchStrategy)
    )
    raise InvalidArgument(
        f"one_of(): argument {position} is {wrong!r}, which is not a strategy. To choose one of "
        f"some values, use sampled_from({list(strategies)!r})."
    )
