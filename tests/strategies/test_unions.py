"""one_of and ``a | b``."""

import operator
from functools import reduce
from gc import collect
from random import Random
from typing import Any
from weakref import ref

import pytest

from shortlex import strategies as st
from shortlex.core.case import RandomCase, RecordedCase
from shortlex.core.source import ReplaySource
from shortlex.errors import InvalidArgument
from shortlex.runner.execute import execute
from shortlex.strategies.lazy import MAX_KEPT
from tests.strategies.laws_of_strategies import (
    check_refused,
    draw_light,
    find_simplest,
    values_of,
)


def test_unions_are_flattened() -> None:
    a, b, c = st.booleans(), st.text(), st.binary()
    assert ((a | b) | c).branches == (a, b, c)
    assert (a | (b | c)).branches == (a, b, c)
    assert st.one_of(st.one_of(a, b), c).branches == (a, b, c)


def test_unions_are_flattened_through_what_is_derived_from_them() -> None:
    union = st.booleans() | st.text()
    for derived in (union.map(repr), union.filter(bool), union.flatmap(st.just)):
        assert len(derived.branches) == 2
        assert len((derived | st.none()).branches) == 3
    assert [repr(each) for each in union.map(repr).branches] == [
        "booleans().map(repr)",
        "text().map(repr)",
    ]


def test_unions_are_flattened_through_deferred_ones() -> None:
    union = st.deferred(lambda: st.booleans() | st.text())
    assert len(union.branches) == 2
    assert len((union | st.none()).branches) == 3
    assert len((union.map(str) | st.none()).branches) == 3


def test_what_is_no_union_is_its_own_branch() -> None:
    for strategy in (st.integers(), st.lists(st.none()), st.deferred(st.integers)):
        assert strategy.branches == (strategy,)


def test_a_union_adds_nothing_to_itself() -> None:
    union: st.SearchStrategy[Any] = st.deferred(lambda: union | st.none() | union | st.just(1))
    assert [repr(each) for each in union.branches] == ["none()", "just(1)"]
    assert {*values_of(union)} == {None, 1}


def test_a_union_of_what_is_derived_from_it_ends() -> None:
    counted: st.SearchStrategy[int] = st.deferred(lambda: st.just(0) | counted.map(lambda n: n + 1))
    assert len(counted.branches) == 2
    assert {0, 1, 2} <= {*values_of(counted)}
    either: st.SearchStrategy[int] = st.deferred(
        lambda: st.just(0) | (either | st.just(10)).map(lambda n: n + 1)
    )
    assert {0, 1, 2, 11} <= {*values_of(either, 500)}


def test_branches_without_values_are_dropped() -> None:
    union = st.nothing() | st.integers() | st.lists(st.nothing(), min_size=1)
    with pytest.raises(InvalidArgument):
        union.validate()
    assert len((st.nothing() | st.tuples(st.nothing()) | st.none()).branches) == 1
    assert (st.nothing() | st.nothing()).is_empty
    assert not (st.nothing() | st.none()).is_empty


def test_a_single_branch_makes_no_choice_of_its_own() -> None:
    drawn = draw_light(st.nothing() | st.none(), 0)
    assert drawn is not None
    assert drawn.choices == []


def test_drawing_from_a_union_without_branches_rejects_the_case() -> None:
    assert draw_light(st.nothing() | st.nothing().map(str), 0) is None


def test_equal_branches_count_once() -> None:
    assert len((st.integers() | st.integers()).branches) == 1
    assert len((st.lists(st.text()) | st.text() | st.lists(st.text())).branches) == 2
    strategy = st.integers().map(str)
    assert (strategy | st.text() | strategy).branches == (strategy, st.text())
    assert len((st.integers(10**9) | st.integers(10**9)).branches) == 1


def test_different_branches_all_count() -> None:
    assert len((st.integers(0, 1) | st.integers(0, 2) | st.integers()).branches) == 3
    assert len((st.floats(0.0, 1.0) | st.floats(-0.0, 1.0)).branches) == 2
    assert len((st.integers(0, 1) | st.integers(0, 1).map(str)).branches) == 2
    assert len((st.sampled_from((1, 2)) | st.sampled_from((True, 2))).branches) == 2


def test_which_branches_are_equal_does_not_depend_on_what_is_kept() -> None:
    first = st.lists(st.integers(0, 3))
    for size in range(MAX_KEPT + 10):
        st.lists(st.booleans(), min_size=size)
    second = st.lists(st.integers(0, 3))
    assert first is not second
    assert len((first | second).branches) == 1


def test_each_branch_is_as_likely() -> None:
    values = values_of(st.just(1) | st.just(2) | st.just(3), 600)
    assert all(150 < values.count(each) < 250 for each in (1, 2, 3))


def test_unions_reduce_to_earlier_branches() -> None:
    assert find_simplest(st.just("b") | st.just("a"), lambda value: True) == "b"
    assert find_simplest(st.integers() | st.text(), lambda value: bool(value)) == 1


def alternatives_of(strategy: st.SearchStrategy[Any], *choices: Any) -> Any:
    """By place, what came of choices between alternatives."""
    function: Any = lambda case: case.draw(strategy)  # noqa: E731  # short
    trace = execute(function, RecordedCase(ReplaySource(choices)))
    assert trace.choices == choices
    return trace.alternatives


def test_what_came_of_a_choice_is_recorded() -> None:
    union = st.integers(0, 9) | st.text().map(str.upper)
    assert alternatives_of(union, 0, 5) == {0: 5}
    assert alternatives_of(union, 1, "ab") == {0: "AB"}
    assert alternatives_of(st.tuples(union, union), 1, "", 0, 7) == {0: "", 2: 7}
    assert alternatives_of(st.integers(0, 9), 5) == {}


@pytest.mark.parametrize("value", [7, -2.5, "text", b"bytes"], ids=repr)
def test_what_could_be_a_choice_is_recorded(value: object) -> None:
    assert alternatives_of(st.integers() | st.just(value), 1) == {0: value}


class Count(int):
    """No integer that a choice could be."""


@pytest.mark.parametrize("value", [True, None, (1,), Count(3), bytearray(b"a")], ids=repr)
def test_what_could_be_no_choice_is_not_recorded(value: object) -> None:
    assert alternatives_of(st.integers() | st.just(value), 1) == {}


def test_alternatives_within_alternatives_are_all_recorded() -> None:
    pairs = st.tuples(st.integers(0, 9) | st.text(), st.booleans()).map(lambda pair: str(pair[0]))
    assert alternatives_of(st.binary() | pairs, 1, 0, 5, False) == {0: "5", 1: 5}


def test_what_was_drawn_again_is_forgotten() -> None:
    # The simplest is refused; what is drawn instead is no choice.
    union = (st.integers(0, 0) | st.just((1,))).filter(lambda value: str(value) != "0")
    case = RecordedCase(ReplaySource([]))
    trace = execute(lambda case: case.draw(union), case)
    assert trace.choices == (1,)
    assert trace.alternatives == {}


def test_light_cases_record_no_alternatives() -> None:
    case = RandomCase(Random(0), 1.0, 1000)
    assert isinstance(case.draw(st.integers() | st.text()), int | str)
    assert not hasattr(case, "alternatives")


def test_a_long_chain_of_unions_is_one_union() -> None:
    chain = reduce(operator.or_, [st.just(i) for i in range(2000)])
    assert len(chain.branches) == 2000
    assert len({*values_of(chain)}) > 100
    chain.validate()


def test_one_of_takes_an_iterable() -> None:
    assert {*values_of(st.one_of([st.just(1), st.just(2)]))} == {1, 2}
    assert {*values_of(st.one_of(st.just(each) for each in "ab"))} == {"a", "b"}


def test_one_of_a_single_strategy_is_that_strategy() -> None:
    strategy = st.lists(st.none())
    assert st.one_of(strategy) is strategy
    assert st.one_of([strategy]) is strategy


def test_a_union_of_plain_strategies_is_built_once() -> None:
    def union() -> object:
        return st.one_of(st.none(), st.integers(0, 9), st.text(), st.booleans())

    assert union() is union()
    assert st.one_of(st.one_of(st.none(), st.booleans()), st.integers()) is st.one_of(
        st.one_of(st.none(), st.booleans()), st.integers()
    )


def test_a_union_of_strategies_that_hold_objects_of_the_user_is_not_kept() -> None:
    made = []
    for _ in range(2):
        value = st.just([])
        made.append(ref(value))
        st.one_of(value, st.integers()).validate()
    del value
    collect()
    assert [each() for each in made] == [None, None]


def test_one_of_no_strategy_is_nothing() -> None:
    assert st.one_of().is_empty
    assert st.one_of([]).is_empty


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((1, 2), ["argument 0 is 1", "sampled_from([1, 2])"]),
        (([1, 2],), ["argument 0 is 1", "sampled_from([1, 2])"]),
        ((5,), ["one_of(5)", "just(5)"]),
        (("ab",), ["argument 0 is 'a'"]),
    ],
)
def test_one_of_without_any_strategy_is_refused_at_once(arguments: Any, words: list[str]) -> None:
    with pytest.raises(InvalidArgument) as caught:
        st.one_of(*arguments)
    assert all(word in str(caught.value) for word in words)


def test_one_of_strategies_and_something_else_is_refused_when_used() -> None:
    check_refused(lambda: st.one_of(st.none(), 3), "argument 1 is 3", "sampled_from")  # type: ignore[arg-type]  # the point


def test_a_union_with_something_else_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match=r"3.*just\(3\)"):
        st.integers() | 3  # type: ignore[operator]  # the point
