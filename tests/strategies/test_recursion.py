"""recursive and deferred."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.core.case import RandomCase, RecordedCase
from shortlex.core.source import ReplaySource
from shortlex.errors import InvalidArgument, Rejected, Unsatisfiable
from tests.strategies.laws_of_strategies import (
    check_refused,
    check_replay,
    draw_light,
    draw_simplest,
    find_simplest,
    leaves_of,
    share_rejected,
    values_of,
)
from tests.strategies.samples import JSON, NESTED, TREE

Strategy = st.SearchStrategy[Any]


def depth_of(value: Any) -> int:
    return 1 + max(map(depth_of, value), default=0) if isinstance(value, (list, tuple)) else 0


# recursive.


def test_values_are_leaves_or_made_of_values() -> None:
    values = values_of(st.recursive(st.booleans(), st.lists), 300)
    assert {False, True} <= {value for value in values if isinstance(value, bool)}
    assert max(map(depth_of, values)) >= 4
    assert all(type(leaf) is bool for value in values for leaf in leaves_of(value))


def test_recursive_values_reduce_to_a_leaf() -> None:
    assert draw_simplest(JSON) is None
    assert find_simplest(JSON, lambda value: depth_of(value) >= 2) == [[]]


def test_there_may_be_no_leaf_at_all() -> None:
    assert [] in values_of(st.recursive(st.none(), st.lists), 200)
    assert [] not in values_of(st.recursive(st.none(), st.lists, min_leaves=1), 200)


@pytest.mark.parametrize("most", [1, 2, 5, 20])
def test_there_are_never_more_leaves_than_allowed(most: int) -> None:
    for extend in (st.lists, lambda children: st.tuples(children, children)):
        strategy = st.recursive(st.integers(), extend, max_leaves=most)
        assert share_rejected(strategy, 200) == 0.0
        counts = [len(leaves_of(value)) for value in values_of(strategy, 200)]
        assert max(counts) <= most
        assert 1 in counts


@pytest.mark.parametrize(("least", "most"), [(2, 100), (5, 10), (10, 100), (3, 3)])
def test_there_are_never_fewer_leaves_than_wanted(least: int, most: int) -> None:
    strategy = st.recursive(st.integers(), st.lists, min_leaves=least, max_leaves=most)
    assert share_rejected(strategy, 100) <= 0.05
    counts = [len(leaves_of(value)) for value in values_of(strategy, 100)]
    assert least <= min(counts) <= max(counts) <= most


@pytest.mark.parametrize("echo", [False, True])
def test_draws_that_are_taken_back_are_not_counted(echo: bool) -> None:
    def filtered(children: Strategy) -> Strategy:
        return st.frozensets(children) | st.lists(children.filter(lambda x: x != 1)).map(tuple)

    strategy = st.recursive(st.integers(0, 2), filtered, min_leaves=3, max_leaves=8)
    assert share_rejected(strategy, 100) <= 0.05
    for seed in range(200):
        check_replay(strategy, seed, 1.0, echo=echo)


def test_recursive_strategies_may_contain_each_other() -> None:
    inner = st.recursive(st.booleans(), st.lists, max_leaves=3)
    outer = st.recursive(inner, lambda children: st.tuples(children, inner), max_leaves=3)
    for seed in range(100):
        check_replay(outer, seed, 1.0, echo=False)


def test_a_recursive_strategy_may_contain_itself() -> None:
    whole: Strategy = st.deferred(
        lambda: st.recursive(st.booleans() | st.tuples(whole), st.lists, max_leaves=3)
    )
    for seed in range(100):
        check_replay(whole, seed, 1.0, echo=False)


def test_an_extension_may_be_deferred_and_contain_the_whole() -> None:
    whole: Strategy = st.recursive(
        st.none(), lambda children: st.deferred(lambda: st.tuples(children) | st.tuples(whole))
    )
    whole.validate()
    for seed in range(50):
        check_replay(whole, seed, 1.0, echo=False)


def test_a_recursive_draw_leaves_nothing_behind() -> None:
    case = RecordedCase(ReplaySource([]))
    case.draw(st.recursive(st.booleans(), st.lists))
    assert not case.memo


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.recursive(5, st.lists), ["recursive()", "base=5"]),  # type: ignore[arg-type]  # the point
        (lambda: st.recursive(st.none(), 5), ["extend=5", "lambda children"]),  # type: ignore[arg-type]  # the point
        (lambda: st.recursive(st.none(), st.lists, max_leaves=0), ["max_leaves=0", "above 0"]),
        (lambda: st.recursive(st.none(), st.lists, max_leaves=None), ["max_leaves=None"]),  # type: ignore[arg-type]  # the point
        (lambda: st.recursive(st.none(), st.lists, min_leaves=-1), ["min_leaves=-1"]),
        (lambda: st.recursive(st.none(), st.lists, min_leaves=1.5), ["min_leaves=1.5"]),  # type: ignore[arg-type]  # the point
        (
            lambda: st.recursive(st.none(), st.lists, min_leaves=6, max_leaves=5),
            ["min_leaves=6", "max_leaves=5", "must not be above"],
        ),
        (lambda: st.recursive(st.none(), lambda x: 5), ["the result of extend=5"]),  # type: ignore[arg-type,return-value]  # the point
        (lambda: st.recursive(st.none(), lambda x: x), ["lambda x: x", "lists(children)"]),
        (
            lambda: st.recursive(st.none(), lambda x: st.text(), min_leaves=2),
            ["min_leaves=2", "does not use its argument"],
        ),
    ],
)
def test_bad_arguments_of_recursive_are_refused(
    make: Callable[[], Strategy], words: list[str]
) -> None:
    check_refused(make, *words)


def test_an_extension_that_uses_its_argument_unseen_is_allowed() -> None:
    strategy = st.recursive(
        st.none(),
        lambda children: st.integers(0, 3).flatmap(
            lambda n: st.lists(children, min_size=n, max_size=n)
        ),
        min_leaves=2,
    )
    assert min(len(leaves_of(value)) for value in values_of(strategy, 20)) >= 2


# deferred.


def test_a_deferred_strategy_is_its_definition() -> None:
    calls = []

    def definition() -> st.SearchStrategy[int]:
        calls.append(1)
        return st.integers(0, 5)

    strategy = st.deferred(definition)
    assert calls == []
    assert {*values_of(strategy)} == {*range(6)}
    assert calls == [1]


@pytest.mark.parametrize("strategy", [TREE, NESTED], ids=["TREE", "NESTED"])
def test_recursion_ends_and_makes_values_of_all_sizes(strategy: Strategy) -> None:
    assert share_rejected(strategy, 200) == 0.0
    depths = [depth_of(value) for value in values_of(strategy, 200)]
    assert min(depths) <= 1
    assert max(depths) >= 4


def test_recursion_ends_where_most_branches_lead_back() -> None:
    wide: Strategy = st.deferred(
        lambda: (
            st.none()
            | st.tuples(wide, wide, wide)
            | st.lists(wide)
            | st.dictionaries(st.integers(), wide)
            | st.fixed_dictionaries({}, optional=dict.fromkeys("abcde", wide))
        )
    )
    assert share_rejected(wide, 200) <= 0.02
    for seed in range(50):
        check_replay(wide, seed, 1.0, echo=False)


def test_the_scale_is_as_before_after_a_recursive_draw() -> None:
    # Cases are used again, also after one that was rejected.
    case = RandomCase(Random(0), 1.0, 10_000)
    case.draw(TREE)
    assert case.scale == 1.0
    rejecting: Strategy = st.deferred(
        lambda: st.tuples(st.just(0).filter(bool)) | st.tuples(rejecting)
    )
    with pytest.raises(Rejected):
        case.draw(rejecting)
    assert case.scale == 1.0


def test_mutual_recursion_ends() -> None:
    statement: Strategy = st.deferred(
        lambda: st.tuples(st.just("if"), expression, st.lists(statement)) | st.just("pass")
    )
    expression: Strategy = st.deferred(
        lambda: st.integers() | st.tuples(expression, st.sampled_from("+-"), expression)
    )
    assert share_rejected(statement, 100) == 0.0
    assert find_simplest(statement, lambda value: value != "pass") == ("if", 0, [])


def test_recursion_through_lists_alone_is_not_only_the_empty_list() -> None:
    assert any(value != [] for value in values_of(NESTED, 10))


def test_recursion_through_non_empty_lists_may_come_first() -> None:
    strategy: Strategy = st.deferred(lambda: st.lists(strategy, min_size=1) | st.none())
    strategy.validate()
    assert not strategy.is_empty
    values = values_of(strategy, 50)
    assert None in values
    assert any(type(value) is list for value in values)


def test_recursion_through_optional_keys_is_kept() -> None:
    node: Strategy = st.deferred(lambda: st.fixed_dictionaries({}, optional={"next": node}))
    assert {"next": {"next": {}}} in values_of(node, 100)


@pytest.mark.parametrize("name", ["alone", "pair", "first", "list", "mapped", "through"])
def test_what_needs_itself_to_make_anything_is_empty(name: str) -> None:
    never: dict[str, Strategy] = {}
    never["alone"] = st.deferred(lambda: st.tuples(never["alone"]))
    never["pair"] = st.deferred(lambda: st.tuples(st.integers(), never["pair"]))
    never["first"] = st.deferred(lambda: never["second"])
    never["second"] = st.deferred(lambda: never["first"])
    never["list"] = st.deferred(lambda: st.lists(never["list"], min_size=1))
    never["mapped"] = st.deferred(lambda: never["mapped"].map(str) | st.nothing())
    never["through"] = st.deferred(
        lambda: st.builds(list, never["alone"]) | st.tuples(never["pair"])
    )
    strategy = never[name]
    assert strategy.is_empty
    assert draw_light(strategy, 0) is None
    assert (strategy | st.none()).branches == (st.none(),)

    @given(strategy)
    def test(value: Any) -> None: ...

    with pytest.raises((Unsatisfiable, InvalidArgument)):
        test()


def test_emptiness_does_not_depend_on_who_is_asked_first() -> None:
    for first in ("inner", "outer", "leaf"):
        known: dict[str, Strategy] = {}
        known["outer"] = st.deferred(lambda known=known: known["inner"] | known["leaf"])
        known["inner"] = st.deferred(lambda known=known: st.tuples(st.tuples(known["outer"])))
        known["leaf"] = st.deferred(lambda: st.none())
        assert not known[first].is_empty
        assert not any(each.is_empty for each in known.values())


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.deferred(5), ["definition=5", "function without arguments"]),  # type: ignore[arg-type]  # the point
        (lambda: st.deferred(st.none()), ["definition=none()"]),  # type: ignore[arg-type]  # the point
        (lambda: st.deferred(int), ["function without arguments"]),  # type: ignore[arg-type]  # the point
        (lambda: st.deferred(lambda: 5), ["deferred(lambda: 5)", "just(5)"]),  # type: ignore[arg-type,return-value]  # the point
        (lambda: itself(), ["gave back the strategy itself"]),
    ],
)
def test_bad_definitions_are_refused(make: Callable[[], Strategy], words: list[str]) -> None:
    check_refused(make, *words)


def itself() -> Strategy:
    strategy: Strategy = st.deferred(lambda: strategy)
    return strategy


def test_a_definition_that_fails_says_so() -> None:
    strategy: Strategy = st.deferred(lambda: undefined)  # type: ignore[name-defined]  # noqa: F821  # the point
    with pytest.raises(NameError):
        strategy.validate()


# Labels.


def tree_of(leaf: Strategy) -> Strategy:
    tree: Strategy = st.deferred(lambda: leaf | st.tuples(tree, tree))
    return tree


def test_labels_of_recursive_strategies_are_equal_if_they_are_made_the_same_way() -> None:
    assert tree_of(st.none()).label == tree_of(st.none()).label
    assert tree_of(st.integers()).label != tree_of(st.text()).label
    assert st.recursive(st.none(), st.lists).label == st.recursive(st.none(), st.lists).label


def test_labels_do_not_depend_on_who_is_asked_first() -> None:
    first, second = tree_of(st.none()), tree_of(st.none())
    inner = second.branches[1]
    assert inner.label == first.branches[1].label
    assert first.label == second.label


def test_labels_of_circles_end() -> None:
    one: Strategy = st.deferred(lambda: other)
    other: Strategy = st.deferred(lambda: one)
    assert one.label == other.label


LEAF = st.just("leaf")


@pytest.mark.parametrize(
    ("extend", "max_leaves"),
    [
        (lambda x: st.lists(x, min_size=10), 40),
        (lambda x: st.lists(x, min_size=10), 100),
        (lambda x: st.fixed_dictionaries({str(i): x for i in range(20)}), 40),
        (lambda x: st.tuples(st.lists(x, min_size=5), st.lists(x, min_size=5)), 50),
        (lambda x: st.tuples(x, x, x), 3),
        (lambda x: st.builds(lambda a, b: [a, b], x, x), 2),
    ],
)
def test_most_values_are_more_than_a_leaf_however_many_an_extension_needs(
    extend: Callable[[Strategy], Strategy], max_leaves: int
) -> None:
    values = values_of(st.recursive(LEAF, extend, max_leaves=max_leaves), 500)
    assert 0.1 < sum(1 for value in values if value == "leaf") / len(values) < 0.3


def test_leaves_are_all_there_is_where_any_extension_needs_more() -> None:
    strategy = st.recursive(LEAF, lambda x: st.tuples(x, x, x), max_leaves=2)
    assert share_rejected(strategy) == 0
    assert {*values_of(strategy, 50)} == {"leaf"}


def test_a_deferred_strategy_that_branches_much_ends_and_is_more_than_a_leaf() -> None:
    wide: Strategy = st.deferred(lambda: LEAF | st.lists(wide, min_size=10))
    assert share_rejected(wide) == 0
    values = values_of(wide, 500)
    assert 0.3 < sum(1 for value in values if value == "leaf") / len(values) < 0.7
    assert max(map(depth_of, values)) >= 3


def test_a_chain_of_choices_is_counted_out_one_by_one() -> None:
    leaves = 0

    def count(value: None) -> None:
        nonlocal leaves
        leaves += 1

    @settings(derandomize=True, database=None)
    @given(st.recursive(st.none().map(count), lambda x: st.one_of(x, x)))
    def test(value: None) -> None:
        pass

    test()
    assert leaves < 1500
