"""Lowering: the minimiser of a kind, let loose on choices of the best trace."""

from collections.abc import Sequence
from random import Random

import pytest

from shortlex import find
from shortlex import strategies as st
from shortlex.core.boolean import Boolean
from shortlex.core.case import Case
from shortlex.core.integer import Integer
from shortlex.reducer.lowering import lower_by_offset, lower_equal
from shortlex.reducer.problem import Offers, Problem
from shortlex.reducer.turn import run_pass
from tests.reducer.traces import Runs, problem_of

WIDE = Integer(0, 10**6)


def lower(problem: Problem, positions: Sequence[int]) -> Problem:
    def lowering(problem: Problem) -> Offers:
        return lower_equal(problem, positions)

    run_pass(problem, lowering)
    return problem


def two_numbers(case: Case) -> None:
    x, y = case.choose(WIDE), case.choose(WIDE)
    if x >= 100 and y >= 10:
        case.mark_interesting()


def test_one_choice_is_lowered_and_the_others_stay() -> None:
    assert lower(problem_of(two_numbers, [5000, 700]), [0]).best.choices == (100, 700)
    assert lower(problem_of(two_numbers, [5000, 700]), [1]).best.choices == (5000, 10)


def test_equal_choices_stay_equal() -> None:
    problem = lower(problem_of(two_numbers, [5000, 5000]), [0, 1])
    assert problem.best.choices == (100, 100)


def test_where_a_search_ended_is_remembered() -> None:
    problem = lower(problem_of(two_numbers, [5000, 700]), [0])
    assert problem.is_floor(0)
    assert problem.is_settled(0)


def test_a_search_that_was_refused_has_ended_but_settles_nothing() -> None:
    problem = lower(problem_of(two_numbers, [100, 700]), [0])
    assert problem.is_floor(0)
    assert not problem.is_settled(0)


def every_53rd(case: Case) -> None:
    number = case.draw(st.integers(-(10**6), 10**6).filter(lambda x: x % 53 == 5))
    if abs(number) >= 100_000:
        case.mark_interesting()


@pytest.mark.parametrize(
    ("start", "end"), [(53 * 9000 + 5, 100_016), (-53 * 9000 + 5, 100_016), (100_016, 100_016)]
)
def test_where_a_filter_moves_choices_the_search_goes_by_halves(start: int, end: int) -> None:
    problem = lower(problem_of(every_53rd, [start]), [0])
    assert problem.best.choices == (end,)
    assert problem.history.calls < 50


def test_what_is_no_number_is_searched_by_its_place_in_the_order() -> None:
    def function(case: Case) -> None:
        text = case.draw(st.text("abcdefgh", max_size=4).filter(lambda text: text[-1:] == "h"))
        if text >= "ch":
            case.mark_interesting()

    problem = lower(problem_of(function, ["hggh"]), [0])
    assert problem.best.choices == ("h",)


def test_small_steps_settle_nothing() -> None:
    # One less, and then nothing: what is further down was not asked.
    problem = lower(problem_of(two_numbers, [101, 700]), [0])
    assert problem.best.choices == (100, 700)
    assert not problem.is_settled(0)


def test_to_change_sides_is_no_leap() -> None:
    def function(case: Case) -> None:
        # One less is refused, so nothing is known about what is further down.
        number = abs(case.choose(Integer()))
        if number > 10 and number % 3 == 1:
            case.mark_interesting()

    problem = lower(problem_of(function, [-37]), [0])
    assert problem.best.choices == (37,)
    assert not problem.is_settled(0)


def test_where_a_search_has_ended_one_step_is_asked() -> None:
    runs = Runs(two_numbers)
    problem = problem_of(two_numbers, [100, 700], runs)
    problem.settle([0], 0)
    lower(problem, [0])
    assert runs.candidates == [[99, 700]]


def test_what_is_simplest_offers_nothing() -> None:
    def function(case: Case) -> None:
        case.choose(WIDE)
        case.mark_interesting()

    runs = Runs(function)
    assert lower(problem_of(function, [0], runs), [0]).best.choices == (0,)
    assert runs.candidates == []


def test_a_best_that_became_too_short_ends_it() -> None:
    def function(case: Case) -> None:
        """The second number is there only while the first is large."""
        if case.choose(WIDE) >= 1000:
            case.choose(WIDE)
        else:
            case.choose(Boolean())
        case.mark_interesting()

    problem = problem_of(function, [5000, 5000])
    assert lower(problem, [0, 1]).best.choices == (0, False)

    def shorter(case: Case) -> None:
        x = case.choose(WIDE)
        if x >= 1000:
            case.choose(WIDE)
        if x >= 3:
            case.mark_interesting()

    problem = lower(problem_of(shorter, [5000, 5000]), [0, 1])
    # It went on from no longer trace; lowering the first alone is another's business.
    assert len(problem.best) == 1
    assert not problem.is_settled(0)


# By one offset


def offset(problem: Problem, group: Sequence[int]) -> Problem:
    def lowering(problem: Problem) -> Offers:
        return lower_by_offset(problem, group)

    run_pass(problem, lowering)
    return problem


def apart(case: Case) -> None:
    x, y = case.choose(WIDE), case.choose(WIDE)
    if abs(x - y) == 3 and min(x, y) >= 20:
        case.mark_interesting()


def test_numbers_that_differ_are_lowered_by_one_amount() -> None:
    problem = offset(problem_of(apart, [5000, 5003]), [0, 1])
    assert problem.best.choices == (20, 23)
    assert problem.is_settled(0)


def test_two_kinds_that_come_down_together_say_nothing_about_each_alone() -> None:
    def function(case: Case) -> None:
        x, y = case.choose(WIDE), case.choose(Integer(0, 10**5))
        if y - x == 3 and x >= 20:
            case.mark_interesting()

    problem = offset(problem_of(function, [5000, 5003]), [0, 1])
    assert problem.best.choices == (20, 23)
    assert not problem.is_settled(0)
    assert not problem.is_settled(1)


def test_the_second_is_mirrored_at_the_first_if_that_is_simpler() -> None:
    def function(case: Case) -> None:
        x, y = case.choose(WIDE), case.choose(WIDE)
        if abs(x - y) == 3 and x >= 20:
            case.mark_interesting()

    assert offset(problem_of(function, [5000, 5003]), [0, 1]).best.choices == (20, 17)
    assert offset(problem_of(apart, [5000, 5003]), [0, 1]).best.choices == (20, 23)


def test_a_second_number_that_is_gone_is_not_mirrored() -> None:
    def function(case: Case) -> None:
        """The second number is there only while the first is large."""
        x = case.choose(WIDE)
        if x >= 20 and (x < 100 or case.choose(WIDE) - x == 3):
            case.mark_interesting()

    assert len(offset(problem_of(function, [500, 503]), [0, 1]).best) == 1


def test_what_need_not_be_there_at_all_is_not_tied_to_the_others() -> None:
    def function(case: Case) -> None:
        case.choose(WIDE)
        if case.choose(WIDE) >= 50:
            case.mark_interesting()

    runs = Runs(function)
    problem = offset(problem_of(function, [70, 90], runs), [0, 1])
    assert runs.candidates == [[0, 20], [0, 90]]
    assert problem.best.choices == (0, 90)


@pytest.mark.parametrize("start", [[0, 5], [7, 7]])
def test_numbers_at_their_target_or_equal_are_left_alone(start: list[int]) -> None:
    def function(case: Case) -> None:
        case.choose(WIDE), case.choose(WIDE)
        case.mark_interesting()

    runs = Runs(function)
    offset(problem_of(function, start, runs), [0, 1])
    assert runs.candidates == []


def test_a_group_that_is_no_more_there_offers_nothing() -> None:
    runs = Runs(two_numbers)
    offset(problem_of(two_numbers, [5000, 700], runs), [0, 2])
    assert runs.candidates == []


@pytest.mark.parametrize("seed", range(10))
def test_a_number_that_must_have_a_bit_ends_at_the_bit(seed: int) -> None:
    found = find(st.integers(0, 255), lambda n: n & 4, random=Random(seed))
    assert found in (4, 20), "and not at a hundred, which was asked for first"
