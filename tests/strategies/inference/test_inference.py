"""Inference in @given and builds: arguments by their annotations."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from types import CellType
from typing import TYPE_CHECKING, Any

import pytest

import shortlex
from shortlex import Phase, example, given, infer, settings
from shortlex import strategies as st
from shortlex.errors import InvalidArgument, ResolutionFailed, Unsatisfiable
from tests.strategies.laws_of_strategies import check_refused, draw_simplest, values_of

if TYPE_CHECKING:
    from collections import OrderedDict as Unknown

Seen = list[Any]


@dataclass
class Point:
    x: int
    y: int | None = 4


@dataclass
class Tree:
    """Annotations are strings here: see the first import."""

    value: int
    children: list[Tree]


@dataclass
class Endless:
    again: Endless


def test_infer_is_an_ellipsis() -> None:
    assert infer is ...
    assert shortlex.infer is infer


def test_all_parameters_are_inferred() -> None:
    seen: Seen = []

    @given(...)
    def test(number: int, *, text: str | None) -> None:
        seen.append((number, text))

    test()
    assert all(type(number) is int for number, _ in seen)
    assert {type(text) for _, text in seen} == {str, type(None)}


def test_one_parameter_is_inferred() -> None:
    seen: Seen = []

    @given(number=st.just(3), text=infer)
    def test(number: int, text: str) -> None:
        seen.append((number, type(text)))

    test()
    assert {*seen} == {(3, str)}


def test_what_is_inferred_reduces() -> None:
    @settings(max_examples=1000)
    @given(...)
    def test(point: Point, tree: Tree) -> None:
        assert not tree.children or point.x < 10

    with pytest.raises(AssertionError) as caught:
        test()
    assert "point=Point(x=10, y=4)" in caught.value.__notes__[0]
    assert "tree=Tree(value=0, children=[Tree(value=0, children=[])])" in caught.value.__notes__[0]


def test_the_parts_of_what_is_inferred_are_explained() -> None:
    @settings(phases=set(Phase))
    @given(...)
    def test(point: Point) -> None:
        assert point.y is None or point.y > -5

    with pytest.raises(AssertionError) as caught:
        test()
    (line,) = [each for each in caught.value.__notes__[0].splitlines() if "x=0" in each]
    assert "any value here" in line
    assert "y=-5" in caught.value.__notes__[0]


def test_self_and_fixtures_stay() -> None:
    seen: Seen = []

    class Suite:
        @given(...)
        def test_method(self, number: int) -> None:
            seen.append((self, number))

        @given(number=...)
        def test_fixture(self, fixture: str, number: int) -> None:
            seen.append((fixture, number))

    suite = Suite()
    suite.test_method()
    assert {one for one, _ in seen} == {suite}
    seen.clear()
    suite.test_fixture("here")
    assert {one for one, _ in seen} == {"here"}


def test_explicit_examples_go_with_it() -> None:
    seen: Seen = []

    @example(number=77)
    @given(...)
    def test(number: int) -> None:
        seen.append(number)

    test()
    assert seen[0] == 77


def test_annotations_may_name_what_is_local() -> None:
    def make() -> Any:
        @dataclass
        class Local:
            other: Other

        @dataclass
        class Other:
            number: int

        @given(...)
        def test(local: Local) -> None:
            assert local.other.number < 5

        return test

    with pytest.raises(AssertionError) as caught:
        make()()
    assert "number=5" in caught.value.__notes__[0]


def test_wrapped_tests_are_inferred() -> None:
    seen: Seen = []

    def decorated(function: Any) -> Any:
        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            return function(*args, **kwargs)

        return wrapper

    @given(...)
    @decorated
    def test(number: int) -> None:
        seen.append(number)

    test()
    assert all(type(number) is int for number in seen)


def unannotated(number: int, other) -> None:  # type: ignore[no-untyped-def]  # the point
    raise NotImplementedError


def unknown(number: Unknown[str, int]) -> None:
    raise NotImplementedError


def nothing_there() -> None:
    raise NotImplementedError


def with_default(number: int = 3) -> None:
    raise NotImplementedError


def endless(value: Endless) -> None:
    raise NotImplementedError


@pytest.mark.parametrize(
    ("test", "decorate", "kind", "words"),
    [
        (unannotated, given(...), InvalidArgument, ["unannotated", "'other'", "no annotation"]),
        (unannotated, given(other=...), InvalidArgument, ["unannotated", "'other'", "other: int"]),
        (unannotated, given(..., st.none()), InvalidArgument, ["unannotated", "positional"]),
        (unknown, given(...), ResolutionFailed, ["unknown", "'number'", "Unknown"]),
        (nothing_there, given(...), InvalidArgument, ["nothing_there", "no parameter"]),
        (nothing_there, given(x=...), InvalidArgument, ["nothing_there", "no parameter 'x'"]),
        (with_default, given(...), InvalidArgument, ["with_default", "'number'", "default"]),
        (endless, given(...), Unsatisfiable, ["from_type(Endless)"]),
    ],
)
def test_what_cannot_be_inferred_is_said_when_the_test_runs(
    test: Any, decorate: Any, kind: type[Exception], words: list[str]
) -> None:
    wrapped = decorate(test)
    for _ in range(2):
        with pytest.raises(kind) as caught:
            wrapped()
        assert [word for word in words if word not in str(caught.value)] == []


# builds.


def only_by_position(a: int, b: str, /, c: bool, *, d: bytes, e: float = 1.5) -> Any:
    return (a, b, c, d, e)


def takes_any(*args: int, named: int, **kwargs: int) -> Any:
    return (args, named, kwargs)


def test_builds_infers_what_is_needed() -> None:
    assert draw_simplest(st.builds(Point)) == Point(0)
    assert draw_simplest(st.builds(only_by_position)) == (0, "", False, b"", 1.5)
    assert draw_simplest(st.builds(only_by_position, st.just(7))) == (7, "", False, b"", 1.5)
    assert draw_simplest(st.builds(only_by_position, d=st.just(b"d")))[3] == b"d"
    assert draw_simplest(st.builds(takes_any)) == ((), 0, {})
    assert draw_simplest(st.builds(takes_any, st.just(1), more=st.just(2))) == (
        (1,),
        0,
        {"more": 2},
    )
    assert draw_simplest(st.builds(functools.partial(Point, y=9))) == Point(0, 9)


def test_builds_of_an_object_that_can_be_called() -> None:
    class Adder:
        given: str

        def __call__(self, given: int) -> int:
            return given + 1

    assert draw_simplest(st.builds(Adder())) == 1
    assert draw_simplest(st.builds(Adder().__call__)) == 1


def test_names_that_are_not_assigned_yet_do_no_harm() -> None:
    def make() -> Any:
        def target(number: int) -> int:
            return number or later

        return target
        later = 1  # type: ignore[unreachable]  # the point

    st.builds(make()).validate()


def test_builds_infers_what_is_asked_for() -> None:
    assert {each.y for each in values_of(st.builds(Point))} == {4}
    assert len({each.y for each in values_of(st.builds(Point, y=...))}) > 10
    assert draw_simplest(st.builds(Point, y=infer)) == Point(0, None)


def test_builds_of_a_class_that_contains_itself() -> None:
    assert draw_simplest(st.builds(Tree)) == Tree(0, [])
    assert len(values_of(st.builds(Tree))) > 190


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.builds(unannotated), ["builds(unannotated, ...)", "'other'", "no annotation"]),
        (lambda: st.builds(unannotated, number=...), ["'other'", "give a strategy"]),
        (lambda: st.builds(unannotated, other=...), ["'other'", "no annotation"]),
        (lambda: st.builds(unknown), ["builds(unknown, ...)", "'number'", "Unknown"]),
        (lambda: st.builds(takes_any, extra=...), ["extra=...", "takes_any", "named"]),
        (lambda: st.builds(CellType, x=...), ["cell", "x=...", "it has none"]),
        (lambda: st.builds(Point, z=...), ["'z'", "Point(x: "]),
        (lambda: st.builds(Point, ...), ["a positional `...`", "x=..."]),
    ],
)
def test_what_builds_cannot_infer_is_refused(make: Any, words: list[str]) -> None:
    check_refused(make, *words)


def test_from_type_is_as_fast_as_what_it_stands_for() -> None:
    """No layer is left between the test and the strategy."""
    inferred, direct = st.from_type(int), st.integers()
    inferred.validate()
    assert inferred.do_draw.__func__ is direct.do_draw.__func__  # type: ignore[attr-defined]  # a method
