"""What people who come from Hypothesis expect of tests and strategies, one test for each.

Where Shortlex differs on purpose, docs/how-to/move-from-hypothesis.md says so.
"""

import enum
import inspect
import math
import re
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Annotated, Any, Final, NotRequired, Optional, TypedDict, TypeVar

import annotated_types
import attrs
import pytest

from shortlex import HealthCheck, Phase, given, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument, Unsatisfiable
from shortlex.strategies.inference.inferred import REGISTRY


@pytest.fixture(autouse=True)
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(REGISTRY, "entries", dict(REGISTRY.entries))
    monkeypatch.setattr(REGISTRY, "version", REGISTRY.version + 1)


def values_of(strategy: st.SearchStrategy[Any], count: int = 200) -> list[Any]:
    """What a property is given."""
    values = []

    @given(strategy)
    @settings(max_examples=count, phases=[Phase.generate])
    def test(value: Any) -> None:
        values.append(value)

    test()
    return values


def notes_of(test: Callable[..., None], *args: Any, **kwargs: Any) -> str:
    """The report of a failing property."""
    with pytest.raises(Exception) as caught:  # noqa: PT011  # any failure
        test(*args, **kwargs)
    return "\n".join(caught.value.__notes__)


# Settings.


def test_the_settings_of_the_running_test_are_the_default() -> None:
    seen = []

    @settings(max_examples=7)
    @given(st.integers())
    def test(x: int) -> None:
        seen.append((settings.default.max_examples, settings().max_examples))

    before = settings.default
    test()
    assert set(seen) == {(7, 7)}
    assert settings.default is before


def test_the_default_is_restored_after_a_failure() -> None:
    @settings(max_examples=7)
    @given(st.integers())
    def test(x: int) -> None:
        raise ValueError("always")

    before = settings.default
    with pytest.raises(ValueError, match="always"):
        test()
    assert settings.default is before


@pytest.mark.parametrize("outer", [True, False])
def test_either_of_two_nested_properties_may_suppress_the_check(outer: bool) -> None:
    ran = []
    silent = settings(max_examples=2, suppress_health_check=[HealthCheck.nested_given])
    loud = settings(max_examples=2)

    @(silent if outer else loud)
    @given(st.integers())
    def test(x: int) -> None:
        @(loud if outer else silent)
        @given(st.integers())
        def inner(y: int) -> None:
            ran.append(y)

        inner()

    test()
    assert ran


# Values.


def test_uuids_of_a_case_differ() -> None:
    for values in values_of(st.lists(st.uuids(), min_size=2)):
        assert len(set(values)) == len(values)
    versions = st.tuples(st.uuids(version=4), st.uuids(version=4))
    assert all(a != b for a, b in values_of(versions))


def test_uuids_reduce_to_the_first_ones() -> None:
    @given(st.lists(st.uuids()))
    @settings(database=None)
    def test(xs: list[Any]) -> None:
        assert len(xs) < 2

    report = notes_of(test)
    assert "00000000-0000-0000-0000-000000000001" in report
    assert "00000000-0000-0000-0000-000000000002" in report


def test_slices_may_end_at_the_end() -> None:
    assert {value.stop for value in values_of(st.slices(2), 500)} == {None, -2, -1, 0, 1, 2}


def test_flags_may_be_empty_or_full() -> None:
    access = enum.Flag("access", ["READ", "WRITE"])  # type: ignore[misc]  # mypy wants literals
    assert {*values_of(st.sampled_from(access))} == {access(bits) for bits in range(4)}
    assert {*values_of(st.from_type(access))} == {access(bits) for bits in range(4)}


def test_keys_keep_their_order_on_purpose() -> None:
    strategy = st.fixed_dictionaries({"b": st.none(), "a": st.none()}, optional={"c": st.none()})
    assert {tuple(value) for value in values_of(strategy)} == {("b", "a"), ("b", "a", "c")}


def test_times_without_a_zone_have_no_fold_on_purpose() -> None:
    times: list[time | datetime] = values_of(st.times()) + values_of(st.datetimes())
    assert {each.fold for each in times} == {0}


def test_nan_has_one_sign_on_purpose() -> None:
    nans = [each for each in values_of(st.floats(), 3000) if math.isnan(each)]
    assert {math.copysign(1.0, each) for each in nans} == {1.0}


@pytest.mark.parametrize("method", ["search", "match", "fullmatch"])
def test_bytes_that_match_are_written_and_not_awaited(method: str) -> None:
    condition = getattr(re.compile(b"(?i)ab+"), method)
    values = values_of(st.binary().filter(condition))
    assert len(values) == 200
    assert all(map(condition, values))


def test_bytes_that_match_keep_their_sizes() -> None:
    values = values_of(st.binary(min_size=3, max_size=5).filter(re.compile(b"ab").search))
    assert {len(value) for value in values} == {3, 4, 5}


def test_too_few_different_values_reject_the_case_that_drew_them() -> None:
    lists = st.integers(0, 5).flatmap(lambda n: st.sets(st.integers(0, n), min_size=3))
    values = values_of(lists)
    assert len(values) == 200
    assert min(map(len, values)) == 3


def test_too_few_different_values_in_every_case_are_named() -> None:
    @given(st.data())
    def test(data: st.DataObject) -> None:
        data.draw(st.sets(st.booleans(), min_size=3))

    with pytest.raises(Unsatisfiable, match="only 2 different elements"):
        test()


# Types.


def test_what_is_registered_for_a_type_variable_is_used() -> None:
    variable = TypeVar("variable")
    st.register_type_strategy(variable, st.just(5))
    assert {*values_of(st.from_type(variable))} == {5}
    assert {each for value in values_of(st.from_type(list[variable])) for each in value} == {5}  # type: ignore[valid-type]  # a variable


def test_final_is_its_type() -> None:
    assert {type(value) for value in values_of(st.from_type(Final[int]))} == {int}


def test_a_sequence_of_numbers_is_a_list_on_purpose() -> None:
    assert {type(value) for value in values_of(st.from_type(Sequence[int]))} == {list}


def length_of(text: str) -> int:
    return len(text)


def test_attrs_converters_and_optional_validators_are_understood() -> None:
    optional = attrs.validators.optional

    @attrs.define
    class Model:
        converted = attrs.field(converter=length_of)
        perhaps = attrs.field(validator=optional(attrs.validators.instance_of(int)))
        anything: Any = attrs.field(validator=optional(attrs.validators.instance_of(str)))
        chosen = attrs.field(validator=optional(attrs.validators.in_(["a", "b"])))

    models = values_of(st.from_type(Model))
    assert {type(each.converted) for each in models} == {int}
    assert {type(each.perhaps) for each in models} == {int, type(None)}
    assert {type(each.anything) for each in models} == {str, type(None)}
    assert {each.chosen for each in models} == {"a", "b", None}


T = TypeVar("T")


def pair(a: T, b: list[T]) -> tuple[T, list[T]]:
    return a, b


def test_one_type_variable_is_one_type_in_a_case() -> None:
    for a, b in values_of(st.builds(pair)):
        assert {type(a)} >= {type(each) for each in b}


def test_the_class_of_texts_is_only_itself() -> None:
    assert {*values_of(st.from_type(type[str]))} == {str}
    assert {*values_of(st.from_type(type[str | int]))} == {str, int}


class Node:
    def __init__(self, value: int, next: Optional["Node"]) -> None:  # a usual name
        self.value = value
        self.next = next


def test_a_class_that_contains_itself_may_be_registered_with_builds() -> None:
    st.register_type_strategy(Node, st.builds(Node, value=st.integers(0, 3)))
    nodes = values_of(st.from_type(Node))
    assert all(0 <= node.value <= 3 for node in nodes)
    assert {node.next is None for node in nodes} == {True, False}


Later = TypeVar("Later", bound="LaterClass")


class LaterClass:
    pass


def test_the_bound_of_a_type_variable_may_be_defined_later() -> None:
    assert {type(value) for value in values_of(st.from_type(Later))} == {LaterClass}


class Keys(TypedDict):
    a: Annotated[NotRequired[int], annotated_types.Gt(0)]
    b: str


def test_a_key_may_be_annotated_outside_of_not_required() -> None:
    values = values_of(st.from_type(Keys))
    assert {"a" in value for value in values} == {True, False}
    assert all(value.get("a", 1) > 0 for value in values)


def test_the_signature_of_a_class_says_what_it_takes() -> None:
    class Model:
        __signature__ = inspect.Signature(
            [inspect.Parameter("x", inspect.Parameter.KEYWORD_ONLY, annotation=int)]
        )

        def __init__(self, **fields: Any) -> None:
            self.fields = fields

    models = values_of(st.builds(Model))
    assert {tuple(each.fields) for each in models} == {("x",)}
    assert {type(each.fields["x"]) for each in models} == {int}


class Maker:
    @st.composite  # type: ignore[arg-type]  # a class method
    @classmethod
    def below(cls, draw: st.DrawFn) -> tuple[type, int]:
        return cls, draw(st.integers())

    @classmethod
    @st.composite
    def above(draw: st.DrawFn, cls: type) -> tuple[type, int]:  # type: ignore[misc]  # as in Hypothesis  # noqa: N804  # as above
        return cls, draw(st.integers())


def test_composite_goes_above_and_below_classmethod() -> None:
    assert {cls for cls, _ in values_of(Maker.below())} == {Maker}  # type: ignore[operator]  # it can be called
    assert {cls for cls, _ in values_of(Maker.above())} == {Maker}


# Errors.


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        (
            st.floats(min_value=sys.float_info.max, exclude_min=True, allow_infinity=False),
            ["min_value=1.79", "exclude_min=True", "Leave out exclude_min"],
        ),
        (
            st.floats(max_value=-sys.float_info.max, exclude_max=True, allow_infinity=False),
            ["max_value=-1.79", "exclude_max=True", "Leave out exclude_max"],
        ),
        (
            st.decimals("-inf", allow_infinity=False),
            ["min_value='-inf'", "allow_infinity=False", "Leave out min_value"],
        ),
        (
            st.decimals(max_value=Decimal("inf"), allow_infinity=False),
            ["max_value=Decimal('Infinity')", "Leave out max_value"],
        ),
    ],
)
def test_bounds_without_values_are_refused(
    strategy: st.SearchStrategy[Any], words: list[str]
) -> None:
    with pytest.raises(InvalidArgument) as caught:
        strategy.validate()
    assert [word for word in words if word not in str(caught.value)] == []


def test_moments_at_the_end_of_time_are_in_the_zones_that_can_show_them() -> None:
    last = datetime.max.replace(tzinfo=UTC)
    values = values_of(st.datetimes(min_value=last), 30)
    assert {value.astimezone(UTC) for value in values} == {last}
    east = st.just(timezone(timedelta(hours=5)))

    @given(st.datetimes(min_value=last, timezones=east))
    def test(value: datetime) -> None:
        pass

    with pytest.raises(Unsatisfiable, match=r"min_value=.*Move the bound by a day"):
        test()


# Reports.


def test_an_error_in_a_draw_names_the_argument() -> None:
    @given(a=st.integers(), value=st.integers().map(lambda x: 1 // 0))
    @settings(database=None)
    def test(a: int, value: int) -> None:
        pass

    assert "test, while drawing `value` from integers().map(lambda x: 1 // 0)" in notes_of(test)


def test_an_error_in_a_draw_of_the_body_names_the_draw() -> None:
    @given(st.data())
    @settings(database=None)
    def test(data: st.DataObject) -> None:
        data.draw(st.integers())
        data.draw(st.integers().map(lambda x: 1 // 0), label="ratio")

    said = "The error came while drawing Draw 2 (ratio) from integers().map(lambda x: 1 // 0)"
    assert said in notes_of(test)


def test_arguments_that_are_not_drawn_are_in_the_report() -> None:
    @given(x=st.integers())
    @settings(database=None)
    def test(*args: int, x: int, y: str) -> None:
        raise KeyError

    assert "test(\n    1,\n    2,\n    y='y',\n    x=0,\n)" in notes_of(test, 1, 2, y="y")


def test_self_is_not_in_the_report() -> None:
    class Cases:
        @given(x=st.integers())
        @settings(database=None)
        def test(self, x: int) -> None:
            raise KeyError

    assert "test(\n    x=0,\n)" in notes_of(Cases().test)


def test_values_of_parametrize_are_in_the_report_and_fixtures_are_not(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(
        test_it="""
import pytest
from shortlex import given, strategies as st

@pytest.mark.parametrize("k", [7])
@given(x=st.integers())
def test_it(k, tmp_path, x):
    raise KeyError
"""
    )
    others = ("hypothesispytest", "cacheprovider", "asyncio", "anyio")
    result = pytester.runpytest_inprocess(*(f"-pno:{name}" for name in others))
    result.stdout.fnmatch_lines(["*test_it(", "*    k=7,", "*    x=0,", "*)"])
