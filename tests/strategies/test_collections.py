"""lists, sets, tuples and permutations."""

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.core.source import TRIES
from tests.strategies.laws_of_strategies import (
    Drawn,
    check_refused,
    check_too_few,
    draw_light,
    draw_replayed,
    draw_simplest,
    find_simplest,
    values_of,
)

COLLECTIONS: list[Any] = [
    st.lists,
    st.sets,
    st.frozensets,
    lambda elements, **sizes: st.dictionaries(elements, st.none(), **sizes),
]
NAMES = ["lists", "sets", "frozensets", "dictionaries"]
every_collection = pytest.mark.parametrize("collect", COLLECTIONS, ids=NAMES)
every_named_collection = pytest.mark.parametrize(
    ("name", "collect"), [*zip(NAMES, COLLECTIONS, strict=True)], ids=NAMES
)


@every_collection
def test_sizes_are_respected(collect: Any) -> None:
    sizes = {len(value) for value in values_of(collect(st.integers(), min_size=2, max_size=5), 300)}
    assert sizes == {2, 3, 4, 5}


@every_collection
def test_without_a_limit_long_ones_come_now_and_then(collect: Any) -> None:
    lengths = [len(value) for value in values_of(collect(st.integers()), 300)]
    assert 0 in lengths
    assert max(lengths) > 15
    assert 3 < sum(lengths) / len(lengths) < 8


@every_collection
def test_a_fixed_size_makes_no_choice_of_its_own(collect: Any) -> None:
    drawn = draw_light(collect(st.integers(), min_size=3, max_size=3), 0)
    assert drawn is not None
    assert len(drawn.choices) == 3


@every_collection
def test_the_scale_makes_collections_larger(collect: Any) -> None:
    small, large = (
        sum(map(len, values_of(collect(st.integers()), 200, scale=scale))) for scale in (0.1, 3.0)
    )
    assert 5 * small < large


@every_collection
def test_a_collection_larger_than_the_case_may_be_overruns(collect: Any) -> None:
    assert draw_light(collect(st.integers(), min_size=20_000, max_size=30_000), 0) is None
    assert draw_light(collect(st.integers(), min_size=20_000, max_size=20_000), 0) is None


@every_collection
def test_collections_reduce_to_fewer_and_then_simpler_elements(collect: Any) -> None:
    found = find_simplest(collect(st.integers()), lambda value: len(value) >= 2)
    assert sorted(found) == ([0, 0] if type(found) is list else [0, 1])
    assert [*find_simplest(collect(st.integers()), lambda value: any(x > 10 for x in value))] == [
        11
    ]


@every_collection
def test_collections_of_nothing_are_empty(collect: Any) -> None:
    for strategy in (collect(st.nothing()), collect(st.nothing(), max_size=0)):
        drawn = draw_light(strategy, 0)
        assert drawn is not None
        assert (len(drawn.value), drawn.choices) == (0, [])
        assert not strategy.is_empty


@every_named_collection
def test_bad_sizes_are_refused(name: str, collect: Any) -> None:
    element = st.integers()
    check_refused(lambda: collect(element, min_size=-1), f"{name}(min_size=-1)", "0 or more")
    check_refused(lambda: collect(element, min_size=None), f"{name}(min_size=None)")
    check_refused(lambda: collect(element, min_size=1.0), f"{name}(min_size=1.0)")
    check_refused(lambda: collect(element, min_size=True), f"{name}(min_size=True)")
    check_refused(lambda: collect(element, max_size=-1), f"{name}(max_size=-1)")
    check_refused(lambda: collect(element, max_size="9"), f"{name}(max_size='9')")
    check_refused(
        lambda: collect(element, min_size=2, max_size=1), f"{name}(min_size=2, max_size=1)"
    )


@every_named_collection
def test_too_many_of_nothing_are_refused(name: str, collect: Any) -> None:
    check_refused(lambda: collect(st.nothing(), min_size=1), name, "nothing()", "min_size=1")
    check_refused(lambda: collect(st.nothing(), max_size=3), name, "nothing()", "max_size=3")
    empty = st.tuples(st.nothing())
    check_refused(lambda: collect(empty, min_size=1), name, "tuples(nothing())", "Use min_size=0")


@every_named_collection
def test_elements_that_are_no_strategy_are_refused(name: str, collect: Any) -> None:
    check_refused(lambda: collect([1, 2]), name, "[1, 2]", "sampled_from([1, 2])")
    check_refused(lambda: collect(5), name, "=5", "just(5)")
    check_refused(lambda: collect(st.integers), name, "integers", "forget to call")
    check_refused(lambda: collect(int), name, "int", "forget to call")


def test_no_size_is_too_large() -> None:
    assert draw_simplest(st.lists(st.none(), min_size=20_000)) == [None] * 20_000


# Unique elements.


def test_unique_elements_differ() -> None:
    for value in values_of(st.lists(st.integers(0, 20), unique=True), 200):
        assert len(set(value)) == len(value)


def test_elements_unique_by_a_key_differ_in_it() -> None:
    strategy = st.lists(st.integers(0, 99), unique_by=lambda x: x % 10)
    values = values_of(strategy, 300)
    assert all(len({x % 10 for x in value}) == len(value) for value in values)
    assert max(map(len, values)) == 10


def test_elements_unique_by_several_keys_differ_in_each() -> None:
    strategy = st.lists(
        st.tuples(st.integers(0, 5), st.integers(0, 5)),
        unique_by=(lambda pair: pair[0], lambda pair: pair[1]),
    )
    for value in values_of(strategy, 200):
        assert len({x for x, _ in value}) == len({y for _, y in value}) == len(value)


def test_unique_elements_that_cannot_be_hashed_are_an_error() -> None:
    strategy = st.lists(st.lists(st.integers()), unique=True, min_size=1)
    with pytest.raises(TypeError, match="unhashable"):
        draw_light(strategy, 0)


def test_a_replayed_duplicate_is_replaced_by_the_next_simpler() -> None:
    strategy = st.lists(st.integers(0, 9), unique=True)
    drawn = draw_replayed(strategy, [True, 1, True, 1, True, 1, False])
    assert drawn == Drawn([1, 0, 2], [True, 1, True, 0, True, 2, False])


def test_a_replayed_duplicate_is_dropped_where_no_other_is_near() -> None:
    strategy = st.lists(st.tuples(st.integers()), unique=True)
    assert draw_replayed(strategy, [True, 1, True, 1, True, 2, False]).value == [(1,), (2,)]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: st.lists(st.integers(), unique=True, unique_by=abs),
            ["unique=True", "unique_by=<built-in function abs>", "one of the two"],
        ),
        (lambda: st.lists(st.integers(), unique_by=()), ["unique_by=()", "function"]),
        (lambda: st.lists(st.integers(), unique_by=5), ["unique_by=5"]),  # type: ignore[arg-type]  # the point
        (lambda: st.lists(st.integers(), unique_by=(abs, 5)), ["unique_by=(<"]),  # type: ignore[arg-type]  # the point
    ],
)
def test_what_can_never_be_unique_is_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: st.lists(st.integers(0, 2), unique=True, min_size=4),
            ["integers(0, 2)", "min_size=4", "only 3 different", "min_size=3 at most"],
        ),
        (lambda: st.lists(st.booleans(), unique_by=id, min_size=3), ["only 2 different"]),
        (lambda: st.sets(st.booleans(), min_size=3), ["sets(booleans(), min_size=3)", "only 2"]),
        (lambda: st.frozensets(st.just(1), min_size=2), ["frozensets(", "only 1"]),
        (lambda: st.sets(st.sampled_from([1, 1, 1]), min_size=2), ["only 1"]),
        (lambda: st.sets(st.sampled_from([1, 2]).map(str), min_size=3), ["only 2"]),
        (lambda: st.sets(st.booleans() | st.none(), min_size=4), ["only 3"]),
        (lambda: st.sets(st.tuples(st.booleans(), st.booleans()), min_size=5), ["only 4"]),
        (lambda: st.sets(st.text("ab", max_size=1), min_size=4), ["only 3"]),
    ],
)
def test_too_few_different_values_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_too_few(make, *words)


def test_elements_are_tried_again_only_so_often() -> None:
    tries = 0

    def always_the_same(value: int) -> int:
        nonlocal tries
        tries += 1
        return 0

    strategy = st.lists(st.tuples(st.integers()), unique_by=always_the_same, min_size=2)
    assert draw_light(strategy, 0) is None
    assert tries == TRIES + 1


# Tuples and permutations.


def test_tuples_have_a_value_of_each() -> None:
    assert draw_simplest(st.tuples(st.just(1), st.text(), st.booleans())) == (1, "", False)
    assert find_simplest(
        st.tuples(st.integers(), st.integers()), lambda pair: pair[0] < pair[1]
    ) == (0, 1)


def test_tuples_with_an_empty_part_are_empty() -> None:
    assert st.tuples(st.integers(), st.nothing()).is_empty
    assert not st.tuples().is_empty


def test_tuples_of_other_things_are_refused() -> None:
    check_refused(lambda: st.tuples(st.none(), 5), "tuples()", "argument 1=5", "just(5)")  # type: ignore[arg-type]  # the point


def test_permutations_are_all_orders() -> None:
    values = {tuple(value) for value in values_of(st.permutations("abc"), 300)}
    assert values == {*permutations("abc")}


def test_permutations_reduce_to_the_order_given() -> None:
    assert draw_simplest(st.permutations([3, 1, 2])) == [3, 1, 2]
    found = find_simplest(st.permutations(range(5)), lambda order: order[0] != 0)
    assert found == [1, 0, 2, 3, 4]


def test_permutations_are_new_lists() -> None:
    strategy = st.permutations([1, 2])
    draw_simplest(strategy).clear()
    assert draw_simplest(strategy) == [1, 2]
    assert draw_simplest(st.permutations([])) == []


@pytest.mark.parametrize("values", [{1, 2}, frozenset({1}), 5, None], ids=repr)
def test_permutations_of_what_has_no_order_are_refused(values: Any) -> None:
    check_refused(lambda: st.permutations(values), f"permutations(values={values!r})")


# iterables.


def test_they_can_be_gone_through_once() -> None:
    (value,) = values_of(st.iterables(st.integers(), min_size=3, max_size=3), 1)
    assert not hasattr(value, "__len__")
    assert not hasattr(value, "__getitem__")
    shown = repr(value)
    assert len([*value]) == 3
    assert [*value] == []
    assert repr(value) == shown


def test_the_repr_is_code() -> None:
    found = find_simplest(st.iterables(st.integers()), lambda value: sum(value) > 4)
    assert repr(found) == "iter([5])"


def test_elements_differ_as_asked_for() -> None:
    for value in values_of(st.iterables(st.integers(0, 9), unique=True), 50):
        elements = [*value]
        assert len({*elements}) == len(elements)
    by_parity = st.iterables(st.integers(), unique_by=lambda each: each % 2)
    assert max(len([*value]) for value in values_of(by_parity, 50)) == 2


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: st.iterables(5), ["iterables(): elements", "5"]),  # type: ignore[arg-type]  # the point
        (lambda: st.iterables(st.none(), min_size=-1), ["iterables(min_size=-1)"]),
        (lambda: st.iterables(st.none(), unique_by=5), ["iterables(unique_by=5)"]),  # type: ignore[arg-type]  # the point
        (
            lambda: st.iterables(st.none(), unique=True, unique_by=abs),
            ["iterables(unique=True", "one of the two"],
        ),
    ],
)
def test_bad_arguments_are_refused(
    make: Callable[[], st.SearchStrategy[Any]], words: list[str]
) -> None:
    check_refused(make, *words)


@pytest.mark.parametrize("size", [0, 1, 2, 10, 10**9])
def test_indexes_are_within_the_sequence(size: int) -> None:
    for value in values_of(st.slices(size)):
        assert value.start is None or -size <= value.start < size
        assert value.stop is None or -size <= value.stop <= size
        assert value.step is None or (value.step != 0 and abs(value.step) <= max(size, 1))


def test_every_index_and_step_is_met() -> None:
    values = values_of(st.slices(2), 500)
    assert {value.start for value in values} == {None, -2, -1, 0, 1}
    assert {value.stop for value in values} == {None, -2, -1, 0, 1, 2}
    assert {value.step for value in values} == {None, -2, -1, 1, 2}


def test_slices_reduce_to_few_and_small_numbers() -> None:
    def first(value: slice) -> list[int]:
        return list(range(10))[value]

    assert find_simplest(st.slices(10), lambda v: first(v) == []) == slice(None, 0)
    assert find_simplest(st.slices(10), lambda v: len(first(v)) == 9) == slice(None, -1)
    reverse = find_simplest(st.slices(10), lambda v: first(v)[:2] == [9, 8])
    assert reverse == slice(None, None, -1)


@pytest.mark.parametrize("size", [-1, 1.0, "3", None, True])
def test_a_bad_size_is_refused(size: Any) -> None:
    check_refused(lambda: st.slices(size), f"slices(size={size!r})", "0 or more")
