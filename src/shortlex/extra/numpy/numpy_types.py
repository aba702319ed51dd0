"""Numpy's types: strategies for arrays, scalars and dtypes that annotations name."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Literal, TypeVar, get_args, get_origin

import numpy as np

from shortlex.extra.numpy import dtypes as npst
from shortlex.extra.numpy.arrays import arrays
from shortlex.extra.numpy.elements import from_dtype
from shortlex.extra.shapes import array_shapes
from shortlex.strategies.collections import lists, tuples
from shortlex.strategies.complexes import complex_numbers
from shortlex.strategies.inference.inferred import Scope
from shortlex.strategies.numbers import booleans, floats, integers
from shortlex.strategies.selection import just, sampled_from
from shortlex.strategies.strategy import SearchStrategy
from shortlex.strategies.strings import binary, text
from shortlex.strategies.unions import one_of

Dtypes = npst.Dtypes


def strategy_of(thing: Any, scope: Scope) -> SearchStrategy[Any] | None:
    """The strategy for one of numpy's types; None for those that need more than a type says."""
    if _is_array_like(thing):
        return array_likes()
    kind, args = get_origin(thing) or thing, get_args(thing)
    if kind is np.ndarray:
        return arrays(_dtypes_of(args[1] if len(args) > 1 else Any), _shapes_of(args))
    if kind is np.dtype:
        return _scalar_dtypes_of(args[0] if args else Any)
    if isinstance(kind, type) and issubclass(kind, np.generic) and kind is not np.void:
        return _scalar_dtypes_of(kind).flatmap(from_dtype)
    return None


def _is_array_like(thing: Any) -> bool:
    typing = sys.modules.get("numpy.typing")
    return typing is not None and thing is typing.ArrayLike


def _shapes_of(args: tuple[Any, ...]) -> SearchStrategy[Any]:
    """Shapes for the first argument of an array's type, such as ``tuple[int, int]``."""
    sides = get_args(args[0]) if args and get_origin(args[0]) is tuple else (Any, ...)
    if ... in sides:
        return array_shapes(max_dims=2)
    return tuples(*[_side_of(side) for side in sides])


def _side_of(side: Any) -> SearchStrategy[Any]:
    if get_origin(side) is Literal:
        return sampled_from(list(get_args(side)))
    return integers(1, 6)


def _dtypes_of(thing: Any) -> Dtypes:
    """Dtypes for the second argument of an array's type, such as ``np.dtype[np.float64]``."""
    args = get_args(thing)
    return _scalar_dtypes_of(args[0] if get_origin(thing) is np.dtype and args else Any)


def _scalar_dtypes_of(kind: Any) -> Dtypes:
    """The dtypes of a scalar type, of which abstract ones have several."""
    if isinstance(kind, TypeVar):
        return _scalar_dtypes_of(kind.__bound__ or Any)
    origin = get_origin(kind)
    if isinstance(origin, type) and issubclass(origin, np.generic):
        return _scalar_dtypes_of(origin)  # with a precision, such as floating[Any]
    if origin is not None:
        return one_of([_scalar_dtypes_of(each) for each in get_args(kind)])  # a union
    if kind in _ABSTRACT:
        return _ABSTRACT[kind]()
    if kind is Any:
        return npst.scalar_dtypes()
    return just(np.dtype(kind))


def _numbers() -> Dtypes:
    return _integers() | _inexact()


def _integers() -> Dtypes:
    return npst.integer_dtypes() | npst.unsigned_integer_dtypes()


def _inexact() -> Dtypes:
    return npst.floating_dtypes() | npst.complex_number_dtypes()


def _texts() -> Dtypes:
    return npst.unicode_string_dtypes() | npst.byte_string_dtypes()


_ABSTRACT: dict[Any, Callable[[], Dtypes]] = {
    np.generic: npst.scalar_dtypes,
    np.number: _numbers,
    np.integer: _integers,
    np.signedinteger: npst.integer_dtypes,
    np.unsignedinteger: npst.unsigned_integer_dtypes,
    np.inexact: _inexact,
    np.floating: npst.floating_dtypes,
    np.complexfloating: npst.complex_number_dtypes,
    np.flexible: _texts,
    np.character: _texts,
    np.datetime64: npst.datetime64_dtypes,
    np.timedelta64: npst.timedelta64_dtypes,
    np.str_: npst.unicode_string_dtypes,
    np.bytes_: npst.byte_string_dtypes,
}


def array_likes() -> SearchStrategy[Any]:
    """Whatever ``numpy.array`` takes: scalars, lists of them, lists of lists, arrays."""
    scalars: list[SearchStrategy[Any]] = [
        booleans(),
        integers(-(2**63), 2**63 - 1),
        floats(),
        complex_numbers(),
        text(),
        binary(),
    ]
    rows = [lists(each, max_size=5) for each in scalars]
    tables = [lists(lists(each, min_size=2, max_size=2), max_size=3) for each in scalars]
    every = arrays(npst.scalar_dtypes(), array_shapes(max_dims=2))
    return one_of([*scalars, *rows, *[row.map(tuple) for row in rows], *tables, every])
