"""from_type: what it makes of the types of the standard library and of ``typing``."""

import builtins
import collections
import contextlib
import datetime
import enum
import io
import ipaddress
import numbers
import os
import pathlib
import random
import re
import sys
import types
import typing
import uuid
import zoneinfo
from collections import abc
from decimal import Decimal
from fractions import Fraction
from typing import Any, Concatenate, Literal, NewType, Optional, ParamSpec, TypeVar, Union

import pytest

from shortlex import strategies as st
from tests.strategies.laws_of_strategies import (
    check_replay,
    draw_simplest,
    values_of,
)


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


class Access(enum.Flag):
    READ = 1
    WRITE = 2


class Bare(enum.Enum):
    """No members: only those below have some."""


class Filled(Bare):
    ONE = 1


UserId = NewType("UserId", int)
P = ParamSpec("P")
T = TypeVar("T")
Bound = TypeVar("Bound", bound=int)
Either = TypeVar("Either", str, bytes)
Same = object()
"""Stands for: compare with nothing."""

# The type, what values are instances of, and the simplest value (Same if it cannot be compared).
SCALARS: list[tuple[Any, Any, Any]] = [
    (None, type(None), None),
    (type(None), type(None), None),
    (bool, bool, False),
    (int, int, 0),
    (float, float, 0.0),
    (complex, complex, 0j),
    (str, str, ""),
    (bytes, bytes, b""),
    (bytearray, bytearray, bytearray()),
    (memoryview, memoryview, memoryview(b"")),
    (Fraction, Fraction, Fraction(0)),
    (Decimal, Decimal, Decimal(0)),
    (datetime.date, datetime.date, datetime.date(2000, 1, 1)),
    (datetime.time, datetime.time, datetime.time()),
    (datetime.datetime, datetime.datetime, datetime.datetime(2000, 1, 1)),
    (datetime.timedelta, datetime.timedelta, datetime.timedelta()),
    (datetime.timezone, datetime.timezone, datetime.UTC),
    (datetime.tzinfo, datetime.tzinfo, zoneinfo.ZoneInfo("UTC")),
    (zoneinfo.ZoneInfo, zoneinfo.ZoneInfo, zoneinfo.ZoneInfo("UTC")),
    (uuid.UUID, uuid.UUID, uuid.UUID(int=1)),
    (ipaddress.IPv4Address, ipaddress.IPv4Address, ipaddress.ip_address("0.0.0.0")),
    (ipaddress.IPv6Address, ipaddress.IPv6Address, ipaddress.ip_address("::")),
    (ipaddress.IPv4Interface, ipaddress.IPv4Interface, ipaddress.ip_interface("0.0.0.0/0")),
    (ipaddress.IPv6Interface, ipaddress.IPv6Interface, ipaddress.ip_interface("::/0")),
    (ipaddress.IPv4Network, ipaddress.IPv4Network, ipaddress.ip_network("0.0.0.0/0")),
    (ipaddress.IPv6Network, ipaddress.IPv6Network, ipaddress.ip_network("::/0")),
    (types.EllipsisType, types.EllipsisType, ...),
    (types.NotImplementedType, types.NotImplementedType, NotImplemented),
    (numbers.Integral, numbers.Integral, 0),
    (numbers.Rational, numbers.Rational, 0),
    (numbers.Real, numbers.Real, 0),
    (numbers.Complex, numbers.Complex, 0),
    (numbers.Number, numbers.Number, 0),
    (slice, slice, slice(None)),
    (range, range, range(0)),
    (random.Random, random.Random, Same),
    (os.PathLike, os.PathLike, pathlib.PurePath()),
    (pathlib.PurePath, pathlib.PurePath, pathlib.PurePath()),
    (pathlib.PurePosixPath, pathlib.PurePosixPath, pathlib.PurePosixPath()),
    (pathlib.PureWindowsPath, pathlib.PureWindowsPath, pathlib.PureWindowsPath()),
    (pathlib.Path, pathlib.Path, pathlib.Path()),
    (UnicodeDecodeError, UnicodeDecodeError, Same),
    (UnicodeEncodeError, UnicodeEncodeError, Same),
    (UnicodeTranslateError, UnicodeTranslateError, Same),
    (BaseExceptionGroup, BaseExceptionGroup, Same),
    (ExceptionGroup, ExceptionGroup, Same),
    (Exception, Exception, Same),
    (KeyError, KeyError, Same),
    (types.FunctionType, types.FunctionType, Same),
    (property, property, Same),
    (classmethod, classmethod, Same),
    (staticmethod, staticmethod, Same),
    (super, super, Same),
    (type(os.environ), type(os.environ), os.environ),
    (io.BytesIO, io.BytesIO, Same),
    (io.StringIO, io.StringIO, Same),
    (typing.BinaryIO, io.BytesIO, Same),
    (typing.TextIO, io.StringIO, Same),
    (typing.IO, io.StringIO, Same),
    (typing.IO[bytes], io.BytesIO, Same),
    (abc.Hashable, abc.Hashable, None),
    (abc.Sized, abc.Sized, ""),
    (typing.SupportsInt, typing.SupportsInt, 0),
    (typing.SupportsIndex, typing.SupportsIndex, 0),
    (typing.SupportsFloat, typing.SupportsFloat, 0),
    (typing.SupportsComplex, typing.SupportsComplex, 0j),
    (typing.SupportsBytes, typing.SupportsBytes, b""),
    (typing.SupportsAbs[int], typing.SupportsAbs, 0),
    (typing.SupportsRound, typing.SupportsRound, 0),
    (object, object, None),
    (Any, object, None),
    (Colour, Colour, Colour.RED),
    (Access, Access, Access.READ),
    (Bare, Bare, Filled.ONE),
    (UserId, int, 0),
    (typing.LiteralString, str, ""),
    (type, type, type(None)),
    (type[int], type, int),
    (type[T], type, type(None)),
    (type[Bound], type, int),
    (type[str | bytes], type, str),
    (type[Any], type, type(None)),
]

CONTAINERS: list[tuple[Any, Any, Any]] = [
    (list, list, []),
    (tuple, tuple, ()),
    (set, set, set()),
    (frozenset, frozenset, frozenset()),
    (dict, dict, {}),
    (list[int], list, []),
    (typing.List[int], list, []),
    (set[int], set, set()),
    (frozenset[str], frozenset, frozenset()),
    (dict[str, int], dict, {}),
    (tuple[int, str], tuple, (0, "")),
    (tuple[int, ...], tuple, ()),
    (tuple[()], tuple, ()),
    (typing.Tuple, tuple, ()),
    (tuple[int, *tuple[str, ...], bool], tuple, (0, False)),
    (tuple[int, *tuple[str, bool]], tuple, (0, "", False)),
    (tuple[typing.Unpack[tuple[int, str]], None], tuple, (0, "", None)),
    (collections.deque[int], collections.deque, collections.deque()),
    (collections.Counter[str], collections.Counter, collections.Counter()),
    (collections.ChainMap[str, int], collections.ChainMap, collections.ChainMap({})),
    (collections.OrderedDict[str, int], collections.OrderedDict, collections.OrderedDict()),
    (collections.defaultdict[str, int], collections.defaultdict, collections.defaultdict()),
    (types.MappingProxyType[str, int], types.MappingProxyType, types.MappingProxyType({})),
    (abc.Collection[int], abc.Collection, []),
    (abc.Container[int], abc.Container, []),
    (abc.Iterable[int], abc.Iterable, []),
    (abc.Reversible[int], abc.Reversible, []),
    (abc.Sequence[int], abc.Sequence, []),
    (abc.MutableSequence[int], abc.MutableSequence, []),
    (abc.Set[int], abc.Set, set()),
    (abc.MutableSet[int], abc.MutableSet, set()),
    (abc.Mapping[str, int], abc.Mapping, {}),
    (abc.MutableMapping[str, int], abc.MutableMapping, {}),
    (abc.KeysView[int], abc.KeysView, Same),
    (abc.MappingView, abc.MappingView, Same),
    (abc.ValuesView[int], abc.ValuesView, Same),
    (abc.ItemsView[int, str], abc.ItemsView, Same),
    (abc.Iterator[int], abc.Iterator, Same),
    (abc.Generator[int, None, str], abc.Generator, Same),
    (abc.Generator, abc.Generator, Same),
    (abc.AsyncIterable[int], abc.AsyncIterable, Same),
    (abc.AsyncIterator[int], abc.AsyncIterator, Same),
    (abc.AsyncGenerator[int, None], abc.AsyncGenerator, Same),
    (abc.Awaitable[int], abc.Awaitable, Same),
    (abc.Coroutine[Any, Any, int], abc.Coroutine, Same),
    (contextlib.AbstractContextManager[int], contextlib.AbstractContextManager, Same),
    (contextlib.AbstractAsyncContextManager[int], contextlib.AbstractAsyncContextManager, Same),
    (enumerate, enumerate, Same),
    (enumerate[int], enumerate, Same),
    (filter, filter, Same),
    (map, map, Same),
    (reversed, reversed, Same),
    (zip, zip, Same),
    (re.Pattern, re.Pattern, re.compile("")),
    (re.Pattern[bytes], re.Pattern, re.compile(b"")),
    (re.Match, re.Match, Same),
    (re.Match[bytes], re.Match, Same),
    (abc.Callable[[int], str], abc.Callable, Same),
    (abc.Callable[..., Any], abc.Callable, Same),
    (abc.Callable[P, int], abc.Callable, Same),
    (abc.Callable[Concatenate[int, P], int], abc.Callable, Same),
    (typing.Callable, abc.Callable, Same),
    (set[abc.Sequence[int]], set, set()),
    (dict[abc.Set[int], int], dict, {}),
    (Optional[int], object, None),
    (Union[list[int], str, None], object, None),
    (Union[list[int], str], object, ""),
    (dict[str, int] | int, object, 0),
    (Union[list[int], Colour], object, Colour.RED),
    (list[int] | Literal[7], object, 7),
    (Literal[3, 1, None, "a"], object, 3),
    (T, object, None),
    (Bound, int, 0),
    (Either, (str, bytes), ""),
]

OLD = {"ByteString", "Buffer"} & {*abc.__all__}
CONTAINERS += [(getattr(abc, name), object, b"") for name in sorted(OLD)]


TABLE = SCALARS + CONTAINERS
NAMES = [repr(thing) for thing, _, _ in TABLE]


@pytest.mark.parametrize(("thing", "kind", "simplest"), TABLE, ids=NAMES)
def test_values_are_of_their_type_and_reduce(thing: Any, kind: Any, simplest: Any) -> None:
    strategy = st.from_type(thing)
    strategy.validate()
    values = values_of(strategy, 30)
    assert len(values) > 20
    assert all(isinstance(value, kind) for value in values)
    if simplest is not Same:
        assert draw_simplest(strategy) == simplest
        assert type(draw_simplest(strategy)) is type(simplest)
    assert repr(strategy).startswith("from_type(")


@pytest.mark.parametrize("thing", [thing for thing, _, _ in TABLE], ids=NAMES)
def test_choices_decide_the_value(thing: Any) -> None:
    strategy = st.from_type(thing)
    if draw_simplest(strategy) == draw_simplest(strategy):  # not told apart by identity
        for seed in range(5):
            check_replay(strategy, seed, 1.0, echo=False)


def elements_of(thing: Any) -> list[Any]:
    """What is in the values of a container, which are gone through."""
    return [each for value in values_of(st.from_type(thing), 40) for each in value]


@pytest.mark.parametrize(
    ("thing", "kind"),
    [
        (list[str], str),
        (set[bytes], bytes),
        (frozenset[bool], bool),
        (tuple[int, ...], int),
        (dict[str, int], str),
        (collections.deque[str], str),
        (collections.Counter[str], str),
        (collections.ChainMap[str, int], str),
        (abc.KeysView[bytes], bytes),
        (abc.ValuesView[bytes], bytes),
        (abc.ItemsView[int, str], tuple),
        (abc.Iterator[str], str),
        (abc.Generator[bytes, None, None], bytes),
        (enumerate[str], tuple),
        (filter, object),
        (map, object),
        (reversed, object),
        (zip, tuple),
        (set[abc.Sequence[int]], tuple),
        (dict[abc.Set[int], int], frozenset),
    ],
    ids=repr,
)
def test_elements_are_of_the_type_that_is_given(thing: Any, kind: type) -> None:
    elements = elements_of(thing)
    assert elements
    assert all(isinstance(each, kind) for each in elements)


def test_a_bare_container_has_elements_of_several_types() -> None:
    assert {type(each) for each in elements_of(list)} >= {type(None), bool, int, str}


def test_a_bounded_element_type_bounds_a_set() -> None:
    assert max(map(len, values_of(st.from_type(set[bool])))) == 2


def test_a_generator_returns_what_its_last_parameter_says() -> None:
    def result_of(generator: Any) -> Any:
        results.append((yield from generator))

    results: list[Any] = []
    for generator in values_of(st.from_type(abc.Generator[int, None, str]), 10):
        assert all(type(each) is int for each in result_of(generator))
    assert len(results) == 10
    assert all(type(each) is str for each in results)


def test_coroutines_and_what_is_asynchronous_can_be_awaited() -> None:
    async def use(awaitable: Any, values: Any) -> tuple[Any, list[Any]]:
        return await awaitable, [each async for each in values]

    for ready in values_of(st.from_type(abc.Coroutine[Any, Any, int]), 5):
        (values,) = values_of(st.from_type(abc.AsyncIterator[str]), 1)
        running = use(ready, values)
        with pytest.raises(StopIteration) as stop:
            running.send(None)
        assert repr(ready) == f"Ready({ready.value})"
        result, listed = stop.value.value
        assert isinstance(result, int)
        assert all(isinstance(each, str) for each in listed)
        with pytest.raises(StopIteration):
            ready.send(None)
        with pytest.raises(KeyError):
            ready.throw(KeyError())
        ready.close()


def test_a_context_manager_gives_what_its_parameter_says() -> None:
    for context in values_of(st.from_type(contextlib.AbstractContextManager[bytes]), 10):
        with context as value:
            assert isinstance(value, bytes)


def test_functions_take_and_return_what_the_type_says() -> None:
    from shortlex import given

    called = []

    @given(...)
    def test(
        function: abc.Callable[[int, str], bool], any_function: abc.Callable[..., int]
    ) -> None:
        called.append(function(1, "a"))
        assert isinstance(any_function(1, 2, key=3), int)
        with pytest.raises(TypeError):
            function(1)  # type: ignore[call-arg]  # the point

    test()
    assert {*called} == {True, False}


def test_a_class_is_one_of_those_below_it() -> None:
    class Base:
        pass

    class Below(Base):
        pass

    class _Hidden(Base):
        pass

    assert {*values_of(st.from_type(type[Base]))} == {Base, Below}


@pytest.mark.parametrize("name", ["int", "Colour"])
def test_a_class_may_be_given_by_name(name: str) -> None:
    thing = type[name]  # type: ignore[valid-type]  # the point
    assert draw_simplest(st.from_type(thing)) is {**vars(builtins), **globals()}[name]


def test_a_type_variable_is_one_type_all_through_a_case() -> None:
    strategy = st.from_type(tuple[T, list[T]])
    values = values_of(strategy, 100)
    assert all(type(each) is type(one) for one, several in values for each in several)
    assert len({type(one) for one, _ in values}) > 3
    assert repr(st.from_type(T).resolved()) == "from_type(~T)"


@pytest.mark.skipif(sys.version_info < (3, 13), reason="defaults are new in Python 3.13")
def test_a_type_variable_may_have_a_default() -> None:
    variable = TypeVar("variable", default=list[int])  # type: ignore[call-arg]  # see above
    assert draw_simplest(st.from_type(variable)) == []


def test_the_order_of_a_union_counts() -> None:
    assert draw_simplest(st.from_type(int | str)) == 0
    assert draw_simplest(st.from_type(str | int)) == ""


def test_from_type_of_equal_types_is_one_strategy() -> None:
    assert st.from_type(list[int]) is st.from_type(list[int])
    assert st.from_type(list[int]) is not st.from_type(list[bool])
