"""Shapes: what is measured of the data of a row, so that speed is not bought with dull values.

A ``Shape`` says what size means for a row's values and which of them are edges; ``summarise``
turns the values of many cases into the figures of one line in the table of data.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from math import isfinite
from statistics import fmean
from sys import float_info
from typing import Any


@dataclass(frozen=True)
class Shape:
    """Size and edges of a row's values. A row of several arguments has tuples for values."""

    unit: str
    size: Callable[[Any], float]
    edges: str
    is_edge: Callable[[Any], bool]


@dataclass(frozen=True)
class Summary:
    """The values of many cases in five figures; the last two are shares between 0 and 1."""

    cases: int
    mean_size: float
    size_95: float
    distinct: float
    edges: float


def summarise(shape: Shape, values: Sequence[object]) -> Summary:
    """Describe ``values``, of which there must be at least one."""
    sizes = sorted(shape.size(value) for value in values)
    cases = len(values)
    return Summary(
        cases=cases,
        mean_size=fmean(sizes),
        size_95=sizes[int(0.95 * cases)],
        # By repr: values may be unhashable, and True, 1 and 1.0 are three.
        distinct=len({repr(value) for value in values}) / cases,
        edges=sum(map(shape.is_edge, values)) / cases,
    )


def is_edge_integer(value: int) -> bool:
    """Zero, or within one of a power of two from 128 on: where representations change."""
    magnitude = abs(value)
    if magnitude < 127:
        return magnitude == 0
    return any(near & (near - 1) == 0 for near in (magnitude - 1, magnitude, magnitude + 1))


def is_edge_float(value: float) -> bool:
    """Zero, not finite, subnormal, or as large as can be."""
    magnitude = abs(value)
    return not isfinite(value) or magnitude < float_info.min or magnitude == float_info.max


def is_edge(value: object) -> bool:
    """By kind: an edge number, an empty text or collection, nothing at all."""
    match value:
        case bool():
            return False
        case int():
            return is_edge_integer(value)
        case float():
            return is_edge_float(value)
        case str() | list() | dict():
            return not value
        case _:
            return value is None


def has_repeats(values: Sequence[object]) -> bool:
    return len(set(values)) < len(values)


def count_nodes(document: object) -> int:
    match document:
        case list():
            return 1 + sum(map(count_nodes, document))
        case dict():
            return 1 + sum(map(count_nodes, document.values()))
        case _:
            return 1


def _is_edge_document(document: object) -> bool:
    match document:
        case list():
            return not document or any(map(_is_edge_document, document))
        case dict():
            return "" in document or not document or any(map(_is_edge_document, document.values()))
        case _:
            return is_edge(document)


def _is_edge_text(value: str) -> bool:
    return not value or any(ord(character) < 32 or character > "\uffff" for character in value)


def _length_of_repr(value: object) -> int:
    return len(repr(value))


def _is_extreme(value: Any) -> bool:
    """Zero, empty, not finite, the least or the most there is."""
    match value:
        case float():
            return is_edge_float(value)
        case complex():
            return is_edge_float(value.real) or is_edge_float(value.imag)
        case datetime() | time():
            return value.replace(tzinfo=None) in (type(value).min, type(value).max)
        case date() | timedelta():
            return value in (type(value).min, type(value).max, timedelta(0))
        case Decimal():
            return not value.is_finite() or not value
        case _:
            return not value


ANY = Shape("characters", _length_of_repr, "zero, empty, extremes", _is_extreme)
INTEGER = Shape("bits", int.bit_length, "0, near 2**k", is_edge_integer)
BOUNDED = Shape("sum", sum, "a bound, or equal", lambda pair: has_repeats([*pair, 0, 1000]))
BOOLEANS = Shape("true", sum, "all equal", lambda flags: len(set(flags)) == 1)
FLOAT = Shape("digits", _length_of_repr, "0, inf, nan, extremes", is_edge_float)
TEXT = Shape("length", len, "empty, control, astral", _is_edge_text)
LIST = Shape("length", len, "empty, repeats", lambda values: not values or has_repeats(values))
LONG_LIST = Shape("length", len, "50, 100", lambda values: len(values) in (50, 100))
DICTIONARY = Shape("length", len, "empty, empty key", lambda values: not values or "" in values)
DOCUMENT = Shape("nodes", count_nodes, "an edge anywhere", _is_edge_document)
ORDER = Shape(
    "characters",
    _length_of_repr,
    "any field's",
    lambda order: is_edge(order.quantity) or is_edge(order.price) or is_edge(order.label),
)
PAIR = Shape("bits between", lambda pair: (pair[1] - pair[0]).bit_length(), "equal", has_repeats)
SAMPLE = Shape("characters", lambda chosen: sum(map(len, chosen)), "repeats", has_repeats)
SCALAR = Shape("characters", _length_of_repr, "its kind's", is_edge)
FLAGS = Shape("length", len, "0 or 10 long", lambda flags: len(flags) in (0, 10))
