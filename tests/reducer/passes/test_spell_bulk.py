"""The pass spell_bulk."""

from shortlex import lowlevel
from shortlex.core.bulk import IS_FILLED, SEED_BYTES, Bulk
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.reducer.passes.spell_bulk import spell_bulk
from shortlex.reducer.reduce import reduce
from shortlex.reducer.schedule import SCHEDULE
from shortlex.strategies.selection import ballast_of
from tests.reducer.laws_of_passes import offers_of, problem_of, repertoire

SEED = (5).to_bytes(SEED_BYTES, "big")
NUMBER = Integer(0, 10**6)


class Numbers:
    """Each cell is its place, plus the seed."""

    width = 1

    def choices_at(self, seed, places):
        return [(seed + place,) for place in places]

    def typical(self, seed, ranges):
        return [(seed,)]


CELLS = Numbers()


def row(case, count=4):
    """An array as extra.numpy draws it: a filler, cells in bulk, then single cells."""
    fill = 0
    if case.choose(IS_FILLED):
        case.start_span("fill")
        fill = case.choose(NUMBER)
        case.choose(ballast_of(3 * min(count, 64)))
        case.stop_span()
    made = [fill] * count
    bulk = Bulk(count, CELLS)
    value = case.choose(bulk)
    for start, end in bulk.ranges_of(value):
        made[start:end] = [each for (each,) in CELLS.choices_at(5, range(start, end))]
    for _ in case.repeat(Sizes(0, count), "cell"):
        place = case.choose(Integer(0, count - 1))
        made[place] = case.choose(NUMBER)
    return made


def long_row(case):
    return row(case, 1000)


def test_offers_halves_and_then_single_cells() -> None:
    four = Bulk(4, CELLS)
    offers = [list(each) for each in repertoire(spell_bulk, row, False, SEED, False)]
    fewer = [(2, 4), (0, 2), (3, 4), (2, 3), (1, 2), (0, 1)]
    assert offers == [
        [False, b"", False],
        *[[False, four.without(SEED, *cells), False] for cells in fewer],
        [False, b"", True, 0, 5, True, 1, 6, True, 2, 7, True, 3, 8, False],
    ]


def test_offers_nothing_for_single_cells() -> None:
    assert repertoire(spell_bulk, row, False, b"", True, 1, 5, False) == []


def test_one_cell_that_matters_is_found_in_a_few_steps() -> None:
    problem = problem_of(long_row, [False, SEED, False], lambda xs: 700 in xs)
    assert len(offers_of(spell_bulk, problem)) <= 2 * 10 + 6
    assert list(problem.best.choices) == [False, b"", True, 695, 700, False]


def test_one_value_for_all_cells_is_simpler_than_hundreds() -> None:
    problem = problem_of(
        long_row, [False, SEED, False], lambda xs: sum(x > 0 for x in xs) > 900 and 1 not in xs
    )
    offers_of(spell_bulk, problem)
    assert list(problem.best.choices) == [True, 5, "0" * 192, b"", False]


def test_an_accepted_candidate_may_have_fewer_cells_than_expected() -> None:
    def shrinking(case):
        count = case.choose(Integer(1, 8))
        return row(case, count) if count > 4 else []

    problem = problem_of(shrinking, [8, False, SEED, False], lambda xs: len(xs) != 6)
    offers_of(spell_bulk, problem)
    assert list(problem.best.choices) == [8, False, b"", False]


def test_the_cells_that_matter_are_not_found_without_it() -> None:
    def test(case):
        if 700 in long_row(case):
            case.mark_interesting()

    best = lowlevel.reduce(test, [False, SEED, False])
    assert list(best.choices) == [False, b"", True, 0, 700, False]
    problem = problem_of(long_row, [False, SEED, False], lambda xs: 700 in xs)
    assert reduce(problem, SCHEDULE.without("spell_bulk")).size > 6
