"""builds, composite, data and shared."""

import inspect
import operator
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from shortlex import given
from shortlex import strategies as st
from shortlex.core.case import RecordedCase
from shortlex.core.source import ReplaySource
from shortlex.errors import InvalidArgument, ShortlexWarning
from tests.strategies.laws_of_strategies import (
    check_refused,
    draw_light,
    draw_replayed,
    draw_simplest,
    find_simplest,
    values_of,
)
from tests.strategies.samples import Point, ascending

# builds.


def test_builds_calls_its_target_with_drawn_arguments() -> None:
    strategy = st.builds(Point, st.integers(0, 3), y=st.just(5))
    assert {*values_of(strategy)} == {Point(x, 5) for x in range(4)}


@pytest.mark.parametrize(
    "target", [dict, partial(int, "7"), "text".upper, lambda: 3, Point(1).__hash__]
)
def test_anything_callable_is_a_target(target: Callable[[], Any]) -> None:
    assert draw_simplest(st.builds(target)) == target()


def test_a_target_may_have_a_parameter_called_target() -> None:
    def call(target: int) -> int:
        return target

    assert draw_simplest(st.builds(call, target=st.just(4))) == 4


def test_builds_reduces_its_arguments() -> None:
    strategy = st.builds(Point, st.integers(), st.integers())
    assert find_simplest(strategy, lambda point: point.x + point.y > 5) == Point(0, 6)


def test_recorded_cases_know_how_a_value_was_made() -> None:
    case = RecordedCase(ReplaySource([3, 4]))
    case.keeps_notes = True
    value = case.draw(st.builds(complex, st.integers(), imag=st.integers()))
    assert case.calls[id(value)] == (value, complex, (3,), {"imag": 4})


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.builds(5), ["target=5", "callable"]),  # type: ignore[arg-type]  # the point
        (lambda: st.builds(Point, ...), ["builds(Point, ...)", "a positional `...`", "x=..."]),  # type: ignore[arg-type]  # the point
        (lambda: st.builds(Point, 1), ["argument 0=1", "just(1)"]),  # type: ignore[arg-type]  # the point
        (lambda: st.builds(Point, x=[1]), ["x=[1]", "sampled_from([1])"]),  # type: ignore[arg-type]  # the point
        (lambda: st.builds(lambda x: x), ["<lambda>", "'x'", "no annotation", "give a strategy"]),
        (lambda: st.builds(Point, st.none(), z=st.none()), ["'z'", "Point(x: "]),
    ],
)
def test_bad_arguments_of_builds_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)


def test_builds_of_an_empty_strategy_is_empty() -> None:
    assert st.builds(Point, st.nothing()).is_empty


# composite.


def test_a_composite_draws_as_it_goes() -> None:
    for low, high in values_of(ascending(), 100):
        assert 0 <= low <= high
    assert find_simplest(ascending(), lambda pair: pair[1] > pair[0] + 5) == (0, 6)


def test_a_composite_takes_arguments() -> None:
    assert draw_simplest(ascending(7)) == (7, 7)
    assert draw_simplest(ascending(least=8)) == (8, 8)
    assert [repr(ascending()), repr(ascending(7)), repr(ascending(least=8))] == [
        "ascending()",
        "ascending(7)",
        "ascending(least=8)",
    ]


def test_a_composite_keeps_name_and_documentation() -> None:
    @st.composite
    def pairs(draw: st.DrawFn, n: int = 3, *, m: str) -> list[int]:
        """Makes pairs."""
        raise NotImplementedError

    assert (pairs.__name__, pairs.__doc__) == ("pairs", "Makes pairs.")
    signature = inspect.signature(pairs)
    assert [*signature.parameters] == ["n", "m"]
    assert signature.return_annotation == st.SearchStrategy[list[int]]


def test_a_composite_may_take_any_arguments() -> None:
    @st.composite
    def anything(*args: Any, **kwargs: Any) -> Any:
        draw, *rest = args
        return draw(st.just(1)), rest, kwargs

    assert draw_simplest(anything(2, x=3)) == (1, [2], {"x": 3})
    assert [*inspect.signature(anything).parameters] == ["args", "kwargs"]


class Maker:
    factor = 3

    @st.composite
    @staticmethod
    def inner_static(draw: st.DrawFn, n: int) -> int:
        return draw(st.just(n))

    @staticmethod
    @st.composite
    def outer_static(draw: st.DrawFn, n: int) -> int:
        return draw(st.just(n))

    @st.composite
    @classmethod
    def inner_class(cls, draw: st.DrawFn, n: int) -> int:  # type: ignore[misc]  # draw comes second
        return draw(st.just(n * cls.factor))

    @classmethod
    @st.composite
    def outer_class(draw: st.DrawFn, cls: Any, n: int) -> int:  # type: ignore[misc]  # noqa: N804  # draw comes first
        return draw(st.just(n * cls.factor))

    @st.composite
    def method(draw: st.DrawFn, self: Any, n: int) -> int:  # type: ignore[misc]  # noqa: N805  # draw comes first
        return draw(st.just(n * self.factor))


class Doubler(Maker):
    factor = 2


def test_composites_may_be_static_methods() -> None:
    for owner in (Maker, Maker(), Doubler):
        assert draw_simplest(owner.inner_static(5)) == 5
        assert draw_simplest(owner.outer_static(5)) == 5


def test_composites_may_be_class_methods() -> None:
    for owner, expected in ((Maker, 15), (Maker(), 15), (Doubler, 10)):
        assert draw_simplest(owner.inner_class(5)) == expected
        assert draw_simplest(owner.outer_class(5)) == expected
    assert repr(Doubler.inner_class(5)) == "Doubler.inner_class(5)"


def test_composites_may_be_methods() -> None:
    assert draw_simplest(Maker().method(5)) == 15
    assert draw_simplest(Doubler().method(5)) == 10


def test_the_label_of_a_draw_names_its_span() -> None:
    @st.composite
    def labelled(draw: st.DrawFn) -> int:
        return draw(st.integers(), label="mine")

    case = RecordedCase(ReplaySource([5]))
    case.draw(labelled())
    labels = [span.label for span in case.trace(1).spans]  # type: ignore[arg-type]  # no matter how it ended
    assert "mine" in labels


def test_drawing_from_something_else_is_refused() -> None:
    @st.composite
    def wrong(draw: Any) -> Any:
        return draw([1, 2])

    with pytest.raises(InvalidArgument, match=r"sampled_from\(\[1, 2\]\)"):
        draw_light(wrong(), 0)
    with pytest.raises(InvalidArgument, match=r"sampled_from\(\[1, 2\]\)"):
        draw_simplest(wrong())


def without_parameters() -> None: ...
def only_by_name(*, draw: Any) -> None: ...
def with_default(draw: Any = None) -> None: ...


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (without_parameters, ["without_parameters()", "first positional parameter", "Add it"]),
        (only_by_name, ["only_by_name(*, draw"]),
        (with_default, ["with_default", "default None"]),
        (5, ["composite(5)", "must be a function"]),
    ],
)
def test_a_function_that_cannot_draw_is_refused_at_once(function: Any, words: list[str]) -> None:
    with pytest.raises(InvalidArgument) as caught:
        st.composite(function)
    assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize(
    "annotation", [st.SearchStrategy[int], "st.SearchStrategy[int]", st.SearchStrategy]
)
def test_a_composite_annotated_as_a_strategy_is_suspicious(annotation: Any) -> None:
    def function(draw: Any) -> Any: ...

    function.__annotations__["return"] = annotation
    with pytest.warns(ShortlexWarning, match="Annotate it with the type of the value"):
        st.composite(function)


# data.


def test_data_draws_in_the_middle_of_a_test() -> None:
    seen = []

    @given(st.data())
    def test(data: st.DataObject) -> None:
        low = data.draw(st.integers(0, 9))
        seen.append(data.draw(st.integers(low, 9), label="high") >= low)

    test()  # type: ignore[call-arg]  # all is drawn
    assert all(seen)


def test_there_is_one_data_object_a_case() -> None:
    first, second = draw_simplest(st.tuples(st.data(), st.data()))
    assert first is second
    assert repr(first) == "data(...)"


def test_draws_are_noted_in_order_with_their_labels() -> None:
    case = RecordedCase(ReplaySource([1, 2, 3]))
    case.keeps_notes = True
    data = case.draw(st.data())
    assert [data.draw(st.integers()), data.draw(st.integers(), "x")] == [1, 2]
    data.draw(st.integers(), label="a b")
    assert case.notes == ["Draw 1: 1", "Draw 2 (x): 2", "Draw 3 (a b): 3"]


def test_drawing_data_from_something_else_is_refused() -> None:
    data = draw_simplest(st.data())
    with pytest.raises(InvalidArgument, match="not a strategy"):
        data.draw(5)


@pytest.mark.parametrize("method", ["map", "filter", "flatmap"])
def test_nothing_is_derived_from_data(method: str) -> None:
    with pytest.raises(InvalidArgument, match=rf"data\(\)\.{method}\(\).*data\.draw"):
        operator.methodcaller(method, str)(st.data())
    with pytest.raises(InvalidArgument, match=r"data\(\)\.example\(\)"):
        st.data().example()


# shared.


def test_one_strategy_has_one_value_a_case() -> None:
    shared = st.shared(st.integers())
    assert all(x == y for x, y in values_of(st.tuples(shared, shared)))
    assert len({x for x, _ in values_of(st.tuples(shared, shared))}) > 50


def test_without_a_key_every_call_has_a_value_of_its_own() -> None:
    pairs = st.tuples(st.shared(st.integers()), st.shared(st.integers()))
    assert any(x != y for x, y in values_of(pairs))


def test_one_key_has_one_value_a_case() -> None:
    def values() -> st.SearchStrategy[int]:
        return st.shared(st.integers(), key="k")

    assert all(x == y for x, y in values_of(st.tuples(values(), values())))
    assert draw_replayed(st.tuples(values(), values()), [7]).choices == [7]


def test_other_keys_have_other_values() -> None:
    pairs = st.tuples(st.shared(st.integers(), key=1), st.shared(st.integers(), key=2))
    assert any(x != y for x, y in values_of(pairs))


def test_different_strategies_under_one_key_are_suspicious() -> None:
    mismatch = st.tuples(st.shared(st.integers(), key=1), st.shared(st.text(), key=1))
    with pytest.warns(ShortlexWarning, match="one strategy for one key"):
        draw_simplest(mismatch)


def test_what_a_refused_draw_shared_is_forgotten() -> None:
    shared = st.shared(st.integers(0, 9), key="k")
    strategy = st.tuples(shared.filter(lambda x: x == 7), shared)
    assert {*values_of(strategy, 20)} == {(7, 7)}


def test_a_shared_value_that_is_no_strategy_is_refused() -> None:
    check_refused(lambda: st.shared(5), "shared()", "base=5", "just(5)")  # type: ignore[arg-type]  # the point


def test_shared_is_written_as_code() -> None:
    assert repr(st.shared(st.integers())) == "shared(integers())"
    assert repr(st.shared(st.integers(), key="k")) == "shared(integers(), key='k')"
    assert st.shared(st.integers()).label == st.integers().label
