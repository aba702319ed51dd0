"""Rows: what is generated, each written once and run on both libraries.

``make`` is handed the strategies module of a library; ``bare`` is the same data by hand. Here are
the rows that tests are mostly made of; ``each`` has one for every other strategy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench import bare, shapes
from bench.bare import FRUIT, Order
from bench.each import EACH
from bench.row import Row, Strategies


def _booleans(st: Strategies) -> tuple[Any, ...]:
    return tuple(st.booleans() for _ in range(12))


def _json(st: Strategies) -> tuple[Any, ...]:
    leaves = st.none() | st.booleans() | st.floats() | st.text()
    return (
        st.recursive(
            leaves, lambda children: st.lists(children) | st.dictionaries(st.text(), children)
        ),
    )


def _ascending_pair(st: Strategies) -> tuple[Any, ...]:
    def ascending_pair(draw: Callable[[Any], int]) -> tuple[int, int]:
        low = draw(st.integers())
        return low, draw(st.integers(min_value=low))

    return (st.composite(ascending_pair)(),)


def _boolean_list(st: Strategies) -> tuple[Any, ...]:
    lengths = st.integers(0, 10)
    return (lengths.flatmap(lambda n: st.lists(st.booleans(), min_size=n, max_size=n)),)


ROWS = (
    Row(
        "integers",
        "integers()",
        lambda st: (st.integers(),),
        bare.integer,
        shapes.INTEGER,
        simple=True,
    ),
    Row(
        "bounded integers",
        "two arguments integers(0, 1000)",
        lambda st: (st.integers(0, 1000), st.integers(0, 1000)),
        bare.bounded_integers,
        shapes.BOUNDED,
        simple=True,
    ),
    Row(
        "booleans x12",
        "twelve arguments booleans()",
        _booleans,
        bare.booleans,
        shapes.BOOLEANS,
        simple=True,
        most_cases=400,
    ),
    Row(
        "floats",
        "floats()",
        lambda st: (st.floats(),),
        bare.floating,
        shapes.FLOAT,
        simple=True,
    ),
    Row(
        "text",
        "text()",
        lambda st: (st.text(),),
        bare.text,
        shapes.TEXT,
        simple=True,
    ),
    Row(
        "lists",
        "lists(integers())",
        lambda st: (st.lists(st.integers()),),
        bare.integer_list,
        shapes.LIST,
        simple=True,
    ),
    Row(
        "long lists",
        "lists(integers(), min_size=50, max_size=100)",
        lambda st: (st.lists(st.integers(), min_size=50, max_size=100),),
        bare.long_integer_list,
        shapes.LONG_LIST,
        simple=True,
    ),
    Row(
        "sampled_from",
        "four arguments sampled_from(50 elements)",
        lambda st: tuple(st.sampled_from(FRUIT) for _ in range(4)),
        bare.fruit,
        shapes.SAMPLE,
        simple=True,
    ),
    Row(
        "dictionaries",
        "dictionaries(text(), integers())",
        lambda st: (st.dictionaries(st.text(), st.integers()),),
        bare.dictionary,
        shapes.DICTIONARY,
    ),
    Row(
        "recursive JSON",
        "none, booleans, floats, text in lists and dictionaries",
        _json,
        bare.json,
        shapes.DOCUMENT,
    ),
    Row(
        "builds",
        "builds(a dataclass of integers(), floats(), text())",
        lambda st: (st.builds(Order, st.integers(), st.floats(), st.text()),),
        bare.order,
        shapes.ORDER,
    ),
    Row(
        "composite",
        "low from integers(), high from integers(min_value=low)",
        _ascending_pair,
        bare.ascending_pair,
        shapes.PAIR,
    ),
    Row(
        "one_of",
        "integers() | text() | booleans()",
        lambda st: (st.one_of(st.integers(), st.text(), st.booleans()),),
        bare.scalar,
        shapes.SCALAR,
    ),
    Row(
        "filter",
        "integers().filter(even)",
        lambda st: (st.integers().filter(lambda x: x % 2 == 0),),
        bare.even_integer,
        shapes.INTEGER,
    ),
    Row(
        "flatmap",
        "integers(0, 10), then a list of as many booleans(); 100 cases a call",
        _boolean_list,
        bare.boolean_list,
        shapes.FLAGS,
        most_cases=100,
    ),
    Row(
        "short calls",
        "integers() again, 100 cases a call, as by default: what starting costs",
        lambda st: (st.integers(),),
        bare.integer,
        shapes.INTEGER,
        most_cases=100,
    ),
    *EACH,
)
