"""Filters that refuse nearly everything, where there are few values to try."""

import pytest

from shortlex import strategies as st
from shortlex.control import assume
from tests.strategies.laws_of_strategies import (
    check_replay,
    draw_light,
    share_rejected,
    values_of,
)


@pytest.mark.parametrize(
    "strategy",
    [
        st.integers(0, 1000).filter(lambda x: x == 999),
        st.sampled_from(range(4000)).filter(lambda x: x == 77),
        st.integers(0, 1000).map(str).filter(lambda x: x == "77"),
        st.integers(0, 1000).filter(lambda x: x > 990).map(str).filter(lambda x: x == "999"),
        st.characters(max_codepoint=255).filter(lambda x: x == "ÿ"),
    ],
    ids=repr,
)
def test_one_value_of_few_is_found(strategy: st.SearchStrategy[object]) -> None:
    assert share_rejected(strategy, 20) == 0.0
    assert len({*values_of(strategy, 20)}) == 1
    for seed in range(5):
        check_replay(strategy, seed, 1.0, echo=False)


def test_all_values_that_pass_are_found() -> None:
    strategy = st.integers(0, 3000).filter(lambda x: x % 600 == 5)
    assert {*values_of(strategy, 100)} == {5, 605, 1205, 1805, 2405}


def test_where_nothing_passes_the_case_is_rejected() -> None:
    assert draw_light(st.integers(0, 100).filter(lambda x: x > 100), 0) is None


def test_a_function_that_assumes_counts_as_a_filter() -> None:
    def odd(value: int) -> int:
        assume(value % 2)
        return value

    strategy = st.sets(st.integers(0, 19).map(odd), min_size=10)
    assert values_of(strategy, 5) == [{*range(1, 20, 2)}] * 5


def test_what_makes_several_choices_is_not_searched() -> None:
    strategy = st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda pair: sum(pair) == 18)
    assert 0.0 < share_rejected(strategy, 50) < 0.9
