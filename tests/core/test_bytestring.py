"""Bytes domains: order, exact indexes, repair and sampling."""

from itertools import pairwise, product
from random import Random

import pytest

from shortlex.core.bytestring import Bytes
from shortlex.core.sizes import Sizes

SIZES = [Sizes(), Sizes(0, 0), Sizes(1, 1), Sizes(0, 3), Sizes(4, 4), Sizes(7), Sizes(100, 400)]
DOMAINS = [Bytes(sizes) for sizes in SIZES]


class HostileBytes(bytes):
    """Not exactly bytes, and no method of it works."""

    def __len__(self):
        raise RuntimeError

    __eq__ = __hash__ = __getitem__ = ljust = __iter__ = __len__


@pytest.mark.parametrize(("minimum", "maximum"), [(0, 2), (2, 2), (0, 0)])
def test_indexes_count_the_values_in_shortlex_order(minimum, maximum):
    domain = Bytes(Sizes(minimum, maximum))
    lengths = range(minimum, maximum + 1)
    values = [bytes(each) for length in lengths for each in product(range(256), repeat=length)]
    assert domain.count == len(values)
    assert [domain.index_of(value) for value in values] == list(range(len(values)))
    assert [domain.value_at(i) for i in range(len(values))] == values
    assert sorted(values, key=domain.sort_key) == values
    assert domain.simplest == values[0]


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_index_and_value_are_inverse(domain):
    random = Random(1)
    for _ in range(50):
        value = domain.sample(random, 1.0)
        assert domain.value_at(domain.index_of(value)) == value
    assert domain.index_of(domain.simplest) == 0


@pytest.mark.parametrize("minimum", [0, 1, 17])
def test_value_and_index_are_inverse_for_large_indexes(minimum):
    random = Random(2)
    domain = Bytes(Sizes(minimum))
    for bits in (1, 8, 9, 64, 1000, 100_000):
        index = random.getrandbits(bits)
        assert domain.index_of(domain.value_at(index)) == index


def test_indexes_outside_are_refused():
    for domain in (Bytes(Sizes(0, 2)), Bytes(Sizes(1, 2)), Bytes(Sizes(0, 0))):
        for index in (domain.count, -1, 1 << 20_000):
            with pytest.raises(IndexError):
                domain.value_at(index)


def test_shorter_is_simpler_then_the_first_byte_that_differs():
    domain = Bytes(Sizes())
    values = [b"", b"\x00", b"\x01", b"\xff", b"\x00\x00", b"\x00\x01", b"\x01\x00", b"\xff\xff"]
    assert all(domain.sort_key(a) < domain.sort_key(b) for a, b in pairwise(values))
    assert all(domain.index_of(a) < domain.index_of(b) for a, b in pairwise(values))


def test_sort_keys_compare_as_indexes_do():
    random = Random(3)
    domain = Bytes(Sizes(0, 3))
    for _ in range(500):
        a, b = domain.sample(random, 1.0), domain.sample(random, 1.0)
        by_key = domain.sort_key(a) < domain.sort_key(b)
        assert by_key == (domain.index_of(a) < domain.index_of(b))


def test_values_are_counted_unless_there_are_too_many():
    assert Bytes(Sizes(0, 1)).count == 257
    assert Bytes(Sizes(512, 512)).count == 256**512
    assert Bytes(Sizes(513, 513)).count is None
    assert Bytes(Sizes()).count is None
    assert Bytes(Sizes(0, 10**15)).count is None


def test_membership_asks_for_the_type_and_the_length():
    domain = Bytes(Sizes(1, 2))
    assert [domain.contains(bytes(n)) for n in range(4)] == [False, True, True, False]
    for value in (None, "a", 1, bytearray(1), memoryview(b"a"), HostileBytes(b"a"), [1]):
        assert not domain.contains(value)
        assert domain.nearest(value) == b"\x00"


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_the_nearest_value_is_always_a_member(domain):
    others = (None, True, 3, -1.5, "abc", "", (), {}, bytearray(3), HostileBytes(b"a"), object())
    for value in (b"", b"abc", bytes(500), *others):
        assert domain.contains(domain.nearest(value))
    for value in domain.edges():
        assert domain.nearest(value) == value


def test_the_nearest_value_is_cut_or_filled():
    assert Bytes(Sizes(0, 2)).nearest(b"abc") == b"ab"
    assert Bytes(Sizes(4)).nearest(b"ab") == b"ab\x00\x00"


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_samples_are_members(domain):
    random = Random(4)
    for scale in (0.0, 0.1, 1.0, 10.0):
        for _ in range(200):
            assert domain.contains(domain.sample(random, scale))


def test_samples_depend_on_the_random_state_alone():
    fresh, used = Bytes(Sizes()), Bytes(Sizes())
    used.edges()
    a, b = Random(5), Random(5)
    assert [fresh.sample(a, 1.0) for _ in range(300)] == [used.sample(b, 1.0) for _ in range(300)]


def test_samples_are_of_several_sorts():
    random = Random(6)
    values = [value for _ in range(1000) if len(value := Bytes(Sizes()).sample(random, 1.0)) > 3]
    assert any(max(value) <= 3 and len(set(value)) > 1 for value in values)
    assert any(len(set(value)) == 1 for value in values)
    assert any(set(value) == {255} for value in values)
    assert set(range(256)) == set(b"".join(values))


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_edges_are_distinct_members(domain):
    edges = domain.edges()
    assert domain.simplest in edges
    assert len(set(edges)) == len(edges)
    assert all(map(domain.contains, edges))


def test_edges_fill_a_fixed_length():
    assert {b"\x00" * 4, b"\xff" * 4, b"\x80\x00\x00\x00"} <= {*Bytes(Sizes(4, 4)).edges()}


def test_size_is_one_and_the_length():
    assert [Bytes(Sizes()).size_of(value) for value in (b"", b"a", b"ab")] == [1, 2, 3]


def test_bytes_are_equal_by_value():
    assert Bytes(Sizes(1, 2)) == Bytes(Sizes(1, 2))
    assert Bytes(Sizes(1, 2)) != Bytes(Sizes(1, 3))
    assert len({Bytes(Sizes()), Bytes(Sizes(0, None))}) == 1


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_the_repr_rebuilds_the_domain(domain):
    rebuilt = eval(repr(domain))  # noqa: S307  # our own repr
    assert rebuilt == domain
    assert hash(rebuilt) == hash(domain)
