"""Collections: lists, sets, tuples, permutations, iterables; slices. ``mappings`` has dictionaries.

A collection asks before each element whether to go on. The answer and the element are one
span, so that deleting the span deletes the element and nothing else changes.

Size: both kinds of lists, and what is made from them, share their limits.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from shortlex.core.case import Case, RandomCase
from shortlex.core.integer import Integer
from shortlex.core.mood import begin_copy, end_copy
from shortlex.core.shown import shown
from shortlex.core.sizes import Sizes
from shortlex.errors import InvalidArgument, Overrun
from shortlex.strategies.lazy import lazy, lazy_once
from shortlex.strategies.selection import nothing
from shortlex.strategies.size_limits import (
    MANY,
    SCALE_OF_MANY,
    bounded_sizes,
    check_sizes,
    usable_sizes,
)
from shortlex.strategies.strategy import Mapped, SearchStrategy, check_is_strategy

if TYPE_CHECKING:
    from shortlex.strategies.conditions.predicates import Demand
    from shortlex.strategies.distinct import Accept, Distinct

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
E = TypeVar("E")

Key = Callable[[Any], Hashable]


class Elements(SearchStrategy[list[T]]):
    """What both kinds of lists share. ``name`` is the name for errors."""

    def __init__(self, elements: SearchStrategy[T], sizes: Sizes, name: str = "lists") -> None:
        self.elements = elements
        self.sizes = sizes
        self.name = name

    def _settle(self) -> object:
        """Find out what drawing needs, or raise if there is nothing to draw from."""
        raise TypeError("abstract")

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.elements,)

    def do_validate(self) -> None:
        super().do_validate()
        self._settle()

    def calc_is_empty(self, recur: Callable[[SearchStrategy[Any]], bool]) -> bool:
        return self.sizes.minimum > 0 and recur(self.elements)

    def narrowed(self, demand: Demand) -> SearchStrategy[list[T]] | None:
        from shortlex.strategies.conditions.bounds import sizes_left

        sizes = sizes_left(demand, self.sizes)
        if sizes is None:
            return None
        return self.resized(sizes) if isinstance(sizes, Sizes) else nothing()

    def resized(self, sizes: Sizes) -> SearchStrategy[list[T]]:
        """The same with other size limits."""
        return type(self)(self.elements, sizes, self.name)


class Lists(Elements[T]):
    """Elements one after another."""

    _settled: tuple[Sizes, Callable[[Case], T]] | None = None

    def _settle(self) -> tuple[Sizes, Callable[[Case], T]]:
        # Not in __init__: the elements may be recursive, and not fully defined yet.
        sizes = usable_sizes(self.name, self.sizes, self.elements)
        self._settled = (sizes, self.elements.resolved().do_draw)
        return self._settled

    def do_draw(self, case: Case) -> list[T]:
        sizes, draw = self._settled or self._settle()
        if type(case) is not RandomCase:
            return [case.draw(self.elements) for _ in case.repeat(sizes, "element")]
        if case.mood is not None and case.mood.copies:
            begun = begin_copy(case, self)
            result = self._draw_light(case, sizes, draw)
            end_copy(case, self, begun)
            return result
        return self._draw_light(case, sizes, draw)

    def _draw_light(self, case: RandomCase, sizes: Sizes, draw: Callable[[Case], T]) -> list[T]:
        result: list[T] = []
        if case.offset and self._copy(case, result):
            return result
        # What `repeat` does, without a generator, because most cases consist of lists.
        wanted = sizes.sample(case.random, case.scale)
        choices = case.choices
        if len(choices) + wanted > case.limit:
            case.stop(Overrun())
        scale = case.scale
        if wanted > MANY:
            case.scale = min(scale, SCALE_OF_MANY)
        if not sizes.spread:
            result = [draw(case) for _ in range(wanted)]
        else:
            for _ in range(wanted - len(result)):
                choices.append(True)
                result.append(draw(case))
            if len(result) < sizes.maximum:
                choices.append(False)
        case.scale = scale
        return result

    def _copy(self, case: RandomCase, result: list[T]) -> bool:
        """Draw as the case did before, as far as that fits. Returns whether the list is complete.

        The elements follow the copy by themselves; here it is only whether there are more.
        """
        sizes, draw = self._settled or self._settle()
        choices = case.choices
        if not sizes.spread:
            result += [draw(case) for _ in range(sizes.minimum)]
            return True
        while len(result) < sizes.maximum:
            place = len(choices) - case.offset
            flag = choices[place] if case.offset and 0 <= place < case.source_end else None
            if flag is True:
                choices.append(True)
                result.append(draw(case))
            elif flag is False and len(result) >= sizes.minimum:
                choices.append(False)
                return True
            else:
                case.offset = 0
                return False
        return True


class UniqueLists(Elements[T]):
    """Elements that differ by every key. An element that is a duplicate is drawn again."""

    _settled: Distinct | None = None

    def __init__(
        self, elements: SearchStrategy[T], sizes: Sizes, keys: tuple[Key, ...], name: str = "lists"
    ) -> None:
        super().__init__(elements, sizes, name)
        self.keys = keys

    def _settle(self) -> Distinct:
        from shortlex.strategies.distinct import Distinct

        sizes = usable_sizes(self.name, self.sizes, self.elements)
        # Keys are computed from values, so there are no more distinct keys than values.
        sizes = bounded_sizes(self.name, self.elements, sizes)
        self._settled = Distinct(self.elements, sizes, "element")
        return self._settled

    def resized(self, sizes: Sizes) -> SearchStrategy[list[T]]:
        count = self.elements.count_at_most()
        if count is not None and count < sizes.minimum:
            return nothing()
        return UniqueLists(self.elements, sizes, self.keys, self.name)

    def do_draw(self, case: Case) -> list[T]:
        result: list[T] = []
        accept = _accept_distinct(self.keys, result)
        (self._settled or self._settle()).draw(case, accept)
        return result


def _accept_distinct(keys: tuple[Key, ...], result: list[Any]) -> Accept:
    if keys == (_itself,):
        known = set()

        def accept(value: Any) -> bool:
            if value in known:
                return False
            known.add(value)
            result.append(value)
            return True

        return accept
    seen: list[set[Hashable]] = [set() for _ in keys]

    def accept_by_keys(value: Any) -> bool:
        found = [key(value) for key in keys]
        if any(each in known for each, known in zip(found, seen)):
            return False
        for each, known in zip(found, seen):
            known.add(each)
        result.append(value)
        return True

    return accept_by_keys


@lazy_once
def lists(
    elements: SearchStrategy[T],
    *,
    min_size: int = 0,
    max_size: int | None = None,
    unique_by: Key | tuple[Key, ...] | None = None,
    unique: bool = False,
) -> SearchStrategy[list[T]]:
    """Lists of values of ``elements``; reduces to fewer, then simpler, elements.

    With ``unique=True`` all elements differ. ``unique_by`` takes a function, or several: for each
    of them, the results for all elements differ.
    """
    check_is_strategy(elements, "lists(): elements")
    sizes = check_sizes("lists", min_size, max_size)
    keys = keys_of("lists", unique, unique_by)
    return UniqueLists(elements, sizes, keys) if keys else Lists(elements, sizes)


def keys_of(name: str, unique: object, unique_by: Any) -> tuple[Key, ...]:
    """The key functions by which elements must differ; none if they need not differ."""
    if unique_by is None:
        return (_itself,) if unique else ()
    if unique:
        raise InvalidArgument(
            f"{name}(unique={shown(unique)}, unique_by={shown(unique_by)}): give one of the two."
        )
    keys = unique_by if isinstance(unique_by, tuple) else (unique_by,)
    if not keys or not all(callable(key) for key in keys):
        raise InvalidArgument(
            f"{name}(unique_by={shown(unique_by)}): must be a function or a non-empty tuple of "
            "them."
        )
    return keys


def _itself(value: Any) -> Any:
    return value


class SameLength(Mapped[T]):
    """A collection of another kind with the same number of elements."""

    def narrowed(self, demand: Demand) -> SearchStrategy[T] | None:
        base = self.base.narrowed(demand)
        return None if base is None else SameLength(base, self.pack)


@lazy_once
def sets(
    elements: SearchStrategy[T], *, min_size: int = 0, max_size: int | None = None
) -> SearchStrategy[set[T]]:
    """Sets of values of ``elements``, which must be hashable; reduces as ``lists``."""
    check_is_strategy(elements, "sets(): elements")
    sizes = check_sizes("sets", min_size, max_size)
    return SameLength(UniqueLists(elements, sizes, (_itself,), "sets"), set)


@lazy_once
def frozensets(
    elements: SearchStrategy[T], *, min_size: int = 0, max_size: int | None = None
) -> SearchStrategy[frozenset[T]]:
    """Frozen sets of values of ``elements``, which must be hashable; reduces as ``lists``."""
    check_is_strategy(elements, "frozensets(): elements")
    sizes = check_sizes("frozensets", min_size, max_size)
    return SameLength(UniqueLists(elements, sizes, (_itself,), "frozensets"), frozenset)


class Tuples(SearchStrategy[tuple[Any, ...]]):
    """One value of each strategy."""

    _draws: tuple[Callable[[Case], Any], ...] | None = None
    """The functions with which light cases draw each value."""

    def __init__(self, strategies: tuple[SearchStrategy[Any], ...]) -> None:
        self.strategies = strategies

    def do_draw(self, case: Case) -> tuple[Any, ...]:
        if type(case) is RandomCase:
            draws = self._draws
            if draws is None:
                draws = tuple(each.resolved().do_draw for each in self.strategies)
                self._draws = draws
            if case.mood is not None and case.mood.copies:
                begun = begin_copy(case, self)
                value = tuple([draw(case) for draw in draws])
                end_copy(case, self, begun)
                return value
            return tuple([draw(case) for draw in draws])
        return tuple([case.draw(each) for each in self.strategies])

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return self.strategies

    def count_at_most(self) -> int | None:
        product = 1
        for each in self.strategies:
            count = each.count_at_most()
            if count is None:
                return None
            product *= count
        return product


@overload
def tuples() -> SearchStrategy[tuple[()]]: ...
@overload
def tuples(a: SearchStrategy[A], /) -> SearchStrategy[tuple[A]]: ...
@overload
def tuples(a: SearchStrategy[A], b: SearchStrategy[B], /) -> SearchStrategy[tuple[A, B]]: ...
@overload
def tuples(
    a: SearchStrategy[A], b: SearchStrategy[B], c: SearchStrategy[C], /
) -> SearchStrategy[tuple[A, B, C]]: ...
@overload
def tuples(
    a: SearchStrategy[A], b: SearchStrategy[B], c: SearchStrategy[C], d: SearchStrategy[D], /
) -> SearchStrategy[tuple[A, B, C, D]]: ...
@overload
def tuples(
    a: SearchStrategy[A],
    b: SearchStrategy[B],
    c: SearchStrategy[C],
    d: SearchStrategy[D],
    e: SearchStrategy[E],
    /,
) -> SearchStrategy[tuple[A, B, C, D, E]]: ...
@overload
def tuples(*strategies: SearchStrategy[T]) -> SearchStrategy[tuple[T, ...]]: ...
@lazy_once
def tuples(*strategies: Any) -> SearchStrategy[Any]:
    """Tuples with one value of each strategy; reduces each in turn."""
    for position, each in enumerate(strategies):
        check_is_strategy(each, f"tuples(): argument {position}")
    return Tuples(strategies)


class Permutations(SearchStrategy[list[T]]):
    """The values in some order: each choice picks the value for one place."""

    known_empty = False

    def __init__(self, values: tuple[T, ...]) -> None:
        self.values = values
        self._domains = [Integer(0, left) for left in range(len(values) - 1, 0, -1)]

    def do_draw(self, case: Case) -> list[T]:
        result = list(self.values)
        for place, domain in enumerate(self._domains):
            other = place + case.choose(domain)
            result[place], result[other] = result[other], result[place]
        return result


@lazy
def permutations(values: Collection[T]) -> SearchStrategy[list[T]]:
    """The values in any order, as a list; reduces to the order given."""
    if isinstance(values, (set, frozenset)):
        raise InvalidArgument(
            f"permutations(values={shown(values)}): a set has no order, so nothing could be "
            "replayed. Use permutations(sorted(...))."
        )
    try:
        return Permutations(tuple(values))
    except TypeError:
        raise InvalidArgument(
            f"permutations(values={shown(values)}): must be a sequence such as a list."
        ) from None


class OneShot(Generic[T]):
    """An iterator whose repr shows all of its values, even after it is used up."""

    def __init__(self, values: list[T]) -> None:
        self._values = values
        self._rest = iter(values)

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        return next(self._rest)

    def __repr__(self) -> str:
        return f"iter({shown(self._values)})"


@lazy_once
def iterables(
    elements: SearchStrategy[T],
    *,
    min_size: int = 0,
    max_size: int | None = None,
    unique_by: Key | tuple[Key, ...] | None = None,
    unique: bool = False,
) -> SearchStrategy[Iterable[T]]:
    """Iterators over values of ``elements``: without length or index, and for one use only.

    For code that takes any iterable, where a list would hide mistakes. Takes the arguments of
    ``lists``, and reduces as they do.
    """
    check_is_strategy(elements, "iterables(): elements")
    sizes = check_sizes("iterables", min_size, max_size)
    keys = keys_of("iterables", unique, unique_by)
    if keys:
        return UniqueLists(elements, sizes, keys, "iterables").map(OneShot)
    return Lists(elements, sizes, "iterables").map(OneShot)


class Slices(SearchStrategy[slice]):
    """Three numbers, each of which may be left out, which is simplest."""

    known_empty = False

    def __init__(self, size: int) -> None:
        # None, then 0, -1, 1, -2 and so on: positions from the front and the back in turn.
        self._place = Integer(0, 2 * size)
        # The last of these is the end itself, as in `values[2:len(values)]`.
        self._stop = Integer(0, 2 * size + 1)
        # None, then 1, -1, 2, -2 and so on.
        self._step = Integer(0, 2 * max(size, 1))

    def do_draw(self, case: Case) -> slice:
        # The step comes first, because leaving it out matters most.
        step = _step(case.choose(self._step))
        start = _place(case.choose(self._place))
        return slice(start, _place(case.choose(self._stop)), step)

    def label_to(self, depth: int) -> str:
        return f"Slices:{shown(self._place.maximum)}"


def _place(number: int) -> int | None:
    if not number:
        return None
    return number // 2 if number & 1 else -(number // 2)


def _step(number: int) -> int | None:
    if not number:
        return None
    return (number + 1) // 2 if number & 1 else -(number // 2)


@lazy_once
def slices(size: int) -> SearchStrategy[slice]:
    """Slices of a sequence of ``size`` elements, forward or backward, that begin and end in it.

    Reduces to ``slice(None, None, None)``, then to small numbers.
    """
    return Slices(_check_size(size))


def _check_size(size: object) -> int:
    if not isinstance(size, int) or isinstance(size, bool) or size < 0:
        raise InvalidArgument(
            f"slices(size={shown(size)}): must be the length of a sequence, a whole number, 0 or "
            "more."
        )
    return int(size)
