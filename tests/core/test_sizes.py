"""Sizes: limits, and how long a random collection is."""

from collections import Counter
from random import Random
from statistics import fmean

import pytest

from shortlex.core.sizes import UNBOUNDED, USUAL_EXTRA, Sizes

ALL = [Sizes(), Sizes(3), Sizes(100), Sizes(0, 0), Sizes(4, 4), Sizes(0, 1), Sizes(2, 9)]
ALL += [Sizes(0, 50), Sizes(7, 1000), Sizes(1000, 1001)]


def lengths(sizes, scale=1.0, count=4000):
    random = Random(1)
    return [sizes.sample(random, scale) for _ in range(count)]


@pytest.mark.parametrize("scale", [0.1, 0.5, 0.999, 1.0, 3.0])
@pytest.mark.parametrize("sizes", ALL, ids=repr)
def test_lengths_are_within_the_limits(sizes, scale):
    sampled = lengths(sizes, scale)
    assert min(sampled) >= sizes.minimum
    assert max(sampled) <= sizes.maximum


def test_no_upper_limit_is_a_number_above_all_others():
    assert Sizes(3).maximum == Sizes(3, None).maximum == UNBOUNDED
    assert Sizes(3).spread == UNBOUNDED - 3


@pytest.mark.parametrize(("minimum", "extra"), [(0, USUAL_EXTRA), (5, 5), (40, 40)])
def test_without_an_upper_limit_lengths_have_the_usual_mean(minimum, extra):
    mean = fmean(lengths(Sizes(minimum))) - minimum
    assert abs(mean - extra) < 0.1 * extra


def test_short_is_common_and_long_is_not_impossible():
    counted = Counter(lengths(Sizes()))
    assert counted[0] > counted[5] > counted[15]
    assert max(counted) > 25


@pytest.mark.parametrize("sizes", [Sizes(0, 1), Sizes(2, 9), Sizes(0, 10)], ids=repr)
def test_within_narrow_limits_all_lengths_are_equally_likely(sizes):
    counted = Counter(lengths(sizes))
    expected = 4000 / (sizes.spread + 1)
    assert sorted(counted) == list(range(sizes.minimum, sizes.maximum + 1))
    assert all(abs(hits - expected) < 0.25 * expected for hits in counted.values())


def test_a_wide_upper_limit_changes_nothing_but_the_tail():
    assert abs(fmean(lengths(Sizes(0, 50))) - USUAL_EXTRA) < 0.5
    assert max(lengths(Sizes(0, 12), count=20_000)) == 12


def test_a_fixed_length_needs_no_randomness():
    assert set(lengths(Sizes(4, 4))) == {4}
    assert Sizes(4, 4).sample(None, 1.0) == 4


def test_a_small_scale_makes_short_lengths():
    assert fmean(lengths(Sizes(), 0.1)) < 1.0
    assert fmean(lengths(Sizes(0, 10), 0.1)) < 1.5
    assert max(lengths(Sizes(0, 10), 0.1)) < 10


def test_a_small_scale_still_leaves_more_than_one_length():
    for sizes in (Sizes(), Sizes(0, 1), Sizes(0, 10)):
        assert len(set(lengths(sizes, 0.1))) > 1


@pytest.mark.parametrize("sizes", ALL, ids=repr)
def test_any_bytes_decide_a_length_within_the_limits(sizes):
    for first in range(256):
        data = iter([bytes([first]), b"\xfe\xdc"])
        assert sizes.minimum <= sizes.length_from(lambda n, it=data: next(it)) <= sizes.maximum


def test_bytes_decide_lengths_short_or_long():
    def read_from(*chunks):
        given = iter(chunks)
        return lambda n: next(given)

    assert Sizes().length_from(read_from(b"\x00")) == 0
    assert Sizes(3).length_from(read_from(b"\x0f")) == 18
    assert Sizes(3).length_from(read_from(b"\xf0", b"\x01\x00")) == 259
    assert Sizes(2, 4).length_from(read_from(b"\x05")) == 4
    assert Sizes(7, 7).length_from(read_from()) == 7


def test_equal_by_limits():
    assert Sizes() == Sizes(0, None)
    assert hash(Sizes()) == hash(Sizes(0, None))
    assert len({Sizes(), Sizes(1), Sizes(0, 1), Sizes(1, 1)}) == 4
    assert Sizes() != (0, UNBOUNDED)


@pytest.mark.parametrize("sizes", ALL, ids=repr)
def test_a_repr_rebuilds_the_sizes(sizes):
    assert eval(repr(sizes)) == sizes  # noqa: S307  # our own repr
