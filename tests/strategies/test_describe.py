"""Arguments of strategies as the code that made them."""

import datetime
import operator
from functools import partial
from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.strategies.describe import describe_argument, describe_callable
from tests.strategies.samples import Colour, Point, is_even


class Outer:
    class Inner:
        @staticmethod
        def static() -> None: ...

        @classmethod
        def make(cls) -> None: ...

        def method(self) -> None: ...

    class Heir(Inner): ...


@pytest.mark.parametrize(
    ("function", "code"),
    [
        (len, "len"),
        (is_even, "is_even"),
        (str.upper, "str.upper"),
        (int, "int"),
        (Point, "Point"),
        (operator.add, "add"),
        (datetime.date.fromordinal, "date.fromordinal"),
        (dict.fromkeys, "dict.fromkeys"),
        (Outer.Inner, "Outer.Inner"),
        (Outer.Inner.static, "Outer.Inner.static"),
        (Outer.Inner.method, "Outer.Inner.method"),
        (Outer.Heir.make, "Outer.Heir.make"),
        ("-".join, "'-'.join"),
        ({1: 2}.get, "{1: 2}.get"),
        ([].append, "[].append"),
        (partial(int, base=2), "functools.partial(<class 'int'>, base=2)"),
    ],
)
def test_functions_are_written_by_name(function: Any, code: str) -> None:
    assert describe_callable(function) == code


def test_local_names_are_written_as_seen_from_inside() -> None:
    def local() -> None: ...

    assert describe_callable(local) == "local"


def test_methods_of_objects_are_written_as_their_repr() -> None:
    method = Outer.Inner().method
    assert describe_callable(method) == repr(method)


def test_lambdas_are_written_as_their_source() -> None:
    first, second = lambda x: x + 1, lambda x: x + 2
    assert [describe_callable(each) for each in (first, second)] == [
        "lambda x: x + 1",
        "lambda x: x + 2",
    ]
    bound = 3
    assert (
        repr(st.integers().filter(lambda x: x > bound)) == "integers().filter(lambda x: x > bound)"
    )


def test_equal_lambdas_on_one_line_are_told_apart() -> None:
    pair = (lambda x: x, 1), (lambda y: y, 2)  # fmt: skip
    assert describe_argument(pair) == "((lambda x: x, 1), (lambda y: y, 2))"


def test_a_lambda_without_source_is_written_as_its_place() -> None:
    assert describe_callable(eval("lambda: 1")) == "<lambda at <string>:1>"  # noqa: S307  # no file has it


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (5, "5"),
        ("a", "'a'"),
        (None, "None"),
        (Colour, "Colour"),
        ([int, "a"], "[int, 'a']"),
        ((str,), "(str,)"),
        ((), "()"),
        (range(3), "range(0, 3)"),
        ({"a": 1}, "{'a': 1}"),
    ],
)
def test_arguments_are_written_as_code(value: object, code: str) -> None:
    assert describe_argument(value) == code


def test_strategies_are_written_as_the_calls_that_made_them() -> None:
    strategies: list[Any] = [
        st.lists(st.integers(0, 5), min_size=1),
        st.sampled_from(Colour),
        st.sampled_from([1, 2]),
        st.builds(Point, st.integers(), y=st.none()),
        st.integers() | st.text() | st.none(),
        st.fixed_dictionaries({"a": st.just(1)}, optional={"b": st.nothing()}),
        st.text("abc", max_size=3).map(str.upper).filter(bool).flatmap(st.just),
        st.recursive(st.booleans(), st.lists, max_leaves=5),
        st.data(),
        st.permutations([1, 2]),
        st.dictionaries(st.text(), st.floats(0, 1, exclude_max=True)),
    ]
    assert [repr(each) for each in strategies] == [
        "lists(integers(0, 5), min_size=1)",
        "sampled_from(Colour)",
        "sampled_from([1, 2])",
        "builds(Point, integers(), y=none())",
        "one_of(integers(), text(), none())",
        "fixed_dictionaries({'a': just(1)}, optional={'b': nothing()})",
        "text('abc', max_size=3).map(str.upper).filter(bool).flatmap(just)",
        "recursive(booleans(), lists, max_leaves=5)",
        "data()",
        "permutations([1, 2])",
        "dictionaries(text(), floats(0, 1, exclude_max=True))",
    ]
