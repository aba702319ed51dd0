"""Standard types: strategies for the types of the standard library that have no parameters."""

from __future__ import annotations

import collections.abc
import datetime
import enum
import io
import ipaddress
import numbers
import os
import pathlib
import random
import typing
import uuid
import zoneinfo
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from types import EllipsisType, FunctionType, NoneType, NotImplementedType
from typing import Any

# Through the package, which imports rarely used modules only when they are used.
from shortlex import strategies as st
from shortlex.strategies.inference.inferred import Scope
from shortlex.strategies.strategy import SearchStrategy

Made = Callable[[], SearchStrategy[Any]]

_ZERO = st.just(0)

SIMPLE: tuple[Any, ...] = (NoneType, bool, int, float, str, bytes)
"""The types that stand for any type."""

_SCALARS: dict[Any, Made] = {
    NoneType: st.none,
    bool: st.booleans,
    int: st.integers,
    float: st.floats,
    complex: lambda: st.complex_numbers(),
    Fraction: lambda: st.fractions(),
    Decimal: lambda: st.decimals(),
    str: st.text,
    bytes: st.binary,
    bytearray: lambda: st.binary().map(bytearray),
    memoryview: lambda: st.binary().map(memoryview),
    datetime.date: lambda: st.dates(),
    datetime.time: lambda: st.times(),
    datetime.datetime: lambda: st.datetimes(),
    datetime.timedelta: lambda: st.timedeltas(),
    datetime.timezone: lambda: _offsets(),
    datetime.tzinfo: lambda: st.timezones() | _offsets(),
    zoneinfo.ZoneInfo: lambda: st.timezones(),
    uuid.UUID: lambda: st.uuids(),
    ipaddress.IPv4Address: lambda: st.ip_addresses(v=4),
    ipaddress.IPv6Address: lambda: st.ip_addresses(v=6),
    ipaddress.IPv4Interface: lambda: _with_prefix(ipaddress.IPv4Interface, 4),
    ipaddress.IPv6Interface: lambda: _with_prefix(ipaddress.IPv6Interface, 6),
    ipaddress.IPv4Network: lambda: _with_prefix(_network, 4),
    ipaddress.IPv6Network: lambda: _with_prefix(_network, 6),
    EllipsisType: lambda: st.just(...),
    NotImplementedType: lambda: st.just(NotImplemented),
    numbers.Integral: st.integers,
    numbers.Rational: lambda: st.integers() | st.fractions(),
    numbers.Real: lambda: st.integers() | st.floats() | st.fractions(),
    numbers.Complex: lambda: st.integers() | st.floats() | st.fractions() | st.complex_numbers(),
    numbers.Number: lambda: (
        st.integers() | st.floats() | st.fractions() | st.decimals() | st.complex_numbers()
    ),
    typing.SupportsInt: lambda: st.integers() | _finite() | st.fractions() | st.uuids(),
    typing.SupportsIndex: lambda: st.integers() | st.booleans(),
    typing.SupportsFloat: lambda: st.integers(-(2**53), 2**53) | st.floats() | st.decimals(),
    typing.SupportsComplex: lambda: st.complex_numbers() | st.decimals(),
    typing.SupportsBytes: lambda: st.binary() | _paths(pathlib.PurePath),
    typing.SupportsAbs: lambda: st.integers() | st.floats() | st.complex_numbers(),
    typing.SupportsRound: lambda: st.integers() | _finite() | st.fractions(),
}

_OTHERS: dict[Any, Made] = {
    FunctionType: lambda: _functions(),
    random.Random: lambda: st.randoms(),
    slice: lambda: st.builds(slice, _maybe(st.integers()), _maybe(st.integers()), _maybe(_steps())),
    range: lambda: st.builds(range, st.integers(), st.integers(), _steps()),
    os.PathLike: lambda: _paths(pathlib.PurePath),
    pathlib.PurePath: lambda: _paths(pathlib.PurePath),
    pathlib.PurePosixPath: lambda: _paths(pathlib.PurePosixPath),
    pathlib.PureWindowsPath: lambda: _paths(pathlib.PureWindowsPath),
    pathlib.Path: lambda: _paths(pathlib.Path),
    type(pathlib.Path()): lambda: _paths(pathlib.Path),
    UnicodeDecodeError: lambda: _unicode_errors(UnicodeDecodeError, st.binary(min_size=1)),
    UnicodeEncodeError: lambda: _unicode_errors(UnicodeEncodeError, st.text(min_size=1)),
    UnicodeTranslateError: lambda: st.builds(
        UnicodeTranslateError, st.text(min_size=1), _ZERO, st.just(1), st.text()
    ),
    BaseExceptionGroup: lambda: _groups(BaseExceptionGroup),
    ExceptionGroup: lambda: _groups(ExceptionGroup),
    property: lambda: st.builds(property, _functions(lambda self: None)),
    classmethod: lambda: st.builds(classmethod, _functions(lambda cls: None)),
    staticmethod: lambda: st.builds(staticmethod, _functions()),
    super: lambda: st.builds(super, st.sampled_from(SIMPLE)),
    type(os.environ): lambda: st.just(os.environ),
    io.BytesIO: lambda: st.builds(io.BytesIO, st.binary()),
    io.StringIO: lambda: st.builds(io.StringIO, st.text()),
    typing.BinaryIO: lambda: st.builds(io.BytesIO, st.binary()),
    typing.TextIO: lambda: st.builds(io.StringIO, st.text()),
    collections.abc.Hashable: lambda: st.one_of([_SCALARS[each]() for each in SIMPLE]),
    collections.abc.Sized: lambda: st.text() | st.lists(st.integers()),
}
for _name, _made in {
    "Buffer": lambda: st.binary() | st.binary().map(bytearray),  # since Python 3.12
    "ByteString": lambda: st.binary() | st.binary().map(bytearray),  # until Python 3.13
}.items():
    if _name in collections.abc.__all__:
        _OTHERS[getattr(collections.abc, _name)] = _made


def in_order(members: tuple[Any, ...]) -> list[Any]:
    """None first, then types without parts, then the rest. A union reduces in this order."""
    return sorted(members, key=_rank)


def _rank(member: Any) -> int:
    if member in (None, NoneType):
        return 0
    while hasattr(member, "__metadata__"):
        member = member.__origin__
    if isinstance(member, type):
        return 1 if member in _SCALARS or issubclass(member, enum.Enum) else 2
    return 1 if typing.get_origin(member) is typing.Literal else 2


def known_types() -> tuple[Any, ...]:
    """All types that have an entry here."""
    return (*_SCALARS, *_OTHERS)


def from_standard(thing: Any, scope: Scope) -> SearchStrategy[Any] | None:
    """The strategy of a type in this module's tables."""
    thing = NoneType if thing is None else thing
    # Generic types in the tables, such as SupportsAbs[int], do not need their parameter.
    thing = typing.get_origin(thing) or thing
    made = _SCALARS.get(thing) or _OTHERS.get(thing)
    return None if made is None else made()


def _functions(like: Callable[..., Any] = lambda: None) -> SearchStrategy[Any]:
    return st.functions(like=like)


def _maybe(strategy: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return st.none() | strategy


def _finite() -> SearchStrategy[float]:
    return st.floats(allow_nan=False, allow_infinity=False)


def _steps() -> SearchStrategy[int]:
    """Whole numbers except 0; reduces to 1."""
    return st.integers(min_value=1) | st.integers(max_value=-1)


def _offsets() -> SearchStrategy[datetime.timezone]:
    most = 24 * 60 - 1
    return st.integers(-most, most).map(_offset)


def _offset(minutes: int) -> datetime.timezone:
    return datetime.timezone(datetime.timedelta(minutes=minutes))


def _with_prefix(make: Callable[[Any], Any], v: typing.Literal[4, 6]) -> SearchStrategy[Any]:
    bits = 32 if v == 4 else 128
    pairs = st.tuples(st.ip_addresses(v=v), st.integers(0, bits))
    return pairs.map(make)


def _network(pair: tuple[Any, int]) -> Any:
    """The network of an address with a prefix of this many bits."""
    return ipaddress.ip_interface(pair).network


def _paths(kind: Callable[..., Any]) -> SearchStrategy[Any]:
    letters = st.characters(codec="utf-8", exclude_characters="\0/")
    return st.lists(st.text(letters, min_size=1), max_size=5).map(lambda parts: kind(*parts))


def _unicode_errors(kind: Callable[..., Any], texts: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return st.builds(kind, st.just("utf-8"), texts, _ZERO, st.just(1), st.text())


def _groups(kind: Callable[..., Any]) -> SearchStrategy[Any]:
    errors = st.sampled_from([ValueError, TypeError, KeyError]).map(lambda error: error())
    return st.builds(kind, st.text(), st.lists(errors, min_size=1, max_size=3))
