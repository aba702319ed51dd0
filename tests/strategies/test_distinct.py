"""Elements that must differ: nearly full collections are made without rejecting cases."""

from random import Random
from typing import Any

import pytest

from shortlex import given, settings
from shortlex import strategies as st
from shortlex.core.case import RandomCase, RecordedCase
from shortlex.core.source import TRIES, EnumerationSource
from shortlex.strategies.refused_draws import MAX_ENUMERATED
from tests.strategies.laws_of_strategies import (
    Drawn,
    check_replay,
    draw_light,
    draw_replayed,
    draw_simplest,
    find_simplest,
    share_rejected,
    values_of,
)

NEARLY_FULL: list[Any] = [
    st.sets(st.integers(0, 255), min_size=256),
    st.sets(st.booleans(), min_size=2),
    st.sets(st.text("ab", max_size=2)),
    st.sets(st.text("ab", max_size=2), min_size=7),
    st.sets(st.integers(0, 199).map(str), min_size=200),
    st.sets(st.integers(0, 199).filter(lambda x: x % 2), min_size=100),
    st.sets(st.integers(0, 199).filter(lambda x: x % 2).map(str), min_size=100),
    st.sets(st.integers(-2050, 2050), min_size=4101),
    st.sets(st.tuples(st.booleans(), st.booleans(), st.booleans()), min_size=8),
    st.sets(st.tuples(st.integers(0, 99), st.booleans()), min_size=180),
    st.frozensets(st.sampled_from("abcdefghij"), min_size=10),
    st.lists(st.sampled_from(range(100)), unique=True, min_size=100),
    st.lists(st.integers(0, 999), unique_by=lambda x: x // 10, min_size=100),
    st.dictionaries(st.integers(0, 9), st.integers(), min_size=10),
    st.dictionaries(st.sampled_from(range(100)), st.lists(st.booleans()), min_size=100),
    st.dictionaries(st.binary(min_size=1, max_size=1), st.none(), min_size=256),
    st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=100),
]


@pytest.mark.parametrize("strategy", NEARLY_FULL, ids=repr)
def test_nearly_full_collections_are_not_rejected(strategy: st.SearchStrategy[Any]) -> None:
    for echo in (False, True):
        assert len(values_of(strategy, 3, echo=echo)) == 3
        check_replay(strategy, 7, 1.0, echo=echo)


def test_what_cannot_be_enough_is_rejected_at_once() -> None:
    asked = 0

    def is_small(value: int) -> bool:
        nonlocal asked
        asked += 1
        return value < 5

    strategy = st.sets(st.integers(0, 99).filter(is_small), min_size=6)
    assert draw_light(strategy, 0) is None
    assert asked < 2000
    assert share_rejected(strategy, 5) == 1.0


def test_keys_that_are_always_the_same_do_not_cost_a_search() -> None:
    asked = 0

    def constant(value: int) -> int:
        nonlocal asked
        asked += 1
        return 0

    strategy = st.lists(st.integers(0, 10**6), unique_by=constant, min_size=2)
    assert draw_light(strategy, 0) is None
    assert asked == TRIES + 1


def test_a_collection_that_may_be_smaller_ends_when_nothing_is_left() -> None:
    strategy = st.sets(st.integers(0, 99).filter(lambda x: x < 3), max_size=50)
    assert max(len(value) for value in values_of(strategy, 50)) == 3


def test_simplest_collections_count_up() -> None:
    assert draw_simplest(st.sets(st.integers(0, 49), min_size=50)) == {*range(50)}
    assert draw_simplest(st.lists(st.integers(), unique=True, min_size=4)) == [0, 1, -1, 2]
    assert draw_simplest(st.dictionaries(st.text("ab"), st.just(0), min_size=3)) == {
        "": 0,
        "a": 0,
        "b": 0,
    }


@pytest.mark.parametrize("strategy", NEARLY_FULL, ids=repr)
def test_simplest_collections_are_not_rejected(strategy: st.SearchStrategy[Any]) -> None:
    if "tuples" not in repr(strategy):
        assert draw_simplest(strategy) is not None


def test_large_collections_are_filled_in_little_time() -> None:
    asked = 0

    def key(value: int) -> int:
        nonlocal asked
        asked += 1
        return value

    strategy = st.lists(st.integers(), unique_by=key, min_size=2000)
    assert len(draw_simplest(strategy)) == 2000
    # Once where it is refused, once where it is accepted.
    assert asked < 3 * 2000


def test_a_duplicate_that_is_given_becomes_what_is_missing() -> None:
    strategy = st.sets(st.integers(0, 9).filter(lambda x: x % 3 == 1), min_size=3, max_size=3)
    assert draw_replayed(strategy, [7, 7, 7]) == Drawn({7, 4, 1}, [7, 4, 1])
    assert draw_replayed(strategy, [1, 1, 1]) == Drawn({1, 4, 7}, [1, 4, 7])
    pairs = st.dictionaries(st.integers(0, 9), st.booleans(), min_size=2, max_size=2)
    assert draw_replayed(pairs, [5, True, 5, True]) == Drawn({5: True, 4: True}, [5, True, 4, True])


def test_where_no_other_is_left_an_element_is_refused() -> None:
    strategy = st.lists(st.integers(0, 99), unique_by=lambda x: x % 2)
    drawn = draw_replayed(strategy, [True, 4, True, 4, True, 4, False])
    assert drawn == Drawn([4, 3], [True, 4, True, 3, True, 4, False])


def test_looking_for_another_has_an_end() -> None:
    asked = 0

    def constant(value: int) -> int:
        nonlocal asked
        asked += 1
        return 0

    strategy = st.lists(st.integers(), unique_by=constant)
    choices = [True, 5] * 50
    assert draw_replayed(strategy, choices).value == [5]
    assert asked < 2 * MAX_ENUMERATED


def test_an_enumeration_meets_each_set_once() -> None:
    case = RecordedCase(EnumerationSource([1, 1, 1, 1]))
    assert case.draw(st.sets(st.integers(0, 3), max_size=2)) == {1}


@pytest.mark.parametrize("size", [1, 5, 20])
def test_a_set_is_reduced_to_the_first_elements(size: int) -> None:
    strategy = st.sets(st.sampled_from(range(100)), min_size=size)
    assert find_simplest(strategy, lambda value: True) == {*range(size)}
    assert find_simplest(strategy, lambda value: max(value) > 50) == {*range(size - 1), 51}


def test_what_is_shared_by_a_refused_element_is_forgotten_with_it() -> None:
    shared = st.shared(st.integers(0, 5), key="x")
    strategy = st.tuples(st.sets(st.just(3) | shared.map(lambda x: x // 2)), shared)
    for seed in range(200):
        check_replay(strategy, seed, 1.0, echo=False)


def test_wide_domains_are_drawn_again_rather_than_searched() -> None:
    strategy = st.sets(st.integers(0, 10**6), min_size=20, max_size=20)
    for seed in range(20):
        drawn = draw_light(strategy, seed, echo=True)
        assert drawn is not None
        # Neighbours of what was there already would be a sign of searching.
        close = sum(value + 1 in drawn.value for value in drawn.value)
        assert close < 10


def test_light_cases_are_left_as_they_should_be() -> None:
    case = RandomCase(Random(0), 1.0, 10_000)
    case.draw(st.sets(st.integers(0, 9), min_size=10))
    assert not case.is_marked
    assert case.memo is None


@pytest.mark.parametrize(
    "elements",
    [st.integers(), st.text(), st.floats(), st.tuples(st.integers(), st.booleans())],
    ids=repr,
)
def test_each_element_of_a_large_collection_takes_a_few_looks(
    elements: st.SearchStrategy[Any],
) -> None:
    looks = lengths = 0

    def look(value: Any) -> Any:
        nonlocal looks
        looks += 1
        return value

    @settings(derandomize=True, database=None, max_examples=3)
    @given(st.lists(elements, min_size=12_000, unique_by=look))
    def test(values: list[Any]) -> None:
        nonlocal lengths
        lengths += len(values)

    test()
    assert lengths >= 3 * 12_000
    assert looks < 8 * lengths


@pytest.mark.parametrize(
    "strategy",
    [
        st.sets(st.integers(0, 12_000), min_size=12_001),
        st.sets(st.integers(0, 24_001).map(lambda x: x // 2), min_size=12_001),
        st.dictionaries(st.sampled_from(range(12_001)), st.none(), min_size=12_001),
    ],
)
def test_collections_of_all_there_is_are_full_also_if_that_is_a_lot(
    strategy: st.SearchStrategy[Any],
) -> None:
    lengths: list[int] = []

    @settings(derandomize=True, database=None, max_examples=3)
    @given(strategy)
    def test(values: Any) -> None:
        lengths.append(len(values))

    test()
    assert lengths == 3 * [12_001]
