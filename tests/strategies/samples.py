"""Strategies of every kind, with what is to be expected of them.

A new strategy gets a few lines in ``SAMPLES``, and the names that their reprs use one in ``NAMES``:
``test_laws`` checks each by the laws of ``shortlex.laws``, and fails if a strategy has none.

Size: one table, read where it is added to.
"""

from __future__ import annotations

import datetime as datetime_module
import enum
import re
import typing
import zoneinfo
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from ipaddress import IPv4Address, IPv4Network, IPv6Address
from math import hypot, inf, nan
from random import Random
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import tests
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.laws.strategy_laws import UNKNOWN
from shortlex.provisional import domains, urls
from shortlex.strategies.collections import OneShot
from tests.strategies.laws_of_strategies import leaves_of

# What is used in the samples, by the names that their reprs have.


class Colour(enum.Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1  # noqa: PIE796  # another name for the same, on purpose


class Access(enum.Flag):
    READ = 4
    WRITE = 2
    RUN = 1
    ALL = 7


@dataclass(frozen=True)
class Point:
    x: int
    y: int = 0


@dataclass(frozen=True)
class Node:
    value: int
    below: tuple[Node, ...] = ()


def is_even(value: int) -> bool:
    return value % 2 == 0


def pair_of(value: int) -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(st.just(value), st.integers(0, value))


@st.composite
def ascending(draw: st.DrawFn, least: int = 0) -> tuple[int, int]:
    low = draw(st.integers(least, 100))
    return low, draw(st.integers(min_value=low))


TREE: st.SearchStrategy[Any] = st.deferred(lambda: st.none() | st.tuples(TREE, TREE))
NESTED: st.SearchStrategy[Any] = st.deferred(lambda: st.lists(NESTED))
EVEN: st.SearchStrategy[Any] = st.deferred(lambda: st.just(0) | st.tuples(ODD))
ODD: st.SearchStrategy[Any] = st.deferred(lambda: st.tuples(EVEN))
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda children: st.lists(children) | st.dictionaries(st.text(), children),
)
ZONE = ZoneInfo("Europe/Paris")
KEY = st.shared(st.integers(0, 9), key="k")


class Dice(st.SearchStrategy[int]):
    """A strategy as users write them."""

    def do_draw(self, case: Case) -> int:
        return 1 + case.draw(st.integers(0, 5))

    def __repr__(self) -> str:
        return "Dice()"


NAMES: dict[str, Any] = {name: getattr(st, name) for name in st.__all__} | {
    "inf": inf,
    "re": re,
    "domains": domains,
    "urls": urls,
    "nan": nan,
    "st": st,
    **{
        each.__name__: each
        for each in (Colour, Access, Point, Node, Dice, is_even, pair_of, ascending)
    },
    "TREE": TREE,
    "NESTED": NESTED,
    "EVEN": EVEN,
    "ODD": ODD,
    "Decimal": Decimal,
    "Fraction": Fraction,
    "datetime": datetime_module,
    "typing": typing,
    "zoneinfo": zoneinfo,
    "tests": tests,
    "OrderedDict": OrderedDict,
}


@dataclass(frozen=True)
class Sample:
    """A strategy, and what is to be expected of it."""

    strategy: st.SearchStrategy[Any]
    simplest: Any
    accepts: Callable[[Any], bool]
    most_rejected: float = 0.0
    name: str = ""
    key: Callable[[Any], object] | None = None
    """What is compared of two values, where they cannot be compared themselves."""

    unchecked: tuple[str, ...] = ()
    """Laws that cannot be checked here."""

    allow_shared: bool = False
    """Whether values are passed on as they were given, and not made anew."""

    def __str__(self) -> str:
        return self.name or repr(self.strategy)


def of_type(*types: type) -> Callable[[Any], bool]:
    return lambda value: type(value) in types


def all_of(kind: type, element: Callable[[Any], bool], low: int = 0, high: float = inf) -> Any:
    return lambda value: (
        type(value) is kind and low <= len(value) <= high and all(map(element, value))
    )


def within(low: Any, high: Any) -> Callable[[Any], bool]:
    return lambda value: low <= value <= high


def is_far(value: complex) -> bool:
    return hypot(value.real, value.imag) >= 1.5


def is_json(value: Any) -> bool:
    if type(value) is list:
        return all(map(is_json, value))
    if type(value) is dict:
        return all(type(key) is str and is_json(each) for key, each in value.items())
    return value is None or type(value) in (bool, float, str)


def is_tree(value: Any) -> bool:
    return value is None or (type(value) is tuple and len(value) == 2 and all(map(is_tree, value)))


def is_nested(value: Any) -> bool:
    return type(value) is list and all(map(is_nested, value))


def is_chain(value: Any) -> bool:
    while type(value) is tuple:
        (value,) = value
    return value == 0


is_int, is_bool, is_str = of_type(int), of_type(bool), of_type(str)

OF_EMPTY = ("few_are_rejected", "simplest_is_reached")
SHARED = ("values_are_independent",)

SAMPLES = [
    Sample(st.none(), None, lambda v: v is None),
    Sample(st.nothing(), UNKNOWN, lambda v: False, 1.0, unchecked=OF_EMPTY),
    Sample(st.just([1]), [1], lambda v: v == [1], unchecked=SHARED, allow_shared=True),
    Sample(st.just("x"), "x", lambda v: v == "x"),
    Sample(st.booleans(), False, is_bool),
    Sample(st.integers(), 0, is_int),
    Sample(st.integers(0, 10), 0, lambda v: is_int(v) and 0 <= v <= 10),
    Sample(st.integers(min_value=1000), 1000, within(1000, inf)),
    Sample(st.integers(max_value=-5), -5, within(-inf, -5)),
    Sample(st.integers(-3, 10**30), 0, within(-3, 10**30)),
    Sample(st.integers(2.0, 5), 2, lambda v: is_int(v) and 2 <= v <= 5),  # type: ignore[arg-type]  # allowed
    Sample(st.floats(), 0.0, of_type(float)),
    Sample(st.floats(0, 1), 0.0, within(0, 1)),
    Sample(st.floats(-0.0, 0.5, width=32), 0.0, within(0, 0.5)),
    Sample(st.floats(1.5, exclude_min=True, allow_infinity=False), 2.0, lambda v: 1.5 < v < inf),
    Sample(st.floats(allow_nan=False, width=16), 0.0, lambda v: v == v),
    Sample(st.fractions(), Fraction(0), of_type(Fraction)),
    Sample(
        st.fractions(Fraction(1, 3), Fraction(2, 5)),
        Fraction(1, 3),
        within(Fraction(1, 3), Fraction(2, 5)),
    ),
    Sample(st.fractions("-1/2", max_denominator=9), Fraction(0), lambda v: v.denominator < 10),
    Sample(st.decimals(), Decimal(0), of_type(Decimal)),
    Sample(st.decimals("0.25", "0.26"), Decimal("0.25"), within(Decimal("0.25"), Decimal("0.26"))),
    Sample(st.decimals(0, 9, places=2), Decimal("0.00"), lambda v: v.as_tuple().exponent == -2),
    Sample(st.decimals(max_value=-3, allow_nan=False), Decimal(-3), within(-inf, -3)),
    Sample(st.complex_numbers(), 0j, of_type(complex)),
    Sample(st.complex_numbers(max_magnitude=2), 0j, lambda v: abs(v) <= 2),
    Sample(st.complex_numbers(min_magnitude=1.5, width=64), 2 + 0j, is_far),
    Sample(st.dates(), date(2000, 1, 1), of_type(date)),
    Sample(
        st.dates(date(1999, 12, 30), date(2000, 3, 1)),
        date(2000, 1, 1),
        within(date(1999, 12, 30), date(2000, 3, 1)),
    ),
    Sample(st.times(), time(0), of_type(time)),
    Sample(st.times(time(9, 30), time(9, 45)), time(9, 30), within(time(9, 30), time(9, 45))),
    Sample(st.timedeltas(), timedelta(0), of_type(timedelta)),
    Sample(
        st.timedeltas(timedelta(hours=1), timedelta(days=9)),
        timedelta(hours=1),
        within(timedelta(hours=1), timedelta(days=9)),
    ),
    Sample(st.datetimes(), datetime(2000, 1, 1), of_type(datetime)),
    Sample(
        st.datetimes(timezones=st.just(ZONE)),
        datetime(2000, 1, 1, tzinfo=ZONE),
        lambda v: v.tzinfo is ZONE,
    ),
    Sample(st.timezones(), ZoneInfo("UTC"), of_type(ZoneInfo)),
    Sample(st.timezones(no_cache=True), ZoneInfo("UTC"), of_type(ZoneInfo), key=str),
    Sample(st.timezone_keys(), "UTC", is_str),
    Sample(st.timezone_keys(allow_prefix=False), "UTC", is_str),
    Sample(st.text(), "", is_str),
    Sample(st.text("ba", min_size=1, max_size=3), "b", lambda v: set(v) <= set("ab") and v != ""),
    Sample(st.text(st.characters(codec="ascii"), max_size=5), "", str.isascii),
    Sample(st.text(st.integers(97, 99).map(chr), min_size=2), "aa", lambda v: set(v) <= set("abc")),
    Sample(st.characters(), "0", lambda v: is_str(v) and len(v) == 1),
    Sample(st.characters(categories=("Lu",), max_codepoint=255), "A", str.isupper),
    Sample(
        st.characters(min_codepoint=97, include_characters="!"), "a", lambda v: v >= "a" or v == "!"
    ),
    Sample(st.binary(), b"", of_type(bytes)),
    Sample(st.binary(min_size=2, max_size=2), b"\0\0", lambda v: len(v) == 2),
    Sample(st.from_regex("[a-z]{2,5}@x", fullmatch=True), "aa@x", lambda v: v.endswith("@x")),
    Sample(st.from_regex(r"(a|\d+)\b"), "a", is_str),
    Sample(st.from_regex(b"^x+$"), b"x", lambda v: set(v) <= {10, 120}),
    Sample(st.from_regex(re.compile("A.c", re.I), alphabet="cabC"), "acc", is_str),
    Sample(st.emails(), "a@a.com", lambda v: len(v) <= 254 and v.count("@") == 1),
    Sample(st.emails(domains=st.just("x.org")), "a@x.org", lambda v: v.endswith("@x.org")),
    Sample(domains(), "a.com", lambda v: len(v) <= 255),
    Sample(domains(max_length=4), "a.io", lambda v: len(v) == 4),
    Sample(urls(), "http://a.com", lambda v: v.startswith(("http://", "https://"))),
    Sample(st.ip_addresses(), IPv4Address("0.0.0.0"), of_type(IPv4Address, IPv6Address)),
    Sample(st.ip_addresses(v=6), IPv6Address("::"), of_type(IPv6Address)),
    Sample(
        st.ip_addresses(network="10.1.0.0/16"),
        IPv4Address("10.1.0.0"),
        lambda v: v in IPv4Network("10.1.0.0/16"),
    ),
    Sample(st.uuids(), UUID(int=1), lambda v: type(v) is UUID and v.int != 0),
    Sample(st.uuids(version=4), UUID(int=0, version=4), lambda v: v.version == 4),
    Sample(st.uuids(allow_nil=True), UUID(int=0), of_type(UUID)),
    Sample(st.slices(0), slice(None), of_type(slice)),
    Sample(st.slices(10), slice(None), lambda v: v.start in (None, *range(-10, 10))),
    Sample(
        st.iterables(st.integers(0, 9), max_size=3),
        OneShot([]),
        lambda v: repr(v).startswith("iter([") and len([*v]) <= 3,
    ),
    Sample(
        st.iterables(st.booleans(), min_size=1, unique=True),
        OneShot([False]),
        lambda v: 1 <= len([*v]) <= 2,
    ),
    Sample(st.sampled_from(["b", "a", "b"]), "b", lambda v: v in ("a", "b")),
    Sample(st.sampled_from(range(10**12)), 0, lambda v: v in range(10**12)),
    Sample(st.sampled_from("xyz"), "x", lambda v: v in "xyz"),
    Sample(st.sampled_from(Colour), Colour.RED, of_type(Colour)),
    Sample(st.sampled_from(Access), Access.RUN, of_type(Access)),
    Sample(st.sampled_from(OrderedDict(b=1, a=2)), "b", lambda v: v in "ab"),
    Sample(st.booleans(p=0.9), False, is_bool),
    Sample(st.sampled_from("xyz", weights=[1, 2, 9]), "x", lambda v: v in "xyz"),
    Sample(st.one_of(st.none(), st.text(), weights=[1, 5]), None, of_type(str, type(None))),
    Sample(
        st.one_of(st.one_of(st.none(), st.booleans(), weights=[1, 9]), st.text()).map(repr),
        "None",
        is_str,
    ),
    Sample(
        st.randoms(use_true_random=True).map(lambda r: r.random()),
        Random(0).random(),
        within(0, 1),
    ),
    Sample(st.randoms().map(lambda r: r.sample(range(9), 3)), [0, 1, 2], all_of(list, is_int)),
    Sample(
        st.functions(like=lambda x: 0, returns=st.integers(), pure=True).map(
            lambda f: (f(1), f(1))
        ),
        (0, 0),
        lambda v: v[0] == v[1],
    ),
    Sample(st.random_module().map(repr), "RandomSeeder(0)", is_str),
    Sample(st.runner(default=3), 3, is_int),
    Sample(st.integers() | st.text(), 0, of_type(int, str)),
    Sample(st.one_of(st.none(), st.nothing(), st.text()), None, of_type(str, type(None))),
    Sample(st.one_of(st.booleans()), False, is_bool),
    Sample((st.none() | st.booleans()).map(str), "None", is_str),
    Sample(st.lists(st.integers()), [], all_of(list, is_int)),
    Sample(
        st.lists(st.booleans(), min_size=2, max_size=4), [False] * 2, all_of(list, is_bool, 2, 4)
    ),
    Sample(st.lists(st.just(0), min_size=3, max_size=3), [0, 0, 0], all_of(list, is_int, 3, 3)),
    Sample(st.lists(st.nothing()), [], lambda v: v == []),
    Sample(st.lists(st.integers(), unique=True), [], lambda v: len(set(v)) == len(v)),
    Sample(
        st.lists(st.tuples(st.integers(0, 9), st.text()), unique_by=lambda pair: pair[0]),
        [],
        lambda v: len({key for key, _ in v}) == len(v),
    ),
    Sample(
        st.lists(st.integers(0, 99), unique_by=(lambda x: x % 10, lambda x: x // 10), min_size=5),
        [0, 11, 22, 33, 44],
        lambda v: len({x % 10 for x in v}) == len({x // 10 for x in v}) == len(v) >= 5,
    ),
    Sample(st.lists(st.lists(st.integers(0, 3), max_size=2)), [], all_of(list, of_type(list))),
    Sample(st.sets(st.integers(0, 9), min_size=10), set(range(10)), all_of(set, is_int, 10, 10)),
    Sample(st.sets(st.booleans(), min_size=2), {False, True}, lambda v: v == {False, True}),
    Sample(st.sets(st.text("ab", max_size=2)), set(), all_of(set, is_str, 0, 7)),
    Sample(
        st.frozensets(st.floats(), max_size=3), frozenset(), all_of(frozenset, of_type(float), 0, 3)
    ),
    Sample(
        st.sets(st.frozensets(st.integers(0, 3))), set(), all_of(set, of_type(frozenset), 0, 16)
    ),
    Sample(st.tuples(), (), lambda v: v == ()),
    Sample(st.tuples(st.integers(), st.text()), (0, ""), lambda v: is_int(v[0]) and is_str(v[1])),
    Sample(st.dictionaries(st.text(), st.integers()), {}, all_of(dict, is_str)),
    Sample(
        st.dictionaries(st.integers(0, 9), st.booleans(), min_size=10),
        dict.fromkeys(range(10), False),
        lambda v: sorted(v) == [*range(10)],
    ),
    Sample(
        st.dictionaries(st.text(), st.none(), dict_class=OrderedDict, max_size=2),
        OrderedDict(),
        all_of(OrderedDict, is_str, 0, 2),
    ),
    Sample(
        st.fixed_dictionaries({"a": st.integers()}, optional={"b": st.text()}),
        {"a": 0},
        lambda v: is_int(v["a"]) and v.keys() <= {"a", "b"},
    ),
    Sample(st.lists(st.permutations("ab"), max_size=2), [], all_of(list, of_type(list), 0, 2)),
    Sample(st.permutations(range(5)), [0, 1, 2, 3, 4], lambda v: sorted(v) == [0, 1, 2, 3, 4]),
    Sample(st.permutations([3, 1, 2]), [3, 1, 2], lambda v: sorted(v) == [1, 2, 3]),
    Sample(st.builds(Point, st.integers(0, 5), y=st.integers(0, 5)), Point(0, 0), of_type(Point)),
    Sample(st.builds(dict), {}, lambda v: v == {}),
    Sample(st.builds(Point), Point(0), of_type(Point)),
    Sample(st.builds(Point, y=...), Point(0), of_type(Point)),
    Sample(st.from_type(Point), Point(0), of_type(Point)),
    Sample(st.from_type(Node), Node(0), of_type(Node)),
    Sample(st.from_type(dict[str, int | None]), {}, of_type(dict)),
    Sample(st.from_type(list[Node] | None), None, of_type(list, type(None))),
    Sample(st.from_type(typing.Literal["b", "a"]), "b", lambda v: v in ("a", "b")),
    Sample(ascending(), (0, 0), lambda v: 0 <= v[0] <= v[1]),
    Sample(ascending(least=7), (7, 7), lambda v: 7 <= v[0] <= v[1]),
    Sample(st.integers().map(str), "0", is_str),
    Sample(st.integers().filter(is_even), 0, is_even),
    Sample(st.integers().filter(lambda x: x % 3 == 1).filter(is_even), -2, lambda v: v % 6 == 4),
    Sample(st.integers(0, 1000).filter(lambda x: x % 500 == 77), 77, lambda v: v in (77, 577)),
    Sample(st.integers(0, 9).flatmap(pair_of), (0, 0), lambda v: v[1] <= v[0]),
    Sample(
        st.integers(0, 5).flatmap(lambda n: st.lists(st.booleans(), min_size=n, max_size=n)),
        [],
        all_of(list, is_bool, 0, 5),
    ),
    Sample(st.tuples(KEY, KEY, st.integers()), (0, 0, 0), lambda v: v[0] == v[1]),
    Sample(st.lists(st.just(5) | KEY, unique=True), [], lambda v: len(set(v)) == len(v) <= 2),
    Sample(st.shared(st.text()), "", is_str),
    Sample(st.builds(list, st.lists(st.integers())), [], of_type(list)),
    Sample(
        st.fixed_dictionaries({"b": st.text(), "a": st.lists(st.none())}),
        {"b": "", "a": []},
        lambda v: list(v) == ["b", "a"],
    ),
    Sample(JSON, None, is_json),
    Sample(
        st.recursive(st.booleans(), lambda children: st.tuples(children, children), max_leaves=3),
        False,
        lambda v: len(leaves_of(v)) <= 3,
    ),
    Sample(
        st.recursive(st.integers(0, 9), st.frozensets, max_leaves=5),
        0,
        lambda v: len(leaves_of(v)) <= 5,
    ),
    Sample(TREE, None, is_tree, name="TREE"),
    Sample(NESTED, [], is_nested, name="NESTED"),
    Sample(EVEN, 0, is_chain, name="EVEN"),
    Sample(st.tuples(EVEN, ODD), (0, (0,)), lambda v: all(map(is_chain, v)), name="EVEN and ODD"),
    Sample(Dice(), 1, within(1, 6)),
    Sample(st.lists(Dice(), max_size=3), [], all_of(list, within(1, 6), 0, 3)),
    Sample(st.data(), UNKNOWN, of_type(st.DataObject), key=repr),
]
