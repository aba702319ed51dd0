"""Unions: one of several strategies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeVar, overload

from shortlex.core.case import Case, RandomCase
from shortlex.core.domain import Domain
from shortlex.core.integer import Positions, Weighted
from shortlex.core.shown import shown
from shortlex.errors import InvalidArgument
from shortlex.strategies.conditions.predicates import Demand
from shortlex.strategies.graph import contains
from shortlex.strategies.lazy import MAX_KEPT, Lazy
from shortlex.strategies.selection import check_weights, nothing
from shortlex.strategies.strategy import (
    NONE_SEEN,
    Alternatives,
    SearchStrategy,
    Seen,
    WeightedBranches,
    weights_of,
)

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")
W = TypeVar("W")

MAX_BRANCHING = 1000
"""Once a case has this many choices, recursive unions choose only branches that end."""


class _Plan(NamedTuple):
    """What drawing from a union needs to know."""

    domain: Domain | None
    """The positions of branches, if there are several and all are equally likely."""

    draws: tuple[Callable[[Case], Any], ...]

    ends: tuple[int, ...]
    """In a recursive union, the positions of branches that do not contain it."""

    weighted: Weighted | None
    """The positions of branches, if some are more likely."""

    weighted_ends: Weighted | None
    """The positions in ``ends``, if some branches are more likely."""


class OneOf(SearchStrategy[T]):
    """One of several strategies, by its position. Unions inside unions are flattened."""

    _plan: _Plan | None = None

    def __init__(
        self,
        originals: Sequence[SearchStrategy[Any]],
        weights: tuple[float, ...] | None = None,
    ) -> None:
        self.originals = tuple(originals)
        self.weights = weights
        self._branches: tuple[SearchStrategy[T], ...] | None = None

    @property
    def branches(self) -> tuple[SearchStrategy[T], ...]:
        if self._branches is None:
            self._branches = self._usable_branches()
        return self._branches

    def _usable_branches(self) -> tuple[SearchStrategy[T], ...]:
        """The branches that can make a value, without repeats."""
        branches = self.calc_branches(NONE_SEEN, NONE_SEEN) or ()
        usable: dict[object, SearchStrategy[T]] = {}
        total: dict[object, float] = {}
        for each, weight in zip(branches, weights_of(branches), strict=True):
            if not each.is_empty:
                key = each.call_key()
                usable.setdefault(key, each)
                total[key] = total.get(key, 0.0) + weight
        if isinstance(branches, WeightedBranches) and len(set(total.values())) > 1:
            return WeightedBranches(usable.values(), total.values())
        return tuple(usable.values())

    def calc_branches(self, inside: Seen, beyond: Seen) -> tuple[SearchStrategy[T], ...] | None:
        if id(self) in inside:
            return ()
        if id(self) in beyond:
            return None
        inside |= {id(self)}
        groups: list[tuple[SearchStrategy[T], ...]] = []
        for each in self.originals:
            branches = each.calc_branches(inside, beyond)
            if branches is None:
                return None
            groups.append(branches)
        flat = tuple(chain.from_iterable(groups))
        if self.weights is None and not any(isinstance(g, WeightedBranches) for g in groups):
            return flat
        # Without weights, a nested union counts as many times as it has branches.
        shares = self.weights or [len(_usable(group)) for group in groups]
        spread = [_spread(*pair) for pair in zip(groups, shares, strict=True)]
        return WeightedBranches(flat, chain.from_iterable(spread))

    def do_draw(self, case: Case) -> T:
        plan = self._plan or self._make_plan()
        domain = plan.domain
        if domain is None:
            return self._draw_unevenly(case, plan)
        if type(case) is not RandomCase:
            return self._draw_recorded(case, domain)
        draws = plan.draws
        if case.offset:
            position = case.choose(domain)
        elif plan.ends and case.random.random() ** 2 > _scale_left(case):
            # Deep inside a recursive strategy, where the scale has become small.
            position = plan.ends[int(case.random.random() * len(plan.ends))]
            case.choices.append(position)
        elif case.mood is None:
            # What `choose` does for such a small range, inlined.
            position = int(case.random.random() * len(draws))
            case.choices.append(position)
        else:
            position = case.choose(domain)
        return draws[position](case)  # type: ignore[no-any-return]  # the branch's own type

    def _draw_recorded(self, case: Case, domain: Domain) -> T:
        place = len(case.choices)
        value = case.draw(self.branches[case.choose(domain)])
        case.record_alternative(place, value)
        return value  # type: ignore[no-any-return]  # as above

    def _draw_unevenly(self, case: Case, plan: _Plan) -> T:
        """Draw if there is no choice to make, or some branches are more likely."""
        if not plan.draws:
            case.reject(self)
        if plan.weighted is None:
            return case.draw(self.branches[0])  # type: ignore[no-any-return]  # as above
        if type(case) is not RandomCase:
            return self._draw_recorded(case, plan.weighted)
        if plan.weighted_ends is not None and case.random.random() ** 2 > _scale_left(case):
            position = plan.ends[plan.weighted_ends.sample(case.random, case.scale)]
            case.choices.append(position)
        else:
            position = case.choose(plan.weighted)
        return plan.draws[position](case)  # type: ignore[no-any-return]  # as above

    def _make_plan(self) -> _Plan:
        branches = self.branches
        ends: list[int] = []
        if contains(self, self):
            ends = [i for i, branch in enumerate(branches) if not contains(branch, self)]
        weights = weights_of(branches) if isinstance(branches, WeightedBranches) else None
        is_even = weights is None and len(branches) > 1
        plan = _Plan(
            domain=Positions(len(branches)) if is_even else None,
            draws=tuple(branch.resolved().do_draw for branch in branches),
            ends=tuple(ends),
            weighted=Weighted(weights) if weights else None,
            weighted_ends=Weighted([weights[i] for i in ends]) if weights and ends else None,
        )
        # All threads use the plan that is kept first: a case tells unions apart by their domain.
        kept: _Plan = self.__dict__.setdefault("_plan", plan)
        return kept

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
        originals = [each if narrower is None else narrower for narrower, each in pairs]
        return OneOf(originals, self.weights)

    def count_at_most(self) -> int | None:
        total = 0
        for branch in self.branches:
            count = branch.count_at_most()
            if count is None:
                return None
            total += count
        return total

    def __repr__(self) -> str:
        parts = [*map(repr, self.originals)]
        if self.weights is not None:
            parts.append(f"weights={shown([*self.weights])}")
        return f"one_of({', '.join(parts)})"


def _scale_left(case: RandomCase) -> float:
    """The scale, which falls while a case grows; otherwise heavy branching would never end."""
    return case.scale * (1.0 - len(case.choices) / MAX_BRANCHING)


def _usable(branches: tuple[SearchStrategy[Any], ...]) -> list[SearchStrategy[Any]]:
    return [each for each in branches if not each.is_empty]


def _spread(branches: tuple[SearchStrategy[Any], ...], share: float) -> Iterator[float]:
    """The share of a nested union, spread over its branches."""
    pairs = [*zip(branches, weights_of(branches), strict=True)]
    total = sum(weight for branch, weight in pairs if not branch.is_empty)
    return (share * weight / total if total else 0.0 for _, weight in pairs)


def either(left: SearchStrategy[T], right: object) -> SearchStrategy[Any]:
    """The value of ``left | right``: one union, however long the chain."""
    if not isinstance(right, SearchStrategy):
        raise ValueError(
            f"Cannot | the strategy {shown(left)} with {shown(right)}, which is not one. To have "
            f"it as a value, use just({shown(right)})."
        )
    originals: list[SearchStrategy[Any]] = []
    for each in (left, right):
        is_chain = isinstance(each, OneOf) and each.weights is None
        originals += each.parts() if is_chain else (each,)
    return OneOf(originals)


Weights = Iterable[float] | None


@overload
def one_of(
    strategies: Iterable[SearchStrategy[T]], /, *, weights: Weights = None
) -> SearchStrategy[T]: ...
@overload
def one_of(a: SearchStrategy[T], /, *, weights: Weights = None) -> SearchStrategy[T]: ...
@overload
def one_of(
    a: SearchStrategy[T], b: SearchStrategy[U], /, *, weights: Weights = None
) -> SearchStrategy[T | U]: ...
@overload
def one_of(
    a: SearchStrategy[T],
    b: SearchStrategy[U],
    c: SearchStrategy[V],
    /,
    *,
    weights: Weights = None,
) -> SearchStrategy[T | U | V]: ...
@overload
def one_of(
    a: SearchStrategy[T],
    b: SearchStrategy[U],
    c: SearchStrategy[V],
    d: SearchStrategy[W],
    /,
    *,
    weights: Weights = None,
) -> SearchStrategy[T | U | V | W]: ...
@overload
def one_of(*strategies: SearchStrategy[T], weights: Weights = None) -> SearchStrategy[T]: ...
def one_of(*strategies: Any, weights: Weights = None) -> SearchStrategy[Any]:
    """A value of one of the strategies, all equally likely; reduces to the earlier ones.

    Takes strategies, or one iterable of strategies. ``a | b`` is the same as ``one_of(a, b)``.
    With ``weights``, one positive number for each, some are more likely, but that does not change
    which are simpler.
    """
    if len(strategies) == 1 and not isinstance(strategies[0], SearchStrategy):
        try:
            strategies = tuple(strategies[0])
        except TypeError:
            raise InvalidArgument(
                f"one_of({shown(strategies[0])}): the argument must be a strategy or an iterable "
                f"of them. To have this value always, use just({shown(strategies[0])})."
            ) from None
    if weights is not None:
        return Lazy(_one_of, strategies, {"weights": weights}, name="one_of")
    if not strategies:
        return nothing()
    if all(isinstance(each, SearchStrategy) for each in strategies):
        if len(strategies) == 1:
            return strategies[0]  # type: ignore[no-any-return]  # checked above
        is_shared = all(each.is_shared for each in strategies)
        return _shared_union(strategies) if is_shared else OneOf(strategies)
    if not any(isinstance(each, SearchStrategy) for each in strategies):
        # Certainly a mistake, so raise at once.
        return _one_of(*strategies)
    return Lazy(_one_of, strategies, {}, name="one_of")


# Cached, because draws often call it, and then it need not find out again what its branches are.
@lru_cache(maxsize=MAX_KEPT)
def _shared_union(strategies: tuple[SearchStrategy[Any], ...]) -> SearchStrategy[Any]:
    union: SearchStrategy[Any] = OneOf(strategies)
    union.is_shared = True
    return union


def _one_of(*strategies: Any, weights: Any = None) -> SearchStrategy[Any]:
    """The union with weights. Raises if an argument is not a strategy."""
    if all(isinstance(each, SearchStrategy) for each in strategies):
        return OneOf(strategies, check_weights("one_of", weights, len(strategies)))
    position, wrong = next(
        (position, each)
        for position, each in enumerate(strategies)
        if not isinstance(each, SearchStrategy)
    )
    raise InvalidArgument(
        f"one_of(): argument {position} is {shown(wrong)}, which is not a strategy. To choose one "
        f"of some values, use sampled_from({shown(list(strategies))})."
    )
