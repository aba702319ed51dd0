"""Integer domains: order, exact indexes, repair and sampling."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from shortlex import given
from shortlex import strategies as st
from shortlex.core.integer import SMALL_RANGE, Integer

HUGE = 10**40
DOMAINS = [
    Integer(),
    Integer(target=1000),
    Integer(0),
    Integer(-5),
    Integer(7),
    Integer(None, 0),
    Integer(None, -3),
    Integer(None, 12, target=5),
    Integer(0, 0),
    Integer(-3, 3),
    Integer(0, 255),
    Integer(0, 256),
    Integer(-1000, 10, target=-20),
    Integer(0, 1 << 40),
    Integer(-HUGE, HUGE),
    Integer(HUGE, HUGE + 300),
    Integer(HUGE),
    Integer(None, -HUGE),
]


class HostileInt(int):
    """Not exactly an int, and no method of it works."""

    def __lt__(self, other):
        raise RuntimeError

    __gt__ = __le__ = __ge__ = __eq__ = __sub__ = __lt__
    __hash__ = int.__hash__


def in_order(values, target):
    """Nearest to the target first, above before below."""
    return sorted(values, key=lambda value: (abs(value - target), value < target))


def small_bounds():
    return [(low, high) for low, high in product(range(-4, 5), repeat=2) if low <= high]


@pytest.mark.parametrize(("low", "high"), small_bounds())
def test_indexes_count_the_values_nearest_first(low, high):
    for wanted in range(-6, 7):
        domain = Integer(low, high, target=wanted)
        target = min(max(wanted, low), high)
        values = in_order(range(low, high + 1), target)
        assert domain.count == len(values)
        assert domain.target == domain.simplest == values[0] == target
        assert [domain.value_at(index) for index in range(len(values))] == values
        assert [domain.index_of(value) for value in values] == list(range(len(values)))
        assert sorted(values, key=domain.sort_key) == values


@pytest.mark.parametrize("bound", range(-4, 5))
@pytest.mark.parametrize("target", range(-6, 7))
def test_where_one_side_ends_the_other_goes_on_alone(bound, target):
    above, below = Integer(bound, None, target), Integer(None, bound, target)
    upward = in_order(range(bound, bound + 60), max(bound, target))
    downward = in_order(range(bound - 60, bound + 1), min(bound, target))
    assert above.count is below.count is None
    for domain, values in ((above, upward), (below, downward)):
        assert [domain.value_at(index) for index in range(40)] == values[:40]
        assert [domain.index_of(value) for value in values[:40]] == list(range(40))


def test_without_bounds_signs_alternate():
    assert [Integer().value_at(index) for index in range(7)] == [0, 1, -1, 2, -2, 3, -3]
    assert [Integer(target=10).value_at(index) for index in range(5)] == [10, 11, 9, 12, 8]


@given(st.sampled_from(DOMAINS), st.integers(min_value=0))
def test_value_and_index_are_inverse(domain, index):
    index = index if domain.count is None else index % domain.count
    value = domain.value_at(index)
    assert domain.contains(value)
    assert domain.index_of(value) == index


@given(st.sampled_from(DOMAINS), st.integers())
def test_index_and_value_are_inverse(domain, value):
    value = domain.nearest(value)
    assert domain.value_at(domain.index_of(value)) == value


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_indexes_outside_are_refused(domain):
    with pytest.raises(IndexError, match=r"index=-0x1 is outside Integer"):
        domain.value_at(-1)
    if domain.count is not None:
        with pytest.raises(IndexError, match=r"is outside Integer"):
            domain.value_at(domain.count)


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_samples_are_members(domain):
    random = Random(1)
    for _ in range(2000):
        assert domain.contains(domain.sample(random, 1.0))


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_edges_are_members_without_repeats_simplest_first(domain):
    edges = domain.edges()
    assert edges[0] == domain.simplest
    assert len(set(edges)) == len(edges)
    assert all(map(domain.contains, edges))
    assert edges is domain.edges()


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_every_edge_is_met(domain):
    random = Random(2)
    met = {domain.sample(random, 1.0) for _ in range(20_000)}
    assert met >= set(domain.edges())


def test_both_ends_of_a_range_are_edges_with_their_neighbours():
    assert set(Integer(-1000, 5000).edges()) >= {-1000, -999, 4999, 5000, 0, 1, -1, 256}


@pytest.mark.parametrize("count", [1, 2, 3, 10, SMALL_RANGE])
def test_small_ranges_are_sampled_uniformly(count):
    random = Random(4)
    domain = Integer(-1, count - 2)
    expected = 400
    met = Counter(domain.sample(random, 1.0) for _ in range(expected * count))
    assert len(met) == count
    # Chi-squared, five standard deviations above what it is on average.
    squares = sum((hits - expected) ** 2 / expected for hits in met.values())
    assert squares < count + 5 * (2 * count) ** 0.5


@pytest.mark.parametrize("domain", [Integer(0, 10**6), Integer(-HUGE, HUGE)], ids=repr)
def test_wide_ranges_are_sampled_near_the_target_and_everywhere(domain):
    random = Random(5)
    width = domain.maximum - domain.minimum
    samples = [domain.sample(random, 1.0) for _ in range(5000)]
    near = sum(abs(value) < 1000 for value in samples)
    assert 500 < near < 4000
    tenths = Counter((value - domain.minimum) * 10 // (width + 1) for value in samples)
    assert all(tenths[tenth] > 100 for tenth in range(10))


def test_unbounded_samples_collide_and_overflow():
    random = Random(6)
    samples = [Integer().sample(random, 1.0) for _ in range(5000)]
    assert sum(abs(value) < 256 for value in samples) > 500
    assert sum(abs(value) >= 2**63 for value in samples) > 100
    assert sum(value < 0 for value in samples) > 1500


def test_half_bounded_samples_start_at_the_bound():
    random = Random(7)
    samples = [Integer(HUGE).sample(random, 1.0) for _ in range(2000)]
    assert min(samples) == HUGE
    assert sum(value < HUGE + 1000 for value in samples) > 200


@pytest.mark.parametrize(
    ("value", "nearest"), [(-9, -3), (-3, -3), (0, 0), (5, 5), (6, 5), (HUGE, 5), (-HUGE, -3)]
)
def test_integers_outside_are_clamped(value, nearest):
    assert Integer(-3, 5, target=2).nearest(value) == nearest


@pytest.mark.parametrize("value", [True, 1.0, "1", b"1", None, (), float("nan"), HostileInt(1)])
@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_what_is_no_integer_becomes_the_simplest(domain, value):
    assert not domain.contains(value)
    assert domain.nearest(value) == domain.simplest


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_nearest_is_a_member_whatever_is_given(domain):
    for value in (0, -1, HUGE, -HUGE, HUGE + 1, 2**64):
        nearest = domain.nearest(value)
        assert domain.contains(nearest)
        assert nearest == value or not domain.contains(value)


def test_bounds_limit_members():
    assert [value for value in range(-9, 9) if Integer(-2, 1).contains(value)] == [-2, -1, 0, 1]
    assert Integer(3).contains(HUGE)
    assert not Integer(3).contains(2)
    assert Integer(None, 3).contains(-HUGE)
    assert not Integer(None, 3).contains(4)


def test_a_choice_counts_one():
    assert Integer().size_of(HUGE) == 1


def test_equal_by_bounds_and_the_target_that_they_leave():
    assert Integer(1, 5) == Integer(1, 5, target=0) == Integer(1, 5, target=1)
    assert hash(Integer(1, 5)) == hash(Integer(1, 5, target=1))
    different = [Integer(1, 5), Integer(1, 6), Integer(0, 5), Integer(1, 5, target=2), Integer(1)]
    assert len(set(different)) == len(different)


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_a_repr_rebuilds_the_domain(domain):
    rebuilt = eval(repr(domain))  # noqa: S307  # our own repr
    assert rebuilt == domain
    indexes = range(min(domain.count or 9, 9))
    assert [rebuilt.value_at(i) for i in indexes] == [domain.value_at(i) for i in indexes]
