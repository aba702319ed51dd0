"""from_type of Annotated: strategies and constraints among the metadata."""

import math
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, NewType
from uuid import UUID
from zoneinfo import ZoneInfo

import annotated_types as at
import pydantic
import pytest

from shortlex import strategies as st
from shortlex.errors import ResolutionFailed, ShortlexWarning
from tests.strategies.laws_of_strategies import check_refused, draw_simplest, values_of

Small = NewType("Small", int)
DAY = timedelta(days=1)
NEW_YEAR = datetime(2024, 1, 1)


def is_odd(value: int) -> bool:
    return value % 2 == 1


@dataclass(frozen=True)
class Strange(at.BaseMetadata):
    """A constraint that only its author knows."""


@dataclass(frozen=True)
class Percent(at.GroupedMetadata):
    def __iter__(self) -> Any:
        return iter([at.Ge(0), at.Le(100)])


# The type, a condition that holds of all values, and the simplest value.
CONSTRAINED: list[tuple[Any, Callable[[Any], bool], Any]] = [
    (Annotated[int, "a description"], lambda v: type(v) is int, 0),
    (Annotated[int, at.Gt(3)], lambda v: v > 3, 4),
    (Annotated[int, at.Gt(3.5)], lambda v: v > 3.5, 4),
    (Annotated[int, at.Ge(3), at.Le(9)], lambda v: 3 <= v <= 9, 3),
    (Annotated[int, at.Lt(-3)], lambda v: v < -3, -4),
    (Annotated[int, at.Ge(3), at.Gt(3), at.Ge(1)], lambda v: v > 3, 4),
    (Annotated[int, at.Le(3), at.Lt(3), at.Le(9)], lambda v: v < 3, 0),
    (Annotated[int, at.Ge(-math.inf), at.Lt(math.inf)], lambda v: type(v) is int, 0),
    (Annotated[int, at.MultipleOf(7), at.Gt(1)], lambda v: v % 7 == 0, 7),
    (Annotated[int, at.MultipleOf(3), at.Ge(10**30)], lambda v: v % 3 == 0, 10**30 + 2),
    (Annotated[int, at.MultipleOf(3), at.Le(-2)], lambda v: v % 3 == 0 and v <= -2, -3),
    (Annotated[int, at.MultipleOf(4), at.MultipleOf(6)], lambda v: v % 12 == 0, 0),
    (Annotated[int, at.MultipleOf(1.5), at.Ge(1), at.Le(9)], lambda v: v in (3, 6, 9), 3),
    (Annotated[int, at.Interval(gt=0, lt=10)], lambda v: 0 < v < 10, 1),
    (Annotated[int, Percent()], lambda v: 0 <= v <= 100, 0),
    (Annotated[int, at.Predicate(is_odd)], is_odd, 1),
    (Annotated[bool, at.Ge(True)], lambda v: v is True, True),
    (Annotated[float, at.Gt(1)], lambda v: v > 1, 2.0),
    (Annotated[float, at.Interval(ge=1, lt=2)], lambda v: 1 <= v < 2, 1.0),
    (Annotated[float, at.MultipleOf(0.5), at.Gt(0)], lambda v: v > 0 and v % 0.5 == 0, 0.5),
    (Annotated[float, at.Predicate(math.isfinite)], math.isfinite, 0.0),
    (Annotated[Decimal, at.Gt(1)], lambda v: v > 1, Decimal(2)),
    (Annotated[float, at.Ge(Fraction(1, 3))], lambda v: v >= Fraction(1, 3), 1.0),
    (Annotated[float, at.Le(10**400)], lambda v: v <= math.inf, 0.0),
    (Annotated[float, at.Ge(10**400)], lambda v: v == math.inf, math.inf),
    (Annotated[float, at.Gt(-math.inf)], lambda v: v > -math.inf, 0.0),
    (Annotated[float, pydantic.AllowInfNan(False), at.Gt(2)], math.isfinite, 3.0),
    (Annotated[Decimal, at.Ge(0.1)], lambda v: v >= Fraction(0.1), Decimal(1)),
    (Annotated[Decimal, at.Gt(Fraction(1, 3))], lambda v: v > Decimal(1) / 3, Decimal(1)),
    (Annotated[Decimal, at.Lt(math.inf)], Decimal.is_finite, Decimal(0)),
    (Annotated[Decimal, at.Gt(1), pydantic.AllowInfNan(True)], lambda v: v > 1, None),
    (Annotated[Decimal, at.MultipleOf(5), at.Lt(20)], lambda v: int(v) % 5 == 0, Decimal(0)),
    (Annotated[Fraction, at.Gt(Fraction(1, 3))], lambda v: v > Fraction(1, 3), Fraction(1)),
    (Annotated[str, at.MinLen(2)], lambda v: len(v) >= 2, "00"),
    (Annotated[str, at.Len(2, 3)], lambda v: 2 <= len(v) <= 3, "00"),
    (Annotated[str, at.Len(0, 3), at.MaxLen(2)], lambda v: len(v) <= 2, ""),
    (Annotated[str, 1:3], lambda v: 1 <= len(v) <= 3, "0"),
    (Annotated[str, slice(1, None)], lambda v: len(v) >= 1, "0"),
    (Annotated[str, at.Ge("b")], lambda v: v >= "b", "b"),
    (Annotated[bytes, at.MaxLen(2)], lambda v: len(v) <= 2, b""),
    (Annotated[list[int], at.Len(2, 3)], lambda v: 2 <= len(v) <= 3, [0, 0]),
    (Annotated[set[int], at.MinLen(2)], lambda v: len(v) >= 2, {0, 1}),
    (Annotated[dict[int, str], at.MinLen(1)], lambda v: len(v) >= 1, {0: ""}),
    (Annotated[tuple[int, ...], at.MaxLen(2)], lambda v: len(v) <= 2, ()),
    (Annotated[list[Annotated[int, at.Ge(3)]], at.MinLen(1)], lambda v: min(v) >= 3, [3]),
    (Annotated[date, at.Gt(date(2024, 1, 1))], lambda v: v > date(2024, 1, 1), date(2024, 1, 2)),
    (Annotated[time, at.Ge(time(9))], lambda v: v >= time(9), time(9)),
    (Annotated[timedelta, at.Ge(DAY)], lambda v: v >= DAY, DAY),
    (Annotated[timedelta, at.MultipleOf(DAY), at.Le(DAY)], lambda v: v % DAY == 0 * DAY, 0 * DAY),
    (Annotated[datetime, at.Lt(NEW_YEAR)], lambda v: v < NEW_YEAR, datetime(2000, 1, 1)),
    (Annotated[datetime, at.Timezone(None)], lambda v: v.tzinfo is None, datetime(2000, 1, 1)),
    (Annotated[datetime, at.Timezone(...)], lambda v: v.tzinfo is not None, None),
    (Annotated[datetime, at.Timezone("UTC")], lambda v: v.tzinfo == ZoneInfo("UTC"), None),
    (Annotated[datetime, at.Timezone(UTC)], lambda v: v.tzinfo is UTC, None),
    (Annotated[int | None, at.Ge(3)], lambda v: v is None or v >= 3, None),
    (Annotated[str | list[int], at.MinLen(1)], lambda v: len(v) >= 1, "0"),
    (Annotated[Annotated[int, at.Ge(1)] | float, at.Le(5)], lambda v: v <= 5, 1),
    (Annotated[Small, at.Gt(3)], lambda v: v > 3, 4),
    (Annotated[UUID, at.Predicate(lambda v: v.int % 2)], lambda v: v.int % 2 == 1, None),
    (Annotated[complex, at.Predicate(lambda v: v.imag == 0)], lambda v: v.imag == 0, 0j),
    (Annotated[int, at.Ge(3), st.just(1)], lambda v: v == 1, 1),
    (Annotated[int, st.just(1), st.just(2)], lambda v: v == 2, 2),
    (Annotated[int, ["not hashable"], at.Ge(2)], lambda v: v >= 2, 2),
    (Annotated[list[Annotated[int, ["too"]]], at.MinLen(1)], lambda v: len(v) >= 1, [0]),
    (at.LowerCase[str], str.islower, None),
]


@pytest.mark.parametrize(("thing", "holds", "simplest"), CONSTRAINED, ids=range(len(CONSTRAINED)))
def test_constraints_hold(thing: Any, holds: Callable[[Any], bool], simplest: Any) -> None:
    strategy = st.from_type(thing)
    strategy.validate()
    values = values_of(strategy, 60)
    assert len(values) > 20
    assert [value for value in values if not holds(value)] == []
    if simplest is not None:
        assert draw_simplest(strategy) == simplest


def signs_of_zeros(thing: Any) -> set[float]:
    """1.0 for each zero without a sign among the values, and -1.0 for each with one."""
    return {math.copysign(1.0, value) for value in values_of(st.from_type(thing), 400) if not value}


def test_a_lower_bound_of_zero_leaves_out_minus_zero_and_an_upper_one_leaves_both() -> None:
    assert signs_of_zeros(Annotated[float, at.Ge(0), at.Le(1)]) == {1.0}
    assert signs_of_zeros(Annotated[float, at.Ge(-1), at.Le(0)]) == {1.0, -1.0}
    assert signs_of_zeros(Annotated[float, at.Gt(0), at.Le(1)]) == set()
    assert signs_of_zeros(Annotated[float, at.Ge(-1), at.Lt(0)]) == set()


def test_nan_and_infinities_are_among_floats_unless_a_bound_or_a_constraint_is_against_them() -> (
    None
):
    def specials(*metadata: Any) -> set[str]:
        values = values_of(st.from_type(Annotated[float, "a description", *metadata]), 800)
        return {str(value) for value in values if not math.isfinite(value)}

    assert specials() == {"nan", "inf", "-inf"}
    assert specials(at.Ge(-math.inf)) == {"inf", "-inf"}
    assert specials(at.Gt(0)) == {"inf"}
    assert specials(at.Interval(ge=0, le=1)) == set()
    assert specials(pydantic.AllowInfNan(False)) == set()


def test_bounds_of_floats_and_decimals_cost_no_draws() -> None:
    for thing in (
        Annotated[float, at.Gt(Fraction(1, 3)), at.Lt(0.3333333333333334)],
        Annotated[Decimal, at.Ge(5), at.Le(Decimal("5.000001"))],
    ):
        assert len(values_of(st.from_type(thing), 100)) == 100


def test_constraints_of_a_registered_type_are_conditions() -> None:
    class Number(int):
        pass

    st.register_type_strategy(Number, st.integers(0, 9).map(Number))
    values = values_of(st.from_type(Annotated[Number, at.Gt(3), at.MultipleOf(2)]))
    assert {*values} == {4, 6, 8}
    assert {type(each) for each in values} == {Number}


def test_a_constraint_that_is_not_known_is_warned_of() -> None:
    with pytest.warns(ShortlexWarning, match=r"Strange\(\).*strategy"):
        st.from_type(Annotated[int, Strange()]).validate()


def test_what_is_no_constraint_is_passed_over() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        st.from_type(Annotated[int, at.Unit("m"), at.doc("text"), 5, object]).validate()


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (Annotated[int, at.Gt(5), at.Lt(3)], ["from_type(int)", "above 5, below 3"]),
        (Annotated[int, at.Ge(5), at.Lt(5)], ["at least 5, below 5"]),
        (Annotated[float, at.Ge(5), at.Le(3)], ["from_type(float)", "at least 5, at most 3"]),
        (Annotated[float, at.Gt(0), at.Lt(5e-324)], ["from_type(float)", "above 0, below 5e-324"]),
        (Annotated[float, at.Gt(math.inf)], ["from_type(float)", "above inf"]),
        (Annotated[float, at.Ge(math.nan)], ["from_type(float)", "at least nan"]),
        (Annotated[float, at.Ge("a")], ["from_type(float)", "cannot be compared", "bound 'a'"]),
        (Annotated[int, at.Le(b"a")], ["from_type(int)", "cannot be compared", "bound b'a'"]),
        (Annotated[Decimal, at.Ge(math.inf)], ["from_type(Decimal)", "at least inf"]),
        (Annotated[Decimal, at.Le(math.nan)], ["from_type(Decimal)", "at most nan"]),
        (
            Annotated[list[int], at.MinLen(3), at.MaxLen(2)],
            ["of size at least 3, of size at most 2"],
        ),
    ],
)
def test_constraints_that_no_value_satisfies_are_refused(thing: Any, words: list[str]) -> None:
    check_refused(lambda: st.from_type(thing), *words)


def test_an_annotated_type_is_no_metadata() -> None:
    thing = Annotated[int, Annotated[int, at.Ge(3)]]
    with pytest.raises(ResolutionFailed, match="among the metadata"):
        st.from_type(thing).validate()


def test_patterns_are_kept() -> None:
    from shortlex.strategies.inference.constraints import Constraints

    both = Constraints(patterns=["^a+$", "aa"], min_size=3, max_size=4)
    values = values_of(st.from_type(Annotated[str, both]))
    assert values
    assert all(re.search("^a+$", each) and "aa" in each and 3 <= len(each) <= 4 for each in values)
