"""Trials: whether values are the same, and what is mutable in them."""

from dataclasses import dataclass, field
from math import nan
from typing import Any

import pytest

from shortlex.laws.trial import is_same, mutables_in


class Plain:
    def __init__(self, value: object) -> None:
        self.value = value


class Array:
    """Answers a comparison with more than yes or no, as arrays do."""

    def __init__(self, *values: int) -> None:
        self.values = values

    def __eq__(self, other: object) -> Any:
        return Ambiguous()

    __hash__ = None  # type: ignore[assignment]  # as arrays

    def __repr__(self) -> str:
        return f"Array{self.values}"


class Ambiguous:
    def __bool__(self) -> bool:
        raise ValueError("the truth of an array is ambiguous")


@dataclass
class Node:
    name: str
    children: list[Any] = field(default_factory=list)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1, 1),
        (nan, float("nan")),
        ([nan, (1.5, "x")], [float("nan"), (1.5, "x")]),
        ({"a": nan}, {"a": float("nan")}),
        ({1, 2}, {2, 1}),
        (complex(0, nan), complex(0, float("nan"))),
        (Plain([nan]), Plain([float("nan")])),
        (Array(1, 2), Array(1, 2)),
        (Node("a"), Node("a")),
    ],
)
def test_these_are_the_same(left: object, right: object) -> None:
    assert is_same(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1, True),
        (1, 1.0),
        (0.0, -0.0),
        ([1], (1,)),
        ([1], [1, 1]),
        ([1], [True]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        (Plain(1), Plain(2)),
        (Plain(1), Node("a")),
        (Array(1, 2), Array(2, 1)),
        (object(), object()),
        (Node("a"), Node("b")),
    ],
)
def test_these_are_not(left: object, right: object) -> None:
    assert not is_same(left, right)


def test_mutables_are_found_at_any_depth() -> None:
    inner: list[int] = []
    node = Node("a", [inner])
    value = ({"k": node, "s": {1}}, frozenset([(1,)]), bytearray(b"x"), Node)
    found = [type(each) for each in mutables_in(value)]
    assert sorted(found, key=str) == sorted([dict, set, list, list, bytearray], key=str)


def test_what_holds_itself_is_looked_at_once() -> None:
    loop: list[Any] = []
    loop.append(loop)
    assert [*mutables_in(loop)] == [loop]
