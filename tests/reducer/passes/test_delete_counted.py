"""The pass delete_counted."""

import pytest

from shortlex import lowlevel
from shortlex.core.integer import Integer
from shortlex.laws.pass_laws import failing
from shortlex.reducer.passes.delete_counted import MIN_PARTS, delete_counted
from tests.reducer.laws_of_passes import (
    DIGIT,
    FLAG,
    left_out,
    number,
    offers_of,
    problem_of,
    reduced,
    repertoire,
    span,
)

WIDE = Integer(0, 10_000)


def draws(case, count):
    found = []
    for _ in range(count):
        with span(case, "part"):
            found.append(number(case))
    return found


def counted_draws(case):
    """How many numbers there are, and then the numbers."""
    return draws(case, number(case))


def grid(case):
    """A height, a width, and the cells row by row."""
    height, width = number(case), number(case)
    return [draws(case, width) for _ in range(height)]


def two_columns(case):
    """A number of names, then the names, then an age for each."""
    count = number(case)
    names = draws(case, count)
    ages = []
    for _ in names:
        with span(case, "age"):
            ages.append(case.choose(DIGIT))
    return names, ages


def test_offers_each_part_with_the_count_lowered_last_first() -> None:
    assert repertoire(delete_counted, counted_draws, 4, 9, 8, 7, 6) == [
        [3, 9, 8, 7],
        [3, 9, 8, 6],
        [3, 9, 7, 6],
        [3, 8, 7, 6],
    ]


def test_offers_no_like_of_a_refused_part_next_to_it() -> None:
    assert repertoire(delete_counted, counted_draws, 4, 9, 0, 0, 0) == [
        [3, 9, 0, 0],
        [3, 0, 0, 0],
    ]


def test_offers_nothing_for_few_parts() -> None:
    few = MIN_PARTS - 1
    assert repertoire(delete_counted, counted_draws, few, *range(1, few + 1)) == []


def test_offers_nothing_where_no_number_divides_the_parts() -> None:
    def one_more(case):
        return draws(case, number(case) + 2)

    assert repertoire(delete_counted, one_more, 3, 5, 6, 7, 8, 9) == []


def test_a_number_that_counts_nothing_costs_one_offer() -> None:
    def unrelated(case):
        return number(case), draws(case, 4)

    assert len(repertoire(delete_counted, unrelated, 4, 9, 8, 7, 6)) == 1


def test_a_number_and_the_parts_that_it_counts_go_together() -> None:
    found = reduced(counted_draws, [4, 5, 900, 6, 7], lambda xs: 900 in xs, delete_counted)
    assert found == [1, 900]


def test_rows_and_columns_of_a_grid_go() -> None:
    cells = [50 if place == 6 else place for place in range(12)]

    def fails(rows):
        # Which row it is in does not matter, but it is the third of its row, or the first.
        return any(row and 50 in (row[0], row[-1], *row[2:3]) for row in rows)

    assert reduced(grid, [3, 4, *cells], fails, delete_counted) == [1, 1, 50]


def test_parts_that_stand_beside_each_other_go_together() -> None:
    found = reduced(
        two_columns,
        [4, 5, 6, 7, 8, 1, 2, 3, 4],
        lambda value: (7, 3) in zip(*value, strict=True),
        delete_counted,
    )
    assert found == [1, 7, 3]


def test_a_count_that_may_not_be_so_small_keeps_its_parts() -> None:
    found = reduced(counted_draws, [4, 1, 2, 3, 4], lambda xs: len(xs) > 2, delete_counted)
    assert len(found) == 4


def test_parts_may_change_their_shape_when_others_go() -> None:
    def ragged(case):
        count = number(case)
        found = []
        for place in range(count):
            with span(case, "part"):
                found.append([number(case) for _ in range(1 + (place + count) % 2)])
        return found

    start = lowlevel.replay(failing(ragged, lambda _: True), [6, *range(1, 10)])
    found = reduced(ragged, start.choices, bool, delete_counted)
    assert found[0] < 6


def test_two_of_many_parts_are_found_in_a_logarithm_of_offers() -> None:
    def many(case):
        return draws(case, case.choose(WIDE))

    offers = {}
    for count in (1000, 8000):
        bad = {count // 3, count // 2}
        choices = [count, *(1 if place in bad else 0 for place in range(count))]
        problem = problem_of(many, choices, lambda xs: sum(xs) >= 2)
        offers[count] = len(offers_of(delete_counted, problem))
        assert list(problem.best.choices) == [2, 1, 1]
    assert offers[8000] <= offers[1000] + 30 <= 120


def test_a_case_that_a_number_counts_takes_more_choices_to_reduce_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def replayed() -> int:
        drawn = 0

        def test(case):
            nonlocal drawn
            xs = []
            for _ in range(case.choose(WIDE)):
                with span(case, "part"):
                    xs.append((case.choose(WIDE), case.choose(FLAG)))
            drawn += 2 * len(xs)
            if sum(x in (5555, 5556) and flag for x, flag in xs) >= 2:
                case.mark_interesting()

        values = [(5555 if place in (100, 150) else 1 + place, True) for place in range(300)]
        best = lowlevel.reduce(test, [300, *(choice for value in values for choice in value)])
        assert list(best.choices) == [2, 5555, True, 5555, True]
        return drawn

    whole = replayed()
    left_out(monkeypatch, delete_counted)
    assert replayed() > 1.5 * whole
