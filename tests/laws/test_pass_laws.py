"""check_pass: each law is broken by a pass made for it."""

from itertools import count
from random import random

import pytest

from shortlex import laws
from shortlex.core.case import Case
from shortlex.errors import InvalidArgument
from shortlex.laws import LawBroken
from shortlex.laws.pass_laws import pair
from shortlex.reducer.passes.simplify_choices import simplify_choices
from shortlex.reducer.problem import Offers, Pass, Problem


def endless_offer(problem: Problem) -> Offers:
    yield ((number,) for number in count())


def endless_turns(problem: Problem) -> Offers:
    while True:
        yield ()


def meddling(problem: Problem) -> Offers:
    """Takes back what was accepted."""
    before = problem.best
    yield [(0, 0)]
    problem._best = before


def forgetful(problem: Problem) -> Offers:
    """Believes that the largest number is still what it was."""
    yield [(0, 0)]
    yield [(0, 1 // max(problem.best.choices))]


def stubborn(problem: Problem) -> Offers:
    """Believes that after a refusal nothing is accepted."""
    is_refused = (yield [(0, 7)]) is None
    is_accepted = (yield [(1, 0), (2, 0), (3, 0), (4, 0)]) is not None
    assert not (is_refused and is_accepted)


def trusting(problem: Problem) -> Offers:
    """Believes that a case goes on drawing as it did."""
    yield [(0,)]
    assert len(problem.best) == 2


def whimsical(problem: Problem) -> Offers:
    yield [(random(),)]


def costly(problem: Problem) -> Offers:
    yield [(number,) for number in range(50)]


WRONG = [
    (endless_offer, "ends_where_all_is_refused", "It does not come to an end"),
    (endless_turns, "ends_where_all_is_refused", "yield no empty ones"),
    (meddling, "ends_where_all_is_accepted", "let the problem decide"),
    (forgetful, "ends_where_all_is_accepted", "ZeroDivisionError"),
    (stubborn, "stands_whatever_is_accepted", "AssertionError"),
    (trusting, "stands_cases_that_end_early", "AssertionError"),
    (whimsical, "offers_the_same_twice", "problem.random"),
]


@pytest.mark.parametrize(
    ("one", "law", "words"), WRONG, ids=lambda each: getattr(each, "__name__", "")
)
def test_a_broken_pass_is_caught_by_the_law_it_breaks(one: Pass, law: str, words: str) -> None:
    with pytest.raises(LawBroken) as caught:
        laws.check_pass(one, recipes=[pair], seeds=12, most_offers=200)
    assert caught.value.law == law
    assert str(caught.value).startswith(f"{one.__name__} breaks the law {law}.\nOn ")
    assert words in str(caught.value)


def test_every_law_is_broken_by_something() -> None:
    assert {law for _, law, _ in WRONG} | {"keeps_its_cost"} == set(laws.PASS_LAWS)


def test_a_cost_is_kept_or_not() -> None:
    options = {"recipes": [pair], "seeds": 1}
    assert laws.check_pass(costly, **options, cost=lambda trace: 50) == {}
    with pytest.raises(LawBroken, match=r"it made 50 offers .*; its stated cost is at most 4"):
        laws.check_pass(costly, **options, cost=lambda trace: 2 * len(trace))
    assert laws.check_pass(costly, **options) == {"keeps_its_cost": "no cost= was given"}


def test_laws_can_be_chosen_and_left_out() -> None:
    assert laws.check_pass(endless_turns, skip=laws.PASS_LAWS) == {}
    with pytest.raises(InvalidArgument, match="no law 'ends'"):
        laws.check_pass(endless_turns, only=["ends"])


def test_a_recipe_must_not_reject() -> None:
    def rejecting(case: Case) -> None:
        case.reject()

    with pytest.raises(InvalidArgument, match="rejecting makes no case from the seed 0"):
        laws.check_pass(simplify_choices, recipes=[rejecting])


def test_a_pass_is_a_function() -> None:
    with pytest.raises(InvalidArgument, match="function of a problem"):
        laws.check_pass("simplify")  # type: ignore[arg-type]  # that is the point
