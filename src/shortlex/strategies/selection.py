"""Selection: just, none, nothing, sampled_from; and weights, which unions take too."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, Never, TypeVar, overload
from zlib import crc32

from shortlex.core.case import Case
from shortlex.core.domain import Domain
from shortlex.core.integer import Positions, Weighted
from shortlex.core.shown import encoded, shown
from shortlex.core.sizes import Sizes
from shortlex.errors import InvalidArgument
from shortlex.strategies.lazy import lazy
from shortlex.strategies.refused_draws import MAX_ENUMERATED
from shortlex.strategies.strategy import SearchStrategy

if TYPE_CHECKING:
    from shortlex.core.string import String
    from shortlex.strategies.conditions.bounds import Narrowed
    from shortlex.strategies.conditions.predicates import Demand

T = TypeVar("T")
E = TypeVar("E", bound=enum.Enum)

_LONGEST_LABEL = 60


class OneChoice(SearchStrategy[T]):
    """A strategy of exactly one choice, which is the value or stands for it."""

    is_own_choice = True
    known_empty = False
    _label: str | None = None

    def __init__(self, domain: Domain) -> None:
        self.domain = domain

    def do_draw(self, case: Case) -> T:
        return case.choose(self.domain)  # type: ignore[no-any-return]  # the domain's own type

    def label_to(self, depth: int) -> str:
        if self._label is None:
            label = repr(self.domain)
            is_long = len(label) > _LONGEST_LABEL
            self._label = f"{self.domain.kind}:{crc32(encoded(label)):08x}" if is_long else label
        return self._label

    def single_domain(self) -> Domain:
        return self.domain

    def value_of(self, choice: Any) -> Any:
        return choice

    def count_at_most(self) -> int | None:
        return self.domain.count

    def __repr__(self) -> str:
        return f"OneChoice({self.domain!r})"


class Just(SearchStrategy[T]):
    """One value, without a choice."""

    known_empty = False

    def __init__(self, value: T) -> None:
        self.value = value

    def do_draw(self, case: Case) -> T:
        return self.value

    def count_at_most(self) -> int:
        return 1

    def __repr__(self) -> str:
        return "none()" if self.value is None else f"just({shown(self.value)})"


class Nothing(SearchStrategy[Any]):
    """No value at all. Strategies derived from it have none either."""

    known_empty = True

    def do_draw(self, case: Case) -> Any:
        case.reject(self)

    def count_at_most(self) -> int:
        return 0

    def map(self, pack: Any) -> SearchStrategy[Any]:
        return self

    def filter(self, condition: Any) -> SearchStrategy[Any]:
        return self

    def flatmap(self, expand: Any) -> SearchStrategy[Any]:
        return self

    def __repr__(self) -> str:
        return "nothing()"


@lru_cache(maxsize=256)
def position_in(count: int) -> Positions:
    """The domain of the positions in a sequence."""
    return Positions(count)


class Sampled(OneChoice[T]):
    """One of the given elements, by its position."""

    is_own_choice = False

    def __init__(self, elements: Sequence[T], weights: tuple[float, ...] | None = None) -> None:
        # A domain of its own, because a case leaves out alternatives by domain.
        super().__init__(Weighted(weights) if weights else Positions(len(elements)))
        self.elements = elements
        self.weights = weights

    def do_draw(self, case: Case) -> T:
        position: int = case.choose(self.domain)
        return self.elements[position]

    def value_of(self, choice: Any) -> Any:
        return self.elements[choice]

    def narrowed(self, demand: Demand) -> SearchStrategy[T] | None:
        if not isinstance(self.elements, range) or self.weights:
            return None
        from shortlex.strategies.conditions.bounds import part_of_range

        part = part_of_range(self.elements, demand)
        return None if part is None else chosen(part)

    def count_at_most(self) -> int:
        count = len(self.elements)
        if count > MAX_ENUMERATED or isinstance(self.elements, range):
            return count
        try:
            return len(set(self.elements))
        except TypeError:  # not hashable
            return count

    def __repr__(self) -> str:
        weights = f", weights={shown([*self.weights])}" if self.weights else ""
        return f"sampled_from({shown(self.elements)}{weights})"


_NONE: SearchStrategy[None] = Just(None)
_NONE.is_shared = True
_NOTHING = Nothing()


def none() -> SearchStrategy[None]:
    """``None``. Makes no choice, so there is nothing to reduce."""
    return _NONE


def just(value: T) -> SearchStrategy[T]:
    """Always this object itself, not a copy. Makes no choice, so there is nothing to reduce."""
    return Just(value)


def nothing() -> SearchStrategy[Never]:
    """No values: a branch that is never taken, or a test that cannot run. Nothing to reduce."""
    return _NOTHING


@overload
def sampled_from(
    elements: type[E], *, weights: Iterable[float] | None = None
) -> SearchStrategy[E]: ...
@overload
def sampled_from(
    elements: Sequence[T], *, weights: Iterable[float] | None = None
) -> SearchStrategy[T]: ...
@lazy
def sampled_from(elements: Any, *, weights: Any = None) -> SearchStrategy[Any]:
    """One of the elements; reduces to the earlier ones.

    Takes a sequence (a range stays lazy), an Enum class, or a Flag class, whose flags are also
    combined; those reduce to a single flag. With ``weights``, one positive number for each element,
    some are more likely, but that does not change which are simpler.
    """
    if isinstance(elements, type) and issubclass(elements, enum.Enum):
        return _sampled_enum(elements, weights)
    # A copy, so that later changes of the list do not change the strategy.
    given = tuple(elements) if isinstance(elements, (list, dict)) else elements
    if isinstance(elements, (set, frozenset)):
        raise InvalidArgument(
            f"sampled_from(elements={shown(elements)}): a set has no order, so nothing could be "
            "replayed. Use sampled_from(sorted(...))."
        )
    if not isinstance(given, Sequence) and not _is_flat_array(given):
        hint = " Use sampled_from(list(...))." if isinstance(given, Iterable) else ""
        if isinstance(elements, SearchStrategy):
            hint = " To choose one of some strategies, use one_of()."
        raise InvalidArgument(
            f"sampled_from(elements={shown(elements)}): must be a sequence such as a list, or an "
            f"Enum class.{hint}"
        )
    if len(given) == 0:
        raise InvalidArgument(
            f"sampled_from(elements={shown(elements)}): there is nothing to choose from. For no "
            "value at all, use nothing()."
        )
    return _sampled(given, weights)


def _sampled(elements: Sequence[T], weights: Any) -> SearchStrategy[T]:
    if weights is not None:
        weights = check_weights("sampled_from", weights, len(elements))
    return Sampled(elements, weights) if len(elements) > 1 else Just(elements[0])


def _is_flat_array(value: Any) -> bool:
    """Whether it is a one-dimensional numpy array, a sequence in all but name."""
    return hasattr(value, "__array__") and getattr(value, "ndim", 0) == 1


def _sampled_enum(cls: type[enum.Enum], weights: Any) -> SearchStrategy[Any]:
    # Aliases do not count as members.
    members = list(dict.fromkeys(cls.__members__.values()))
    if not members:
        raise InvalidArgument(
            f"sampled_from(elements={cls.__name__}): the Enum has no members. Annotations alone "
            "do not make members: assign values."
        )
    if issubclass(cls, enum.Flag) and weights is not None:
        raise InvalidArgument(
            f"sampled_from({cls.__name__}, weights={shown(weights)}): flags are combined, so there "
            f"is no weight for each. For single flags, use sampled_from(list({cls.__name__}), "
            "weights=...)."
        )
    if issubclass(cls, enum.Flag) and len(members) > 1:
        return SampledFlags(cls, members)
    return _sampled(tuple(members), weights)


class SampledFlags(SearchStrategy[Any]):
    """A flag alone, any combination of flags, or no flag at all."""

    known_empty = False

    def __init__(self, cls: type[enum.Flag], members: Sequence[Any]) -> None:
        self.cls = cls
        self.members = sorted(members, key=lambda flag: (flag.value.bit_count(), flag.value))
        # No flag comes last, so that values reduce to a single flag that has a name.
        named = len(self.members)
        self._nothing = [] if any(not each.value for each in members) else [cls(0)]
        self._first = position_in(named + len(self._nothing))
        self._which = position_in(named)
        self._more = Sizes(0, len(members) - 1)

    def do_draw(self, case: Case) -> Any:
        # One flag, then perhaps others: deleting the later choices leaves a single flag.
        place = case.choose(self._first)
        flags = self.members[place] if place < len(self.members) else self._nothing[0]
        for _ in case.repeat(self._more, "flag"):
            flags |= self.members[case.choose(self._which)]
        return flags

    def __repr__(self) -> str:
        return f"sampled_from({self.cls.__name__})"


# What is left of a strategy when a condition narrows it: see ``bounds``.


def chosen(values: Sequence[Any]) -> SearchStrategy[Any]:
    """A strategy for one of these values, which may be one or none."""
    if len(values) > 1:
        return Sampled(values)
    return Just(values[0]) if values else nothing()


def limited(
    limits: Narrowed, make: Callable[[Any, Any], SearchStrategy[T]]
) -> SearchStrategy[T] | None:
    """The strategy for what is left; ``make`` makes it from limits."""
    if limits is None:
        return None
    return make(*limits) if isinstance(limits, tuple) else nothing()


# Weights say how likely each alternative is. They do not change which is simplest.


def check_weights(name: str, weights: Iterable[Any], count: int) -> tuple[float, ...]:
    """The weights of ``count`` alternatives. Raises an error that names the argument."""
    try:
        given = tuple(weights)
    except TypeError:
        raise InvalidArgument(
            f"{name}(weights={shown(weights)}): must be a list of numbers, one for each "
            "alternative."
        ) from None
    if len(given) != count:
        raise InvalidArgument(
            f"{name}(weights={shown(weights)}): there are {count} alternatives, but "
            f"{len(given)} weights. Give one for each."
        )
    for position, weight in enumerate(given):
        if not is_weight(weight):
            hint = " To never draw an alternative, leave it out." if weight == 0 else ""
            raise InvalidArgument(
                f"{name}(weights={shown(weights)}): number {position} is {shown(weight)}, but must "
                f"be finite and above 0.{hint}"
            )
    if not isfinite(sum(map(float, given))):
        raise InvalidArgument(
            f"{name}(weights={shown(weights)}): the sum is too large. Divide them."
        )
    return tuple(map(float, given))


def is_weight(weight: Any) -> bool:
    """Whether it is a number that can be a weight."""
    # Any number, such as an integer, a Fraction or one of numpy's, but not text.
    if not hasattr(weight, "__float__") or isinstance(weight, bool):
        return False
    try:
        return 0.0 < float(weight) < inf
    except (TypeError, OverflowError):  # an array; a whole number beyond all floats
        return False


@lru_cache(maxsize=256)
def ballast_of(length: int) -> String:
    """A choice with one possible value, as long as a text of that length.

    It decides nothing, but gives a case the size of a text that is not drawn as one.
    """
    # Not at the top: strategies of numbers need no text.
    from shortlex.core.alphabet import Alphabet
    from shortlex.core.string import String

    return String(Alphabet.of_characters("0"), Sizes(length, length))
