"""Mappings: dictionaries with drawn keys, and dictionaries with given keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, overload

from shortlex.core.case import Case, RandomCase
from shortlex.core.shown import shown
from shortlex.core.sizes import Sizes
from shortlex.errors import InvalidArgument
from shortlex.strategies.lazy import lazy, lazy_once
from shortlex.strategies.selection import nothing
from shortlex.strategies.size_limits import bounded_sizes, check_sizes, usable_sizes
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy

if TYPE_CHECKING:
    from shortlex.strategies.conditions.predicates import Demand
    from shortlex.strategies.distinct import Distinct

K = TypeVar("K")
V = TypeVar("V")
M = TypeVar("M")


class Dictionaries(SearchStrategy[Any]):
    """Keys and values in turn; a duplicate key is drawn again."""

    _settled: tuple[Distinct, Callable[[Any], Any]] | None = None

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

    def _settle(self) -> tuple[Distinct, Callable[[Any], Any]]:
        from shortlex.strategies.distinct import Distinct

        sizes = usable_sizes("dictionaries", self.sizes, self.keys, self.values)
        sizes = bounded_sizes("dictionaries", self.keys, sizes)
        self._settled = (Distinct(self.keys, sizes, "item"), self.values.resolved().do_draw)
        return self._settled

    def do_draw(self, case: Case) -> Any:
        result: dict[Any, Any] = {}
        distinct, draw = self._settled or self._settle()
        source: Any = case
        if type(case) is not RandomCase:
            draw, source = case.draw, self.values

        def accept(key: Any) -> bool:
            if key in result:
                return False
            result[key] = draw(source)
            return True

        distinct.draw(case, accept)
        return result if self.dict_class is dict else self.dict_class(list(result.items()))

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (self.keys, self.values)

    def do_validate(self) -> None:
        super().do_validate()
        self._settle()

    def calc_is_empty(self, recur: Callable[[SearchStrategy[Any]], bool]) -> bool:
        return self.sizes.minimum > 0 and super().calc_is_empty(recur)

    def narrowed(self, demand: Demand) -> SearchStrategy[Any] | None:
        from shortlex.strategies.conditions.bounds import sizes_left

        # Another class may keep fewer items than it is given.
        sizes = sizes_left(demand, self.sizes) if self.dict_class is dict else None
        if sizes is None:
            return None
        count = self.keys.count_at_most()
        if not isinstance(sizes, Sizes) or (count is not None and count < sizes.minimum):
            return nothing()
        return Dictionaries(self.keys, self.values, self.dict_class, sizes)


@overload
def dictionaries(
    keys: SearchStrategy[K],
    values: SearchStrategy[V],
    *,
    min_size: int = 0,
    max_size: int | None = None,
) -> SearchStrategy[dict[K, V]]: ...
@overload
def dictionaries(
    keys: SearchStrategy[K],
    values: SearchStrategy[V],
    *,
    dict_class: Callable[[list[tuple[K, V]]], M],
    min_size: int = 0,
    max_size: int | None = None,
) -> SearchStrategy[M]: ...
@lazy_once
def dictionaries(
    keys: SearchStrategy[Any],
    values: SearchStrategy[Any],
    *,
    dict_class: Callable[[Any], Any] = dict,
    min_size: int = 0,
    max_size: int | None = None,
) -> SearchStrategy[Any]:
    """Dictionaries; ``dict_class`` is called with a list of pairs.

    Reduces to fewer items, then simpler keys and values.
    """
    check_is_strategy(keys, "dictionaries(): keys")
    check_is_strategy(values, "dictionaries(): values")
    if not callable(dict_class):
        raise InvalidArgument(
            f"dictionaries(dict_class={shown(dict_class)}): must be callable with a list of pairs, "
            "as dict is."
        )
    return Dictionaries(keys, values, dict_class, check_sizes("dictionaries", min_size, max_size))


class FixedDictionaries(SearchStrategy[Any]):
    """Every key of one mapping, and some of another."""

    _possible: dict[Any, SearchStrategy[Any]] | None = None

    def __init__(
        self,
        mapping: Mapping[Any, SearchStrategy[Any]],
        optional: Mapping[Any, SearchStrategy[Any]],
    ) -> None:
        # Copies, so that later changes of the mappings do not change the strategy.
        self.mapping = dict(mapping)
        self.optional = dict(optional)
        self.cls: Callable[[Any], Any] = type(mapping)

    def _settle(self) -> dict[Any, SearchStrategy[Any]]:
        # Not in __init__: the values may be recursive, and not fully defined yet.
        self._possible = {key: each for key, each in self.optional.items() if not each.is_empty}
        return self._possible

    def do_draw(self, case: Case) -> Any:
        draw = case.draw
        result = {key: draw(each) for key, each in self.mapping.items()}
        possible = self._settle() if self._possible is None else self._possible
        for key, each in possible.items():
            # An optional item is one span, which is absent when simplest.
            if type(case) is not RandomCase:
                for _ in case.repeat(_PERHAPS, "optional"):
                    result[key] = draw(each)
            # The same without a generator, and less likely deep inside a recursive strategy.
            elif case.random.random() * 2.0 < min(1.0, case.scale**0.5):
                case.choices.append(True)
                result[key] = draw(each)
            else:
                case.choices.append(False)
        return result if self.cls is dict else self.cls(result)

    def parts(self) -> tuple[SearchStrategy[Any], ...]:
        return (*self.mapping.values(), *self.optional.values())

    def calc_is_empty(self, recur: Callable[[SearchStrategy[Any]], bool]) -> bool:
        return any(recur(each) for each in self.mapping.values())


_PERHAPS = Sizes(0, 1)


@lazy
def fixed_dictionaries(
    mapping: Mapping[K, SearchStrategy[V]], *, optional: Mapping[K, SearchStrategy[V]] | None = None
) -> SearchStrategy[dict[K, V]]:
    """Dictionaries with these keys, each with its own strategy, of the type of ``mapping``.

    Keys of ``optional`` may be present or not; reduces to leaving them out.
    """
    _check_mapping("mapping", mapping)
    if optional is None:
        return FixedDictionaries(mapping, {})
    _check_mapping("optional", optional)
    if type(optional) is not type(mapping):
        raise InvalidArgument(
            f"fixed_dictionaries(mapping={shown(mapping)}, optional={shown(optional)}): one is a "
            f"{type(mapping).__name__} and the other a {type(optional).__name__}. Use one type, "
            "since the result has it too."
        )
    if both := [key for key in optional if key in mapping]:
        raise InvalidArgument(
            f"fixed_dictionaries(mapping={shown(mapping)}, optional={shown(optional)}): the keys "
            f"{shown(both)} are in both. Leave them out of one."
        )
    return FixedDictionaries(mapping, optional)


def _check_mapping(name: str, given: object) -> None:
    if not isinstance(given, Mapping):
        raise InvalidArgument(
            f"fixed_dictionaries({name}={shown(given)}): must be a mapping from keys to "
            "strategies, such as a dict."
        )
    for key, each in given.items():
        check_is_strategy(each, f"fixed_dictionaries(): {name}[{shown(key)}]")
