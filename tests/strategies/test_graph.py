"""What can be said of strategies that contain each other."""

from typing import Any

from shortlex import strategies as st
from shortlex.strategies.graph import MAX_LISTED, contains, everything_in
from tests.strategies.laws_of_strategies import values_of
from tests.strategies.samples import EVEN, JSON, NESTED, ODD, TREE


def test_everything_in_a_strategy_is_listed_once() -> None:
    integers = st.integers()
    strategy = st.tuples(integers, integers, st.lists(integers))
    assert [each for each in everything_in(strategy) if each is integers] == [integers]


def test_only_a_recursive_strategy_contains_itself() -> None:
    for strategy in (TREE, NESTED, EVEN, ODD):
        assert contains(strategy, strategy)
    for strategy in (st.integers(), st.lists(TREE), st.lists(EVEN)):
        assert not contains(strategy, strategy)
    assert contains(EVEN, ODD)
    assert not contains(TREE, EVEN)


def test_deep_strategies_do_not_exhaust_the_stack() -> None:
    deep: st.SearchStrategy[Any] = st.nothing() | st.none()
    for _ in range(5000):
        deep = st.tuples(deep) | st.nothing()
    assert not deep.is_empty
    assert sum(1 for _ in everything_in(deep)) == MAX_LISTED


def test_strategies_that_define_ever_new_ones_can_be_drawn_from() -> None:
    def tree() -> st.SearchStrategy[Any]:
        return st.deferred(lambda: st.none() | st.tuples(tree()))

    @st.composite
    def trees(draw: st.DrawFn) -> Any:
        return draw(tree())

    assert not tree().is_empty
    assert None in values_of(trees(), 3)


def test_known_answers_are_kept() -> None:
    assert not JSON.is_empty
    assert JSON.known_empty is False
    inner = st.tuples(st.nothing())
    assert st.tuples(inner).is_empty
    assert inner.known_empty is True
