"""Generics: types with parameters, from ``list[int]`` to ``Callable[[int], str]``."""

from __future__ import annotations

import collections
import contextlib
import inspect
import re
import typing
from collections import abc
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from types import MappingProxyType
from typing import Any, get_args, get_origin

from shortlex import strategies as st
from shortlex.core.shown import shown
from shortlex.strategies.inference.classes import classes_of
from shortlex.strategies.inference.inferred import Scope
from shortlex.strategies.strategy import SearchStrategy

Args = tuple[Any, ...]
Sizes = dict[str, Any]
"""``min_size`` and ``max_size``, for types that have a size."""
Maker = Callable[[Args, Scope, Sizes], SearchStrategy[Any]]


def from_container(
    thing: Any, scope: Scope, sizes: Sizes | None = None
) -> SearchStrategy[Any] | None:
    """The strategy of a container or another generic type, with or without parameters."""
    maker = _MAKERS.get(get_origin(thing) or thing)
    if maker is None:
        return None
    if get_origin(thing) is tuple and not get_args(thing) and thing is not tuple:
        return st.just(())  # tuple[()]
    return maker(get_args(thing), scope, sizes or {})


def is_container(thing: Any) -> bool:
    """Whether a type has a size that can be limited."""
    return (get_origin(thing) or thing) in _SIZED


def _part(args: Args, scope: Scope, position: int = 0) -> SearchStrategy[Any]:
    """The strategy of a parameter; values of any type if it is missing."""
    return scope.infer(args[position] if position < len(args) else Any)


def _key(args: Args, scope: Scope) -> SearchStrategy[Any]:
    """The same for hashable values: sequences are then tuples, not lists."""
    if args and get_origin(args[0]) in _HASHABLE:
        return _HASHABLE[get_origin(args[0])](get_args(args[0]), scope, {})
    return _part(args, scope)


def _lists(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    return st.lists(_part(args, scope), **sizes)


def _sets(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    return st.sets(_key(args, scope), **sizes)


def _frozensets(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    return st.frozensets(_key(args, scope), **sizes)


def _dictionaries(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    return st.dictionaries(_key(args, scope), _part(args, scope, 1), **sizes)


def _endless_tuples(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    return _lists(args, scope, sizes).map(tuple)


def _tuples(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    if not args or args[-1] is Ellipsis:
        return _endless_tuples(args[:1], scope, sizes)
    parts = [each for arg in args for each in _unpacked(arg, scope)]
    if not any(is_star for is_star, _ in parts):
        return st.tuples(*(strategy for _, strategy in parts))
    stars = [is_star for is_star, _ in parts]

    def joined(values: tuple[Any, ...]) -> tuple[Any, ...]:
        flat: list[Any] = []
        for is_star, value in zip(stars, values):
            flat += value if is_star else [value]
        return tuple(flat)

    return st.tuples(*(strategy for _, strategy in parts)).map(joined)


def _unpacked(arg: Any, scope: Scope) -> list[tuple[bool, SearchStrategy[Any]]]:
    """A member of a tuple type, or the several members that ``*tuple[...]`` stands for."""
    if get_origin(arg) is typing.Unpack:
        return [(True, scope.infer(get_args(arg)[0]))]
    if getattr(arg, "__unpacked__", False):
        return [(True, _tuples(get_args(arg), scope, {}))]
    return [(False, scope.infer(arg))]


def _mapped(maker: Maker, function: Callable[[Any], Any]) -> Maker:
    """Values of another maker, passed through a function."""
    return lambda args, scope, sizes: maker(args, scope, sizes).map(function)


def _counters(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    counts = st.integers(min_value=1)
    return st.dictionaries(_key(args, scope), counts, dict_class=_counter, **sizes)


def _counter(pairs: list[tuple[Any, int]]) -> collections.Counter[Any]:
    return collections.Counter(dict(pairs))


def _defaultdict(values: dict[Any, Any]) -> collections.defaultdict[Any, Any]:
    return collections.defaultdict(None, values)


def _chain_maps(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    maps = st.lists(_dictionaries(args, scope, {}), min_size=1, max_size=3)
    return maps.map(lambda each: collections.ChainMap(*each))


def _iterators(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    return st.iterables(_part(args, scope))


def _generators(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    result = _part(args, scope, 2) if len(args) == 3 else st.none()
    return st.builds(generate, st.lists(_part(args, scope)), result)


def _async_generators(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    return st.builds(generate_async, st.lists(_part(args, scope)))


def _awaitables(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    # The last parameter of Coroutine, the only one of Awaitable.
    return st.builds(Ready, _part(args[-1:], scope))


def _contexts(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    return st.builds(contextlib.nullcontext, _part(args, scope))


def _zips(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    return st.builds(zip, st.lists(_part((), scope)), st.lists(_part((), scope)))


def _patterns(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    texts: SearchStrategy[Any] = _strings(args, min_size=0)
    return texts.map(re.escape).map(re.compile)


def _matches(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    return _strings(args, min_size=1).map(_match_all)


def _strings(args: Args, min_size: int) -> SearchStrategy[Any]:
    return st.binary(min_size=min_size) if args == (bytes,) else st.text(min_size=min_size)


def _match_all(value: Any) -> re.Match[Any] | None:
    return re.match(re.escape(value), value)


def _files(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    return scope.infer(typing.BinaryIO if args == (bytes,) else typing.TextIO)


def _functions(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    parameters = args[0] if args and isinstance(args[0], list) else None
    return st.functions(like=_like(parameters), returns=_part(args[-1:], scope))


def _like(parameters: list[Any] | None) -> Callable[..., Any]:
    """A function with these parameters; with any parameters for ``...`` and a ParamSpec."""

    def like(*args: Any, **kwargs: Any) -> None: ...

    if parameters is not None:
        kind = inspect.Parameter.POSITIONAL_ONLY
        named = [inspect.Parameter(f"a{i}", kind) for i in range(len(parameters))]
        like.__signature__ = inspect.Signature(named)  # type: ignore[attr-defined]  # read by inspect
    return like


def _classes(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    """Classes themselves, not instances; reduces to the one that is named."""
    return st.sampled_from([cls for arg in args or (Any,) for cls in classes_of(arg, scope)])


def _key_views(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    return st.dictionaries(_key(args, scope), st.none(), **sizes).map(dict.keys)


def _value_views(args: Args, scope: Scope, sizes: Sizes) -> SearchStrategy[Any]:
    return st.dictionaries(st.integers(), _part(args, scope), **sizes).map(dict.values)


_HASHABLE: dict[Any, Maker] = {
    abc.Collection: _endless_tuples,
    abc.Container: _endless_tuples,
    abc.Iterable: _endless_tuples,
    abc.Reversible: _endless_tuples,
    abc.Sequence: _endless_tuples,
    abc.Set: _frozensets,
}

_SIZED: dict[Any, Maker] = {
    list: _lists,
    abc.Collection: _lists,
    abc.Container: _lists,
    abc.Iterable: _lists,
    abc.MutableSequence: _lists,
    abc.Reversible: _lists,
    abc.Sequence: _lists,
    set: _sets,
    abc.MutableSet: _sets,
    abc.Set: _sets,
    frozenset: _frozensets,
    dict: _dictionaries,
    abc.Mapping: _dictionaries,
    abc.MutableMapping: _dictionaries,
    collections.OrderedDict: _mapped(_dictionaries, collections.OrderedDict),
    collections.defaultdict: _mapped(_dictionaries, _defaultdict),
    MappingProxyType: _mapped(_dictionaries, MappingProxyType),
    collections.deque: _mapped(_lists, collections.deque),
    collections.Counter: _counters,
    tuple: _tuples,
    abc.KeysView: _key_views,
    abc.MappingView: _key_views,
    abc.ValuesView: _value_views,
    abc.ItemsView: _mapped(_dictionaries, dict.items),
}

_MAKERS: dict[Any, Maker] = {
    **_SIZED,
    collections.ChainMap: _chain_maps,
    abc.Iterator: _iterators,
    abc.Generator: _generators,
    abc.AsyncIterable: _async_generators,
    abc.AsyncIterator: _async_generators,
    abc.AsyncGenerator: _async_generators,
    abc.Awaitable: _awaitables,
    abc.Coroutine: _awaitables,
    abc.Callable: _functions,
    contextlib.AbstractContextManager: _contexts,
    contextlib.AbstractAsyncContextManager: _contexts,
    enumerate: _mapped(_lists, enumerate),
    reversed: _mapped(_endless_tuples, reversed),
    filter: _mapped(_lists, lambda values: filter(None, values)),
    map: _mapped(_lists, lambda values: map(_itself, values)),
    zip: _zips,
    re.Pattern: _patterns,
    re.Match: _matches,
    typing.IO: _files,
    type: _classes,
}


def _itself(value: Any) -> Any:
    return value


def generate(values: list[Any], result: Any) -> Generator[Any, Any, Any]:
    """A generator that yields these values and returns that result."""
    yield from values
    return result


async def generate_async(values: list[Any]) -> AsyncGenerator[Any, Any]:
    """An asynchronous generator that yields these values."""
    for value in values:
        yield value


class Ready(Coroutine[Any, Any, Any]):
    """Returns its value when awaited. It does not complain if it never is."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __await__(self) -> Generator[Any, Any, Any]:
        yield from ()
        return self.value

    def send(self, value: Any, /) -> Any:
        raise StopIteration(self.value)

    def throw(self, kind: Any, value: Any = None, traceback: Any = None, /) -> Any:
        raise kind

    def close(self) -> None:
        pass

    def __repr__(self) -> str:
        return f"Ready({shown(self.value)})"
