"""SearchStrategy: a recipe for values, and ways to derive one recipe from another.

``do_draw(case)`` makes a value out of choices. It depends on nothing else, so the same choices
always make the same value: that is what lets a failing value be reduced through its choices.

Size: ``map``, ``filter`` and ``flatmap`` are read together with the class they belong to.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterable
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeGuard, TypeVar, overload
from zlib import crc32

from shortlex.control import current, currently_in_test_context
from shortlex.core.case import Case, RandomCase
from shortlex.core.domain import Domain
from shortlex.core.shown import encoded, shown
from shortlex.errors import (
    InvalidArgument,
    InvalidState,
    NonInteractiveExampleWarning,
    Overrun,
    Rejected,
    Unsatisfiable,
    UnsatisfiedAssumption,
)
from shortlex.strategies.describe import describe_callable
from shortlex.strategies.graph import solve_emptiness
from shortlex.strategies.refused_draws import PATIENCE, REFUSED, find_instead

if TYPE_CHECKING:
    from shortlex.strategies.conditions.predicates import Demand, Named

Ex = TypeVar("Ex", covariant=True)
T = TypeVar("T")

LABEL_DEPTH = 4
"""How many levels of parts a label includes. Recursive strategies have no bottom."""

Seen = frozenset[int]
"""Identities of the strategies whose branches are being listed."""

NONE_SEEN: Seen = frozenset()

Alternatives = tuple[tuple["SearchStrategy[Any]", "SearchStrategy[Any]"], ...]
"""The branches of a union: each alone, and with what is derived from it."""


class SearchStrategy(Generic[Ex]):
    """A recipe for values of type ``Ex``.

    Made by the functions of ``shortlex.strategies`` and by the methods below; public for
    annotations and for ``isinstance``. A class of your own needs only ``do_draw(case)``.
    """

    is_own_choice = False
    """Whether it makes a single choice, which is the value."""

    is_shared = False
    """Whether equal calls of its function return this very strategy."""

    known_empty: bool | None = None
    """The answer of ``is_empty``, once it is known."""

    _labels: dict[int, str] | None = None
    _is_validated = False

    def do_draw(self, case: Case) -> Ex:
        """Make a value."""
        raise TypeError(f"{type(self).__name__} does not say how to draw: define do_draw(case)")

    # For other strategies and the reducer.

    @property
    def label(self) -> str:
        """The name of its spans, equal for strategies made the same way."""
        return self.label_to(LABEL_DEPTH)

    def label_to(self, depth: int) -> str:
        """The label, including ``depth`` levels of parts."""
        if self._labels is None:
            self._labels = {}
        if depth not in self._labels:
            name = type(self).__name__
            parts = "/".join(part.label_to(depth - 1) for part in self.parts() if depth)
            self._labels[depth] = f"{name}:{crc32(encoded(parts)):08x}" if parts else name
        return self._labels[depth]

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        """The strategies that this one draws from."""
        return ()

    @property
    def is_empty(self) -> bool:
        """Whether it is known that no value can ever be made."""
        return solve_emptiness(self) if self.known_empty is None else self.known_empty

    def calc_is_empty(self, recur: Callable[[SearchStrategy[Any]], bool]) -> bool:
        """Whether it is empty, given ``recur``, which answers for other strategies."""
        return any(recur(part) for part in self.parts())

    @property
    def branches(self) -> tuple[SearchStrategy[Ex], ...]:
        """The alternatives of a union; otherwise only the strategy itself."""
        return self.calc_branches(NONE_SEEN, NONE_SEEN) or (self,)

    def calc_branches(self, inside: Seen, beyond: Seen) -> tuple[SearchStrategy[Ex], ...] | None:
        """The branches, seen from within the unions ``inside``, which add nothing to themselves.

        None if a union ``beyond`` is met, from which values are being derived: its list of branches
        would have no end.
        """
        return (self,)

    def resolved(self) -> SearchStrategy[Ex]:
        """The strategy that is really drawn from: itself, unless it stands for another."""
        return self

    def call_key(self) -> object:
        """A key that is equal for strategies made by equal calls of the same function."""
        return self

    def single_domain(self) -> Domain | None:
        """The domain, if it makes one choice and nothing else. See ``refused_draws``."""
        return None

    def value_of(self, choice: Any) -> Any:
        """The value that a single choice stands for, or REFUSED."""
        raise TypeError(f"{self!r} makes more than a single choice")

    def alternatives(self) -> Alternatives:
        """What it draws from once a branch is chosen, if it begins by choosing a branch of a union.

        For each branch: the branch itself, and the branch with all that is derived from its values.
        """
        return ()

    def narrowed(self, demand: Demand) -> SearchStrategy[Ex] | None:
        """A strategy without some of the values that do not meet a demand.

        It keeps all values that meet the demand, in the same order. None if it would be no
        different, or if that is not known. See ``predicates``.
        """
        return None

    def count_at_most(self) -> int | None:
        """An upper bound for the number of different values, if one is known."""
        return None

    def validate(self) -> None:
        """Raise InvalidArgument if the recipe cannot be used."""
        if not self._is_validated:
            self._is_validated = True
            try:
                self.do_validate()
            except BaseException:
                self._is_validated = False
                raise

    def do_validate(self) -> None:
        for part in self.parts():
            part.validate()

    # For users.

    def map(self, pack: Callable[[Ex], T]) -> SearchStrategy[T]:
        """Apply a function to every value."""
        check_callable("map", pack)
        return Mapped(self, pack)

    @overload
    def filter(self, condition: Callable[[Ex], TypeGuard[T]]) -> SearchStrategy[T]: ...
    @overload
    def filter(self, condition: Callable[[Ex], object]) -> SearchStrategy[Ex]: ...
    def filter(self, condition: Callable[[Ex], object]) -> SearchStrategy[Any]:
        """Keep the values for which ``condition`` is true; others are drawn again."""
        check_callable("filter", condition)
        return Filtered(self, (condition,))

    def flatmap(self, expand: Callable[[Ex], SearchStrategy[T]]) -> SearchStrategy[T]:
        """Draw a value, and then draw from the strategy that ``expand`` makes from it."""
        check_callable("flatmap", expand)
        return FlatMapped(self, expand)

    def __or__(self, other: SearchStrategy[T]) -> SearchStrategy[Ex | T]:
        from shortlex.strategies.unions import either

        return either(self, other)

    def __bool__(self) -> bool:
        import warnings

        from shortlex.errors import ShortlexWarning

        warnings.warn(
            f"bool({self!r}) is always True: did you mean to draw a value first?",
            ShortlexWarning,
            stacklevel=2,
        )
        return True

    def example(self) -> Ex:
        """One value, to look at in a prompt. In a test, draw with @given instead."""
        return example_of(self)


def check_callable(method: str, function: object) -> None:
    if not callable(function):
        raise InvalidArgument(f".{method}({shown(function)}): the argument must be a function.")


def check_is_strategy(strategy: object, name: str) -> None:
    """Raise unless ``strategy`` is one; ``name`` says where it was given."""
    if not isinstance(strategy, SearchStrategy):
        hint = ""
        if isinstance(strategy, (list, tuple)):
            hint = f" To choose one of its elements, use sampled_from({shown(strategy)})."
        elif isinstance(strategy, type) or callable(strategy):
            hint = " Did you forget to call it?"
        else:
            hint = f" To have this value always, use just({shown(strategy)})."
        raise InvalidArgument(f"{name}={shown(strategy)} must be a strategy.{hint}")


class WeightedBranches(tuple[SearchStrategy[Any], ...]):
    """The branches of a union in which some are more likely."""

    weights: tuple[float, ...]

    def __new__(
        cls, branches: Iterable[SearchStrategy[Any]], weights: Iterable[float]
    ) -> WeightedBranches:
        made = super().__new__(cls, branches)
        made.weights = tuple(weights)
        return made


def weights_of(branches: tuple[SearchStrategy[Any], ...]) -> tuple[float, ...]:
    """The relative probability of each branch."""
    return getattr(branches, "weights", (1.0,) * len(branches))


class Derived(SearchStrategy[Ex]):
    """Values made from those of one other strategy."""

    base: SearchStrategy[Any]

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.base,)

    def over(self, base: SearchStrategy[Any]) -> SearchStrategy[Ex]:
        """The same derivation from another base."""
        raise TypeError("abstract: subclasses define how they derive values")

    def calc_branches(self, inside: Seen, beyond: Seen) -> tuple[SearchStrategy[Ex], ...] | None:
        # Derived from each branch of the base, unless those are derived from this in turn.
        branches = self.base.calc_branches(NONE_SEEN, inside | beyond)
        if branches is None or len(branches) <= 1:
            return (self,)
        derived = tuple(self.over(branch) for branch in branches)
        if isinstance(branches, WeightedBranches):
            return WeightedBranches(derived, branches.weights)
        return derived


class Mapped(Derived[T]):
    """Values of another strategy, passed through a function."""

    def __init__(self, base: SearchStrategy[Any], pack: Callable[[Any], T]) -> None:
        self.base = base
        self.pack = pack

    def do_draw(self, case: Case) -> T:
        checkpoint = case.checkpoint()
        start = len(case.choices)
        try:
            return self.pack(self.base.do_draw(case))
        except UnsatisfiedAssumption:
            pass
        # Not in the handler: the assumption would become the context of the next error.
        return self._draw_again(case, checkpoint, start)

    def _draw_again(self, case: Case, checkpoint: Any, start: int) -> T:
        """Draw again after an ``assume`` in the function failed: that makes it a filter, too."""
        attempt = 0
        while True:
            attempt += 1
            if attempt == PATIENCE or (attempt == 1 and type(case) is not RandomCase):
                case.forget_remarks(checkpoint)
                found = find_instead(case, self, start)
                if found is not REFUSED:
                    return found  # type: ignore[no-any-return]  # what the function returned
            if not case.retry(checkpoint, attempt):
                case.reject(self)
            try:
                return self.pack(self.base.do_draw(case))
            except UnsatisfiedAssumption:
                continue

    def over(self, base: SearchStrategy[Any]) -> SearchStrategy[T]:
        return Mapped(base, self.pack)

    def single_domain(self) -> Domain | None:
        return self.base.single_domain()

    def value_of(self, choice: Any) -> Any:
        value = self.base.value_of(choice)
        try:
            return REFUSED if value is REFUSED else self.pack(value)
        except UnsatisfiedAssumption:
            return REFUSED

    def alternatives(self) -> Alternatives:
        return tuple((plain, self.over(each)) for plain, each in self.base.alternatives())

    def count_at_most(self) -> int | None:
        return self.base.count_at_most()

    def __repr__(self) -> str:
        return f"{self.base!r}.map({describe_callable(self.pack)})"


class Filtered(Derived[Ex]):
    """Values of another strategy that satisfy every condition.

    If it is clear what a condition demands, values are drawn from a narrower strategy. A value that
    is still refused is replaced by another, or drawn again, and leaves no choices behind: the case
    reads as if the first try had succeeded. The whole case is given up only if no try succeeds.
    """

    _draw: Callable[[Case], Any] | None = None
    """Draws a value that is still to be checked."""

    def __init__(
        self, base: SearchStrategy[Ex], conditions: tuple[Callable[[Any], object], ...]
    ) -> None:
        self.base = base
        self.conditions = conditions
        self._narrow: SearchStrategy[Ex] | None = None
        self._names: tuple[Named, ...] = ()

    @property
    def narrow(self) -> SearchStrategy[Ex]:
        """The strategy to draw from: the base without values that a condition certainly refuses."""
        if self._narrow is None:
            self._narrow, self._names = narrow(self.base, self.conditions)
        return self._narrow

    def _settle(self) -> Callable[[Case], Any]:
        # Not in __init__: the base may be recursive, and not fully defined yet.
        narrow = self.narrow
        if self._names:
            self._draw = self._draw_named
        elif narrow is not self.base and narrow.is_empty:
            self._draw = self._reject
        else:
            self._draw = narrow.resolved().do_draw
        return self._draw

    def _draw_named(self, case: Case) -> Any:
        """Draw narrowly as long as all names in the conditions have their old values."""
        if self._has_changed():
            return self.base.do_draw(case)
        if self.narrow.is_empty:
            self._reject(case)
        if type(case) is not RandomCase and self.base.resolved().is_own_choice:
            # The names may stand for drawn values, and a domain that changes with them is hard to
            # search. A value outside of the narrow strategy is moved into it.
            return self.base.do_draw(case)
        return self.narrow.do_draw(case)

    def _has_changed(self) -> bool:
        return any(each.has_changed() for each in self._names)

    def _reject(self, case: Case) -> Any:
        case.reject(self)

    def filter(self, condition: Callable[[Ex], object]) -> SearchStrategy[Any]:
        check_callable("filter", condition)
        return Filtered(self.base, (*self.conditions, condition))

    def do_draw(self, case: Case) -> Ex:
        draw = self._draw or self._settle()
        attempt = 0
        while True:
            checkpoint = case.checkpoint()
            start = len(case.choices)
            value: Ex = draw(case)
            for condition in self.conditions:
                if not condition(value):
                    break
            else:
                return value
            attempt += 1
            if attempt == PATIENCE or (attempt == 1 and type(case) is not RandomCase):
                case.forget_remarks(checkpoint)
                found = find_instead(case, self, start)
                if found is not REFUSED:
                    return found  # type: ignore[no-any-return]  # a value of the base
            if not case.retry(checkpoint, attempt):
                case.reject(self)

    @property
    def lasting(self) -> SearchStrategy[Ex]:
        """A strategy that stays valid: if names change, the narrow one is not used any more."""
        narrow = self.narrow
        return self.base if self._names else narrow

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.lasting,)

    def do_validate(self) -> None:
        self.base.validate()
        self._settle()

    def over(self, base: SearchStrategy[Any]) -> SearchStrategy[Ex]:
        return Filtered(base, self.conditions)

    def narrowed(self, demand: Demand) -> SearchStrategy[Ex] | None:
        base = self.base.narrowed(demand)
        return None if base is None else self.over(base)

    def single_domain(self) -> Domain | None:
        domain = self.narrow.single_domain()
        if not self._names:
            return domain
        # A position means nothing if the elements may change.
        own = self.base.single_domain() if self.base.resolved().is_own_choice else None
        return own if self._has_changed() else own and domain

    def value_of(self, choice: Any) -> Any:
        value = self.lasting.value_of(choice)
        if value is REFUSED:
            return REFUSED
        # Not `all`: a generator would change a StopIteration of the user to a RuntimeError.
        for condition in self.conditions:
            if not condition(value):
                return REFUSED
        return value

    def alternatives(self) -> Alternatives:
        return tuple((plain, self.over(each)) for plain, each in self.lasting.alternatives())

    def count_at_most(self) -> int | None:
        return self.lasting.count_at_most()

    def __repr__(self) -> str:
        filters = "".join(f".filter({describe_callable(each)})" for each in self.conditions)
        return f"{self.base!r}{filters}"


def narrow(
    base: SearchStrategy[Ex], conditions: tuple[Callable[[Any], object], ...]
) -> tuple[SearchStrategy[Ex], tuple[Named, ...]]:
    """A strategy for values that conditions may accept, and the names that this depends on."""
    from shortlex.strategies.conditions.predicates import read

    narrowest = base
    names: dict[tuple[int, str], Named] = {}
    for condition in conditions:
        reading = read(condition)
        for demand in reading.demands:
            narrower = narrowest.narrowed(demand)
            if narrower is not None:
                narrowest = narrower
                names |= {(id(each.where), each.name): each for each in reading.names}
    return narrowest, tuple(names.values())


class FlatMapped(Derived[T]):
    """Values of a strategy that depends on an earlier value."""

    def __init__(
        self, base: SearchStrategy[Any], expand: Callable[[Any], SearchStrategy[T]]
    ) -> None:
        self.base = base
        self.expand = expand

    def do_draw(self, case: Case) -> T:
        strategy = self.expand(case.draw(self.base))
        if not isinstance(strategy, SearchStrategy):
            raise InvalidArgument(
                f".flatmap({describe_callable(self.expand)}) must return a strategy, "
                f"but returned {shown(strategy)}. To return plain values, use .map()."
            )
        return case.draw(strategy)  # type: ignore[no-any-return]  # the strategy's own type

    def over(self, base: SearchStrategy[Any]) -> SearchStrategy[T]:
        return FlatMapped(base, self.expand)

    def __repr__(self) -> str:
        return f"{self.base!r}.flatmap({describe_callable(self.expand)})"


MAX_EXAMPLE_TRIES = 100
"""How many cases ``.example()`` tries."""

PYTEST_VARIABLE = "PYTEST_CURRENT_TEST"
"""Set in the environment while pytest runs a test."""


def example_of(strategy: SearchStrategy[T]) -> T:
    """What ``.example()`` shows at a prompt."""
    if currently_in_test_context():
        raise InvalidState(
            f"{shown(strategy)}.example() was called inside a test or strategy, where its value "
            "could be neither replayed nor reduced. Draw instead: @given, data() or @composite."
        )
    if PYTEST_VARIABLE in os.environ or not hasattr(sys, "ps1"):
        warnings.warn(
            f"{shown(strategy)}.example() is for the interactive prompt. In a test, use @given.",
            NonInteractiveExampleWarning,
            stacklevel=3,
        )
    strategy.validate()
    # A new generator each time, for variety at the prompt and without global state.
    random = Random()
    for _ in range(MAX_EXAMPLE_TRIES):
        case = RandomCase(random, 1.0, 1_000_000)
        token = current.set(case)
        try:
            return strategy.do_draw(case)
        except (Overrun, Rejected, UnsatisfiedAssumption, RecursionError):
            continue
        finally:
            current.reset(token)
    raise Unsatisfiable(f"No value of {shown(strategy)} was found in {MAX_EXAMPLE_TRIES} tries.")
