"""What type checkers make of strategies: checked by mypy and pyright, and never run.

A line that ends in ``type: ignore`` is a mistake that must be found.
"""

from __future__ import annotations

import datetime
import enum
import re
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from ipaddress import IPv4Address, IPv6Address
from typing import Any, TypeGuard, assert_type
from uuid import UUID
from zoneinfo import ZoneInfo

from shortlex import find, given, laws, settings
from shortlex import strategies as st
from shortlex.provisional import domains, urls
from shortlex.strategies import DataObject, DrawFn, SearchStrategy


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


@dataclass
class Point:
    x: int
    y: int = 0


def is_text(value: object) -> TypeGuard[str]:
    return isinstance(value, str)


def leaves() -> None:
    assert_type(st.none(), SearchStrategy[None])
    assert_type(st.just(5), SearchStrategy[int])
    assert_type(st.booleans(), SearchStrategy[bool])
    assert_type(st.integers(0, 9), SearchStrategy[int])
    assert_type(st.floats(0, 1, width=32), SearchStrategy[float])
    assert_type(st.complex_numbers(), SearchStrategy[complex])
    assert_type(st.decimals(places=2), SearchStrategy[Decimal])
    assert_type(st.fractions(), SearchStrategy[Fraction])
    assert_type(st.text("abc"), SearchStrategy[str])
    assert_type(st.text(st.characters(codec="ascii")), SearchStrategy[str])
    assert_type(st.characters(), SearchStrategy[str])
    assert_type(st.binary(), SearchStrategy[bytes])
    assert_type(st.from_regex("a+"), SearchStrategy[str])
    assert_type(st.from_regex(b"a+"), SearchStrategy[bytes])
    assert_type(st.from_regex(re.compile("a+")), SearchStrategy[str])
    assert_type(st.dates(), SearchStrategy[datetime.date])
    assert_type(st.times(), SearchStrategy[datetime.time])
    assert_type(st.datetimes(), SearchStrategy[datetime.datetime])
    assert_type(st.timedeltas(), SearchStrategy[datetime.timedelta])
    assert_type(st.timezones(), SearchStrategy[ZoneInfo])
    assert_type(st.timezone_keys(), SearchStrategy[str])
    assert_type(st.uuids(), SearchStrategy[UUID])
    assert_type(st.emails(), SearchStrategy[str])
    assert_type(domains(), SearchStrategy[str])
    assert_type(urls(), SearchStrategy[str])
    assert_type(st.ip_addresses(v=4), SearchStrategy[IPv4Address])
    assert_type(st.ip_addresses(v=6), SearchStrategy[IPv6Address])
    assert_type(st.ip_addresses(), SearchStrategy[IPv4Address | IPv6Address])
    assert_type(st.slices(5), SearchStrategy[slice])
    assert_type(st.data(), SearchStrategy[DataObject])


def choosing(numbers: tuple[int, ...]) -> None:
    assert_type(st.sampled_from(["a", "b"]), SearchStrategy[str])
    assert_type(st.sampled_from(numbers), SearchStrategy[int])
    assert_type(st.sampled_from(range(5)), SearchStrategy[int])
    assert_type(st.sampled_from("abc"), SearchStrategy[str])
    assert_type(st.sampled_from(Colour), SearchStrategy[Colour])
    assert_type(st.one_of(st.integers()), SearchStrategy[int])
    assert_type(st.one_of(st.integers(), st.text()), SearchStrategy[int | str])
    assert_type(st.one_of(st.none(), st.integers(), st.text()), SearchStrategy[None | int | str])
    assert_type(st.one_of([st.integers(), st.integers()]), SearchStrategy[int])
    assert_type(
        st.one_of(st.none(), st.booleans(), st.text(), st.binary(), st.fractions()),
        SearchStrategy[None | bool | str | bytes | Fraction],
    )
    assert_type(st.integers() | st.text(), SearchStrategy[int | str])
    assert_type(st.integers() | st.text() | st.none(), SearchStrategy[int | str | None])
    assert_type(st.integers() | st.nothing(), SearchStrategy[int])


def collections() -> None:
    assert_type(st.lists(st.integers()), SearchStrategy[list[int]])
    assert_type(st.lists(st.lists(st.text()), min_size=1), SearchStrategy[list[list[str]]])
    assert_type(st.lists(st.integers() | st.text()), SearchStrategy[list[int | str]])
    assert_type(st.lists(st.integers(), unique_by=lambda n: n % 5), SearchStrategy[list[int]])
    assert_type(st.sets(st.text()), SearchStrategy[set[str]])
    assert_type(st.frozensets(st.text()), SearchStrategy[frozenset[str]])
    assert_type(st.iterables(st.text()), SearchStrategy[Iterable[str]])
    assert_type(st.permutations([1, 2]), SearchStrategy[list[int]])
    assert_type(st.permutations("ab"), SearchStrategy[list[str]])
    assert_type(st.tuples(), SearchStrategy[tuple[()]])
    assert_type(st.tuples(st.integers()), SearchStrategy[tuple[int]])
    assert_type(st.tuples(st.integers(), st.text()), SearchStrategy[tuple[int, str]])
    assert_type(
        st.tuples(st.integers(), st.text(), st.none(), st.booleans(), st.binary()),
        SearchStrategy[tuple[int, str, None, bool, bytes]],
    )
    six = [st.integers()] * 6
    assert_type(st.tuples(*six), SearchStrategy[tuple[int, ...]])
    assert_type(st.dictionaries(st.text(), st.integers()), SearchStrategy[dict[str, int]])
    assert_type(
        st.dictionaries(st.text(), st.integers(), dict_class=OrderedDict, max_size=3),
        SearchStrategy[OrderedDict[str, int]],
    )
    assert_type(
        st.fixed_dictionaries({"a": st.integers(), "b": st.integers()}),
        SearchStrategy[dict[str, int]],
    )
    assert_type(
        st.fixed_dictionaries({"a": st.integers()}, optional={"b": st.integers()}),
        SearchStrategy[dict[str, int]],
    )


def deriving() -> None:
    assert_type(st.integers().map(str), SearchStrategy[str])
    assert_type(st.integers().map(lambda n: [n]), SearchStrategy[list[int]])
    assert_type(st.integers().filter(lambda n: n > 5), SearchStrategy[int])
    assert_type(st.integers().filter(bool), SearchStrategy[int])
    assert_type((st.integers() | st.text()).filter(is_text), SearchStrategy[str])
    assert_type(st.integers(0, 9).flatmap(lambda n: st.text(min_size=n)), SearchStrategy[str])
    assert_type(st.builds(Point, st.integers()), SearchStrategy[Point])
    assert_type(st.builds(Point, x=st.integers(), y=st.integers()), SearchStrategy[Point])
    assert_type(st.builds(str, st.integers()), SearchStrategy[str])
    assert_type(st.shared(st.integers(), key="k"), SearchStrategy[int])
    assert_type(st.deferred(lambda: st.integers()), SearchStrategy[int])
    assert_type(
        st.recursive(st.integers(), lambda children: st.frozensets(children)),
        SearchStrategy[int | frozenset[Any]],
    )
    assert_type(st.integers().example(), int)
    # What makes narrower values serves where wider ones are wanted.
    wide: SearchStrategy[float | Sequence[object]] = st.booleans() | st.lists(st.none())
    draw_from(wide)


def draw_from(strategy: SearchStrategy[float | Sequence[object]]) -> None: ...


@st.composite
def pairs(draw: DrawFn, least: int, *, most: int = 9) -> tuple[int, str]:
    low = draw(st.integers(least, most))
    assert_type(low, int)
    return low, draw(st.text(), label="name")


def composing() -> None:
    assert_type(pairs(1), SearchStrategy[tuple[int, str]])
    assert_type(pairs(least=1, most=3), SearchStrategy[tuple[int, str]])
    pairs()  # type: ignore[call-arg]
    pairs("one")  # type: ignore[arg-type]


@given(st.data(), number=st.integers())
def test_in_the_middle(data: DataObject, number: int) -> None:
    assert_type(data.draw(st.lists(st.text())), list[str])
    assert_type(data.draw(pairs(number), label="pair"), tuple[int, str])


@settings(max_examples=5)
@given(st.integers())
def test_with_settings(number: int) -> None: ...


def elsewhere() -> None:
    assert_type(find(st.lists(st.integers()), bool), list[int])
    assert_type(laws.check_strategy(st.integers(), of_type=int), dict[str, str])


def mistakes() -> None:
    st.lists(int)  # type: ignore[arg-type]
    st.integers("0")  # type: ignore[arg-type]
    st.text(min_size="1")  # type: ignore[arg-type]
    st.integers().map(5)  # type: ignore[arg-type]
    st.integers().flatmap(lambda n: n)  # type: ignore[arg-type, return-value]
    st.dictionaries(st.text())  # type: ignore[call-overload]
