"""Functions whose calls draw."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from typing import Any

import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.errors import InvalidState
from tests.strategies.laws_of_strategies import (
    check_refused,
    draw_light,
    draw_simplest,
)


def compare(a: int, /, b: int = 2, *rest: int, key: int = 5, **others: int) -> None:
    """Compare."""


def yielding(a: object) -> Iterator[object]:
    yield a


async def waiting(a: object) -> object:
    return a


async def streaming(a: object) -> AsyncIterator[object]:
    yield a


class Waiter:
    async def __call__(self, a: object) -> object:
        return a


def failure_of(strategy: st.SearchStrategy[Any], use: Callable[[Any], object]) -> str:
    """The report of a test that fails when it has used a function."""

    @settings(derandomize=True)
    @given(strategy)
    def test(f: Any) -> None:
        use(f)
        raise AssertionError

    with pytest.raises(AssertionError) as caught:
        test()
    return "\n".join(caught.value.__notes__)


# Looking like another function


def test_has_the_signature_name_and_docstring_of_like() -> None:
    function = draw_simplest(st.functions(like=compare))
    assert inspect.signature(function) == inspect.signature(compare)
    assert function.__name__ == function.__qualname__ == "compare"
    assert function.__doc__ == "Compare."
    assert function.__module__ == __name__


@pytest.mark.parametrize(
    "arguments",
    [{}, {"a": 1}, {"args": (1,), "b": 2, "key": 3, "z": 4}, {"args": (1, 2), "b": 3}],
    ids=str,
)
def test_refuses_what_like_refuses_and_in_the_same_words(arguments: dict[str, Any]) -> None:
    def outcome_of(function: Any) -> object:
        named = dict(arguments)
        try:
            return function(*named.pop("args", ()), **named)
        except TypeError as error:
            return str(error)

    assert outcome_of(draw_simplest(st.functions(like=compare))) == outcome_of(compare)


@pytest.mark.parametrize("like", [yielding, waiting, streaming], ids=lambda like: like.__name__)
def test_wrong_arguments_are_refused_by_the_call_itself(like: Any) -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'a'"):
        draw_simplest(st.functions(like=like))()


@pytest.mark.parametrize(
    "is_of_kind",
    [
        inspect.isfunction,
        inspect.isgeneratorfunction,
        inspect.iscoroutinefunction,
        inspect.isasyncgenfunction,
    ],
    ids=lambda each: each.__name__,
)
@pytest.mark.parametrize("like", [compare, yielding, waiting, streaming, partial(waiting, 1)])
def test_is_of_the_kind_of_like(is_of_kind: Callable[[Any], bool], like: Any) -> None:
    function = draw_simplest(st.functions(like=like))
    assert is_of_kind(function) == (is_of_kind(like) or is_of_kind is inspect.isfunction)


def test_an_object_with_an_async_call_is_imitated_as_async() -> None:
    assert inspect.iscoroutinefunction(draw_simplest(st.functions(like=Waiter())))


def test_a_class_is_imitated_by_its_parameters() -> None:
    class Pair:
        def __init__(self, left: int, right: int) -> None: ...

        async def __call__(self) -> None: ...

    function = draw_simplest(st.functions(like=Pair, returns=st.integers()))
    assert function(1, right=2) == 0


def test_parameters_may_have_any_name() -> None:
    function = draw_simplest(st.functions(like=lambda make, _, __, call: 0, returns=st.just(7)))
    assert function(1, 2, 3, 4) == 7


# What a call gives


def test_each_call_draws_anew() -> None:
    drawn = draw_light(st.functions(returns=st.integers(0, 99)), seed=1)
    assert drawn is not None
    assert drawn.choices == []
    assert len({drawn.value() for _ in range(50)}) > 10


def test_a_pure_function_returns_the_same_for_equal_arguments() -> None:
    drawn = draw_light(
        st.functions(like=lambda *a, **k: 0, returns=st.integers(), pure=True), seed=1
    )
    assert drawn is not None
    f, thing = drawn.value, bytearray(b"x")
    unhashable = type("Unhashable", (), {"__hash__": None})()
    calls: list[Callable[[], Any]] = [
        lambda: f(1),
        lambda: f(2),
        lambda: f([1, {2}]),
        lambda: f((1, {2})),
        lambda: f({"a": [1]}),
        lambda: f(thing),
        lambda: f(unhashable),
        lambda: f(a=1, b=2),
    ]
    first = [call() for call in calls]
    assert [call() for call in calls] == first
    assert f(b=2, a=1) == first[-1]
    assert len(set(first)) > 4


def test_a_generator_yields_some_values() -> None:
    @settings(derandomize=True)
    @given(st.functions(like=yielding, returns=st.integers()))
    def test(f: Any) -> None:
        assert sum(f(1)) < 10

    with pytest.raises(AssertionError) as caught:
        test()
    assert "Called function: yielding(1) -> [10]" in caught.value.__notes__


def test_an_async_function_returns_a_value_and_lets_others_run() -> None:
    order: list[object] = []

    async def other() -> None:
        order.append("other")

    async def main(f: Any) -> None:
        task = asyncio.ensure_future(other())
        order.append(await f(1))
        await task

    asyncio.run(main(draw_simplest(st.functions(like=waiting, returns=st.integers(3)))))
    assert order == ["other", 3]


def test_an_async_function_needs_no_loop() -> None:
    coroutine = draw_simplest(st.functions(like=waiting, returns=st.integers(3)))(1)
    with pytest.raises(StopIteration) as stop:
        coroutine.send(None)
    assert stop.value.value == 3


def test_an_async_generator_yields_some_values() -> None:
    async def total(f: Any) -> int:
        return sum([value async for value in f(1)])

    @settings(derandomize=True)
    @given(st.functions(like=streaming, returns=st.integers()))
    def test(f: Any) -> None:
        assert asyncio.run(total(f)) < 10

    with pytest.raises(AssertionError) as caught:
        test()
    assert "Called function: streaming(1) -> [10]" in caught.value.__notes__


def test_without_an_annotation_a_call_returns_none() -> None:
    assert draw_simplest(st.functions())() is None
    assert draw_simplest(st.functions(like=compare))(1) is None


# Reducing and reporting


def test_calls_reduce_to_the_simplest_results_that_fail() -> None:
    def f(a: int, b: int) -> None: ...

    @settings(derandomize=True)
    @given(st.functions(like=f, returns=st.integers()))
    def test(f: Any) -> None:
        assert f(3, 4) >= f(4, 3)

    with pytest.raises(AssertionError) as caught:
        test()
    calls = ["Called function: f(3, 4) -> 0", "Called function: f(4, 3) -> 1"]
    assert caught.value.__notes__[1:3] == calls


def test_a_pure_function_is_reported_once_for_equal_arguments() -> None:
    report = failure_of(
        st.functions(like=lambda x: 0, returns=st.integers(5), pure=True),
        lambda f: (f(3), f(3), f([4])),
    )
    assert report.count("Called function: function(3) -> 5") == 1
    assert "Called function: function([4]) -> 5" in report


def test_arguments_by_name_are_reported_by_name() -> None:
    report = failure_of(
        st.functions(like=compare, returns=st.booleans()), lambda f: f(1, 3, 4, z=6)
    )
    assert "Called function: compare(1, 3, 4, key=5, z=6) -> False" in report


def test_a_function_is_written_as_the_strategy_that_made_it() -> None:
    report = failure_of(st.functions(like=lambda x: 0, returns=st.integers(), pure=True), leave)
    assert "f=functions(like=lambda x: 0, returns=integers(), pure=True)," in report


def test_a_function_that_always_returns_the_same_is_written_as_a_lambda() -> None:
    assert "f=lambda: None," in failure_of(st.functions(), leave)
    report = failure_of(st.functions(like=compare, returns=st.just([1])), lambda f: f(1))
    assert "f=lambda a, /, b=2, *rest, key=5, **others: [1]," in report
    assert "Called" not in report


def leave(function: Any) -> None:
    """Does nothing with it."""


# Misuse


def test_a_function_kept_for_later_is_refused() -> None:
    kept: list[Any] = []

    @settings(derandomize=True, max_examples=20)
    @given(st.functions(like=compare), st.integers())
    def test(f: Any, n: int) -> None:
        f(1)
        for each in kept:
            with pytest.raises(InvalidState, match=r"compare\(\) was called when the case"):
                each(1)
        kept.append(f)

    test()
    assert len(kept) == 20
    with pytest.raises(InvalidState, match="do not keep them for later"):
        kept[-1](1)


def test_bad_arguments_are_named() -> None:
    check_refused(lambda: st.functions(like=3), "like=3", "lambda x: ...")  # type: ignore[arg-type]  # on purpose
    check_refused(lambda: st.functions(returns=3), "returns=3", "just(3)")  # type: ignore[arg-type]  # on purpose
    check_refused(lambda: st.functions(pure=1), "pure=1", "True or False")  # type: ignore[arg-type]  # on purpose
    check_refused(lambda: st.functions(like=dict.update), "Python does not know")
    check_refused(
        lambda: st.functions(like=yielding, pure=True), "like=yielding", "a generator", "pure=False"
    )
    check_refused(lambda: st.functions(like=waiting, pure=True), "a coroutine")


def test_a_function_without_any_result_rejects_the_cases_that_call_it() -> None:
    assert not st.functions(returns=st.nothing()).is_empty

    @given(st.functions(returns=st.nothing()), st.integers())
    def test(f: Any, n: int) -> None:
        if n > 5:
            f()

    test()


def test_what_returns_refuses_is_refused() -> None:
    check_refused(lambda: st.functions(returns=st.lists(3)), "lists(): elements=3")  # type: ignore[arg-type]  # on purpose


def test_an_annotation_that_cannot_be_evaluated_is_named() -> None:
    def like() -> Missing: ...  # type: ignore[name-defined]  # noqa: F821  # on purpose

    check_refused(lambda: st.functions(like=like), "like=like", "'Missing'", "NameError", "returns")
