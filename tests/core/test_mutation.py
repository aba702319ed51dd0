"""Mutants are near the cases that they are made of, and use nothing else."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from shortlex import strategies as st
from shortlex.core.case import RecordedCase
from shortlex.core.domain import Choice
from shortlex.core.mutation import MAX_POOL, Pool, mutant
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.core.trace import Outcome, Trace

LISTS = st.lists(st.integers(), min_size=3, max_size=8)
PAIRS = st.tuples(LISTS, LISTS)


def traced(strategy: st.SearchStrategy[Any], seed: int) -> tuple[Any, Trace]:
    case = RecordedCase(RandomSource(Random(seed)))
    return case.draw(strategy), case.trace(Outcome.VALID)


def value_of(strategy: st.SearchStrategy[Any], choices: list[Choice]) -> Any:
    return RecordedCase(ReplaySource(choices, RandomSource(Random(0)))).draw(strategy)


def mutants(strategy: st.SearchStrategy[Any], count: int = 400) -> list[tuple[Any, Any]]:
    random = Random(1)
    (value, one), (_, other) = traced(strategy, 1), traced(strategy, 2)
    return [(value, value_of(strategy, mutant(one, other, random))) for _ in range(count)]


def test_many_mutants_differ_in_one_place() -> None:
    changes = Counter(
        sum(a != b for a, b in zip(value, new, strict=True)) if len(value) == len(new) else -1
        for value, new in mutants(st.lists(st.integers(), min_size=6, max_size=6))
    )
    assert changes[1] > 100
    assert changes[2] > 20


def test_parts_are_copied_within_a_case_and_from_another() -> None:
    other, _ = traced(PAIRS, 2)
    made = [new for _, new in mutants(PAIRS)]
    assert any(left == right for left, right in made)
    assert any(other[0] in new or other[1] in new for new in made)


def test_elements_are_added_and_left_out() -> None:
    lengths = {len(new) - len(value) for value, new in mutants(st.lists(st.integers()))}
    assert {-1, 0, 1} <= lengths


def test_an_amount_is_moved_from_one_number_to_another() -> None:
    strategy = st.lists(st.integers(), min_size=4, max_size=4)
    kept = [new for value, new in mutants(strategy) if new != value and sum(new) == sum(value)]
    assert len({tuple(new) for new in kept}) > 20


def test_texts_keep_their_characters_in_small_changes() -> None:
    strategy = st.text("()", min_size=8, max_size=8)
    made = [(value, new) for value, new in mutants(strategy) if new != value]
    assert sum(sorted(value) == sorted(new) for value, new in made) > 40


@pytest.mark.parametrize(
    "strategy",
    [
        PAIRS,
        st.recursive(st.text(), lambda inner: st.lists(inner)),
        st.dictionaries(st.integers(), st.floats()),
        st.binary(),
        st.sampled_from("abc"),
    ],
    ids=repr,
)
def test_the_same_random_numbers_make_the_same_mutant(strategy: st.SearchStrategy[Any]) -> None:
    (_, one), (_, other) = traced(strategy, 1), traced(strategy, 2)
    for seed in range(50):
        first, second = (mutant(one, other, Random(seed)) for _ in range(2))
        assert repr(first) == repr(second)
        value_of(strategy, first)


def test_a_case_without_choices_has_no_mutants() -> None:
    _, trace = traced(st.none(), 0)
    assert mutant(trace, trace, Random(0)) == []


def test_a_pool_keeps_some_of_very_many_cases() -> None:
    pool, random = Pool(), Random(0)
    traces = [traced(LISTS, seed)[1] for seed in range(3 * MAX_POOL)]
    for trace in traces:
        pool.add(trace, random)
    assert len(pool) == MAX_POOL
    picked = {id(pool.pick(random)) for _ in range(1000)}
    assert picked & {id(trace) for trace in traces[-MAX_POOL:]}
