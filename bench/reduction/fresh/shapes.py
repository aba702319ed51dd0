"""Shapes: what a condition needs to be given, whichever way the strategy for it is written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Int:
    low: int | None
    high: int | None

    @property
    def count(self) -> int:
        """How many there are; very many where there is no bound."""
        return 2**40 if self.low is None or self.high is None else self.high - self.low + 1


@dataclass(frozen=True)
class Bool:
    """A flag."""


@dataclass(frozen=True)
class Float:
    low: float
    high: float
    is_decimal: bool = False
    """Of one or two digits after the point, so that there are not too many to count out."""


@dataclass(frozen=True)
class Text:
    alphabet: str | None
    most: int | None


@dataclass(frozen=True)
class Bytes:
    most: int | None


@dataclass(frozen=True)
class List:
    element: Shape
    least: int
    most: int


@dataclass(frozen=True)
class Set:
    element: Shape
    most: int


@dataclass(frozen=True)
class Dict:
    key: Shape
    value: Shape
    most: int


@dataclass(frozen=True)
class Tuple:
    parts: tuple[Shape, ...]


@dataclass(frozen=True)
class Tree:
    """Lists in lists, or as JSON has them."""

    leaf: Shape
    is_json: bool


Shape = Int | Bool | Float | Text | Bytes | List | Set | Dict | Tuple | Tree

OPEN, CLOSE = "\u27e6", "\u27e7"
"""Around a strategy whose values make no difference; not in the source that is shown."""


def shown(source: str) -> str:
    """The source without the marks around what makes no difference."""
    return source.replace(OPEN, "").replace(CLOSE, "")
