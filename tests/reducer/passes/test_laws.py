"""The laws of passes, for all of them, on cases of many shapes."""

from collections.abc import Callable
from random import Random

import pytest

from shortlex import strategies as st
from shortlex.core.case import Case
from shortlex.core.domain import Domain
from shortlex.core.trace import Trace
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
    offers_of,
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


def _changing(case: Case) -> object:
    """Two numbers say of what kind the others are."""
    kinds = [st.integers(), st.text(max_size=3), st.integers(0, 99), st.booleans(), st.floats()]
    first, second = pair(case)
    return [case.draw(kinds[(first // 3 + second // 2 * place) % 5]) for place in range(6)]


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
    _changing,
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


def _moody(recipe: Recipe, random: Random) -> Recipe:
    """The same, but from its second run on it ends when it likes, as flaky bodies do."""
    runs: list[object] = []

    def moody(case: Case) -> object:
        runs.append(case)
        choose, left = case.choose, random.randrange(8) if len(runs) > 1 else 1 << 20

        def choose_or_stop(domain: Domain) -> object:
            nonlocal left
            left -= 1
            if left < 0:
                case.mark_interesting()
            return choose(domain)

        case.choose = choose_or_stop  # type: ignore[method-assign]  # as if the body did it
        return recipe(case)

    return moody


@every_pass
@every_recipe
def test_a_pass_stands_cases_that_draw_less_by_themselves(one: Pass, recipe: Recipe) -> None:
    for seed in range(4):
        moody = _moody(recipe, Random(seed))
        offers_within(one, random_problem(moody, seed, lambda _, s=seed: s % 2), MOST_OFFERS)


@every_pass
@every_recipe
def test_a_pass_offers_the_same_for_the_same_case(one: Pass, recipe: Recipe) -> None:
    for seed in range(1, 3):
        offers_the_same_twice(one, recipe, seed)


def test_no_two_passes_share_a_name() -> None:
    assert len({one.__name__ for one in PASSES}) == len(PASSES)


def _elements(trace: Trace) -> int:
    return sum(span.is_element for span in trace.spans)


COSTS: dict[str, Callable[[Trace], int]] = {
    "delete_and_repair": lambda trace: len(trace) * (1 + 64),
    "delete_discarded": lambda trace: 1 + sum(span.is_discarded for span in trace.spans),
    "delete_regions": lambda trace: len(trace.spans) - _elements(trace),
    "delete_runs": lambda trace: 16 * len(trace),
    "delete_spans": _elements,
    "join_numbers": lambda trace: 2 * _elements(trace),
    "lower_and_flip": lambda trace: 8 * len(trace),
    "lower_pairs": lambda trace: 5 * 4 * len(trace),
    "lower_together": lambda trace: (2 + 1 + 1) * len(trace) + 3 * 5,
    "merge_siblings": len,
    "move_earlier": lambda trace: len(trace) * (len(trace) - 1) // 2,
    "move_into": lambda trace: 64 * len(trace),
    "promote_descendants": lambda trace: len(trace.spans) * (len(trace.spans) - 1) // 2,
    "raise_to_shorten": lambda trace: 8 * (4 + 2 * len(trace)),
    "redistribute": lambda trace: 2 * (16 * len(trace) + 8 * 8 + 8),
    "scan_choices": lambda trace: 5 * len(trace) + 32,
    "shift_indexes": _elements,
    "simplify_choices": lambda trace: 2 * len(trace) + 1,
    "simplify_spans": lambda trace: 2 * len(trace.spans),
    "start_low": lambda trace: 60 * len(trace),
    "stride_choices": lambda trace: 11 * len(trace),
    "substitute_spans": lambda trace: 12 * len(trace.spans),
    "trade_numbers": lambda trace: 10 * 6 * 6,
}
"""How many offers at most, by the docstrings; those that speak of luck or values are left out."""


@pytest.mark.parametrize("name", COSTS)
@every_recipe
def test_a_pass_that_is_refused_everything_costs_no_more_than_it_says(
    name: str, recipe: Recipe
) -> None:
    (one,) = (each for each in PASSES if each.__name__ == name)
    for seed in range(3):
        problem = random_problem(recipe, seed, lambda _: False)
        assert len(offers_of(one, problem)) <= COSTS[name](problem.best)
