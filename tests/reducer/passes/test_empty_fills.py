"""The pass empty_fills."""

from shortlex.reducer.passes.empty_fills import empty_fills
from shortlex.reducer.reduce import reduce
from shortlex.reducer.schedule import SCHEDULE
from tests.reducer.laws_of_passes import offers_of, problem_of, repertoire
from tests.reducer.passes.test_spell_bulk import long_row, row

FOUR, MANY = "0" * 12, "0" * 192


def test_offers_the_value_in_the_first_cells() -> None:
    (offer,) = repertoire(empty_fills, row, True, 5, FOUR, b"", True, 2, 9, False)
    assert list(offer)[:8] == [False, b"", True, 0, 5, True, 1, 5]
    assert list(offer)[-4:] == [True, 2, 9, False]


def test_offers_nothing_for_the_simplest_value() -> None:
    assert repertoire(empty_fills, row, False, b"", True, 2, 9, False) == []


def test_a_value_for_all_cells_is_put_into_as_few_as_matter() -> None:
    filled = [True, 4, MANY, b"", False]
    problem = problem_of(long_row, filled, lambda xs: sum(xs) > 10)
    offers_of(empty_fills, problem)
    assert list(problem.best.choices) == [False, b"", *(True, 0, 4, True, 1, 4, True, 2, 4), False]


def test_the_value_stays_if_all_cells_matter() -> None:
    filled = [True, 4, MANY, b"", False]
    problem = problem_of(long_row, filled, lambda xs: all(xs))
    offers_of(empty_fills, problem)
    assert list(problem.best.choices) == filled


def test_an_accepted_candidate_may_end_the_case() -> None:
    def either(case):
        found = row(case)
        return found if any(found) else []

    problem = problem_of(either, [True, 4, FOUR, b"", False], lambda xs: 4 in xs)
    offers_of(empty_fills, problem)
    assert list(problem.best.choices) == [False, b"", True, 0, 4, False]


def test_arrays_stay_filled_without_it() -> None:
    def problem():
        filled = [True, 9, MANY, b"", False]
        return problem_of(long_row, filled, lambda xs: sum(x > 3 for x in xs) > 9)

    assert reduce(problem()).size == 3 + 10 * 3
    assert reduce(problem(), SCHEDULE.without("empty_fills")).choices[0] is True
