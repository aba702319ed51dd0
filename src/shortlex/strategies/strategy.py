"""SearchStrategy: a recipe for values, and the ways to derive one recipe from another.

``do_draw(case)`` makes a value out of choices. It depends on nothing else, so the same choices
always make the same value: that is what lets a failing value be reduced through its choices.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar
from zlib import crc32

from shortlex.core.case import Case
from shortlex.errors import InvalidArgument
from shortlex.strategies.describe import describe_callable

Ex = TypeVar("Ex", covariant=True)
T = TypeVar("T")


class SearchStrategy(Generic[Ex]):
    """A recipe for values of type ``Ex``.

    Made by the functions of ``shortlex.strategies`` and by the methods below; public for
    annotations and for ``isinstance``.
    """

    _label: str | None = None
    _is_empty: bool | None = None
    _is_validated = False

    def do_draw(self, case: Case) -> Ex:
        """Make a value."""
        raise TypeError(f"{type(self).__name__} does not say how to draw: define do_draw(case)")

    # What other strategies and the reducer want to know.

    @property
    def label(self) -> str:
        """Names the spans of this strategy: equal for strategies made the same way."""
        if self._label is None:
            # While the parts are asked, a recipe that contains itself answers with its kind.
            self._label = type(self).__name__
            parts = "/".join(part.label for part in self.parts())
            name = type(self).__name__
            self._label = f"{name}:{crc32(parts.encode()):08x}" if parts else name
        return self._label

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        """The strategies that this one draws from."""
        return ()

    @property
    def is_empty(self) -> bool:
        """Whether it is known that no value can ever be made."""
        if self._is_empty is None:
            # The least fixed point: a recipe that needs itself to make anything makes nothing.
            self._is_empty = True
            try:
                answer = self.calc_is_empty()
            finally:
                self._is_empty = None
            if not answer or not _in_recursion(self):
                self._is_empty = answer
            return answer
        return self._is_empty

    def calc_is_empty(self) -> bool:
        return any(part.is_empty for part in self.parts())

    @property
    def branches(self) -> tuple[SearchStrategy[Ex], ...]:
        """The alternatives that this strategy chooses from: itself, unless it is a union."""
        return (self,)

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

    # What users derive.

    def map(self, pack: Callable[[Ex], T]) -> SearchStrategy[T]:
        """Apply a function to every value."""
        check_callable("map", pack)
        return Mapped(self, pack)

    def filter(self, condition: Callable[[Ex], object]) -> SearchStrategy[Ex]:
        """Keep the values for which ``condition`` is true; others are drawn again."""
        check_callable("filter", condition)
        return Filtered(self, (condition,))

    def flatmap(self, expand: Callable[[Ex], SearchStrategy[T]]) -> SearchStrategy[T]:
        """Draw a value, and then from the strategy that ``expand`` makes of it."""
        check_callable("flatmap", expand)
        return FlatMapped(self, expand)

    def __or__(self, other: SearchStrategy[T]) -> SearchStrategy[Ex | T]:
        from shortlex.strategies.choosing import OneOf

        if not isinstance(other, SearchStrategy):
            raise ValueError(f"Cannot | a strategy with {other!r}, which is not one")
        return OneOf((self, other))

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
        from shortlex.strategies.interactive import example_of

        return example_of(self)


def _in_recursion(strategy: SearchStrategy[Any]) -> bool:
    """Whether a part is still being asked, so that the answer may only be provisional."""
    return any(part._is_empty is True for part in strategy.parts())


def check_callable(method: str, function: object) -> None:
    if not callable(function):
        raise InvalidArgument(f".{method}({function!r}): the argument must be a function")


def check_strategy(strategy: object, name: str) -> None:
    """Raise unless ``strategy`` is one; ``name`` says where it was given."""
    if not isinstance(strategy, SearchStrategy):
        hint = ""
        if isinstance(strategy, (list, tuple)):
            hint = f" To choose one of its elements, use sampled_from({strategy!r})."
        elif isinstance(strategy, type) or callable(strategy):
            hint = " Did you forget to call it?"
        raise InvalidArgument(f"{name}={strategy!r} must be a strategy.{hint}")


class Mapped(SearchStrategy[T]):
    """Values of another strategy, passed through a function."""

    def __init__(self, base: SearchStrategy[Any], pack: Callable[[Any], T]) -> None:
        self.base = base
        self.pack = pack

    def do_draw(self, case: Case) -> T:
        return self.pack(self.base.do_draw(case))

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.base,)

    @property
    def branches(self) -> tuple[SearchStrategy[T], ...]:
        branches = self.base.branches
        if len(branches) == 1:
            return (self,)
        return tuple(Mapped(branch, self.pack) for branch in branches)

    def __repr__(self) -> str:
        return f"{self.base!r}.map({describe_callable(self.pack)})"


class Filtered(SearchStrategy[Ex]):
    """Values of another strategy that satisfy every condition.

    A refused value is taken back and drawn again, and leaves no choices behind: the case reads
    as if it had been lucky at once. Only when no try succeeds is the whole case given up.
    """

    def __init__(
        self, base: SearchStrategy[Ex], conditions: tuple[Callable[[Any], object], ...]
    ) -> None:
        self.base = base
        self.conditions = conditions

    def filter(self, condition: Callable[[Ex], object]) -> SearchStrategy[Ex]:
        check_callable("filter", condition)
        return Filtered(self.base, (*self.conditions, condition))

    def do_draw(self, case: Case) -> Ex:
        attempt = 0
        while True:
            checkpoint = case.checkpoint()
            value = self.base.do_draw(case)
            for condition in self.conditions:
                if not condition(value):
                    break
            else:
                return value
            attempt += 1
            if not case.retry(checkpoint, attempt):
                case.reject(self)

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.base,)

    def __repr__(self) -> str:
        filters = "".join(f".filter({describe_callable(each)})" for each in self.conditions)
        return f"{self.base!r}{filters}"


class FlatMapped(SearchStrategy[T]):
    """Values of a strategy that depends on a value drawn before."""

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
                f"but returned {strategy!r}. To return plain values, use .map()."
            )
        return case.draw(strategy)  # type: ignore[no-any-return]  # the strategy's own type

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.base,)

    def __repr__(self) -> str:
        return f"{self.base!r}.flatmap({describe_callable(self.expand)})"
