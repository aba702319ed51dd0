"""from_type for structs of msgspec."""

import datetime
import re
from typing import Annotated, Generic, Optional, TypeVar

import msgspec
from msgspec import Meta, Struct

from shortlex import strategies as st
from tests.strategies.laws_of_strategies import draw_simplest, find_simplest, values_of

T = TypeVar("T")


class Point(Struct):
    x: int
    y: int = 3
    names: list[str] = msgspec.field(default_factory=list)
    parent: Optional["Point"] = None


class Constrained(Struct, kw_only=True, frozen=True):
    low: Annotated[int, Meta(ge=3, lt=9)]
    even: Annotated[int, Meta(gt=0, le=100, multiple_of=2)]
    text: Annotated[str, Meta(min_length=2, max_length=3)]
    code: Annotated[str, Meta(pattern="^a+$")] = "a"
    aware: Annotated[datetime.datetime, Meta(tz=True)]
    naive: Annotated[datetime.datetime, Meta(tz=False)]
    items: list[Annotated[int, Meta(ge=5)]]
    unset: int | msgspec.UnsetType = msgspec.UNSET


class Box(Struct, Generic[T]):
    value: T


class Dog(Struct, tag=True):
    name: str


class Cat(Struct, tag=True):
    name: str


def test_a_struct_gets_its_fields() -> None:
    assert draw_simplest(st.from_type(Point)) == Point(0)
    assert find_simplest(st.from_type(Point), lambda one: one.parent).parent == Point(0)
    assert find_simplest(st.from_type(Point), lambda one: one.names) == Point(0, names=[""])


def test_constraints_hold() -> None:
    values = values_of(st.from_type(Constrained), 60)
    assert len(values) > 50
    for each in values:
        # msgspec itself looks at constraints only when it converts.
        assert msgspec.convert(msgspec.to_builtins(each), Constrained).low == each.low
        assert each.aware.tzinfo is not None
        assert each.naive.tzinfo is None
        assert re.search("^a+$", each.code)
    assert draw_simplest(st.from_type(Constrained)).even == 2


def test_generic_structs_are_filled_in() -> None:
    assert draw_simplest(st.from_type(Box[str])) == Box("")


def test_tagged_unions_are_unions() -> None:
    assert {type(each) for each in values_of(st.from_type(Dog | Cat))} == {Dog, Cat}
    assert draw_simplest(st.from_type(Dog | Cat)) == Dog("")


def test_builds_infers_what_is_missing() -> None:
    assert draw_simplest(st.builds(Point, y=st.just(9))) == Point(0, 9)
