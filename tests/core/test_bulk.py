"""Bulk choices: which cells they make, how they lose some, and what they weigh."""

from random import Random

import pytest

from shortlex.core.bulk import SEED_BYTES, Bulk
from shortlex.core.case import RecordedCase
from shortlex.core.echo import varied
from shortlex.core.source import RandomSource, ReplaySource
from shortlex.errors import Overrun


class Squares:
    """Each cell is the square of its place, from any seed."""

    width = 1

    def choices_at(self, seed, places):
        return [(place * place,) for place in places]

    def typical(self, seed, ranges):
        return [(4,)]

    def __eq__(self, other):
        return isinstance(other, Squares)

    def __hash__(self):
        return 0


TEN = Bulk(10, Squares())
SEED = (7).to_bytes(SEED_BYTES, "big")


def places(domain, value):
    return [place for each in domain.ranges_of(value) for place in range(*each)]


def test_the_simplest_value_makes_no_cells():
    assert TEN.made_count(TEN.simplest) == 0
    assert TEN.size_of(TEN.simplest) == 1


def test_a_seed_alone_makes_all_cells():
    assert places(TEN, SEED) == list(range(10))


def test_cells_are_taken_out_by_their_number_among_those_that_are_made():
    random = Random(1)
    for _ in range(300):
        value, kept = SEED, list(range(10))
        while kept:
            first, last = sorted(random.sample(range(len(kept) + 1), 2))
            del kept[first:last]
            value = TEN.without(value, first, last)
            assert places(TEN, value) == kept
            assert TEN.contains(value)
    assert value == TEN.simplest


def test_ranges_that_touch_are_joined():
    apart = TEN.without(TEN.without(SEED, 3, 4), 5, 6)
    assert TEN.ranges_of(apart) == [(0, 3), (4, 6), (7, 10)]
    joined = SEED + b"".join(place.to_bytes(6, "big") for place in (0, 3, 3, 9))
    assert TEN.ranges_of(TEN.without(joined, 8, 9)) == [(0, 8)]


def test_fewer_cells_are_simpler():
    one = TEN.without(SEED, 0, 9)
    two = TEN.without(SEED, 0, 8)
    assert TEN.sort_key(b"") < TEN.sort_key(one) < TEN.sort_key(two) < TEN.sort_key(SEED)


def test_plain_choices_for_the_same_cells_are_a_smaller_case():
    value = TEN.without(SEED, 0, 7)
    spelled = TEN.spelled(value)
    assert spelled == [b"", True, 7, 49, True, 8, 64, True, 9, 81]
    assert len(spelled) < TEN.size_of(value)


def test_a_value_for_more_cells_than_there_are_means_those_that_are_there():
    value = Bulk(100, Squares()).without(SEED, 0, 5)
    assert places(TEN, value) == [5, 6, 7, 8, 9]


@pytest.mark.parametrize("value", [b"1", SEED + b"1", SEED[1:], "text", 1, None, True])
def test_what_is_no_seed_with_ranges_is_replaced_by_no_cells(value):
    assert not TEN.contains(value)
    assert TEN.nearest(value) == b""


def test_ranges_from_a_damaged_record_are_put_in_order():
    ends = (8, 3, 5, 9, 2, 6, 9, 1 << 47)
    value = SEED + b"".join(place.to_bytes(6, "big") for place in ends)
    assert TEN.contains(value)
    assert places(TEN, value) == [5, 6, 7, 8, 9]


def test_index_and_value_are_inverse():
    for value in (b"", SEED, bytes(SEED_BYTES), TEN.without(SEED, 2, 4)):
        assert TEN.value_at(TEN.index_of(value)) == value
    for index in (-1, 2, 1 << 20):
        with pytest.raises(IndexError):
            TEN.value_at(index)


def test_random_values_are_members_and_some_make_no_cells():
    random = Random(2)
    made = [TEN.sample(random, 1.0) for _ in range(200)]
    assert all(map(TEN.contains, made))
    assert 60 < made.count(b"") < 140


def test_equal_cells_make_equal_domains():
    assert Bulk(10, Squares()) == TEN != Bulk(11, Squares())
    assert hash(Bulk(10, Squares())) == hash(TEN)


def test_cells_in_bulk_do_not_count_towards_the_limit_of_a_case():
    case = RecordedCase(ReplaySource([SEED, SEED]), limit=3)
    case.choose(TEN)
    case.choose(TEN)
    assert case.size == 82
    case.choose(TEN)
    with pytest.raises(Overrun):
        case.choose(TEN)


def test_a_case_of_endless_bulks_reaches_its_limit():
    case = RecordedCase(RandomSource(Random(3)), limit=50)
    for _ in range(50):
        case.choose(TEN)
    with pytest.raises(Overrun):
        case.choose(TEN)


@pytest.mark.parametrize("value", [b"", SEED, b"any", 7, 2.5, "text", True])
def test_nothing_echoes_in_a_bulk_but_a_member(value):
    random = Random(0)
    for _ in range(100):
        echo = varied(value, TEN, [value, 1], random)
        assert echo is None or TEN.contains(echo)
