"""Choosing: values given beforehand, and one of several strategies."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar, overload

from shortlex.core.case import Case
from shortlex.core.domain import Domain
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.errors import InvalidArgument
from shortlex.strategies.lazy import lazy
from shortlex.strategies.strategy import SearchStrategy

T = TypeVar("T")
U = TypeVar("U")


class OneChoice(SearchStrategy[T]):
    """A strategy that makes exactly one choice, which is the value or stands for it."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain

    def do_draw(self, case: Case) -> T:
        return case.choose(self.domain)  # type: ignore[no-any-return]  # the domain's own type

    def value_of(self, choice: Any) -> T:
        """The value that a choice stands for."""
        return choice  # type: ignore[no-any-return]  # the domain's own type

    @property
    def label(self) -> str:
        return repr(self.domain)

    def __repr__(self) -> str:
        return f"OneChoice({self.domain!r})"


class Just(SearchStrategy[T]):
    """One value, without a choice."""

    def __init__(self, value: T) -> None:
        self.value = value

    def do_draw(self, case: Case) -> T:
        return self.value

    def __repr__(self) -> str:
        return "none()" if self.value is None else f"just({self.value!r})"


class Nothing(SearchStrategy[Any]):
    """No value at all. Whatever is derived from it has none either."""

    def do_draw(self, case: Case) -> Any:
        case.reject(self)

    def calc_is_empty(self) -> bool:
        return True

    def map(self, pack: Any) -> SearchStrategy[Any]:
        return self

    def filter(self, condition: Any) -> SearchStrategy[Any]:
        return self

    def flatmap(self, expand: Any) -> SearchStrategy[Any]:
        return self

    def __repr__(self) -> str:
        return "nothing()"


class Sampled(OneChoice[T]):
    """One of the given elements, by its position."""

    def __init__(self, elements: Sequence[T], shown: object) -> None:
        super().__init__(Integer(0, len(elements) - 1))
        self.elements = elements
        self._shown = shown

    def do_draw(self, case: Case) -> T:
        return self.elements[case.choose(self.domain)]

    def value_of(self, choice: Any) -> T:
        return self.elements[choice]

    def __repr__(self) -> str:
        shown = self._shown.__name__ if isinstance(self._shown, type) else repr(self._shown)
        return f"sampled_from({shown})"


class OneOf(SearchStrategy[T]):
    """One of several strategies, by its position. Unions inside unions are flattened."""

    def __init__(self, originals: Sequence[SearchStrategy[Any]]) -> None:
        self.originals = tuple(originals)
        self._branches: tuple[SearchStrategy[T], ...] | None = None
        self._domain: Domain | None = None

    @property
    def branches(self) -> tuple[SearchStrategy[T], ...]:
        if self._branches is None:
            # A union that contains itself counts as one branch of itself.
            self._branches = (self,)
            flat = [branch for each in self.originals for branch in each.branches]
            usable = [branch for branch in flat if branch is not self and not branch.is_empty]
            self._branches = tuple(dict.fromkeys(usable))
            if len(self._branches) > 1:
                self._domain = Integer(0, len(self._branches) - 1)
        return self._branches

    def do_draw(self, case: Case) -> T:
        domain = self._domain
        if domain is None:
            branches = self.branches
            domain = self._domain
            if domain is None:
                if not branches:
                    case.reject(self)
                return case.draw(branches[0])  # type: ignore[no-any-return]  # the branch's type
        return case.draw(self._branches[case.choose(domain)])  # type: ignore[index, no-any-return]  # set with the domain

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return self.originals

    def calc_is_empty(self) -> bool:
        return all(each.is_empty for each in self.originals)

    def __repr__(self) -> str:
        return f"one_of({', '.join(map(repr, self.originals))})"


def none() -> SearchStrategy[None]:
    """``None``."""
    return Just(None)


def just(value: T) -> SearchStrategy[T]:
    """Always this very object, uncopied. Makes no choice."""
    return Just(value)


def nothing() -> SearchStrategy[Any]:
    """No value: a branch that is never taken, or a test that cannot run."""
    return _NOTHING


_NOTHING = Nothing()


@overload
def one_of(strategies: Iterable[SearchStrategy[T]], /) -> SearchStrategy[T]: ...
@overload
def one_of(*strategies: SearchStrategy[T]) -> SearchStrategy[T]: ...
def one_of(*strategies: Any) -> SearchStrategy[Any]:
    """A value of one of the strategies, each as likely; reduces to the earlier ones.

    Takes strategies, or one iterable of strategies. ``a | b`` is the same as ``one_of(a, b)``.
    """
    given = strategies
    if len(strategies) == 1 and not isinstance(strategies[0], SearchStrategy):
        try:
            strategies = tuple(strategies[0])
        except TypeError:
            raise InvalidArgument(
                f"one_of({given[0]!r}): the argument must be a strategy or an iterable of them."
            ) from None
    for position, each in enumerate(strategies):
        if not isinstance(each, SearchStrategy):
            raise InvalidArgument(
                f"one_of(): argument {position} is {each!r}, which is not a strategy. To choose "
                f"one of some values, use sampled_from({list(strategies)!r})."
            )
    if len(strategies) == 1:
        return strategies[0]  # type: ignore[no-any-return]  # checked above
    return OneOf(strategies) if strategies else _NOTHING


@overload
def sampled_from(elements: type[enum.Enum]) -> SearchStrategy[Any]: ...
@overload
def sampled_from(elements: Sequence[T]) -> SearchStrategy[T]: ...
@lazy
def sampled_from(elements: Any) -> SearchStrategy[Any]:
    """One of the elements; reduces to the earlier ones.

    Takes a sequence (a range stays lazy), an Enum class, or a Flag class: for flags also their
    combinations are made, reducing to a single flag.
    """
    if isinstance(elements, type) and issubclass(elements, enum.Enum):
        return _sampled_enum(elements)
    if isinstance(elements, dict):
        elements_list: Sequence[Any] = tuple(elements)
    elif isinstance(elements, (set, frozenset)):
        raise InvalidArgument(
            f"sampled_from({elements!r}): a set has no order, so nothing could be replayed. "
            "Use sampled_from(sorted(...))."
        )
    elif not isinstance(elements, Sequence) and not _is_flat_array(elements):
        raise InvalidArgument(
            f"sampled_from({elements!r}): must be a sequence such as a list, or an Enum class."
            + (" To choose one of some strategies, use one_of()." if _is_strategy(elements) else "")
        )
    else:
        elements_list = elements
    if len(elements_list) == 0:
        raise InvalidArgument(f"sampled_from({elements!r}): there is nothing to choose from.")
    if len(elements_list) == 1:
        return Just(elements_list[0])
    return Sampled(elements_list, elements)


def _is_strategy(value: object) -> bool:
    return isinstance(value, SearchStrategy)


def _is_flat_array(value: Any) -> bool:
    """numpy arrays of one dimension are sequences in all but name."""
    return hasattr(value, "__array__") and getattr(value, "ndim", 0) == 1


def _sampled_enum(cls: type[enum.Enum]) -> SearchStrategy[Any]:
    members = list(cls)
    if not members:
        raise InvalidArgument(
            f"sampled_from({cls.__name__}): the Enum has no members. Annotations alone do not "
            "make members: assign values."
        )
    if not issubclass(cls, enum.Flag):
        return Sampled(members, cls) if len(members) > 1 else Just(members[0])
    return SampledFlags(cls, members)


_EXTRA_FLAGS = Sizes(0, 5)


class SampledFlags(SearchStrategy[Any]):
    """A flag alone, or any combination of flags."""

    def __init__(self, cls: type[enum.Flag], members: Sequence[enum.Flag]) -> None:
        self.cls = cls
        self.members = sorted(members, key=lambda flag: (flag.value.bit_count(), flag.value))
        self._first = Integer(0, len(self.members) - 1)

    def do_draw(self, case: Case) -> Any:
        # One flag, then perhaps others: dropping the later choices leaves a single flag.
        flags = self.members[case.choose(self._first)]
        for _ in case.repeat(_EXTRA_FLAGS, "flag"):
            flags |= self.members[case.choose(self._first)]
        return flags

    def __repr__(self) -> str:
        return f"sampled_from({self.cls.__name__})"
