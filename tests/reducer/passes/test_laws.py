"""The laws of passes, for all of them, on cases of many shapes."""

from random import Random

import pytest

from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.reducer.problem import Pass
from shortlex.reducer.schedule import PASSES
from tests.reducer.laws_of_passes import (
    DIGIT,
    FLAG,
    NUMBER,
    Recipe,
    counted,
    lists_of_numbers,
    numbers,
    offers_the_same_twice,
    offers_within,
    pair,
    random_problem,
    span,
)

MOST_OFFERS = 2_000
"""Far more than any pass offers on the cases below."""


def _unmarked(case: Case) -> list[int]:
    found = []
    while len(found) < 8 and case.choose(FLAG):
        found.append(case.choose(NUMBER))
    return found


def _regions(case: Case) -> None:
    for _ in range(case.choose(DIGIT)):
        with span(case, "region"):
            numbers(case) if case.choose(FLAG) else pair(case)


def _refusing(case: Case) -> None:
    for _ in range(4):
        case.start_span("try")
        case.stop_span(discard=case.choose(NUMBER) % 2 == 0)


def _mixed(case: Case) -> object:
    leaves = st.integers() | st.text(max_size=4) | st.floats(allow_nan=False) | st.none()
    return case.draw(st.lists(leaves | st.tuples(leaves, st.binary(max_size=3)), max_size=5))


def _recursive(case: Case) -> object:
    return case.draw(st.recursive(st.booleans() | st.integers(-9, 9), st.lists, max_leaves=6))


def _bound(case: Case) -> object:
    return case.draw(
        st.integers(0, 6).flatmap(lambda n: st.lists(st.integers(0, n), min_size=n, max_size=n))
    )


def _unique(case: Case) -> object:
    return case.draw(st.lists(st.integers(0, 20), unique=True, min_size=2, max_size=6))


RECIPES = [
    pair,
    numbers,
    lists_of_numbers,
    counted,
    _unmarked,
    _regions,
    _refusing,
    _mixed,
    _recursive,
    _bound,
    _unique,
]

every_pass = pytest.mark.parametrize("one", PASSES, ids=lambda one: one.__name__)
every_recipe = pytest.mark.parametrize("recipe", RECIPES, ids=lambda each: each.__name__.strip("_"))


@every_pass
@every_recipe
def test_a_pass_ends_where_all_is_refused(one: Pass, recipe: Recipe) -> None:
    for seed in range(2):
        offers_within(one, random_problem(recipe, seed, lambda _: False), MOST_OFFERS)


@every_pass
@every_recipe
def test_a_pass_ends_where_all_is_accepted(one: Pass, recipe: Recipe) -> None:
    for seed in range(2):
        offers_within(one, random_problem(recipe, seed, lambda _: True), MOST_OFFERS)


@every_pass
@every_recipe
def test_a_pass_stands_whatever_is_accepted(one: Pass, recipe: Recipe) -> None:
    # The case may change its shape under the pass at any offer, without rhyme or reason.
    for seed in range(6):
        random = Random(seed)
        share = random.choice([0.02, 0.1, 0.3, 0.6])
        problem = random_problem(recipe, seed, lambda _, r=random, s=share: r.random() < s)
        offers_within(one, problem, MOST_OFFERS)


@every_pass
@every_recipe
def test_a_pass_offers_the_same_for_the_same_case(one: Pass, recipe: Recipe) -> None:
    for seed in range(1, 3):
        offers_the_same_twice(one, recipe, seed)


def test_no_two_passes_share_a_name() -> None:
    assert len({one.__name__ for one in PASSES}) == len(PASSES)
