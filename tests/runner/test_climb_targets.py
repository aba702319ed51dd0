"""With ``target()``, half of the cases climb from the best ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from shortlex import Phase, given, seed, settings, target
from shortlex import strategies as st
from shortlex.database import MemoryDatabase

RANDOM_ONLY = [phase for phase in Phase if phase is not Phase.target]


def highest(
    strategy: st.SearchStrategy[Any],
    score: Callable[[Any], float],
    *,
    number: int = 0,
    **options: Any,
) -> float:
    """The highest target that one run reaches."""
    met: list[float] = []

    @settings(**{"database": None, **options})
    @seed(number)
    @given(strategy)
    def test(value: Any) -> None:
        met.append(target(float(score(value))))

    test()
    assert len(met) <= 2 * options.get("max_examples", 100) + 100
    return max(met)


@pytest.mark.parametrize(
    ("strategy", "score", "least"),
    [
        (st.tuples(st.integers(0, 100_000), st.integers(0, 100_000)), sum, 200_000),
        (st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)),
         lambda p: -abs(p[0] - 123_456) - abs(p[1] - 654_321), 0),
        (st.floats(0, 1e6), lambda x: -abs(x - 7777.77), -1e-3),
        (st.lists(st.booleans(), min_size=40, max_size=40), sum, 40),
        (st.lists(st.integers(0, 1000), max_size=50), sum, 30_000),
        (st.text(), len, 200),
    ],
    ids=["sum", "point", "float", "flags", "list", "text"],
)  # fmt: skip
def test_the_search_climbs_far_beyond_random_cases(
    strategy: st.SearchStrategy[Any], score: Callable[[Any], float], least: float
) -> None:
    for number in range(2):
        assert highest(strategy, score, number=number, max_examples=1000) >= least


def test_without_the_phase_cases_are_random() -> None:
    strategy = st.lists(st.integers(0, 10**6), min_size=6, max_size=6)

    def score(numbers: list[int]) -> float:
        return -sum(abs(n - 10**k * 7) for k, n in enumerate(numbers))

    climbed = highest(strategy, score, max_examples=500)
    assert climbed > highest(strategy, score, max_examples=500, phases=RANDOM_ONLY) / 3


def test_every_label_is_pursued() -> None:
    best = {"large": 0.0, "small": 0.0}

    @settings(database=None, max_examples=400)
    @seed(2)
    @given(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6))
    def test(one: int, other: int) -> None:
        best["large"] = max(best["large"], target(one - abs(other), label="large"))
        best["small"] = max(best["small"], target(-one - abs(other), label="small"))

    test()
    assert best == {"large": 10**6, "small": 10**6}


def test_a_failure_on_the_way_up_is_found_and_reduced() -> None:
    @settings(database=None, max_examples=1000)
    @seed(1)
    @given(st.integers(0, 10**6), st.integers(0, 10**6))
    def test(one: int, other: int) -> None:
        target(-abs(one - 424_242) - abs(other - 171_717))
        assert abs(one - 424_242) + abs(other - 171_717) > 20_000

    with pytest.raises(AssertionError):
        test()


def test_the_front_is_kept_for_the_next_run() -> None:
    database = MemoryDatabase()
    met: list[float] = []

    @settings(database=database, max_examples=30)
    @given(st.tuples(*[st.integers(0, 10**9)] * 4))
    def test(numbers: tuple[int, ...]) -> None:
        met.append(target(-float(sum(abs(n - 5**k) for k, n in enumerate(numbers, 9)))))

    reached = []
    for _ in range(12):
        met.clear()
        test()
        reached.append(max(met))
    assert reached == sorted(reached), "no run falls behind the one before"
    assert reached[-1] > reached[0]


def test_the_same_seed_climbs_the_same_way() -> None:
    def cases() -> list[Any]:
        met: list[Any] = []

        @settings(database=None)
        @seed(4)
        @given(st.lists(st.integers()))
        def test(numbers: list[int]) -> None:
            met.append(numbers)
            target(len(set(numbers)))

        test()
        return met

    assert cases() == cases()


def test_a_target_that_never_rises_leaves_the_rest_to_random_cases() -> None:
    met: list[int] = []

    @settings(database=None, max_examples=500)
    @seed(1)
    @given(st.integers())
    def test(number: int) -> None:
        met.append(number)
        target(1.0)

    test()
    assert len(set(met)) >= 500
