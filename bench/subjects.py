"""Subjects: what the benchmark of distribution draws, and what it counts among the values.

Each is written once and run on both libraries: ``make`` is handed a module of strategies.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import copysign, isinf, isnan
from sys import float_info
from typing import Any

from bench.row import Strategies
from bench.shapes import count_nodes, has_repeats, is_edge_integer

Test = Callable[[Any], object]


@dataclass(frozen=True)
class Subject:
    """Values to look at: how large they are, and in what share of cases something holds."""

    name: str
    make: Callable[[Strategies], Any]
    unit: str
    size: Callable[[Any], float]
    shares: Mapping[str, Test]


@dataclass(frozen=True)
class Filter:
    """A condition on values that many of them fail."""

    name: str
    make: Callable[[Strategies], Any]
    holds: Test
    in_body: bool
    """Whether it is an assume() in the test, rather than a filter of the strategy."""


@dataclass(frozen=True)
class Coupling:
    """A condition that values meet only together: how long until a random case does."""

    name: str
    make: Callable[[Strategies], Any]
    holds: Test


def _json(st: Strategies) -> Any:
    leaves = st.none() | st.booleans() | st.floats() | st.text()
    return st.recursive(
        leaves, lambda children: st.lists(children) | st.dictionaries(st.text(), children)
    )


def _pair(st: Strategies) -> Any:
    return st.tuples(st.integers(), st.integers())


def _is_ascii(value: str) -> bool:
    return value.isascii()


_INTEGER: dict[str, Test] = {
    "0": lambda n: n == 0,
    "1 or -1": lambda n: abs(n) == 1,
    "within one of a power of two, from 127 on": lambda n: abs(n) > 1 and is_edge_integer(n),
    "over 64 bits": lambda n: n.bit_length() > 64,
    "negative": lambda n: n < 0,
}

_FLOAT: dict[str, Test] = {
    "0.0 or -0.0": lambda x: x == 0,
    "-0.0": lambda x: x == 0 and copysign(1, x) < 0,
    "1.0 or -1.0": lambda x: abs(x) == 1,
    "nan": isnan,
    "an infinity": isinf,
    "the largest finite, subnormal": lambda x: (
        abs(x) == float_info.max or 0 < abs(x) < float_info.min
    ),
    "whole": lambda x: not isinf(x) and not isnan(x) and x == int(x),
}

_TEXT: dict[str, Test] = {
    "empty": lambda s: not s,
    "not ASCII": lambda s: not s.isascii(),
    "with a control character": lambda s: any(ord(c) < 32 for c in s),
    "beyond the basic plane": lambda s: any(c > "\uffff" for c in s),
    "with a character twice": has_repeats,
}

_LIST: dict[str, Test] = {
    "empty": lambda xs: not xs,
    "with an element twice": has_repeats,
    "with 0": lambda xs: 0 in xs,
    "sorted, of two or more": lambda xs: len(xs) > 1 and xs == sorted(xs),
}

SUBJECTS = (
    Subject("integers()", lambda st: st.integers(), "bits", int.bit_length, _INTEGER),
    Subject(
        "integers(0, 1000)",
        lambda st: st.integers(0, 1000),
        "value",
        float,
        {"0": lambda n: n == 0, "1": lambda n: n == 1, "1000": lambda n: n == 1000},
    ),
    Subject("floats()", lambda st: st.floats(), "characters", lambda x: len(repr(x)), _FLOAT),
    Subject(
        "floats(0, 1)",
        lambda st: st.floats(0, 1),
        "value",
        float,
        {"0.0": lambda x: x == 0, "1.0": lambda x: x == 1, "0.5": lambda x: x == 0.5},
    ),
    Subject("text()", lambda st: st.text(), "length", len, _TEXT),
    Subject(
        "binary()",
        lambda st: st.binary(),
        "length",
        len,
        {"empty": lambda b: not b, "with a zero byte": lambda b: 0 in b},
    ),
    Subject("lists(integers())", lambda st: st.lists(st.integers()), "length", len, _LIST),
    Subject(
        "lists(integers(0, 9), max_size=20)",
        lambda st: st.lists(st.integers(0, 9), max_size=20),
        "length",
        len,
        {**_LIST, "20 long": lambda xs: len(xs) == 20},
    ),
    Subject(
        "dictionaries(text(), integers())",
        lambda st: st.dictionaries(st.text(), st.integers()),
        "length",
        len,
        {"empty": lambda d: not d, "with an empty key": lambda d: "" in d},
    ),
    Subject(
        "recursive JSON",
        _json,
        "nodes",
        count_nodes,
        {"a leaf": lambda v: not isinstance(v, (list, dict))},
    ),
    Subject(
        "dates()",
        lambda st: st.dates(),
        "year",
        lambda day: day.year,
        {
            "the first or the last": lambda day: day in (datetime.date.min, datetime.date.max),
            "February 29": lambda day: (day.month, day.day) == (2, 29),
            "the last of a month": lambda day: (day + _DAY).day == 1 if day.year < 9999 else False,
        },
    ),
)
_DAY = datetime.timedelta(1)

FILTERS = (
    Filter("integers().filter(even)", lambda st: st.integers(), lambda n: n % 2 == 0, False),
    Filter(
        "integers().filter(n % 10 == 3)", lambda st: st.integers(), lambda n: n % 10 == 3, False
    ),
    Filter("text().filter(str.isascii)", lambda st: st.text(), _is_ascii, False),
    Filter("text().filter(str.isidentifier)", lambda st: st.text(), str.isidentifier, False),
    Filter("lists(integers()).filter(len)", lambda st: st.lists(st.integers()), len, False),
    Filter(
        "lists(integers(0, 9)).filter(sorted)",
        lambda st: st.lists(st.integers(0, 9)),
        lambda xs: xs == sorted(xs),
        False,
    ),
    Filter("assume(n != 0)", lambda st: st.integers(), bool, True),
    Filter("assume(a < b)", _pair, lambda pair: pair[0] < pair[1], True),
    Filter("assume(a == b)", _pair, lambda pair: pair[0] == pair[1], True),
    Filter(
        "assume(x in xs)",
        lambda st: st.tuples(st.integers(), st.lists(st.integers())),
        lambda pair: pair[0] in pair[1],
        True,
    ),
    Filter(
        "assume(not repeated)",
        lambda st: st.lists(st.integers(0, 9), min_size=3),
        lambda xs: not has_repeats(xs),
        True,
    ),
)

COUPLINGS = (
    Coupling("a == b, not 0", _pair, lambda pair: pair[0] == pair[1] != 0),
    Coupling("a == -b, not 0", _pair, lambda pair: pair[0] == -pair[1] != 0),
    Coupling("a == b + 1", _pair, lambda pair: pair[0] == pair[1] + 1),
    Coupling(
        "x in xs",
        lambda st: st.tuples(st.integers(), st.lists(st.integers())),
        lambda pair: pair[0] in pair[1],
    ),
    Coupling(
        "a list with an element three times",
        lambda st: st.lists(st.integers()),
        lambda xs: any(xs.count(x) > 2 for x in xs),
    ),
    Coupling(
        "four numbers or more, sorted, not equal",
        lambda st: st.lists(st.integers()),
        lambda xs: len(xs) > 3 and xs == sorted(xs) and xs[0] < xs[-1],
    ),
    Coupling(
        "a text in another, not empty",
        lambda st: st.tuples(st.text(), st.text()),
        lambda pair: 0 < len(pair[0]) < len(pair[1]) and pair[0] in pair[1],
    ),
    Coupling(
        "x + 1 == x",
        lambda st: st.floats(allow_nan=False, allow_infinity=False),
        lambda x: x + 1 == x,
    ),
    Coupling(
        "a key that is also a value",
        lambda st: st.dictionaries(st.integers(), st.integers()),
        lambda d: any(key in d.values() for key in d),
    ),
    Coupling(
        "all three 1000",
        lambda st: st.tuples(*[st.integers(0, 1000)] * 3),
        lambda three: three == (1000, 1000, 1000),
    ),
)
