"""Weights: how often, and never how simple."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import inf, nan
from random import Random
from typing import Any

import pytest

from shortlex import find, given, settings
from shortlex import strategies as st
from shortlex.core.case import RandomCase
from shortlex.core.mood import Mood
from tests.strategies.laws_of_strategies import (
    check_refused,
    draw_light,
    draw_simplest,
    find_simplest,
)

a, b, c, d = (st.just(each) for each in "abcd")


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


class Access(enum.Flag):
    READ = 1
    WRITE = 2


def shares_of(
    strategy: st.SearchStrategy[Any], *, echo: bool = False, samples: int = 4000
) -> dict[Any, float]:
    random, found = Random(1), Counter[Any]()
    for _ in range(samples):
        case = RandomCase(random, 1.0, 10_000)
        if echo:
            case.mood = Mood(echo=0.8)
        found[strategy.do_draw(case)] += 1
    return {value: count / samples for value, count in found.items()}


def check_shares(strategy: st.SearchStrategy[Any], weights: Mapping[Any, float]) -> None:
    """They come as often as their weights say, up to four standard deviations."""
    found, total = shares_of(strategy), sum(weights.values())
    assert set(found) == set(weights)
    for value, weight in weights.items():
        share = weight / total
        assert abs(found[value] - share) <= 4 * (share * (1 - share) / 4000) ** 0.5, (value, found)


# How often


def test_elements_come_as_often_as_their_weights_say() -> None:
    check_shares(st.sampled_from("abc", weights=[1, 2, 7]), {"a": 1, "b": 2, "c": 7})
    check_shares(st.sampled_from(Colour, weights=[9, 1]), {Colour.RED: 9, Colour.GREEN: 1})
    fractions = [Fraction(1, 3), Fraction(2, 3)]
    check_shares(st.sampled_from([0, 1], weights=fractions), {0: 1, 1: 2})  # type: ignore[arg-type]  # also numbers


def test_alternatives_come_as_often_as_their_weights_say() -> None:
    check_shares(st.one_of(a, b, weights=[1, 4]), {"a": 1, "b": 4})
    check_shares(st.one_of([a, b, c], weights=(3, 1, 1)), {"a": 3, "b": 1, "c": 1})


def test_booleans_are_true_as_often_as_p_says() -> None:
    check_shares(st.booleans(p=0.9), {True: 9, False: 1})
    check_shares(st.booleans(p=0.01), {True: 1, False: 99})


def test_a_union_inside_gets_the_weight_that_it_is_given() -> None:
    check_shares(st.one_of(a, b | c, weights=[1, 3]), {"a": 2, "b": 3, "c": 3})
    inner = st.one_of(b, c, weights=[1, 2])
    check_shares(st.one_of(a, inner, weights=[1, 1]), {"a": 3, "b": 1, "c": 2})


def test_a_union_inside_without_a_weight_counts_as_its_branches() -> None:
    inner = st.one_of(a, b, weights=[1, 9])
    for outer in (inner | c, st.one_of(inner, c), c | inner):
        check_shares(outer, {"a": 0.2, "b": 1.8, "c": 1})


def test_weights_stay_with_what_is_derived_and_what_comes_later() -> None:
    inner = st.one_of(a, b, weights=[1, 9])
    check_shares(inner.map(str.upper) | c, {"A": 0.2, "B": 1.8, "c": 1})
    later: st.SearchStrategy[Any] = st.deferred(lambda: inner)
    check_shares(later | c, {"a": 0.2, "b": 1.8, "c": 1})


def test_what_cannot_be_drawn_leaves_its_weight_to_its_neighbours() -> None:
    check_shares(st.one_of(a, st.nothing(), b, weights=[1, 5, 2]), {"a": 1, "b": 2})
    check_shares(st.one_of(a, st.nothing() | b, weights=[1, 2]), {"a": 1, "b": 2})
    check_shares(st.one_of(st.one_of(a, st.nothing(), weights=[1, 9]), b), {"a": 1, "b": 1})
    assert st.one_of(st.nothing(), st.nothing(), weights=[1, 2]).is_empty
    check_shares(st.one_of(st.nothing() | st.nothing(), a, weights=[1, 1]), {"a": 1})


def test_the_weights_of_equal_alternatives_add_up() -> None:
    twice = st.one_of(st.integers(0, 0), st.integers(0, 0), st.integers(1, 1), weights=[1, 1, 2])
    check_shares(twice, {0: 1, 1: 1})


def test_a_case_that_repeats_itself_keeps_the_shares() -> None:
    pairs = st.tuples(*[st.sampled_from("abc", weights=[1, 2, 7])] * 4)
    drawn = [each for pair in shares_of(pairs, echo=True) for each in pair]
    found = shares_of(pairs.map(lambda pair: pair[3]), echo=True)
    assert len(drawn) > 100
    assert abs(found["c"] - 0.7) < 0.04
    assert abs(found["b"] - 0.2) < 0.04


def test_recursive_unions_with_weights_end_and_keep_to_them() -> None:
    tree: st.SearchStrategy[Any] = st.deferred(
        lambda: st.one_of(st.just(0), st.just(1), st.tuples(tree, tree), weights=[1, 9, 10])
    )
    leaves: Counter[int] = Counter()
    for seed in range(500):
        drawn = draw_light(tree, seed)
        if drawn is not None:
            leaves.update(_leaves(drawn.value))
    assert 0.85 < leaves[1] / leaves.total() < 0.95


def _leaves(value: Any) -> list[int]:
    return [value] if isinstance(value, int) else [leaf for each in value for leaf in _leaves(each)]


def test_text_keeps_to_the_weights_of_its_characters() -> None:
    for alphabet in (
        st.sampled_from("ab", weights=[1, 19]),
        st.one_of(a, b, weights=[1, 19]),
    ):
        letters = "".join(
            drawn.value for seed in range(200) if (drawn := draw_light(st.text(alphabet), seed))
        )
        assert 0.9 < letters.count("b") / len(letters) < 0.99


# How simple


@pytest.mark.parametrize("weights", [None, [1, 1, 1], [30, 1, 1], [1, 1, 30]])
def test_reductions_end_at_the_same_value_with_any_weights(weights: list[float] | None) -> None:
    inner = st.integers() | st.text()
    mixed = st.one_of(st.booleans(), inner, st.lists(st.integers()), weights=weights)
    assert draw_simplest(mixed) is False
    assert find_simplest(mixed, lambda v: isinstance(v, list) and sum(v) > 3) == [4]
    # In the order of integers, -10000 comes before 100000.
    assert find_simplest(mixed, lambda v: len(str(v)) > 5) == -10000
    assert find_simplest(st.lists(mixed), lambda v: len(v) > 2) == [False] * 3
    sampled = st.sampled_from(["x", "y", "z"], weights=weights)
    assert find_simplest(st.lists(sampled), lambda v: "z" in v) == ["z"]
    assert find_simplest(sampled, lambda v: v != "x") == "y"


@pytest.mark.parametrize("p", [0.001, 0.5, 0.999])
def test_booleans_reduce_to_false_with_any_probability(p: float) -> None:
    assert draw_simplest(st.booleans(p=p)) is False
    assert find(st.lists(st.booleans(p=p)), len, random=Random(0)) == [False]
    assert find(st.lists(st.booleans(p=p)), any, random=Random(0)) == [True]


def test_rare_alternatives_of_a_small_space_are_still_enumerated() -> None:
    met: set[str] = set()

    @settings(derandomize=True)
    @given(st.sampled_from("ab", weights=[1e9, 1]))
    def test(letter: str) -> None:
        met.add(letter)

    test()
    assert met == {"a", "b"}


# Reprs and misuse


@pytest.mark.parametrize(
    ("strategy", "text"),
    [
        (st.booleans(p=0.25), "booleans(p=0.25)"),
        (st.booleans(p=0.5), "booleans()"),
        (st.sampled_from("ab", weights=[1, 2]), "sampled_from('ab', weights=[1, 2])"),
        (
            st.one_of(st.none(), st.booleans(), weights=[1, 2]),
            "one_of(none(), booleans(), weights=[1, 2])",
        ),
    ],
)
def test_reprs_are_the_calls(strategy: st.SearchStrategy[Any], text: str) -> None:
    assert repr(strategy) == text
    strategy.validate()
    assert repr(strategy) == text


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ([1], ["there are 2 alternatives, but 1 weights"]),
        ([1, 0], ["number 1 is 0", "To never draw an alternative, leave it out"]),
        ([-1, 1], ["number 0 is -1", "above 0"]),
        ([1, nan], ["is nan"]),
        ([inf, 1], ["is inf"]),
        ([1, 10**400], ["number 1 is 1000"]),
        (["1", 1], ["number 0 is '1'"]),
        ([True, 1], ["number 0 is True"]),
        ([1e308, 1e308], ["the sum is too large"]),
        (3, ["weights=3", "list of numbers"]),
    ],
)
def test_bad_weights_are_named(weights: Any, words: list[str]) -> None:
    makers: list[Callable[[], st.SearchStrategy[Any]]] = [
        lambda: st.one_of(a, b, weights=weights),
        lambda: st.sampled_from("ab", weights=weights),
    ]
    for make in makers:
        check_refused(make, "weights=", *words)


def test_weights_of_flags_are_refused() -> None:
    check_refused(lambda: st.sampled_from(Access, weights=[1, 2]), "sampled_from(list(Access)")


@pytest.mark.parametrize("p", [0, 1, -0.5, 2, nan, "0.3", None, True])
def test_bad_probabilities_are_named(p: Any) -> None:
    check_refused(lambda: st.booleans(p=p), f"booleans(p={p!r})", "above 0 and below 1")


def test_a_value_among_weighted_strategies_is_named() -> None:
    check_refused(lambda: st.one_of(a, 3, weights=[1, 2]), "argument 1 is 3")  # type: ignore[arg-type]  # on purpose
