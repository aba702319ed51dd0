"""from_type and builds for classes of attrs."""

import enum
from typing import Any, Generic, Optional, TypeVar

import attr
import attrs
import pytest
from attrs import define, field
from attrs import validators as v

from shortlex import find
from shortlex import strategies as st
from shortlex.errors import ResolutionFailed
from tests.strategies.laws_of_strategies import draw_simplest, find_simplest, values_of

T = TypeVar("T")


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


@define
class Point:
    x: int
    y: int = 3
    names: list[str] = attrs.Factory(list)
    size: int = field(init=False, default=1)
    _hidden: int = field(kw_only=True)
    parent: "Point | None" = None


@define
class Checked:
    positive: int = field(validator=v.gt(0))
    percent: int = field(validator=[v.ge(0), v.le(100)])
    below: float = field(validator=v.and_(v.lt(5.0), v.ge(-5.0)))
    word: str = field(validator=v.matches_re("[a-c]+"))
    start: str = field(validator=v.matches_re("[a-c]", func=__import__("re").match))
    found: str = field(validator=v.matches_re("[a-c]", func=__import__("re").search))
    short: str = field(validator=[v.min_len(1), v.max_len(3)])
    one: int = field(validator=v.in_([5, 6]))
    kept: str = field(validator=v.in_({"b", "a"}))
    colour: Colour = field(validator=v.in_(Colour))
    maybe: Optional[int] = field(validator=v.optional([v.instance_of(int), v.ge(7)]))
    digits: list[int] = field(
        validator=v.deep_iterable(
            member_validator=v.and_(v.instance_of(int), v.ge(0), v.le(9)),
            iterable_validator=v.max_len(3),
        )
    )
    chosen: list[str] = field(validator=v.deep_iterable(v.in_(["x", "y"]), v.min_len(1)))
    whole: int = field(validator=v.instance_of(int))


@attr.s
class Untyped:
    """As classes were written before annotations."""

    number = attr.ib(validator=v.instance_of(int))
    either = attr.ib(validator=v.instance_of((bytes, str)))
    bound = attr.ib(validator=v.ge(3))
    most = attr.ib(validator=v.le(0))
    word = attr.ib(validator=v.matches_re("a+"))
    several = attr.ib(validator=v.deep_iterable(v.instance_of(str)))
    converted = attr.ib(converter=int)


@define
class Even:
    number: int = field()

    @number.validator
    def _check(self, attribute: Any, value: int) -> None:
        if value % 2:
            raise ValueError(f"{value} is odd")


def to_number(value: Any) -> float:
    return float(value)


def to_digit(text: str) -> int:
    return int(text[:1])


def to_upper(text: str) -> bytes:
    return text.upper().encode()


@define
class Converted:
    loud: bytes = field(converter=to_upper)
    number: float = field(converter=float)
    anything: int = field(converter=to_number)
    digit: int = field(converter=to_digit, validator=v.ge(1))
    wrapped: bytes = field(converter=attrs.Converter(to_upper))


@define
class Box(Generic[T]):
    value: T


@define
class Unknown:
    thing = attrs.field()


def test_a_class_gets_its_attributes() -> None:
    assert draw_simplest(st.from_type(Point)) == Point(0, hidden=0)
    assert find_simplest(st.from_type(Point), lambda point: point.parent) == Point(
        0, hidden=0, parent=Point(0, hidden=0)
    )
    for each in values_of(st.from_type(Point), 30):
        attrs.validate(each)
        assert each.size == 1


def test_validators_are_satisfied_without_waste() -> None:
    values = values_of(st.from_type(Checked), 60)
    assert len(values) == 60
    first = draw_simplest(st.from_type(Checked))
    assert (first.positive, first.percent, first.below, first.word) == (1, 0, 0.0, "a")
    assert (first.short, first.one, first.kept, first.colour) == ("0", 5, "a", Colour.RED)
    assert (first.maybe, first.digits, first.chosen, first.whole) == (None, [], ["x"], 0)


def test_types_are_read_from_validators_and_converters() -> None:
    for each in values_of(st.from_type(Untyped), 30):
        assert type(each.number) is int
        assert type(each.either) in (bytes, str)
        assert each.bound >= 3
        assert type(each.most) is int
        assert each.most <= 0
        assert {*each.word} == {"a"}
        assert all(type(one) is str for one in each.several)
        assert type(each.converted) is int


def test_what_a_validator_refuses_is_drawn_again() -> None:
    values = values_of(st.from_type(Even))
    assert len(values) > 190
    assert all(each.number % 2 == 0 for each in values)
    assert find_simplest(st.from_type(Even), lambda even: even.number > 6) == Even(8)


def test_a_converter_is_given_what_it_takes() -> None:
    values = values_of(st.from_type(Converted), 30)
    assert all(type(each.loud) is bytes and type(each.number) is float for each in values)
    assert len(values) > 5
    assert {each.digit for each in values} <= {*range(1, 10)}


def test_generic_classes_are_filled_in() -> None:
    assert draw_simplest(st.from_type(Box[str])) == Box("")


def test_builds_infers_what_is_missing() -> None:
    assert find(st.builds(Point, y=st.just(9)), lambda point: True) == Point(0, 9, hidden=0)
    assert find(st.builds(Point, y=...), lambda point: point.y > 3).y == 4
    assert draw_simplest(st.builds(Checked)).positive == 1


def test_an_attribute_of_which_nothing_is_known_is_named() -> None:
    with pytest.raises(ResolutionFailed, match=r"from_type\(Unknown\).*'thing'.*no annotation"):
        st.from_type(Unknown).validate()
