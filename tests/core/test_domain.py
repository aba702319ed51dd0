"""Domains of all kinds: what they have in common."""

from itertools import count
from random import Random
from threading import Barrier, Thread

import pytest

from shortlex import given
from shortlex import strategies as st
from shortlex.core.alphabet import UNICODE, Alphabet
from shortlex.core.boolean import Boolean
from shortlex.core.bytestring import Bytes
from shortlex.core.domain import key_of, number_from
from shortlex.core.floating import Float
from shortlex.core.integer import Integer
from shortlex.core.sizes import Sizes
from shortlex.core.string import String

ABC = Alphabet.of_characters("abc")
MAKERS = [
    lambda: Boolean(),
    lambda: Boolean(1.0),
    lambda: Integer(),
    lambda: Integer(0),
    lambda: Integer(-5, 300),
    lambda: Integer(0, (1 << 100) - 1),
    lambda: Float(allow_nan=True, allow_infinity=True),
    lambda: Float(0.0, 1.0, allow_nan=False, allow_infinity=False),
    lambda: String(ABC, Sizes(0, 3)),
    lambda: String(UNICODE, Sizes()),
    lambda: String(Alphabet.of_characters("a"), Sizes()),
    lambda: String(UNICODE, Sizes(300, 2000)),
    lambda: Bytes(Sizes()),
    lambda: Bytes(Sizes(2, 2)),
]
DOMAINS = [make() for make in MAKERS]
each_domain = pytest.mark.parametrize("domain", DOMAINS, ids=repr)


def reader(random):
    return lambda width: random.randbytes(width)


@each_domain
def test_the_simplest_value_has_index_nought(domain):
    assert domain.contains(domain.simplest)
    assert domain.index_of(domain.simplest) == 0
    assert domain.value_at(0) == domain.simplest


@each_domain
def test_positions_that_no_member_has_are_refused(domain):
    beyond = [] if domain.count is None else [domain.count, domain.count + 1]
    for index in (-1, -(1 << 70), *beyond):
        with pytest.raises(IndexError, match=r"is outside"):
            domain.value_at(index)


@each_domain
def test_any_bytes_decide_a_member(domain):
    random = Random(1)
    for _ in range(200):
        assert domain.contains(domain.value_from(reader(random)))


@each_domain
def test_zero_bytes_decide_the_simplest_value(domain):
    assert domain.value_from(bytes) == domain.simplest


@each_domain
def test_different_bytes_decide_different_values(domain):
    random = Random(2)
    values = {repr(domain.value_from(reader(random))) for _ in range(100)}
    assert len(values) >= min(domain.count or 16, 16)


def test_every_bit_of_a_wide_choice_can_be_decided_from_outside():
    data = bytes(range(1, 126))
    assert Bytes(Sizes(125, 125)).value_from(lambda width: data[:width]) == data
    domain = Integer(0, (1 << 1000) - 1)
    assert domain.index_of(domain.value_from(lambda width: data[:width])) == int.from_bytes(data)


@pytest.mark.parametrize("size", [1, 2, 3, 10, 255, 256, 257, 65536, 65537, 1 << 64])
def test_numbers_from_bytes_are_below_the_count_and_reach_its_end(size):
    widths = []

    def read(width):
        widths.append(width)
        return (size - 1).to_bytes(width, "big")

    assert number_from(read, size) == size - 1
    assert number_from(lambda width: b"\xff" * width, size) < size
    assert widths == [next(n for n in count() if 256**n >= size)]


@pytest.mark.parametrize("make", MAKERS, ids=[repr(domain) for domain in DOMAINS])
def test_domains_are_equal_by_value(make):
    domain = make()
    assert domain == domain == make()
    assert hash(domain) == hash(domain) == hash(make())
    assert {domain: "found"}[make()] == "found"


def test_domains_of_different_kind_or_limits_differ():
    assert len(set(DOMAINS)) == len(DOMAINS)
    for i, domain in enumerate(DOMAINS):
        assert [other == domain for other in DOMAINS].index(True) == i
        assert domain != repr(domain)


def test_a_key_alone_makes_no_equality():
    # Both are told apart by their sizes only.
    empty = Alphabet.of_characters("")
    assert Bytes(Sizes(0, 0)) != String(empty, Sizes(0, 0))


@pytest.mark.parametrize("make", MAKERS, ids=[repr(domain) for domain in DOMAINS])
def test_threads_that_meet_in_a_new_domain_agree(make):
    expected = make()
    indexes = [
        index for index in (0, 1, 7, 500) if expected.count is None or index < expected.count
    ]

    def facts(domain):
        values = [domain.value_at(index) for index in indexes]
        samples = [domain.sample(Random(seed), 1.0) for seed in range(5)]
        ordered = [domain.index_of(value) for value in values]
        return repr((hash(domain), domain.edges(), values, samples, ordered))

    for _ in range(5):
        domain, barrier, found = make(), Barrier(4), []

        def work(domain=domain, barrier=barrier, found=found):
            barrier.wait()
            found.append(facts(domain))

        threads = [Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [facts(expected)] * 4


# Keys of choices: equal for the same case only.

DIFFERENT = [
    [],
    [0],
    [0, 0],
    [1],
    [-1],
    [True],
    [False],
    [0.0],
    [-0.0],
    [1.0],
    [float("inf")],
    [float("nan")],
    [""],
    [b""],
    ["0"],
    [b"0"],
    ["\ud800"],
    [2**31],
    [2**63],
    [2**64],
    [10**100],
    [None],
    ["a", "b"],
    ["ab"],
    ["ab", ""],
]


def test_different_choices_have_different_keys():
    assert len({key_of(choices) for choices in DIFFERENT}) == len(DIFFERENT)


def test_equal_choices_have_equal_keys_whatever_objects_they_are():
    for choices in DIFFERENT:
        assert key_of(choices) == key_of(list(choices))
    word = str(b"word", "ascii")  # not interned, as the literal is
    assert key_of([word]) == key_of(["word"])
    assert key_of([word, word]) == key_of([word, str(b"word", "ascii")])
    assert key_of([float("nan")]) == key_of([float("nan")])
    assert key_of([int("9" * 50)]) == key_of([int("9" * 50)])


CHOICES = st.lists(st.booleans() | st.integers() | st.floats() | st.text() | st.binary())


@given(CHOICES, CHOICES)
def test_keys_are_equal_exactly_for_choices_of_equal_text(a, b):
    assert (key_of(a) == key_of(b)) == (repr(a) == repr(b))


def test_many_keys_do_not_collide():
    random = Random(1)
    keys = {key_of([random.getrandbits(30) + (i << 30)]) for i in range(100_000)}
    assert len(keys) == 100_000
