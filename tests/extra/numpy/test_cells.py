"""Cells made in bulk: each is what the element strategy could have drawn, wherever it stands."""

from random import Random

import numpy as np
import pytest

from shortlex import strategies as st
from shortlex.extra.numpy.cells import cells_of
from shortlex.extra.numpy.elements import plain_from_dtype

DTYPES = ["?", "i1", "u1", ">i4", "i8", "u8", "f2", "f4", ">f8", "c8", "c16", "M8[s]", "m8[D]"]
SEEDS = range(60)

LIMITED = [
    (st.integers(-3, 1000), "i4"),
    (st.integers(5, 5), "i8"),
    (st.integers(2**63, 2**64 - 1), "u8"),
    (st.floats(0, 1), "f8"),
    (st.floats(-1e300, 1e300), "f8"),
    (st.floats(1e9, 1e9 + 640, width=32), "f4"),
    (st.floats(0.1, 0.2), "f4"),
    (st.integers(-(2**40), 9), "f8"),
    (st.floats(5, allow_nan=False), "f8"),
    (st.floats(allow_nan=False, allow_infinity=False, width=16), "f2"),
    (st.floats(0, 1, allow_subnormal=False, width=32), "f4"),
    (st.floats(-0.0, -0.0), "f8"),
    (st.floats(0.0, exclude_min=True), "f8"),
    (st.booleans(), "?"),
    (st.sampled_from([3, 7, 9]), "i2"),
    (st.sampled_from([0.5, np.nan]), "f4"),
    (st.complex_numbers(), "c16"),
    (plain_from_dtype(np.dtype("M8[s]"), allow_nan=False), "M8[s]"),
]
ALL = [(plain_from_dtype(np.dtype(code)), code) for code in DTYPES] + LIMITED


def made(cells, seed, count=300):
    array = np.zeros(count, cells.dtype)
    cells.pour(array, seed, [(0, count)])
    return array


def cells_for(elements, code):
    cells = cells_of(elements, np.dtype(code))
    assert cells is not None
    return cells


@pytest.mark.parametrize(("elements", "code"), ALL, ids=lambda each: repr(each)[:50])
def test_every_cell_is_a_member_of_the_domain(elements, code):
    cells = cells_for(elements, code)
    for seed in SEEDS:
        for choices in cells.choices_at(seed, range(100)):
            assert len(choices) == cells.width
            assert all(map(cells.domain.contains, choices)), (seed, choices)


@pytest.mark.parametrize(("elements", "code"), ALL, ids=lambda each: repr(each)[:50])
def test_plain_choices_make_the_same_cells(elements, code):
    from shortlex.core.case import RecordedCase
    from shortlex.core.source import ReplaySource
    from shortlex.extra.numpy.elements import put

    cells = cells_for(elements, code)
    again = np.zeros(1, cells.dtype)
    for seed in SEEDS:
        array = made(cells, seed, 20)
        for place, choices in enumerate(cells.choices_at(seed, range(20))):
            put(again, 0, RecordedCase(ReplaySource(choices)).draw(elements))
            assert again[0].tobytes() == array[place].tobytes() or (
                again[0] != again[0] and array[place] != array[place]
            )


@pytest.mark.parametrize("code", DTYPES)
def test_a_range_of_cells_is_the_same_without_those_before_it(code):
    cells = cells_for(plain_from_dtype(np.dtype(code)), code)
    random = Random(1)
    for seed in range(20):
        whole = made(cells, seed)
        start, end = sorted(random.sample(range(301), 2))
        part = np.zeros(300, cells.dtype)
        cells.pour(part, seed, [(start, end)])
        assert part[start:end].tobytes() == whole[start:end].tobytes()
        assert not part[:start].any()
        assert not part[end:].any()


def test_a_seed_means_the_same_cells_in_every_process():
    floats = cells_for(st.floats(), "f8")
    numbers = cells_for(st.integers(0, 1000), "i8")
    assert [floats.choices_at(seed, [0, 5]) for seed in (1, 2, 3)] == FLOATS
    assert [numbers.choices_at(seed, [0, 5]) for seed in (1, 2, 3)] == NUMBERS


FLOATS = [
    [(-249992621376720.0,), (-3.0,)],
    [(-2.0,), (-2.0,)],
    [(-23.7,), (4.5571391385120626e-142,)],
]
NUMBERS = [[(472,), (507,)], [(2,), (6,)], [(118,), (232,)]]


def test_bulks_have_the_values_that_programs_get_wrong():
    floats = np.concatenate([made(cells_for(st.floats(), "f8"), seed) for seed in range(200)])
    assert np.isnan(floats).any()
    assert np.isinf(floats).any()
    assert (np.signbit(floats) & (floats == 0)).any()
    assert (floats == np.finfo(float).max).any()
    numbers = plain_from_dtype(np.dtype("i4"))
    integers = np.concatenate([made(cells_for(numbers, "i4"), seed) for seed in range(200)])
    assert {-(2**31), 2**31 - 1, 0, 1, -1} <= set(integers.tolist())


def test_many_bulks_have_few_different_values_and_many_have_all_different():
    cells = cells_for(st.floats(), "f8")
    counts = [len(np.unique(made(cells, seed))) for seed in range(200)]
    assert sum(count < 10 for count in counts) > 20
    assert sum(count > 250 for count in counts) > 20


def test_a_few_cells_with_the_extremes_are_typical():
    cells = cells_for(st.integers(0, 10**6), "i8")
    array = made(cells, 3)
    typical = cells.typical(3, [(0, 300)])
    assert {(int(array.max()),), (int(array.min()),)} <= set(typical)
    assert len(typical) < 12
    assert cells.typical(3, []) == []


@pytest.mark.parametrize(
    ("elements", "code"),
    [
        (st.integers(), "i8"),
        (st.integers(0, 300), "u1"),
        (st.floats(), "i8"),
        (st.floats().map(abs), "f8"),
        (st.floats().filter(bool), "f8"),
        (st.sampled_from(["a", "b"]), "U1"),
        (st.sampled_from([1, 300]), "i1"),
        (st.complex_numbers(max_magnitude=3), "c16"),
        (st.text(), "U5"),
        (plain_from_dtype(np.dtype("M8[s]")), "M8[D]"),
    ],
    ids=lambda each: repr(each)[:40],
)
def test_other_elements_are_drawn_one_by_one(elements, code):
    assert cells_of(elements, np.dtype(code)) is None


def test_equal_cells_are_equal():
    one, other = (cells_for(st.integers(0, 9), code) for code in ("i8", "i8"))
    assert one == other
    assert hash(one) == hash(other)
    assert one != cells_for(st.integers(0, 9), "i4")
    assert cells_for(st.sampled_from([1, 2]), "i4") != cells_for(st.sampled_from([1, 3]), "i4")
