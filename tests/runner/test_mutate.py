"""Where hardly any random case is valid, mutants of valid ones are run."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from shortlex import assume, given, seed, settings
from shortlex import strategies as st
from shortlex.errors import Unsatisfiable
from shortlex.runner import mutate
from shortlex.runner.mutate import INVALID_PER_VALID, MIN_INVALID, is_hard
from shortlex.runner.result import Statistics


def is_balanced(text: str) -> bool:
    depth = 0
    for letter in text:
        depth += 1 if letter == "(" else -1
        if depth < 0:
            return False
    return depth == 0


def is_sorted(numbers: list[int]) -> bool:
    return numbers == sorted(numbers)


def has_checksum(digits: list[int]) -> bool:
    return sum((3 if i % 2 else 1) * digit for i, digit in enumerate(digits)) % 97 == 0


def share_of_valid(
    strategy: st.SearchStrategy[Any], holds: Callable[[Any], bool], number: int
) -> tuple[float, int]:
    """The share of calls that were valid, and how many different values they had."""
    calls, met = 0, set[str]()

    @settings(database=None)
    @seed(number)
    @given(strategy)
    def test(value: Any) -> None:
        nonlocal calls
        calls += 1
        assume(holds(value))
        met.add(repr(value))

    test()
    return len(met) / calls, len(met)


@pytest.mark.parametrize(
    ("strategy", "holds", "chance"),
    [
        (st.lists(st.integers(), min_size=6, max_size=6), is_sorted, 1 / 720),
        (st.text("()", min_size=16, max_size=16), is_balanced, 1430 / 2**16),
        (st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), min_size=6, max_size=6),
         lambda edges: all(a < b for a, b in edges), (28 / 64) ** 6),
    ],
    ids=["sorted", "balanced", "edges"],
)  # fmt: skip
def test_hard_assumptions_are_met_far_more_often_than_by_chance(
    strategy: st.SearchStrategy[Any], holds: Callable[[Any], bool], chance: float
) -> None:
    for number in range(3):
        share, different = share_of_valid(strategy, holds, number)
        assert share > min(10 * chance, 0.06)
        assert different == 100


def test_without_mutants_a_checksum_is_met_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = st.lists(st.integers(0, 9), min_size=13, max_size=13)
    with_mutants, _ = share_of_valid(strategy, has_checksum, 1)
    monkeypatch.setattr(mutate, "MUTANTS", 0)
    without, _ = share_of_valid(strategy, has_checksum, 1)
    assert with_mutants > 1.5 * without


def test_mutants_are_run_only_where_cases_are_rarely_valid() -> None:
    statistics = Statistics()
    statistics.valid, statistics.invalid = 20, MIN_INVALID + 20 * INVALID_PER_VALID
    assert not is_hard(statistics)
    statistics.invalid += 1
    assert is_hard(statistics)


def test_a_mutant_that_fails_is_a_failure_like_any_other() -> None:
    @settings(database=None)
    @seed(3)
    @given(st.lists(st.integers(), min_size=6, max_size=6))
    def test(numbers: list[int]) -> None:
        assume(is_sorted(numbers))
        assert len(set(numbers)) < 5

    with pytest.raises(AssertionError) as caught:
        test()
    assert "numbers=[0, 0, 1, 2, 3, 4]" in "\n".join(caught.value.__notes__)


def test_an_assumption_that_cannot_be_met_is_given_up() -> None:
    @settings(database=None)
    @given(st.integers(), st.text())
    def test(number: int, text: str) -> None:
        assume(number == len(text) + 0.5)

    with pytest.raises(Unsatisfiable):
        test()


def test_a_body_that_draws_is_mutated_too() -> None:
    valid = 0

    @settings(database=None)
    @seed(1)
    @given(st.data())
    def test(data: st.DataObject) -> None:
        nonlocal valid
        numbers = [data.draw(st.integers(0, 1000)) for _ in range(5)]
        assume(is_sorted(numbers))
        valid += 1

    test()
    assert valid >= 100


def test_mutants_are_given_up_where_they_are_never_new() -> None:
    calls = 0

    @settings(max_examples=3000, database=None, derandomize=True)
    @given(st.integers(0, 5), st.data())
    def test(number: int, data: st.DataObject) -> None:
        nonlocal calls
        calls += 1
        data.draw(st.booleans())
        if number == 1:
            pytest.skip("cannot say")
        data.draw(st.frozensets(st.sampled_from("ab"), max_size=2))

    with suppress(pytest.skip.Exception):
        test()
    assert calls < 60_000  # 150,000 with all mutants
