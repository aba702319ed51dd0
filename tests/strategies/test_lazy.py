"""Strategies that are described first and built when first used."""

import sys
import threading
from collections import OrderedDict
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.core.case import RandomCase
from shortlex.errors import InvalidArgument
from shortlex.strategies.lazy import MAX_KEPT, Lazy, lazy, lazy_once
from shortlex.strategies.strategy import SearchStrategy
from tests.strategies.laws_of_strategies import draw_light, draw_simplest, values_of


def counting(results: list[Any]) -> Any:
    """A strategy function that writes down what it was called with."""

    def build(*args: Any, **kwargs: Any) -> SearchStrategy[Any]:
        results.append((args, kwargs))
        return st.just(7)

    return build


def test_nothing_is_built_before_it_is_needed() -> None:
    calls: list[Any] = []
    strategy = lazy(counting(calls))(1, x=2)
    assert repr(strategy) == "build(1, x=2)"
    assert repr(strategy.map(str)) == "build(1, x=2).map(str)"
    assert calls == []
    assert draw_simplest(strategy) == 7
    assert calls == [((1,), {"x": 2})]


@pytest.mark.parametrize("use", ["validate", "is_empty", "label", "branches", "draw"])
def test_a_strategy_is_built_once(use: str) -> None:
    calls: list[Any] = []
    strategy = lazy(counting(calls))()
    for _ in range(3):
        if use == "draw":
            draw_light(strategy, 0)
        else:
            value = getattr(strategy, use)
            if use == "validate":
                value()
    draw_light(strategy, 0)
    assert len(calls) == 1


def test_no_layer_is_left_after_the_first_draw() -> None:
    strategy = lazy(counting([]))()
    draw_light(strategy, 0)
    assert strategy.do_draw == strategy.resolved().do_draw


def test_errors_are_said_again_at_every_use() -> None:
    strategy = st.lists(st.integers(), min_size=-1)
    for _ in range(3):
        with pytest.raises(InvalidArgument):
            strategy.validate()
        with pytest.raises(InvalidArgument):
            draw_light(strategy, 0)


def test_errors_of_parts_are_found_by_validate() -> None:
    bad = st.integers(2, 1)
    for strategy in (
        st.lists(bad),
        st.tuples(st.none(), bad),
        st.dictionaries(st.text(), bad),
        st.fixed_dictionaries({}, optional={"a": bad}),
        st.none() | bad,
        bad.map(str).filter(bool).flatmap(st.just),
        st.builds(list, bad),
        st.shared(bad),
        st.deferred(lambda: bad),
        st.recursive(bad, st.lists),
        st.recursive(st.none(), lambda children: st.tuples(children, bad)),
        st.text(bad.map(str)),
    ):
        with pytest.raises(InvalidArgument, match="min_value=2"):
            strategy.validate()


# Kept calls.


def test_equal_calls_get_the_same_strategy() -> None:
    calls: list[Any] = []
    make = lazy_once(counting(calls))
    assert make(1, x="y") is make(1, x="y")
    draw_light(make(1, x="y"), 0)
    draw_light(make(1, x="y"), 0)
    assert len(calls) == 1


def test_calls_that_only_look_equal_do_not() -> None:
    make = lazy_once(counting([]))
    assert len({id(make(value)) for value in (1, True, 1.0)}) == 3
    assert repr(st.floats(0.0, 1.0)) == "floats(0.0, 1.0)"
    assert repr(st.floats(-0.0, 1.0)) == "floats(-0.0, 1.0)"
    assert repr(st.integers(True, 2)) == "integers(True, 2)"
    assert repr(st.integers(1, 2)) == "integers(1, 2)"
    with pytest.raises(InvalidArgument):
        st.lists(st.none(), min_size=True).validate()
    st.lists(st.none(), min_size=1).validate()


def test_arguments_that_cannot_be_hashed_are_taken() -> None:
    make = lazy_once(counting([]))
    assert make([1]) is not make([1])
    assert values_of(st.text(["a"], min_size=1, max_size=1), 2) == ["a"] * 2
    assert values_of(st.builds(list), 1) == [[]]


def test_only_so_many_calls_are_kept() -> None:
    make = lazy_once(counting([]))
    first = make(-1)
    for number in range(MAX_KEPT):
        make(number)
    assert make(-1) is not first


def test_values_are_not_kept() -> None:
    first, second = values_of(st.builds(OrderedDict), 2)
    assert first is not second
    values_of(st.lists(st.none()), 2)[0].append(1)
    assert draw_simplest(st.lists(st.none())) == []


def test_functions_keep_name_signature_and_documentation() -> None:
    assert st.lists.__name__ == "lists"
    assert (st.lists.__doc__ or "").startswith("Lists of values")


# Threads.


@pytest.fixture
def _restless_threads() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("_restless_threads")
def test_threads_may_use_a_strategy_for_the_first_time_together() -> None:
    for attempt in range(100):
        tree: SearchStrategy[Any] = st.deferred(
            lambda: st.none() | st.lists(tree) | st.dictionaries(st.integers(0, 5), tree)  # noqa: B023  # called in this turn
        )
        strategy = Lazy(lambda tree=tree: st.tuples(tree, st.sets(st.integers())), (), {})
        results: list[Any] = []
        barrier = threading.Barrier(4)

        def draw(strategy: Any = strategy, results: Any = results, barrier: Any = barrier) -> None:
            barrier.wait()
            results.append(repr(strategy.do_draw(RandomCase(Random(5), 1.0, 10_000))))

        threads = [threading.Thread(target=draw) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(results) == 4, attempt
        assert len({*results}) == 1
