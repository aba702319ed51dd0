"""Filters that are understood: the same values, the same simplest one, and none refused."""

import math
import operator
import re
import string
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from shortlex import lowlevel
from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.core.order import simpler
from shortlex.errors import NoSuchExample
from shortlex.strategies.strategy import Filtered
from tests.strategies.laws_of_strategies import (
    draw_light,
    draw_replayed,
    draw_simplest,
    find_simplest,
    is_same,
    share_rejected,
    values_of,
)

Condition = Callable[[Any], object]

SEVEN, THIRD, DAY = 7, Fraction(1, 3), date(2004, 2, 29)
NOON, MOMENT = time(12, 30, 15), datetime(1999, 12, 31, 23, 59)
WEEK, MIDNIGHT = timedelta(days=7), datetime(2001, 1, 1, tzinfo=UTC)
FORTNIGHT, A_DAY_LATER = timedelta(days=14), datetime(2000, 1, 1, 23, 59)
LATER, NEW_YEAR, WEEK_AND_MORE = MIDNIGHT + WEEK, date(2004, 1, 1), timedelta(7, 3, 20)

NUMBERS: list[tuple[st.SearchStrategy[Any], Condition]] = [
    (st.integers(), lambda x: x > 3),
    (st.integers(), lambda x: x <= 3),
    (st.integers(), lambda x: -20 <= x < -10),
    (st.integers(), lambda x: x > 10**30),
    (st.integers(), lambda x: x > 3.5),
    (st.integers(), lambda x: x <= -3.5),
    (st.integers(), lambda x: x == 12.0),
    (st.integers(), lambda x: x > THIRD and x < SEVEN * 3),
    (st.integers(), lambda x: x < math.inf and x > 1000),
    (st.integers(0, 10), bool),
    (st.integers(-10, 0), lambda x: x),
    (st.integers(5, 90), lambda x: x != 5 and x != 90),
    (st.integers(), lambda x: x > 100 and x % 3 == 0),
    (st.integers(), lambda x: x in (70, 30, 2000)),
    (st.integers(), range(100, 120).__contains__),
    (st.integers(0, 100), partial(operator.lt, 50)),
    (st.integers(0, 100), partial(operator.le, 50)),
    (st.integers(0, 100), partial(operator.eq, 50)),
    (st.integers(0, 100), partial(operator.ge, 50)),
    (st.integers(0, 100), partial(operator.gt, 50)),
    (st.integers(0, 100), partial(operator.ne, 0)),
    (st.integers(0, 10**6), partial(operator.contains, range(500, 900, 100))),
    (st.floats(), lambda x: x > 3),
    (st.floats(), lambda x: x >= 0),
    (st.floats(), lambda x: x <= 0),
    (st.floats(), lambda x: x < 0),
    (st.floats(), lambda x: 0 < x < 1),
    (st.floats(), lambda x: x == 0),
    (st.floats(), lambda x: x > 10**400),
    (st.floats(), lambda x: x < -(10**400)),
    (st.floats(), lambda x: x >= THIRD),
    (st.floats(width=32), lambda x: x >= 0.1),
    (st.floats(width=32), lambda x: x < 0.1),
    (st.floats(width=16), lambda x: x > 65504),
    (st.floats(0.0, 10.0), lambda x: x >= -3),
    (st.floats(0.0, 10.0), lambda x: x > 9.5),
    (st.floats(allow_subnormal=False), lambda x: 0 < x < 1e-300),
    (st.floats(), math.isfinite),
    (st.fractions(), lambda x: x > THIRD),
    (st.fractions(), lambda x: 1 < x <= Fraction(7, 2)),
    (st.fractions(max_denominator=10), lambda x: x >= 0.5),
    (st.fractions(max_denominator=10), lambda x: x > Fraction(1, 11)),
    (st.decimals(allow_nan=False), lambda x: x > 10),
    (st.decimals(allow_nan=False, places=2), lambda x: x < Decimal("-1.005")),
    (st.decimals(allow_nan=False), lambda x: x == 5),
]

CALENDAR: list[tuple[st.SearchStrategy[Any], Condition]] = [
    (st.dates(), lambda x: x > DAY),
    (st.dates(), lambda x: x <= DAY),
    (st.dates(date(2000, 1, 5), date(2030, 1, 1)), lambda x: x < DAY),
    (st.dates(), lambda x: x == DAY),
    (st.times(), lambda x: x > NOON),
    (st.times(), lambda x: x <= NOON),
    (st.datetimes(), lambda x: x < MOMENT),
    (st.datetimes(), lambda x: MOMENT < x < A_DAY_LATER),
    (st.datetimes(MIDNIGHT, timezones=st.timezones()), lambda x: x > LATER),
    (st.dates(), lambda x: x >= DAY),
    (st.dates(), lambda x: NEW_YEAR <= x < DAY),
    (st.timedeltas(), lambda x: x > WEEK),
    (st.timedeltas(), lambda x: x >= WEEK_AND_MORE),
    (st.timedeltas(), lambda x: WEEK <= x <= FORTNIGHT),
]

SIZED: list[tuple[st.SearchStrategy[Any], Condition]] = [
    (st.text(), len),
    (st.text(), lambda x: len(x) > 5),
    (st.text(), lambda x: 3 <= len(x) < 6),
    (st.text(), lambda x: x != ""),
    (st.text("abc"), lambda x: len(x) == 4),
    (st.text(st.sampled_from("ab").map(str)), lambda x: len(x) >= 4),
    (st.text(), lambda x: x.strip()),
    (st.text(), str.isidentifier),
    (st.text(), str.isdigit),
    (st.text(), str.isspace),
    (st.text("aB1 "), str.isupper),
    (st.text(max_size=5), str.isalpha),
    (st.text(string.printable), lambda x: x.islower() and len(x) > 2),
    (st.text(), str.isascii),
    (st.characters(), str.isdecimal),
    (st.binary(), bool),
    (st.binary(), lambda x: len(x) > 12),
    (st.binary(), bytes.strip),
    (st.lists(st.integers()), bool),
    (st.lists(st.integers()), lambda x: len(x) > 8),
    (st.lists(st.integers(0, 20), unique=True), lambda x: len(x) > 15),
    (st.sets(st.integers()), lambda x: len(x) > 10),
    (st.frozensets(st.text()), len),
    (st.dictionaries(st.integers(), st.booleans()), lambda x: len(x) > 10),
    (st.lists(st.integers()), lambda x: len(x) > 3 and sum(x) > 10),
    (st.integers() | st.floats(), lambda x: x > 1000),
    (st.one_of(st.text(), st.binary()), lambda x: len(x) > 9),
]

# Their choices mean something else once they are narrowed.
OTHER_CHOICES: list[tuple[st.SearchStrategy[Any], Condition]] = [
    (st.sampled_from(range(100)), lambda x: x > 90),
    (st.sampled_from(range(100, 0, -7)), lambda x: x < 30),
    (st.sampled_from(range(0, 1000, 7)), lambda x: 490 <= x <= 497),
    (st.sampled_from(range(5)), bool),
    (st.sampled_from(range(50)), lambda x: x == 49),
    (st.floats(), math.isnan),
    (st.floats(), lambda x: math.isinf(x)),
    (st.decimals(allow_nan=False), lambda x: Decimal("0.25") <= x < 1),
    (st.lists(st.integers(), max_size=9), lambda x: len(x) >= 9),
    (st.lists(st.none()), lambda x: len(x) == 7),
    (st.integers(0, 0) | st.text(), lambda x: x != 0),
    (st.text(), re.compile("[a-c]+x").search),
    (st.text(), re.compile("[a-c]+x").match),
    (st.text(), re.compile("(?x) [a-c]  # a letter").match),
    (st.text(), re.compile("[0-9]{4}").fullmatch),
    (st.text(), re.compile("ab").findall),
    (st.text(max_size=4), partial(re.search, "ab")),
    (st.text("abc"), lambda x: re.fullmatch("[a-z]{5}", x)),
]

ALL = NUMBERS + CALENDAR + SIZED + OTHER_CHOICES


class Opaque:
    """A condition that cannot be read."""

    def __init__(self, condition: Condition) -> None:
        self.condition = condition

    def __call__(self, value: Any) -> object:
        return self.condition(value)


def shown(strategy: st.SearchStrategy[Any]) -> str:
    """The repr, the same in every process."""
    return re.sub(" at 0x[0-9a-f]+", "", repr(strategy))


def pairs(table: list[tuple[st.SearchStrategy[Any], Condition]]) -> Any:
    ids = [shown(strategy.filter(condition)) for strategy, condition in table]
    return pytest.mark.parametrize(("strategy", "condition"), table, ids=ids)


def narrow_of(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    assert isinstance(strategy, Filtered)
    return strategy.narrow


@pairs(ALL)
def test_a_filter_that_is_understood_refuses_little(
    strategy: st.SearchStrategy[Any], condition: Condition
) -> None:
    filtered = strategy.filter(condition)
    assert all(condition(value) for value in values_of(filtered, 50))
    assert share_rejected(filtered, 50) == 0.0


@pairs(NUMBERS + CALENDAR + SIZED)
def test_nothing_is_lost(strategy: st.SearchStrategy[Any], condition: Condition) -> None:
    filtered, plain = strategy.filter(condition), strategy.filter(Opaque(condition))
    for seed in range(100):
        drawn = draw_light(plain, seed)
        if drawn is not None:
            assert is_same(draw_replayed(filtered, drawn.choices).value, drawn.value)


# Of these a filter alone finds what is simple, but not the simplest.
FOUND_BY_CHANCE = ("floats(allow_subnormal=False)", "one_of(text(), binary())")


@pairs([pair for pair in ALL if not repr(pair[0]).startswith(FOUND_BY_CHANCE)])
def test_the_simplest_value_stays_what_it_was(
    strategy: st.SearchStrategy[Any], condition: Condition
) -> None:
    found = find_simplest(strategy.filter(condition), is_any)
    plain = strategy.filter(Opaque(condition))
    if share_rejected(plain, 20) < 1.0:
        assert is_same(find_simplest(plain, is_any), found)


@pairs(NUMBERS + CALENDAR + SIZED)
def test_the_simplest_value_is_never_less_simple(
    strategy: st.SearchStrategy[Any], condition: Condition
) -> None:
    filtered, plain = strategy.filter(condition), strategy.filter(Opaque(condition))
    found = lowlevel.run(lambda case: fail_with(case, filtered), seed=0)
    before = lowlevel.run(lambda case: fail_with(case, plain), seed=0)
    assert found is not None
    # Seen from the wider strategy, which has both.
    found = lowlevel.replay(lambda case: fail_with(case, plain), found.choices)
    assert found.is_interesting
    assert before is None or not simpler(before, found)


def is_any(value: Any) -> bool:
    return True


def fail_with(case: Case, strategy: st.SearchStrategy[Any]) -> None:
    case.draw(strategy)
    case.mark_interesting()


@pairs(ALL)
def test_what_is_shown_is_what_was_written(
    strategy: st.SearchStrategy[Any], condition: Condition
) -> None:
    filtered = strategy.filter(condition)
    before = repr(filtered)
    filtered.validate()
    assert repr(filtered) == before
    assert before.startswith(f"{strategy!r}.filter(")


@pytest.mark.parametrize(
    "strategy",
    [
        st.integers().filter(lambda x: 3 < x < 4),
        st.integers(0, 9).filter(lambda x: x > 9),
        st.integers().filter(lambda x: x > math.inf),
        st.integers().filter(lambda x: x == 0.5),
        st.integers().filter(().__contains__),
        st.integers(3, 3).filter(lambda x: x != 3),
        st.floats(0, 1).filter(lambda x: x > 1),
        st.floats(0, 1).filter(math.isnan),
        st.floats().filter(lambda x: x > math.inf),
        st.floats(allow_infinity=False).filter(lambda x: x > 1.7976931348623157e308),
        st.floats(allow_subnormal=False).filter(lambda x: 0 < x < 1e-310),
        st.text(max_size=3).filter(lambda x: len(x) > 3),
        st.text("abc").filter(str.isdigit),
        st.characters(categories=["Lu"]).filter(str.isdigit),
        st.binary(max_size=0).filter(len),
        st.lists(st.nothing()).filter(len),
        st.lists(st.integers()).filter(lambda x: len(x) < 0),
        st.sets(st.booleans()).filter(lambda x: len(x) > 2),
        st.dictionaries(st.booleans(), st.integers()).filter(lambda x: len(x) == 3),
        st.sampled_from(range(5)).filter(lambda x: x > 4),
        st.fractions(0, 1).filter(lambda x: x > 2),
        st.fractions().filter(lambda x: x >= math.inf),
        st.decimals(allow_nan=False, allow_infinity=False).filter(lambda x: x < -math.inf),
        st.decimals(0, 1, allow_nan=False).filter(lambda x: x > 2),
        st.decimals(0, 1, places=0).filter(lambda x: Decimal("0.2") < x < Decimal("0.8")),
        (st.integers(0, 9) | st.floats(0, 9)).filter(lambda x: x > 9),
    ],
    ids=shown,
)
def test_a_contradiction_is_nothing(strategy: st.SearchStrategy[Any]) -> None:
    assert strategy.is_empty
    assert draw_light(strategy, 0) is None
    strategy.validate()
    assert values_of(st.one_of(strategy, st.just("x")), 3) == ["x"] * 3


def test_a_test_of_nothing_says_so() -> None:
    with pytest.raises(NoSuchExample, match="only 0 values"):
        find_simplest(st.integers().filter(lambda x: 3 < x < 4), lambda x: True)


@pytest.mark.parametrize(
    "strategy",
    [
        st.integers().filter(lambda x: x < "3"),  # type: ignore[operator]  # an error, later
        st.floats().filter(lambda x: x < "3"),  # type: ignore[operator]  # an error, later
        st.fractions().filter(lambda x: x < "3"),  # type: ignore[operator]  # an error, later
        st.fractions().filter(lambda x: x < math.inf),
        st.integers().filter(lambda x: x > math.nan),
        st.floats().filter(lambda x: x != 3),
        st.floats().filter(lambda x: x > DAY),  # type: ignore[operator]  # an error, later
        st.floats().filter(lambda x: x > math.nan),
        st.integers().filter(lambda x: x in ("a", "b")),
        st.integers().filter(lambda x: len(x) > 3),  # type: ignore[arg-type]  # an error, later
        st.fractions().filter(lambda x: len(x) > 3),  # type: ignore[arg-type]  # an error, later
        st.sampled_from(range(9)).filter(lambda x: x >= 0),
        st.dates().filter(bool),
        st.decimals().filter(lambda x: x < math.inf),
        st.text().filter(partial(re.match, b"a")),
        st.text().filter(lambda x: x > "abc"),
        st.text().filter("abc".startswith),
        st.binary().filter(re.compile("a").match),  # type: ignore[arg-type]  # an error, later
        st.dates().filter(lambda x: x != DAY),
        st.datetimes(timezones=st.timezones()).filter(lambda x: x.replace(tzinfo=None) > MOMENT),
        st.times(timezones=st.just(UTC)).filter(lambda x: x > NOON.replace(tzinfo=UTC)),
        st.dictionaries(st.integers(), st.none(), dict_class=list).filter(lambda x: len(x) > 3),
        st.tuples(st.integers()).filter(lambda x: len(x) > 0),
        st.sampled_from([1, 2, 3]).filter(lambda x: x > 1),
        st.integers().filter(lambda x: x % 2),
    ],
    ids=shown,
)
def test_what_is_not_understood_stays_a_filter(strategy: st.SearchStrategy[Any]) -> None:
    assert isinstance(strategy, Filtered)
    assert strategy.narrow is strategy.base


def test_of_special_decimals_the_condition_decides() -> None:
    above = st.decimals(allow_nan=False).filter(lambda x: x > 3)
    assert Decimal("Infinity") in values_of(above, 200)
    assert Decimal("-Infinity") not in values_of(above, 200)


def test_a_decimal_that_cannot_be_written_is_looked_for_as_before() -> None:
    equal = st.decimals(allow_nan=False).filter(partial(operator.eq, THIRD))
    assert narrow_of(equal) is equal.base  # type: ignore[attr-defined]  # it is a filter


def test_one_of_two_filters_may_be_understood() -> None:
    strategy = st.integers().filter(lambda x: x > 50).filter(lambda x: x % 5 == 0)
    assert repr(narrow_of(strategy)) == "integers(min_value=51)"
    assert draw_simplest(strategy) == 55


def test_a_filter_in_a_union_is_narrowed_with_it() -> None:
    odd = st.integers().filter(lambda x: x % 2)
    strategy = (odd | st.floats(allow_nan=False)).filter(lambda x: x > 5000)
    assert share_rejected(strategy, 50) == 0.0
    assert draw_simplest(strategy) == 5001


def test_a_recursive_strategy_can_be_filtered_by_its_length() -> None:
    tree: st.SearchStrategy[Any] = st.deferred(
        lambda: st.none() | st.lists(tree).filter(lambda x: len(x) > 1)
    )
    assert not tree.is_empty
    assert draw_simplest(tree.filter(bool)) == [None, None]
