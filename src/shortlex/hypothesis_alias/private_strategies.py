"""Private strategies: the few names of ``hypothesis.strategies._internal`` that packages import."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from typing import Any, TypeVar

from shortlex.errors import InvalidArgument
from shortlex.strategies.collections import Lists as ListStrategy
from shortlex.strategies.collections import Tuples as TupleStrategy
from shortlex.strategies.collections import UniqueLists as UniqueListStrategy
from shortlex.strategies.composition import Composite as CompositeStrategy
from shortlex.strategies.composition import Data as DataStrategy
from shortlex.strategies.composition import DataObject
from shortlex.strategies.composition import Shared as SharedStrategy
from shortlex.strategies.inference.inferred import REGISTRY
from shortlex.strategies.inference.standard_types import known_types
from shortlex.strategies.inference.types import from_type
from shortlex.strategies.lazy import Lazy as LazyStrategy
from shortlex.strategies.mappings import FixedDictionaries as FixedDictStrategy
from shortlex.strategies.numbers import Booleans as BooleansStrategy
from shortlex.strategies.numbers import Floats as FloatStrategy
from shortlex.strategies.numbers import Integers as IntegersStrategy
from shortlex.strategies.recursion import Deferred as DeferredStrategy
from shortlex.strategies.recursion import Recursive as RecursiveStrategy
from shortlex.strategies.selection import Just as JustStrategy
from shortlex.strategies.selection import Sampled as SampledFromStrategy
from shortlex.strategies.strategy import Filtered as FilteredStrategy
from shortlex.strategies.strategy import FlatMapped as FlatMapStrategy
from shortlex.strategies.strategy import Mapped as MappedStrategy
from shortlex.strategies.strategy import SearchStrategy, check_is_strategy
from shortlex.strategies.strings import Texts as TextStrategy
from shortlex.strategies.unions import OneOf as OneOfStrategy

Ex = TypeVar("Ex", covariant=True)
T = TypeVar("T")

F = TypeVar("F", bound=Callable[..., Any])


def check_strategy(strategy: object, name: str = "") -> None:
    """Raise unless this is a strategy."""
    check_is_strategy(strategy, name or "the argument")


def cacheable(function: F) -> F:
    """Nothing: a strategy is quick to make here, and arguments need not be hashable."""
    return function


def defines_strategy(**options: object) -> Callable[[F], F]:
    """Nothing: functions that make strategies need no decorator here."""
    return lambda function: function


def clear_strategy_cache() -> None:
    """Nothing: a strategy that was inferred is forgotten when a type is registered."""


class _Registered(MutableMapping[Any, Any]):
    """The strategies by type: those that were registered, and behind them those of the library."""

    def __getitem__(self, thing: Any) -> Any:
        if thing in REGISTRY.entries:
            return REGISTRY.entries[thing]
        if thing not in known_types():
            raise KeyError(thing)
        return from_type(thing)

    def __setitem__(self, thing: Any, strategy: Any) -> None:
        REGISTRY.add(thing, strategy)

    def __delitem__(self, thing: Any) -> None:
        REGISTRY.remove(thing)

    def __iter__(self) -> Iterator[Any]:
        return iter(dict.fromkeys([*known_types(), *REGISTRY.entries]))

    def __len__(self) -> int:
        return len({*known_types(), *REGISTRY.entries})


_global_type_lookup = _Registered()


__all__ = [
    "BooleansStrategy",
    "CompositeStrategy",
    "DataObject",
    "DataStrategy",
    "DeferredStrategy",
    "Ex",
    "FilteredStrategy",
    "FixedDictStrategy",
    "FlatMapStrategy",
    "FloatStrategy",
    "IntegersStrategy",
    "InvalidArgument",
    "JustStrategy",
    "LazyStrategy",
    "ListStrategy",
    "MappedStrategy",
    "OneOfStrategy",
    "RecursiveStrategy",
    "SampledFromStrategy",
    "SearchStrategy",
    "SharedStrategy",
    "T",
    "TextStrategy",
    "TupleStrategy",
    "UniqueListStrategy",
    "cacheable",
    "check_strategy",
    "clear_strategy_cache",
    "defines_strategy",
]
