"""Collections: lists, sets, dictionaries, tuples, permutations.

A collection asks before each element whether to go on. The answer and the element are one
span, so that deleting the span deletes the element and nothing else changes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from typing import Any, TypeVar, overload

from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.errors import InvalidArgument
from shortlex.strategies.choosing import Just, OneChoice
from shortlex.strategies.lazy import lazy, unwrapped
from shortlex.strategies.strategy import SearchStrategy, check_strategy

T = TypeVar("T")
U = TypeVar("U")
K = TypeVar("K")
V = TypeVar("V")
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")

Key = Callable[[Any], Hashable]

LUCKY_COUNT = 4096
"""Up to this many possible elements, one that is not there yet is looked for by name."""


def check_sizes(name: str, min_size: object, max_size: object) -> Sizes:
    """The limits as Sizes, or an error that names the argument."""
    for label, value in (("min_size", min_size), ("max_size", max_size)):
        if value is None and label == "max_size":
            continue
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise InvalidArgument(f"{name}({label}={value!r}): must be a whole number, 0 or more.")
    if isinstance(max_size, int) and min_size > max_size:  # type: ignore[operator]  # both int by now
        raise InvalidArgument(
            f"{name}(min_size={min_size!r}, max_size={max_size!r}) is empty: min_size must not "
            "be above max_size."
        )
    return Sizes(min_size, max_size)  # type: ignore[arg-type]  # checked above


class Lists(SearchStrategy[list[T]]):
    """Elements one after another."""

    def __init__(self, elements: SearchStrategy[T], sizes: Sizes) -> None:
        self.elements = elements
        self.sizes = sizes

    def do_draw(self, case: Case) -> list[T]:
        draw = case.draw
        elements = self.elements
        return [draw(elements) for _ in case.repeat(self.sizes, "element")]

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.elements,)

    def calc_is_empty(self) -> bool:
        return self.sizes.minimum > 0 and self.elements.is_empty


class UniqueLists(Lists[T]):
    """Elements that differ by every key. An element that is there already is drawn again."""

    def __init__(
        self, elements: SearchStrategy[T], sizes: Sizes, keys: tuple[Key, ...]
    ) -> None:
        super().__init__(elements, sizes)
        self.keys = keys
        base = unwrapped(elements)
        has_few = isinstance(base, OneChoice) and (base.domain.count or LUCKY_COUNT + 1) <= LUCKY_COUNT
        self.few: OneChoice[T] | None = base if has_few else None  # type: ignore[assignment]  # narrowed

    def do_draw(self, case: Case) -> list[T]:
        seen: list[set[Hashable]] = [set() for _ in self.keys]
        result: list[T] = []
        for step in case.repeat(self.sizes, "element"):
            value = case.draw(self.elements)
            if not self._is_new(value, seen) and self.few is not None and not case.is_recorded:
                value = self._lucky(case, self.few, seen, value)
            if self._is_new(value, seen):
                for key, known in zip(self.keys, seen, strict=True):
                    known.add(key(value))
                result.append(value)
            else:
                step.reject()
        return result

    def _is_new(self, value: T, seen: list[set[Hashable]]) -> bool:
        return all(key(value) not in known for key, known in zip(self.keys, seen, strict=True))

    def _lucky(
        self, case: Case, few: OneChoice[T], seen: list[set[Hashable]], fallback: T
    ) -> T:
        """Choose among the elements not there yet, and write it down as if drawn at once.

        Without it a set that holds most of what is possible is all rejection.
        """
        count = few.domain.count or 0
        start = case.choices[-1]
        first = few.domain.index_of(start)
        for step in range(1, count):
            choice = few.domain.value_at((first + step) % count)
            value = few.value_of(choice)
            if self._is_new(value, seen):
                case.choices[-1] = choice
                return value
        return fallback


@lazy
def lists(
    elements: SearchStrategy[T],
    *,
    min_size: int = 0,
    max_size: int | None = None,
    unique_by: Key | tuple[Key, ...] | None = None,
    unique: bool = False,
) -> SearchStrategy[list[T]]:
    """Lists of values of ``elements``; reduces to fewer, then simpler, elements.

    ``unique=True`` makes all elements different; ``unique_by`` a function, or several, whose
    results must all differ.
    """
    check_strategy(elements, "lists(elements)")
    sizes = check_sizes("lists", min_size, max_size)
    keys = _keys(unique, unique_by)
    return _list_of("lists", elements, sizes, keys)


def _keys(unique: object, unique_by: Any) -> tuple[Key, ...]:
    if unique_by is None:
        return (_itself,) if unique else ()
    if unique:
        raise InvalidArgument("lists(unique=True, unique_by=...): give one of the two.")
    keys = unique_by if isinstance(unique_by, tuple) else (unique_by,)
    if not keys or not all(callable(key) for key in keys):
        raise InvalidArgument(
            f"lists(unique_by={unique_by!r}): must be a function or a non-empty tuple of them."
        )
    return keys


def _itself(value: Any) -> Any:
    return value


def _list_of(
    name: str, elements: SearchStrategy[T], sizes: Sizes, keys: tuple[Key, ...]
) -> SearchStrategy[list[T]]:
    """A list strategy that can be drawn from, or an error that says why there is none."""
    if elements.is_empty:
        if sizes.minimum:
            raise InvalidArgument(
                f"{name}({elements!r}, min_size={sizes.minimum}): the elements have no value at "
                "all, so only an empty collection can be made."
            )
        return Lists(elements, Sizes(0, 0))
    if not keys:
        return Lists(elements, sizes)
    base = unwrapped(elements)
    count = base.domain.count if isinstance(base, OneChoice) else None
    if isinstance(base, Just):
        count = 1
    if count is not None and keys == (_itself,):
        if count < sizes.minimum:
            raise InvalidArgument(
                f"{name}({elements!r}, min_size={sizes.minimum}): there are only {count} "
                "different elements."
            )
        sizes = Sizes(sizes.minimum, min(sizes.maximum, count))
    return UniqueLists(elements, sizes, keys)


@lazy
def sets(
    elements: SearchStrategy[T], *, min_size: int = 0, max_size: int | None = None
) -> SearchStrategy[set[T]]:
    """Sets of values of ``elements``, which must be hashable; reduces as ``lists``."""
    check_strategy(elements, "sets(elements)")
    sizes = check_sizes("sets", min_size, max_size)
    return _list_of("sets", elements, sizes, (_itself,)).map(set)


@lazy
def frozensets(
    elements: SearchStrategy[T], *, min_size: int = 0, max_size: int | None = None
) -> SearchStrategy[frozenset[T]]:
    """Frozen sets of values of ``elements``, which must be hashable; reduces as ``lists``."""
    check_strategy(elements, "frozensets(elements)")
    sizes = check_sizes("frozensets", min_size, max_size)
    return _list_of("frozensets", elements, sizes, (_itself,)).map(frozenset)


class Tuples(SearchStrategy[tuple[Any, ...]]):
    """One value of each strategy."""

    def __init__(self, strategies: tuple[SearchStrategy[Any], ...]) -> None:
        self.strategies = strategies

    def do_draw(self, case: Case) -> tuple[Any, ...]:
        draw = case.draw
        return tuple([draw(each) for each in self.strategies])

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return self.strategies


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
def tuples(*strategies: SearchStrategy[T]) -> SearchStrategy[tuple[T, ...]]: ...
@lazy
def tuples(*strategies: Any) -> SearchStrategy[Any]:
    """Tuples with one value of each strategy; reduces each in turn."""
    for position, each in enumerate(strategies):
        check_strategy(each, f"tuples(): argument {position}")
    return Tuples(strategies)


class Dictionaries(SearchStrategy[Any]):
    """Key and value after key and value; a key that is there already is drawn again."""

    def __init__(
        self,
        keys: SearchStrategy[Any],
        values: SearchStrategy[Any],
        dict_class: Callable[[Any], Any],
        sizes: Sizes,
    ) -> None:
        self.keys = keys
        self.values = values
        self.dict_class = dict_class
        self.sizes = sizes

    def do_draw(self, case: Case) -> Any:
        result: dict[Any, Any] = {}
        draw = case.draw
        for step in case.repeat(self.sizes, "item"):
            key = draw(self.keys)
            if key in result:
                step.reject()
            else:
                result[key] = draw(self.values)
        return result if self.dict_class is dict else self.dict_class(list(result.items()))

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.keys, self.values)

    def calc_is_empty(self) -> bool:
        return self.sizes.minimum > 0 and super().calc_is_empty()


@lazy
def dictionaries(
    keys: SearchStrategy[K],
    values: SearchStrategy[V],
    *,
    dict_class: Callable[[Any], Any] = dict,
    min_size: int = 0,
    max_size: int | None = None,
) -> SearchStrategy[dict[K, V]]:
    """Dictionaries; ``dict_class`` is called with a list of pairs.

    Reduces to fewer items, then simpler keys and values.
    """
    check_strategy(keys, "dictionaries(keys)")
    check_strategy(values, "dictionaries(values)")
    sizes = check_sizes("dictionaries", min_size, max_size)
    if keys.is_empty or values.is_empty:
        if sizes.minimum:
            raise InvalidArgument(
                f"dictionaries({keys!r}, {values!r}, min_size={min_size}): the keys or the "
                "values have no value at all, so only an empty dictionary can be made."
            )
        sizes = Sizes(0, 0)
    return Dictionaries(keys, values, dict_class, sizes)


class FixedDictionaries(SearchStrategy[Any]):
    """Every key of one mapping, and some of another."""

    def __init__(
        self,
        mapping: Mapping[Any, SearchStrategy[Any]],
        optional: Mapping[Any, SearchStrategy[Any]],
    ) -> None:
        self.mapping = mapping
        self.optional = {key: each for key, each in optional.items() if not each.is_empty}

    def do_draw(self, case: Case) -> Any:
        draw = case.draw
        result = {key: draw(each) for key, each in self.mapping.items()}
        for key, each in self.optional.items():
            # Not there, or there with a value: one span, absent when simplest.
            for _ in case.repeat(_PERHAPS, "optional"):
                result[key] = draw(each)
        cls = type(self.mapping)
        return result if cls is dict else cls(result)  # type: ignore[call-arg]  # as dict() takes it

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (*self.mapping.values(), *self.optional.values())

    def calc_is_empty(self) -> bool:
        return any(each.is_empty for each in self.mapping.values())


_PERHAPS = Sizes(0, 1)


@lazy
def fixed_dictionaries(
    mapping: Mapping[K, SearchStrategy[V]], *, optional: Mapping[K, SearchStrategy[V]] | None = None
) -> SearchStrategy[dict[K, V]]:
    """Dictionaries with these keys, each with its own strategy, of the type of ``mapping``.

    Keys of ``optional`` may be there or not; reduces to leaving them out.
    """
    for name, given in (("mapping", mapping), ("optional", {} if optional is None else optional)):
        if not isinstance(given, Mapping):
            raise InvalidArgument(f"fixed_dictionaries({name}={given!r}): must be a mapping.")
        for key, each in given.items():
            check_strategy(each, f"fixed_dictionaries(): {name}[{key!r}]")
    if optional is not None:
        if type(optional) is not type(mapping):
            raise InvalidArgument(
                f"fixed_dictionaries(): mapping is a {type(mapping).__name__} but optional is a "
                f"{type(optional).__name__}: use one type, since the result has it too."
            )
        if both := [key for key in optional if key in mapping]:
            raise InvalidArgument(
                f"fixed_dictionaries(): {both!r} stand in both mapping and optional."
            )
    return FixedDictionaries(mapping, optional or {})


class Permutations(SearchStrategy[list[T]]):
    """The values in some order, by choosing for each place what comes there."""

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
            f"permutations({values!r}): a set has no order, so nothing could be replayed. "
            "Use permutations(sorted(...))."
        )
    try:
        return Permutations(tuple(values))
    except TypeError:
        raise InvalidArgument(f"permutations({values!r}): must be a sequence.") from None
