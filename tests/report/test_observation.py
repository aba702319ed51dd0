"""Observations: values as strict JSON. Whole records are checked in tests/property."""

import json
import math
from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Any, NamedTuple

import attrs
import pydantic
import pytest

from shortlex import given
from shortlex import strategies as st
from shortlex.report.observation import to_jsonable


@dataclass
class Point:
    x: int
    y: object


@attrs.define
class Pair:
    left: int
    right: int


class Model(pydantic.BaseModel):
    name: str


class Named(NamedTuple):
    a: int
    b: str


class Own:
    def __init__(self, said: object) -> None:
        self.said = said

    def to_json(self) -> object:
        if isinstance(self.said, Exception):
            raise self.said
        return self.said

    def __repr__(self) -> str:
        return "Own()"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        ("ä\ud800", "ä\ud800"),
        (5, 5),
        (2**63 - 1, 2**63 - 1),
        (2**63, 2.0**63),
        (-(2**63), -(2**63)),
        (1.5, 1.5),
        (math.inf, ["float", 0x7FF0000000000000]),
        (math.nan, ["float", 0x7FF8000000000000]),
        (b"\x00\xff", ["bytes", "AP8="]),
        ([1, (2, {3})], [1, [2, [3]]]),
        (deque([1]), [1]),
        ({1: "a", "b": 2}, {"1": "a", "b": 2}),
        (OrderedDict(a=1), {"a": 1}),
        (Point(1, [math.inf]), {"x": 1, "y": [["float", 0x7FF0000000000000]]}),
        (Pair(1, 2), {"left": 1, "right": 2}),
        (Model(name="n"), {"name": "n"}),
        (Named(1, "x"), {"a": 1, "b": "x"}),
        (Own({"k": (1,)}), {"k": [1]}),
        (Own(ValueError("no")), "Own()"),
        (int, "int"),
        (Point, "Point"),
        (3 + 4j, "(3+4j)"),
        (range(3), "range(0, 3)"),
    ],
)
def test_values_become_what_json_can_hold(value: object, expected: object) -> None:
    made = to_jsonable(value)
    assert made == expected
    assert type(made) is type(expected)
    json.dumps(made, allow_nan=False)


def test_what_no_float_can_be_becomes_text() -> None:
    assert isinstance(to_jsonable(10**400), str)


def test_what_contains_itself_ends() -> None:
    loop: list[Any] = []
    loop.append(loop)
    json.dumps(to_jsonable(loop), allow_nan=False)


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.integers() | st.text(), inner),
)


@given(plain)
def test_whatever_is_generated_is_strict_json(value: object) -> None:
    json.loads(json.dumps(to_jsonable(value), allow_nan=False))
